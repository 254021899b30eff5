"""A replay and a table's day are made of all their events, and of no more of the log than that (U1)."""

import sqlite3
import threading
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection, Engine

from benchmarks.replay import grow
from cli.demo.dealer import Day, Plan
from ledger.desks.ledger import Ledger
from ledger.events import table as e
from ledger.events.base import Event, Recorded
from ledger.events.topics import TOPICS
from ledger.feed import Intake, whole_file
from ledger.store.codec import DECODERS
from ledger.store.engine import begin_write, make_engine
from ledger.store.recorders import SqlApplicationRecorder
from ledger.store.schema import COMMON
from ledger.store.tables import tracking
from projections.engine.engine import catch_up
from projections.models import pointers, stretches
from projections.models import rounds as rounds_model
from projections.replay import day as replay_day
from projections.replay import find as replay_find
from projections.replay.story import concerns
from tests.clerk import Clerk, establish
from tests.golden.samples import samples
from tests.projections.conftest import Fresh
from tests.projections.history import make_up, store
from tests.stores import Files

ROUND = "MB-01:2026-07-11:17"
POINTING = (pointers.PROJECTION, stretches.PROJECTION, rounds_model.PROJECTION)
Log = list[tuple[int, Recorded]]


@pytest.mark.parametrize("topic", TOPICS)
def test_what_names_a_round_is_pointed_at_or_comes_with_every_hand(topic: str) -> None:
    event = samples()[topic]
    for round_id in (ROUND, "MB-01:2026-07-10:17", "MB-01:2026-07-11:1"):
        assert concerns(event, round_id) == (round_id in pointers.named(event))
    assert topic in COMMON or type(event) in pointers.PROJECTION.handlers


def whole(recorder: SqlApplicationRecorder) -> Log:
    """Every event of the log, with its position."""
    return [
        (position, Recorded(stream, version, DECODERS[topic](state)))
        for position, stream, version, topic, state in recorder.select_rows(0, 1_000_000)
    ]


def of_round(log: Log, round_id: str) -> list[int]:
    return [position for position, recorded in log if concerns(recorded.event, round_id)]


def of_day(log: Log, table: str, day: str) -> list[int]:
    def counts(stream: str, event: Event) -> bool:
        about = stream == f"day:{day}" and getattr(event, "table", None) == table
        return event.day == day and (about or stream == f"table:{table}")

    return [p for p, recorded in log if counts(recorded.originator_id, recorded.event)]


@pytest.fixture(scope="module")
def busy(sqlite_stores: Files, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ledger]:
    """A store with a day in it."""
    path = tmp_path_factory.mktemp("busy") / "pit.db"
    with Ledger(sqlite_stores.put(path)) as ledger:
        play(ledger, path.parent)
        yield ledger


def play(ledger: Ledger, home: Path) -> None:
    """A day at two tables, rounds void and vigorish taken late; and what was said of rounds in the end."""
    establish(ledger)
    feed = home / "day.ndjson"
    feed.write_bytes(b"".join(Day(Plan(rounds=30, voids=0.2)).lines()))
    assert Intake(ledger).run(whole_file(feed, threading.Event(), lambda _: None)).complete
    clerk = Clerk(ledger, moment="2026-07-11T23:59:00-04:00")
    for n in (3, 11):
        clerk.says("raise_dispute", round=f"MB-01:2026-07-11:{n}", claim="paid short")
    clerk.says(
        "decide_dispute",
        round="MB-01:2026-07-11:3",
        ruling="upheld",
        reason="seen",
        decided_by="M-1",
        document="MC-1",
        cents=-500,
    )


@settings(max_examples=12, deadline=None)
@given(counted=st.floats(0, 1))
def test_u1_a_round_is_told_from_all_events_that_name_it(busy: Ledger, counted: float) -> None:
    """However far the read models that point at them have come."""
    recorder, engine = busy.journal, busy.journal.engine
    log, naming = busy_log(busy)
    forget(engine)
    catch_up(POINTING, recorder, engine, upto=int(log[-1][0] * counted))
    with engine.connect() as connection:
        for round_id, positions in naming.items():
            placed = replay_find.stretch(connection, round_id)
            assert placed is not None
            found = replay_find.find(connection, round_id, *placed)
            assert [position for position, _ in found.events] == positions
            assert found.replay.recomputed_agrees
        assert replay_find.stretch(connection, "MB-01:2026-07-11:999") is None


