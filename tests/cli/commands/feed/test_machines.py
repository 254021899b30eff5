"""Servers that are restarted, that end sessions, whose standby is promoted, and lines that are cut in the middle of a
feed: it waits, connects again, says so, goes on; no record is lost and none is taken twice.
"""

import signal
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from sqlalchemy.engine import make_url

from cli.demo.dealer import Day, Plan
from ledger.desks.ledger import Ledger
from ledger.feed import Intake, Outage
from ledger.feed.lines import Line
from tests import engines, machines
from tests.cli.commands.feed.running import finish, start
from tests.cli.commands.feed.test_live import soon
from tests.ledger.feed.conftest import open_pit
from tests.ledger.feed.sender import every_record_once, records_of
from tests.machines import Machine
from tests.stores import migrate

STORE = "store"
TABLES = ("MB-01", "MB-02")


@pytest.fixture(scope="module")
def servers() -> Iterator[Sequence[Machine]]:
    """A server with a store to be copied, and a place for another."""
    with machines.machines(2) as found:
        found[0].make().runs(f"CREATE DATABASE {STORE}")
        migrate(found[0].url(STORE))
        with open_pit(found[0].url(STORE)):
            pass
        engines.hang_up()
        yield found


@pytest.fixture
def primary(servers: Sequence[Machine], request: pytest.FixtureRequest) -> str:
    """The name of a fresh store on the server."""
    name = f"pit_{abs(hash(request.node.name))}"
    # Copied otherwise, its sequences may go back when the server fails.
    servers[0].runs(f"CREATE DATABASE {name} TEMPLATE {STORE} STRATEGY FILE_COPY")
    # Whoever looks how far a feed is goes on with its connection.
    with Ledger(servers[0].url(name)) as ledger:
        assert ledger.position
    return name


@pytest.fixture
def feed(tmp_path: Path) -> Path:
    """Some hundred records of two tables."""
    path = tmp_path / "feed.ndjson"
    path.write_bytes(b"".join(Day(Plan(rounds=60, tables=TABLES)).lines()))
    return path


Happens = Callable[[Machine], object]

RESTARTS: dict[str, tuple[str, Happens, Happens]] = {
    "a file, and the machine fails": ("FILE", Machine.stop, Machine.start),
    "standard input, and its sessions are ended": ("-", Machine.end_sessions, lambda _: None),
    "a file that grows, and the server is restarted": (
        "--follow",
        lambda server: server.stop("fast"),
        Machine.start,
    ),
}
"""How the feed is read, what breaks, and what mends it."""


@pytest.mark.parametrize("case", RESTARTS)
def test_a_feed_outlasts_its_server(
    servers: Sequence[Machine], primary: str, feed: Path, case: str
) -> None:
    how, breaks, mends = RESTARTS[case]
    url = servers[0].url(primary)
    with ExitStack() as ends:
        typed: list[str] = [str(feed)]
        options: dict[str, Any] = {}
        if how == "-":
            source = subprocess.Popen(["cat", feed], stdout=subprocess.PIPE)
            ends.enter_context(source)
            typed, options = ["-"], {"stdin": source.stdout}
        elif how == "--follow":
            typed.append(how)
        with start(url, *typed, small_batches=True, **options) as process:
            ledger = ends.enter_context(Ledger(url))
            soon(lambda: (ledger.journal.max_notification_id() or 0) > 20)
            # It waits in the middle, however slowly a server breaks.
            process.send_signal(signal.SIGSTOP)
            ledger.journal.engine.dispose()
            engines.hang_up()
            breaks(servers[0])
            process.send_signal(signal.SIGCONT)
            mends(servers[0])
            if how == "--follow":
                last = records_of(feed)
                soon(lambda: all(ledger.journal.last_seq(each) == last[each] for each in last))
                process.terminate()
            code, _, err = finish(process)
        assert code == 0, err
        assert err.startswith("The store is lost; ")
        assert "The store is back; going on.\n" in err
        assert every_record_once(ledger, feed)


def test_a_feed_goes_on_at_a_standby_that_is_promoted(
    servers: Sequence[Machine], primary: str, feed: Path
) -> None:
    first, second = servers
    second.follow(first)
    with start(second.url(primary, first), str(feed), small_batches=True) as process:
        with Ledger(first.url(primary)) as before:
            soon(lambda: (before.journal.max_notification_id() or 0) > 20)
        first.stop()
        second.promote()
        code, _, err = finish(process)
    assert code == 0, err
    assert "The store is back; going on.\n" in err
    with Ledger(second.url(primary)) as ledger:
        assert every_record_once(ledger, feed)
    first.start("synchronous_standby_names=''")
    second.stop()


@pytest.mark.parametrize("arrives", [True, False])
def test_a_line_that_is_cut_at_a_commit_costs_no_record(
    postgres_url: str, feed: Path, monkeypatch: pytest.MonkeyPatch, arrives: bool
) -> None:
    monkeypatch.setattr("ledger.feed.intake.BATCH_RECORDS", 7)
    with open_pit(postgres_url):
        pass
    url = make_url(postgres_url)
    socket = f"{url.query['host']}/.s.PGSQL.{url.port or 5432}"
    line = machines.Line(socket, lambda number: number % 5 == 3, arrives=arrives)
    lines = [Line(n, raw) for n, raw in enumerate(feed.read_bytes().splitlines(), 1)]
    said: list[str] = []
    with TemporaryDirectory() as folder, line.at(Path(folder)):
        through = url.update_query_dict({"host": folder}).render_as_string(hide_password=False)
        with Ledger(through) as cut:
            tally = Intake(cut, outage=Outage(said.append, lambda _: None)).run(lines)
    assert line.cuts > 3
    assert (tally.taken + tally.skipped, tally.complete) == (len(lines), True)
    assert bool(tally.skipped) is arrives
    assert said.count("The store is back; going on.") > 3
    with Ledger(postgres_url) as ledger:
        assert every_record_once(ledger, feed)
