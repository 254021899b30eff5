"""A gaming day of 100 tables, from current read models: reconciling it, and every report of it.

Measured against one count over the day's rounds in the same database. Events are loaded in bulk, as a feed's are, and
the read models are caught up before anything is timed. Run: `python -m benchmarks.day [--events N]`.
"""

import argparse
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any, Final

import sqlalchemy as sa

from ledger.store.engine import make_engine
from ledger.store.recorders import SqlApplicationRecorder
from migrations.run import upgrade
from projections import reconcile
from projections.engine import catch_up
from projections.registry import PROJECTIONS
from projections.reports import day as summary
from projections.reports import exceptions, forms, meters, vig, win
from projections.rounds import ROUNDS
from tests.postgres import server
from tests.projections.history import DAYS, make_up, store

TABLES: Final = 100
DEFAULT_EVENTS: Final = 60_000
EVENTS_A_ROUND: Final = 5
RUNS: Final = 5
TARGET_SECONDS: Final = 5
DAY: Final = DAYS[0]

MEASURED: Final[dict[str, Callable[[sa.Connection, str], Any]]] = {
    "day reconcile": reconcile.findings,
    "day show": summary.day_summary,
    "report win": win.win,
    "report vig": vig.vigorish,
    "report forms": forms.forms,
    "report meters": meters.meters,
    "report exceptions": exceptions.exceptions,
}


def scan(connection: sa.Connection, day: str) -> Any:
    """What everything is held against: all rounds of the day, read once."""
    of = ROUNDS.table
    total = sa.func.sum(of.c.staked_cents)
    return connection.execute(sa.select(sa.func.count(), total).where(of.c.day == day)).one()


@contextmanager
def filled(url: str, events: int) -> Iterator[sa.Engine]:
    """A store with about so many events of one day, its read models current."""
    engine = make_engine(url)
    try:
        upgrade(engine)
        recorder = SqlApplicationRecorder(engine)
        # A table sits for one or two sittings of up to so many rounds, about three quarters of it in all.
        rounds = max(1, events // (TABLES * EVENTS_A_ROUND))
        started = time.perf_counter()
        # The same history each time.
        history = make_up(Random(2026), tables=TABLES, days=1, rounds=rounds)  # noqa: S311
        store(recorder, history.recorded, 2_000)
        loaded = time.perf_counter() - started
        for projection in PROJECTIONS:
            catch_up(projection, recorder, engine)
        current = time.perf_counter() - started - loaded
        if engine.dialect.name == "postgresql":
            with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
                connection.exec_driver_sql("ANALYZE")
        print(
            f"  {len(history.recorded):,} events at {TABLES} tables;"
            f" loaded in {loaded:.1f} s, read models current after {current:.1f} s"
        )
        yield engine
    finally:
        engine.dispose()


def seconds(connection: sa.Connection, what: Callable[[sa.Connection, str], Any]) -> float:
    """The median of some runs."""
    times = []
    for _ in range(RUNS):
        started = time.perf_counter()
        what(connection, DAY)
        times.append(time.perf_counter() - started)
    return statistics.median(times)


def measure(url: str, events: int) -> None:
    """Print one database's figures."""
    with filled(url, events) as engine, engine.connect() as connection:
        one = seconds(connection, scan)
        rounds = scan(connection, DAY)[0]
        print(f"  one scan of {rounds:,} rounds {one * 1000:>10.1f} ms")
        print(f"  {len(reconcile.findings(connection, DAY)):,} findings")
        for name, what in MEASURED.items():
            spent = seconds(connection, what)
            print(f"  {name:<24}{spent * 1000:>10.1f} ms {spent / one:>9.1f} scans")
    print(f"  target: each under {TARGET_SECONDS} s for 5,000,000 events")


def main() -> None:
    """Measure on both databases."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, default=DEFAULT_EVENTS, help="About so many.")
    events = parser.parse_args().events
    with tempfile.TemporaryDirectory() as home:
        print("sqlite")
        measure(f"sqlite:///{home}/pit.db", events)
    with server(durable=True) as running, running.database() as url:
        print("postgresql")
        measure(url, events)


if __name__ == "__main__":
    main()
