"""Appending a round's events through the recorder, against the driver's plain INSERT and commit.

All write the same rows into tables of the same shape, turn about, so that the machine's moods meet
all. The recorder also waits for its turn and brings the rows' positions back; a fed round moves the
feed's position besides, a statement more than the driver's. Run with `python -m benchmarks.append`.
"""

import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import psycopg
from eventsourcing.persistence import StoredEvent
from sqlalchemy import Engine

from ledger.events import table as e
from ledger.events.base import Event
from ledger.store import tables
from ledger.store.codec import EVENTS, TOPIC_OF
from ledger.store.engine import make_engine
from ledger.store.recorders import FeedMove, SqlApplicationRecorder
from migrations.run import upgrade
from tests.postgres import server

ROUNDS = 1_000
BACKFILL_ROWS = 20_000
TARGET = 0.7

Row = tuple[str, int, str, bytes]


class Result(NamedTuple):
    """recorder_us, fed_us, driver_us: median microseconds a round. backfill: rows a second, in bulk."""

    database: str
    recorder_us: float
    fed_us: float
    driver_us: float
    backfill: float

    @property
    def ratio(self) -> float:
        """The recorder's speed as a share of the driver's."""
        return self.driver_us / self.recorder_us

    @property
    def fed_ratio(self) -> float:
        """The fed round's speed as a share of the driver's, which moves no feed."""
        return self.driver_us / self.fed_us


def round_events() -> list[Event]:
    """A round with both third cards, six wagers and a marked vigorish: seven events."""
    base: dict[str, Any] = {
        "by": "c1",
        "at": 1_783_800_000_000_000,
        "recorded_at": 1_783_800_000_500_000,
        "day": "2026-07-11",
        "source": "MB-01",
        "seq": 117,
    }
    of = "MB-01:2026-07-11:17"
    player, banker = ["2h", "3s", "4c"], ["Th", "5s", "2d"]
    wagers = [e.WagerLine(seat, "banker", 10_000) for seat in range(1, 7)]
    lines = [
        e.SettledLine(w.seat, w.bet, w.cents, w.tender, "lose", 0, 0, "ma-midi 12(a)")
        for w in wagers
    ]
    return [
        e.WagersPlaced(**base, round=of, wagers=wagers),
        e.NoMoreBets(
            **base, round=of, shoe="1", rules="ma-midi", rules_version=1, rules_sha256="0" * 64
        ),
        e.CardsDealt(**base, round=of, player=player[:2], banker=banker[:2], left=300),
        e.ThirdCardDealt(
            **base, round=of, hand="player", card="4c", rule="ma-midi 10(b)", left=299
        ),
        e.ThirdCardDealt(
            **base, round=of, hand="banker", card="2d", rule="ma-midi 10(c)", left=298
        ),
        e.RoundSettled(
            **base,
            round=of,
            outcome="player",
            player=player,
            banker=banker,
            player_points=9,
            banker_points=7,
            announce="player 9, banker 7, player wins",
            lines=lines,
        ),
        e.VigorishMarked(**base, round=of, marks=[e.SeatCents(1, 500, of)]),
    ]


def rows_of_rounds() -> Iterator[list[Row]]:
    """The rows of one round after another in one table's stream."""
    states = [(TOPIC_OF[type(event)], EVENTS.encode(event)) for event in round_events()]
    versions = count(1)
    while True:
        yield [("table:MB-01", next(versions), topic, state) for topic, state in states]


def measure(
    engine: Engine, by_driver: Callable[[list[Row]], None]
) -> tuple[float, float, float, float]:
    """Median microseconds a round by recorder, fed and by driver, and rows a second of a backfill."""
    recorder = SqlApplicationRecorder(engine)
    source, fed_source, taken = rows_of_rounds(), rows_of_rounds(), count()

    def by_recorder(rows: list[Row]) -> None:
        recorder.append([StoredEvent(*row) for row in rows])

    def by_feed(_: list[Row]) -> None:
        seq = next(taken)
        rows = [StoredEvent("table:MB-02", *row[1:]) for row in next(fed_source)]
        recorder.append(rows, feed={"MB-02": FeedMove(seq, seq + 1)})

    writers = [by_recorder, by_feed, by_driver]
    spent: dict[Callable[[list[Row]], None], list[float]] = {write: [] for write in writers}
    for number in range(ROUNDS):
        rows = next(source)
        for write in writers if number % 2 else reversed(writers):
            started = time.perf_counter()
            write(rows)
            spent[write].append(time.perf_counter() - started)

    bulk = [StoredEvent(*row) for _ in range(BACKFILL_ROWS // 7) for row in next(source)]
    started = time.perf_counter()
    recorder.append(bulk)
    backfill = len(bulk) / (time.perf_counter() - started)
    recorder_us, fed_us, driver_us = (median(spent[write]) * 1e6 for write in writers)
    return recorder_us, fed_us, driver_us, backfill


@contextmanager
def prepared(url: str, plain_url: str) -> Iterator[Engine]:
    """A store; and for the driver, elsewhere, a bare table of the same shape."""
    engine, plain = make_engine(url), make_engine(plain_url)
    try:
        upgrade(engine)
        tables.events.create(plain)
        yield engine
    finally:
        engine.dispose()
        plain.dispose()


def insert(row: str, rows: int) -> str:
    """The plain INSERT."""
    values = ", ".join([row] * rows)
    return f"INSERT INTO events (originator_id, originator_version, topic, state) VALUES {values}"


def measure_sqlite(home: Path) -> Result:
    """Against `sqlite3`, with the store's settings."""
    plain = home / "plain.db"
    with (
        prepared(f"sqlite:///{home / 'pit.db'}", f"sqlite:///{plain}") as engine,
        closing(sqlite3.connect(plain, isolation_level=None)) as connection,
    ):
        connection.execute("PRAGMA synchronous = FULL")
        statement = insert("(?, ?, ?, ?)", 7)

        def by_driver(rows: list[Row]) -> None:
            connection.execute("BEGIN IMMEDIATE")
            connection.execute(statement, [value for row in rows for value in row])
            connection.commit()

        return Result("sqlite", *measure(engine, by_driver))


def measure_postgres() -> Result:
    """Against `psycopg`, on a server that waits for its disk."""
    with (
        server(durable=True) as running,
        running.database() as url,
        running.database() as plain,
        prepared(url, plain) as engine,
        psycopg.connect(plain) as connection,
    ):
        statement = insert("(%s, %s, %s, %s)", 7)

        def by_driver(rows: list[Row]) -> None:
            connection.execute(statement, [value for row in rows for value in row])
            connection.commit()

        return Result("postgresql", *measure(engine, by_driver))


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as home:
        results = [measure_sqlite(Path(home)), measure_postgres()]
    print("A round's seven events in one transaction, median of", ROUNDS)
    print(
        f"{'database':<12}{'recorder':>12}{'fed':>12}{'driver':>12}{'ratio':>8}{'fed':>8}{'backfill':>16}"
    )
    for r in results:
        took = "".join(f"{us:>9.0f} us" for us in (r.recorder_us, r.fed_us, r.driver_us))
        ratios = f"{r.ratio:>8.2f}{r.fed_ratio:>8.2f}"
        print(f"{r.database:<12}{took}{ratios}{r.backfill:>11,.0f} rows/s")
    print(f"target: ratios of at least {TARGET}, the fed one too, on both")


if __name__ == "__main__":
    main()
