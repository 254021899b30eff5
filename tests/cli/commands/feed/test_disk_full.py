"""A disk, a quota or a limit that is reached in the middle of a feed is said to be, and all before it is kept."""

import json
from pathlib import Path

from cli.demo.dealer import Day, Plan
from tests.cli.commands.feed.running import finish, start
from tests.cli.conftest import Terminal
from tests.ledger.feed.conftest import open_pit
from tests.ledger.feed.sender import every_record_once

ROOM_BYTES = 300_000


def test_a_feed_that_fills_its_disk_says_so_and_how_far_it_came(
    sqlite_url: str, tmp_path: Path
) -> None:
    feed = tmp_path / "feed.ndjson"
    feed.write_bytes(b"".join(Day(Plan(rounds=30)).lines()))
    store = Path(sqlite_url.removeprefix("sqlite:///"))
    with open_pit(sqlite_url) as ledger:
        largest = store.stat().st_size + ROOM_BYTES
        code, out, err = finish(
            start(sqlite_url, str(feed), "--json", small_batches=True, largest_file_bytes=largest)
        )
        assert (code, out) == (7, "")
        told = json.loads(err)["error"]
        assert told["code"] == "store_full"
        taken = {source: ledger.journal.last_seq(source) for source in told["facts"]["sources"]}
        assert told["facts"]["sources"] == taken
        assert sum(taken.values()) == told["facts"]["taken"] > 0
        code, out, err = finish(start(sqlite_url, str(feed), "--json"))
        assert (code, err) == (0, "")
        assert json.loads(out)["skipped"] == told["facts"]["taken"]
        assert every_record_once(ledger, feed)
    Terminal(sqlite_url).does("db", "check")