@cache
def busy_log(busy: Ledger) -> tuple[Log, dict[str, list[int]]]:
    """Its log, and where in it each round is named."""
    log = whole(busy.journal)
    names = {r.event.round for _, r in log if isinstance(r.event, e.WagersPlaced)}
    return log, {round_id: of_round(log, round_id) for round_id in sorted(names)}


def forget(engine: Engine) -> None:
    """Read models that know nothing yet."""
    with begin_write(engine) as connection:
        connection.execute(tracking.delete())
        for model in (model for projection in POINTING for model in projection.models):
            connection.execute(model.table.delete())


@settings(max_examples=3, deadline=None)
@given(seed=st.integers(0, 2**32), counted=st.floats(0, 1), late=st.integers(1, 4))
def test_u1_a_tables_day_is_all_of_its_events(
    fresh: Fresh, seed: int, counted: float, late: int
) -> None:
    """Those recorded days later too, and however far the read model has come."""
    recorded = make_up(Random(seed)).recorded
    last: dict[str, Recorded] = {each.originator_id: each for each in recorded}
    mine = [stream for stream in last if stream.startswith("table:")]
    for n in range(late):
        for stream in mine:
            version = last[stream].originator_version + 1
            day = ("2026-07-11", "2026-07-12")[n % 2]
            sat = e.SeatTaken(by="c-1", at=1, recorded_at=2, day=day, seat=1)
            last[stream] = Recorded(stream, version, sat)
            recorded.append(last[stream])
    with fresh() as engine:
        recorder = SqlApplicationRecorder(engine)
        store(recorder, recorded)
        log = whole(recorder)
        catch_up([stretches.PROJECTION], recorder, engine, upto=int(log[-1][0] * counted))
        with engine.connect() as connection:
            for table in (stream.partition(":")[2] for stream in mine):
                for day in ("2026-07-10", "2026-07-11", "2026-07-12"):
                    found = replay_day.of_table(connection, table, day)
                    assert [position for position, _ in found] == of_day(log, table, day)


def steps(engine: Engine, round_id: str) -> list[int]:
    """What the database does to find a round, and its table's day: instructions of its own, in tens."""
    table, day, _ = round_id.split(":")
    ticks: list[None] = []
    taken = []

    def find(connection: Connection) -> None:
        placed = replay_find.stretch(connection, round_id)
        assert placed is not None
        assert replay_find.find(connection, round_id, *placed).replay.later

    def list_day(connection: Connection) -> None:
        assert replay_day.of_table(connection, table, day)

    with engine.connect() as connection:
        driver = connection.connection.driver_connection
        assert isinstance(driver, sqlite3.Connection)
        for act in (find, list_day):
            ticks.clear()
            driver.set_progress_handler(lambda: ticks.append(None), 10)
            act(connection)
            driver.set_progress_handler(None, 10)
            taken.append(len(ticks))
    return taken


def test_u1_finding_a_round_or_a_day_does_not_grow_with_the_log(
    sqlite_url: str, tmp_path: Path
) -> None:
    """Forty times the events, in other tables and on other days of the same table: the same work."""
    engine = make_engine(sqlite_url)
    work, lengths = [], []
    with Ledger(sqlite_url) as ledger:
        play(ledger, tmp_path)
        for _ in range(2):
            catch_up(POINTING, ledger.journal, engine)
            work.append(steps(engine, "MB-01:2026-07-11:3"))
            lengths.append(ledger.journal.max_notification_id() or 0)
            if len(work) == 1:
                grow(engine, 40 * lengths[0])
    engine.dispose()
    assert lengths[1] > 39 * lengths[0]
    for few, many in zip(*work, strict=True):
        assert many < 1.2 * few, work
