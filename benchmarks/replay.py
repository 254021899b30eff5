"""One round replayed from a store of millions of events, against the same round in a small store.

Its own table has a tenth of the events, all other tables the rest. Target: a second or two among 50
million; here the ratio must stay near 1, since what is read of a round does not grow with the log.
Run: `python -m benchmarks.replay [EVENTS] [EVENTS ON POSTGRESQL]`.
"""

import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import sqlalchemy as sa

from cli.dealer import Day, Plan
from ledger.application import Pit
from ledger.store.engine import make_engine
from migrations.run import upgrade
from projections import rounds
from projections.engine import catch_up
from projections.round_events import find
from tests.postgres import server

RUNS = 15
NAMES = sa.text("SELECT id, first_version, last_version FROM rounds WHERE status = 'settled'")
LONGEST = sa.text("SELECT max(originator_version) FROM events WHERE originator_id = :stream")
SAME = sa.text(
    "INSERT INTO events (originator_id, originator_version, topic, state)"
    " SELECT originator_id, originator_version + :shift, topic, state FROM events"
    " WHERE originator_id = :stream AND originator_version <= :shift_by ORDER BY position"
)
OTHERS = sa.text(
    "INSERT INTO events (originator_id, originator_version, topic, state)"
    " SELECT originator_id || '-' || CAST(:copy AS TEXT), originator_version, topic, state"
    " FROM events WHERE position <= :last AND originator_id LIKE 'table:%' ORDER BY position"
)


def main(events: int, on_postgres: int) -> None:
    """Both databases, one after the other."""
    with tempfile.TemporaryDirectory() as home:
        _measure(f"sqlite:///{home}/pit.db", Path(home), events)
    with tempfile.TemporaryDirectory() as home, server() as started, started.database() as url:
        _measure(url, Path(home), on_postgres)


def _measure(url: str, home: Path, events: int) -> None:
    engine = make_engine(url)
    _deal(url, home, engine)
    with engine.connect() as connection:
        played = connection.execute(NAMES).all()
    name, first, last = played[len(played) // 2]
    command = [sys.executable, "-m", "cli.main", "--db", url, "audit", "replay", name]

    def in_process() -> None:
        with engine.connect() as connection:
            assert find(connection, name, first, last).told.recomputed_agrees

    def typed() -> None:
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)

    small = [_median(act) for act in (in_process, typed)]
    stored = _grow(engine, f"table:{name.partition(':')[0]}", events)
    large = [_median(act) for act in (in_process, typed)]
    print(f"{engine.dialect.name}: {stored:,} events")
    for what, before, after in zip(
        ("the round alone", "pit audit replay"), small, large, strict=True
    ):
        ratio = after / before
        print(f"  {what}: {before * 1000:.1f} ms small, {after * 1000:.1f} ms, ratio {ratio:.2f}")
    engine.dispose()


def _deal(url: str, home: Path, engine: sa.Engine) -> None:
    upgrade(engine)
    with Pit(url) as pit:
        pit.establish("Bench", "America/New_York", "06:00", by="bench")
    feed = home / "day.ndjson"
    with feed.open("wb") as file:
        file.writelines(Day(Plan(rounds=400)).lines())
    command = [sys.executable, "-m", "cli.main", "--db", url, "feed", str(feed)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    with Pit(url) as pit:
        catch_up(rounds.PROJECTION, pit.journal, engine)


def _grow(engine: sa.Engine, stream: str, events: int) -> int:
    """Copy the day: a tenth under the table's own name, the rest under other names."""
    with engine.begin() as connection:
        length = connection.execute(LONGEST, {"stream": stream}).scalar_one()
        last = connection.execute(sa.text("SELECT max(position) FROM events")).scalar_one()
        for copy in range(1, events // 10 // length + 1):
            places = {"stream": stream, "shift": copy * length, "shift_by": length}
            connection.execute(SAME, places)
    for copy in range(events * 9 // 10 // last):
        with engine.begin() as connection:
            connection.execute(OTHERS, {"copy": copy, "last": last})
    with engine.connect() as connection:
        if engine.dialect.name == "postgresql":
            connection.execution_options(isolation_level="AUTOCOMMIT").execute(
                sa.text("ANALYZE events")
            )
        return int(connection.execute(sa.text("SELECT count(*) FROM events")).scalar_one())


def _median(act: Callable[[], None]) -> float:
    times = []
    for _ in range(RUNS):
        started = time.perf_counter()
        act()
        times.append(time.perf_counter() - started)
    return statistics.median(times)


if __name__ == "__main__":
    typed_numbers = [int(text) for text in sys.argv[1:]]
    main(*(typed_numbers + [2_000_000, 500_000][len(typed_numbers) :]))
