"""A gaming day of 100 tables, from current read models: reconciling it, and every report of it.

Measured against one count over the day's rounds in the same database, and against the same day with nothing before it:
what is read of a day should not grow with the days that went before. Events are those of `benchmarks.floor`, loaded in
bulk, and the read models are caught up before anything is timed. On SQLite seconds are those of CPU.

Run: `python -m benchmarks.day [--events N] [--history DAYS] [--earlier N] [--database sqlite|postgresql]`. A property's
day is `--events 1000000 --history 30 --earlier 50000`: what the days before add to what a report reads goes by tables
and days, not by their rounds.
"""

import argparse
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any, Final
from zoneinfo import ZoneInfo

import sqlalchemy as sa

from benchmarks import floor
from benchmarks.bank import ZONE
from benchmarks.measured import memory
from ledger.store.engine import make_engine
from ledger.store.recorders import SqlApplicationRecorder
from ledger.values.calendar import to_micros
from migrations.run import upgrade
from projections import reconcile
from projections.engine.engine import catch_up
from projections.figures import (
    awards,
    comps,
    drop,
    exceptions,
    filing,
    flash,
    hours,
    inventory,
    meters,
    performance,
    periods,
    prior,
    shifts,
    slips_in_hand,
    slips_matched,
    vig,
    win,
)
from projections.figures import day as day_figures
from projections.figures import forms as form_figures
from projections.figures.arithmetic import rfc3339
from projections.figures.handle import By
from projections.figures.periods import Group, Period
from projections.models.registry import PROJECTIONS
from projections.models.rounds import ROUNDS
from projections.reports import master
from tests.postgres import server

DEFAULT_EVENTS: Final = 60_000
DEFAULT_HISTORY: Final = 10
DEFAULT_EARLIER: Final = 1
"""Events of an earlier day, as few as there can be: a round at each table, with all that is counted around it."""
RUNS: Final = 5
TARGET_SECONDS: Final = 2
MONTH_SECONDS: Final = 3
DAY: Final = floor.DAY.isoformat()

_BEGINS: Final = datetime(floor.DAY.year, floor.DAY.month, floor.DAY.day, 6, tzinfo=ZoneInfo(ZONE))
_ENDS: Final = to_micros(_BEGINS + timedelta(days=1))
HEADING: Final = master.Heading(
    property=floor.PROPERTY,
    zone=ZONE,
    gaming_day=DAY,
    starts_at=rfc3339(to_micros(_BEGINS)),
    ends_at=rfc3339(_ENDS),
    ends_micros=_ENDS,
    position=1,
)

Report = Callable[[sa.Connection], Any]


def _of_day(report: Callable[[sa.Connection, str], Any]) -> Report:
    return lambda connection: report(connection, DAY)


MEASURED: Final[dict[str, Report]] = {
    "day reconcile": _of_day(reconcile.findings),
    "day show": _of_day(day_figures.day_summary),
    "report day": lambda connection: master.master(connection, HEADING),
    "report win": _of_day(win.win),
    "... month to date": partial(periods.period, day=DAY, length=Period.MONTH, group=Group.PIT),
    "... year to date": partial(periods.period, day=DAY, length=Period.YEAR, group=Group.PIT),
    "report performance": lambda connection: performance.asked(connection, DAY, None, None),
    **{
        f"... month by {by}": partial(performance.asked, day=DAY, length="month", by=by)
        for by in By
    },
    "report flash": _of_day(flash.flash),
    "report to-date": partial(prior.to_date, day=DAY, group=Group.PIT),
    "report trend": partial(prior.trend, day=DAY, group=Group.TABLE),
    "report filing": _of_day(filing.filing),
    "report drop": _of_day(drop.drop),
    "report boxes": _of_day(drop.boxes),
    "report hours": _of_day(hours.hours),
    "... shifts": _of_day(shifts.shifts),
    "report coupons": _of_day(hours.coupons),
    "report vig": _of_day(vig.vigorish),
    "report forms": _of_day(form_figures.forms),
    "report comps": lambda connection: comps.comps(connection, DAY, _ENDS),
    "report meters": _of_day(meters.meters),
    "report awards": _of_day(awards.awards),
    "report exceptions": _of_day(exceptions.exceptions),
    "chips list": _of_day(inventory.movements),
    "chips slips": _of_day(slips_matched.of_day),
    "chips series": _of_day(slips_in_hand.series),
    "form list": form_figures.series,
    "vig outstanding": vig.outstanding,
}


