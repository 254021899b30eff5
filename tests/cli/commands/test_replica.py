"""The log replicated to another server's database, as docs/group.md has it: `pit` reads and verifies it there."""

import time
from pathlib import Path

import time_machine

from tests import engines
from tests.cli.commands.signed.day import DAY
from tests.cli.commands.test_export import a_counted_day
from tests.cli.conftest import NOW, Terminal
from tests.cli.sealing import seal, write_keys
from tests.machines import Machine, machines
from tests.sealing import LOG
from tests.stores import migrate

PAGE = Path(__file__).parents[3] / "docs/group.md"
REPLICATED = (
    "events, snapshots, seal_hashes, checkpoints, feed_sources, feed_digests, idempotency_keys"
)
WRITTEN_HERE = "ALTER TABLE events DISABLE TRIGGER events_are_written_in_turn"
SECONDS = 30


def came(replica: Terminal, events: int) -> None:
    """Wait until so many events have come."""
    for _ in range(10 * SECONDS):
        if len(replica.everything()) == events:
            return
        time.sleep(0.1)
    raise AssertionError("they do not come")


def subscribe(replica: Machine, source: Machine) -> None:
    """As the page says it is done."""
    assert f"FOR TABLE {REPLICATED}" in PAGE.read_text(encoding="utf-8")
    source.runs(f"CREATE PUBLICATION pit FOR TABLE {REPLICATED}")
    assert WRITTEN_HERE in PAGE.read_text(encoding="utf-8")
    replica.runs(
        WRITTEN_HERE,
        f"CREATE SUBSCRIPTION pit CONNECTION 'host=127.0.0.1 port={source.port} user=postgres dbname=postgres'"
        " PUBLICATION pit",
    )


def test_the_log_is_read_and_verified_where_it_is_replicated_to() -> None:
    write_keys()
    with machines(2) as (house, group), time_machine.travel(NOW, tick=False):
        for each in (house, group):
            each.make()
            each.stop("fast")
            each.start("wal_level=logical")
            migrate(each.url())
        property_, replica = (Terminal(each.url()) for each in (house, group))
        a_counted_day(property_.url)
        seal(property_)
        subscribe(group, house)
        came(replica, len(property_.everything()))
        win = ("report", "win", "--day", DAY)
        assert replica.json(*win) == property_.json(*win)
        property_.does("table", "open", "MB-05", "--rules", "ma-midi", "--pit", "P-1", *_SIGNED)
        seal(property_)
        came(replica, len(property_.everything()))
        assert replica.json("audit", "verify", "--key", LOG, "--hashes")["ok"]
        copied = replica.json("export", "events", "--to", "copy")
        assert copied["size"] == len(property_.everything())
        engines.hang_up()


_SIGNED = ("--opener", "100x50", "--dealer", "D-7", "--supervisor", "S-2")
