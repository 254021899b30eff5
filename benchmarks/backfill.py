"""Backfill: rounds a second from a file into the books, on both databases.

A seeded dealer deals a day at four tables, one record a round, with all that comes between rounds:
shoes, players, buy-ins, vigorish. `pit feed`'s own engine reads the file. Run with
`python -m benchmarks.backfill`.
"""

import tempfile
import threading
import time
from pathlib import Path
from typing import NamedTuple

from cli.demo.dealer import Day, Plan
from ledger.desks.ledger import Ledger
from ledger.feed import Intake, whole_file
from ledger.store.engine import make_engine
from migrations.run import upgrade
from tests.clerk import establish
from tests.postgres import server

TARGET = 3_000
PLAN = Plan(tables=("MB-01", "MB-02", "MB-03", "MB-04"), rounds=3_000, stepwise=0.0, players=6)


class Result(NamedTuple):
    """What one reading of the file came to. rounds: of the records, those that are rounds."""

    database: str
    rounds: int
    records: int
    events: int
    seconds: float

    def __str__(self) -> str:
        each = (
            f"{count / self.seconds:>9,.0f} {name}/s"
            for name, count in (
                ("rounds", self.rounds),
                ("records", self.records),
                ("events", self.events),
            )
        )
        return f"{self.database:<12}{''.join(each)}   ({self.seconds:.1f} s)"


def measure(database: str, url: str, feed: Path) -> Result:
    """Read the file into a fresh store."""
    engine = make_engine(url)
    upgrade(engine)
    engine.dispose()
    with Ledger(url) as ledger:
        establish(ledger)
        intake = Intake(ledger)
        started = time.perf_counter()
        tally = intake.run(whole_file(feed, threading.Event(), lambda _: None))
        seconds = time.perf_counter() - started
        assert tally.complete
        rounds = PLAN.rounds * len(PLAN.tables)
        events = sum(ledger.table(code).version for code in PLAN.tables)
    return Result(database, rounds, tally.records, events, seconds)


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as name:
        home = Path(name)
        feed = home / "feed.ndjson"
        with feed.open("wb") as file:
            file.writelines(Day(PLAN).lines())
        print(f"Backfill of {feed.stat().st_size / 1e6:.1f} MB by one process")
        print(measure("sqlite", f"sqlite:///{home / 'pit.db'}", feed), flush=True)
        with server(durable=True) as running, running.database() as url:
            print(measure("postgresql", url, feed))
    print(f"aim: {TARGET:,} rounds/s")


if __name__ == "__main__":
    main()