def scan(connection: sa.Connection) -> Any:
    """What everything is held against: all rounds of the day, read once."""
    of = ROUNDS.table
    total = sa.func.sum(of.c.staked_cents)
    return connection.execute(sa.select(sa.func.count(), total).where(of.c.day == DAY)).one()


@contextmanager
def filled(url: str, events: int, history: int, earlier: int) -> Iterator[sa.Engine]:
    """A store with about so many events of the day after so many others, its read models current."""
    engine = make_engine(url)
    try:
        upgrade(engine)
        recorder = SqlApplicationRecorder(engine)
        started = time.perf_counter()
        rows = floor.played(events, history, earlier)
        played = time.perf_counter() - started
        count = floor.stored(recorder, rows)
        stored = time.perf_counter() - started - played
        del rows
        catch_up(PROJECTIONS, recorder, engine)
        current = time.perf_counter() - started - stored - played
        if engine.dialect.name == "postgresql":
            with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
                connection.exec_driver_sql("VACUUM ANALYZE")
        print(
            f"  {count:,} events, {history} days before the day; played in {played:.1f} s,"
            f" stored in {stored:.1f} s, read models current after {current:.1f} s",
            flush=True,
        )
        yield engine
    finally:
        engine.dispose()


def seconds(connection: sa.Connection, what: Report) -> float:
    """The median of some runs. What PostgreSQL does, another process does."""
    clock = time.process_time if connection.dialect.name == "sqlite" else time.perf_counter
    times = []
    for _ in range(RUNS):
        started = clock()
        what(connection)
        times.append(clock() - started)
    return statistics.median(times)


def measured(url: str, events: int, history: int, earlier: int) -> tuple[int, dict[str, float]]:
    """The day's rounds, and the seconds that each report takes."""
    with filled(url, events, history, earlier) as engine, engine.connect() as connection:
        rounds = scan(connection)[0]
        times = {"one scan": seconds(connection, scan)}
        times |= {name: seconds(connection, what) for name, what in MEASURED.items()}
    return rounds, times


def show(rounds: int, alone: dict[str, float], after: dict[str, float], history: int) -> None:
    """Print one database's figures."""
    print(f"  {rounds:,} rounds   with {history} days before, scans, against none before")
    for name, spent in after.items():
        scans, grown = spent / after["one scan"], spent / alone[name]
        print(f"  {name:<24}{spent * 1000:>10.1f} ms {scans:>9.2f}{grown:>9.2f}")
    print(f"  target: each under {TARGET_SECONDS} s, a month's under {MONTH_SECONDS} s", flush=True)
    memory()


def main() -> None:
    """Measure on both databases."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, default=DEFAULT_EVENTS, help="About so many.")
    parser.add_argument("--history", type=int, default=DEFAULT_HISTORY, help="Days before the day.")
    parser.add_argument("--earlier", type=int, default=DEFAULT_EARLIER, help="Events of each.")
    parser.add_argument("--database", choices=("sqlite", "postgresql"), help="Only this one.")
    asked = parser.parse_args()
    days = (0, asked.history)
    if asked.database != "postgresql":
        print("sqlite")
        with tempfile.TemporaryDirectory() as home:
            urls = [f"sqlite:///{Path(home, f'{n}.db')}" for n in days]
            found = [
                measured(url, asked.events, n, asked.earlier)
                for url, n in zip(urls, days, strict=True)
            ]
        show(found[1][0], found[0][1], found[1][1], asked.history)
    if asked.database != "sqlite":
        print("postgresql")
        with server(durable=True) as running, running.database() as one, running.database() as two:
            found = [
                measured(url, asked.events, n, asked.earlier)
                for url, n in zip((one, two), days, strict=True)
            ]
        show(found[1][0], found[0][1], found[1][1], asked.history)


if __name__ == "__main__":
    main()
