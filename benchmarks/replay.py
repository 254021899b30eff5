"""One round replayed from a store of millions of events, against the same round in a small store; its table's day
listed; the books as they stood, and what changed between two states of them.

A day of two tables is copied to other days and to other tables, so that the round's own table has a tenth of the
events. Target: a second or two among 50 million; here the ratio must stay near 1, since what is read of a round or
of a day does not grow with the log. As-of folds the whole log: events a second are what counts there.
Run: `python -m benchmarks.replay [EVENTS] [EVENTS ON POSTGRESQL]`.
"""

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path
from typing import NamedTuple

import sqlalchemy as sa

from cli.demo.dealer import Day, Plan
from ledger.desks.ledger import Ledger
from ledger.store.engine import make_engine
from migrations.run import upgrade
from projections.engine.engine import catch_up
from projections.models import pointers, stretches
from projections.models import rounds as rounds_model
from projections.replay import day as replay_day
from projections.replay.find import find
from tests.clerk import establish
from tests.postgres import server

RUNS = 7
TABLES = 5
"""By which the day's tables are multiplied; their days then make up the number."""

DAY = date(2026, 7, 11)
NAMES = sa.text("SELECT id, first_version, last_version FROM rounds WHERE status = 'settled'")
LENGTHS = sa.text(
    "SELECT originator_id, max(originator_version) FROM events WHERE originator_id LIKE 'table:%'"
    " GROUP BY originator_id"
)
COPY = (
    "INSERT INTO events (originator_id, originator_version, topic, state)"
    " SELECT originator_id || :suffix, originator_version + :shift, topic, {state}"
    " FROM events WHERE position <= :last AND originator_id = :stream ORDER BY position"
)
RENAMED = "replace(replace({}, :day, :new_day), :round, :new_round)"
STATE = {
    "sqlite": "CAST({} AS BLOB)".format(RENAMED.format("CAST(state AS TEXT)")),
    "postgresql": "convert_to({}, 'UTF8')".format(RENAMED.format("convert_from(state, 'UTF8')")),
}


class Round(NamedTuple):
    """The round that is replayed: its name, and where it is in its table's stream."""

    name: str
    first: int
    last: int


def main(events: int, on_postgres: int) -> None:
    """Both databases, one after the other."""
    with tempfile.TemporaryDirectory() as home:
        _measure(f"sqlite:///{home}/small.db", f"sqlite:///{home}/large.db", Path(home), events)
    with (
        tempfile.TemporaryDirectory() as home,
        server() as started,
        started.database() as small,
        started.database() as large,
    ):
        _measure(small, large, Path(home), on_postgres)


def _measure(small: str, large: str, home: Path, events: int) -> None:
    stores = {url: make_engine(url) for url in (small, large)}
    acts = []
    for url, engine in stores.items():
        with Ledger(url) as ledger:
            chosen = deal(ledger, url, home, engine)
        acts.append(_acts(url, engine, chosen))
    engine = stores[large]
    stored = grow(engine, events)
    print(f"{engine.dialect.name}: {stored:,} events", flush=True)
    with Ledger(large) as ledger:
        for projection in (pointers.PROJECTION, stretches.PROJECTION):
            started = time.perf_counter()
            catch_up([projection], ledger.journal, engine)
            seconds = time.perf_counter() - started
            print(f"  {projection.name} caught up: {stored / seconds:,.0f} events/s", flush=True)
    for what, in_small in acts[0].items():
        before, after = _best(in_small, acts[1][what])
        told = f"{before * 1000:.1f} ms small, {after * 1000:.1f} ms, ratio {after / before:.2f}"
        print(f"  {what}: {told}", flush=True)
    for engine in stores.values():
        engine.dispose()


def _acts(url: str, engine: sa.Engine, chosen: Round) -> dict[str, Callable[[], None]]:
    ledger = [sys.executable, "-m", "cli.frame.main", "--db", url]
    table, day, _ = chosen.name.split(":")

    def replayed() -> None:
        with engine.connect() as connection:
            told = find(connection, *chosen).replay
        assert told.recomputed_agrees
        assert len(told.later) == 1

    def listed() -> None:
        with engine.connect() as connection:
            assert replay_day.of_table(connection, table, day)

    def typed(*command: str) -> Callable[[], None]:
        return lambda: _run([*ledger, *command])

    return {
        "the round alone": replayed,
        "pit audit replay": typed("audit", "replay", chosen.name),
        "the day alone": listed,
        "pit audit history": typed("audit", "history", table, "--day", day, "--json"),
    }


def _run(command: list[str]) -> None:
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def deal(ledger: Ledger, url: str, home: Path, engine: sa.Engine) -> Round:
    """A day at two tables, and a dispute about one of its rounds."""
    upgrade(engine)
    establish(ledger)
    feed = home / "day.ndjson"
    with feed.open("wb") as file:
        file.writelines(Day(Plan(rounds=400)).lines())
    command = [sys.executable, "-m", "cli.frame.main", "--db", url, "--by", "bench"]
    _run([*command, "feed", str(feed)])
    catch_up([rounds_model.PROJECTION], ledger.journal, engine)
    with engine.connect() as connection:
        played = connection.execute(NAMES).all()
    chosen = Round(*played[len(played) // 2])
    _run([*command, "audit", "dispute", "raise", chosen.name, "--claim", "Banker won"])
    for projection in (pointers.PROJECTION, stretches.PROJECTION):
        catch_up([projection], ledger.journal, engine)
    return chosen


def grow(engine: sa.Engine, events: int) -> int:
    """Copy the day to other days and other tables, each day in a transaction."""
    with engine.connect() as connection:
        lengths = [tuple(row) for row in connection.execute(LENGTHS)]
        last = connection.execute(sa.text("SELECT max(position) FROM events")).scalar_one()
    copy = sa.text(COPY.format(state=STATE[engine.dialect.name]))
    for day in range(events // (TABLES * sum(length for _, length in lengths)) + 1):
        new_day = (DAY + timedelta(day)).isoformat()
        with engine.begin() as connection:
            for number in range(TABLES):
                if not day and not number:
                    continue
                suffix = f"-{number}" if number else ""
                for stream, length in lengths:
                    table = stream.partition(":")[2]
                    places = {"stream": stream, "suffix": suffix, "shift": day * length}
                    places |= {"last": last, "day": DAY.isoformat(), "new_day": new_day}
                    names = {"round": f'"{table}:', "new_round": f'"{table}{suffix}:'}
                    connection.execute(copy, {**places, **names})
    with engine.connect() as connection:
        if engine.dialect.name == "postgresql":
            connection.execution_options(isolation_level="AUTOCOMMIT").execute(
                sa.text("ANALYZE events")
            )
        return int(connection.execute(sa.text("SELECT count(*) FROM events")).scalar_one())


def _best(*acts: Callable[[], None]) -> list[float]:
    """Seconds of each, the best of some runs, by turns: others may share the machine."""
    times: list[list[float]] = [[] for _ in acts]
    for _ in range(RUNS):
        for act, taken in zip(acts, times, strict=True):
            started = time.perf_counter()
            act()
            taken.append(time.perf_counter() - started)
    return [min(taken) for taken in times]


if __name__ == "__main__":
    typed_numbers = [int(text) for text in sys.argv[1:]]
    main(*(typed_numbers + [2_000_000, 500_000][len(typed_numbers) :]))
