"""Catching up read models, and the same table win by the library's ProjectionRunner.

The runner folds the same events of the same log into the same figures, one transaction an event, as
its interface has it; the figures are compared afterwards. Run with `python -m benchmarks.catch_up`.
"""

import gc
import resource
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import sqlalchemy as sa
from eventsourcing.application import Application
from eventsourcing.persistence import Tracking
from eventsourcing.projection import Projection, ProjectionRunner

from ledger.events import table as e
from ledger.events.base import Recorded
from ledger.store.codec import TOPIC_OF
from ledger.store.engine import begin_write, make_engine
from ledger.store.recorders import SqlApplicationRecorder, SqlTrackingRecorder
from migrations.run import upgrade
from projections.engine.engine import catch_up
from projections.engine.rebuild import rebuild
from projections.models.registry import PROJECTIONS
from projections.models.settled import sums
from projections.models.table_win import PROJECTION as TABLE_WIN
from projections.models.table_win import TABLE_WIN as TABLE_WIN_MODEL
from tests.postgres import server
from tests.projections.history import make_up, store

SPEED_TARGET = 50_000
RATIO_TARGET = 20
TOGETHER_TARGET = 80_000
RUNNER_LOG = {"tables": 10, "days": 4, "rounds": 160}
WHOLE_LOG = {"tables": 20, "days": 10, "rounds": 260}
PATIENCE_SECONDS = 600

FIGURES = (
    "rounds",
    "voids",
    "fills_cents",
    "credits_cents",
    "buy_ins_cents",
    "hand_result_cents",
    "vig_assessed_cents",
    "vig_collected_cents",
)
SUMS = sa.Table(
    "runner_table_win",
    sa.MetaData(),
    sa.Column("day", sa.Text, primary_key=True),
    sa.Column("table", sa.Text, primary_key=True),
    *(sa.Column(name, sa.BigInteger, nullable=False) for name in FIGURES),
)

_COLUMNS = ", ".join(FIGURES)
_VALUES = ", ".join(f":{name}" for name in FIGURES)
_ADDED = ", ".join(f"{name} = runner_table_win.{name} + excluded.{name}" for name in FIGURES)
ADD = sa.text(
    f'INSERT INTO runner_table_win (day, "table", {_COLUMNS}) VALUES (:day, :table, {_VALUES})'
    f' ON CONFLICT (day, "table") DO UPDATE SET {_ADDED}'
)
NOTHING = dict.fromkeys(FIGURES, 0)
TRACK = sa.text(
    "INSERT INTO tracking (name, position) VALUES (:name, :position)"
    " ON CONFLICT (name) DO UPDATE SET position = excluded.position"
)


class SumsView(SqlTrackingRecorder):
    """The runner's read model: one statement for the figures, one for the position."""

    def add(self, day: str, table: str, figures: Mapping[str, int], reached: Tracking) -> None:
        """Add to a table's day."""
        position = {"name": reached.application_name, "position": reached.notification_id}
        with begin_write(self.engine) as connection:
            connection.execute(ADD, {"day": day, "table": table, **NOTHING, **figures})
            connection.execute(TRACK, position)


class Log(Application[str]):
    """The log, as the library's application."""

    name = "runner"


def figures_of(event: Any) -> dict[str, int]:
    """What an event adds to its table's day."""
    match event:
        case e.RoundSettled():
            staked, returned, vig = sums(event.lines)
            hands = staked - returned
            return {"rounds": 1, "hand_result_cents": hands, "vig_assessed_cents": vig}
        case e.RoundVoided():
            return {"voids": 1}
        case e.VigorishCollected():
            return {"vig_collected_cents": sum(line.cents for line in event.lines)}
        case e.BoughtIn():
            return {"buy_ins_cents": event.cents}
        case e.ChipsFilled():
            return {"fills_cents": event.cents}
        case e.ChipsCredited():
            return {"credits_cents": event.cents}
    raise AssertionError(event)


class RunnersTableWin(Projection[SumsView]):
    """Table win by the library's interface, told only the events that it adds up."""

    name = "runner"
    topics = tuple(
        TOPIC_OF[kind]
        for kind in (
            e.RoundSettled,
            e.RoundVoided,
            e.VigorishCollected,
            e.BoughtIn,
            e.ChipsFilled,
            e.ChipsCredited,
        )
    )

    def process_event(self, domain_event: Recorded, reached: Tracking) -> None:
        """Fold one event, in one transaction with its position."""
        event = domain_event.event
        table = domain_event.originator_id.partition(":")[2]
        self.view.add(event.day, table, figures_of(event), reached)


class Speed(NamedTuple):
    """Events of the log passed in a second."""

    events: int
    seconds: float

    @property
    def a_second(self) -> float:
        """The speed."""
        return self.events / self.seconds


@contextmanager
def timed() -> Iterator[list[float]]:
    """Seconds that the block took."""
    spent: list[float] = []
    gc.collect()
    started = time.perf_counter()
    yield spent
    spent.append(time.perf_counter() - started)


def filled(engine: sa.Engine, size: Mapping[str, int]) -> SqlApplicationRecorder:
    """A store with a made-up history."""
    upgrade(engine)
    recorder = SqlApplicationRecorder(engine)
    store(recorder, make_up(Random(2026), **size).recorded, 2_000)  # noqa: S311  the same each time
    return recorder


def by_runner(engine: sa.Engine, url: str, last: int) -> float:
    """Seconds that the library takes."""
    SUMS.create(engine)
    env = {"PERSISTENCE_MODULE": "ledger.store.factory", "PIT_DB_URL": url}
    with (
        timed() as spent,
        ProjectionRunner(
            application_class=Log,
            projection_class=RunnersTableWin,
            view_class=SumsView,
            env=env,
        ) as runner,
    ):
        runner.wait(last, PATIENCE_SECONDS)
    return spent[0]


def last_of(recorder: SqlApplicationRecorder, topics: Iterable[str]) -> int:
    """The position of the last event of some topics."""
    return recorder.select_rows(0, 10**9, None, list(topics))[-1][0]


def same_figures(engine: sa.Engine) -> None:
    """Both have folded the same events into the same figures."""
    names = ("day", "table", *FIGURES)
    with engine.connect() as connection:
        found = [
            {
                row[:2]: tuple(value or 0 for value in row[2:])
                for row in connection.execute(sa.select(*(table.c[name] for name in names)))
                if any(row[2:])
            }
            for table in (SUMS, TABLE_WIN_MODEL.table)
        ]
    assert found[0] == found[1]
    assert found[0]


def compare(url: str) -> tuple[Speed, Speed]:
    """Table win by the engine and by the library, over the same log."""
    engine = make_engine(url)
    try:
        recorder = filled(engine, RUNNER_LOG)
        events = recorder.max_notification_id() or 0
        with timed() as spent:
            catch_up([TABLE_WIN], recorder, engine)
        runner = by_runner(engine, url, last_of(recorder, RunnersTableWin.topics))
        same_figures(engine)
        return Speed(events, spent[0]), Speed(events, runner)
    finally:
        engine.dispose()


def each(url: str) -> dict[str, tuple[Speed, Speed]]:
    """Catching up from nothing, and rebuilding, every projection over a longer log."""
    engine = make_engine(url)
    try:
        recorder = filled(engine, WHOLE_LOG)
        events = recorder.max_notification_id() or 0
        speeds = {}
        for projection in PROJECTIONS:
            with timed() as caught_up:
                catch_up([projection], recorder, engine)
            with timed() as rebuilt:
                rebuild([projection], recorder, engine)
            speeds[projection.name] = Speed(events, caught_up[0]), Speed(events, rebuilt[0])
        return speeds
    finally:
        engine.dispose()


def first_reader(url: str) -> dict[str, Speed]:
    """All read models, in one reading, from nothing: what the first to ask would wait for; and what is left of that
    where they were current. CPU of this process.
    """
    engine = make_engine(url)
    try:
        recorder = filled(engine, WHOLE_LOG)
        events = recorder.max_notification_id() or 0
        speeds = {}
        for name in ("all in one reading", "again, with nothing new"):
            gc.collect()
            started = time.process_time()
            catch_up(PROJECTIONS, recorder, engine)
            speeds[name] = Speed(events, time.process_time() - started)
        return speeds
    finally:
        engine.dispose()


def show_first(speeds: dict[str, Speed]) -> None:
    """Print one database's figures."""
    for name, speed in speeds.items():
        print(f"    {name:<24}{speed.seconds:>16,.3f} s of CPU, {speed.events:,} events")
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    together = next(iter(speeds.values())).a_second
    print(
        f"    {together:,.0f} events/s of CPU; target: {TOGETHER_TARGET:,} and more; memory so far {most} MB"
    )


def show(
    database: str, compared: tuple[Speed, Speed], speeds: dict[str, tuple[Speed, Speed]]
) -> None:
    """Print one database's figures."""
    engine, runner = compared
    print(f"\n{database}")
    print(f"  table win over {engine.events:,} events")
    print(f"    catch_up           {engine.a_second:>12,.0f} events/s")
    print(f"    ProjectionRunner   {runner.a_second:>12,.0f} events/s")
    ratio = engine.a_second / runner.a_second
    print(f"    ratio              {ratio:>12.1f}   target: {RATIO_TARGET} and more")
    (events,) = {speed.events for pair in speeds.values() for speed in pair}
    print(f"  over {events:,} events, events/s{'catch_up':>16}{'rebuild':>12}")
    for name, (caught_up, rebuilt) in speeds.items():
        print(f"    {name:<24}{caught_up.a_second:>16,.0f}{rebuilt.a_second:>12,.0f}")
    whole = [Speed(events, sum(pair[n].seconds for pair in speeds.values())) for n in (0, 1)]
    print(f"    {'all, one by one':<24}{whole[0].a_second:>16,.0f}{whole[1].a_second:>12,.0f}")
    print(f"    target: {SPEED_TARGET:,} and more each")


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as home:
        urls = [f"sqlite:///{Path(home, name)}" for name in ("runner.db", "whole.db", "all.db")]
        show("sqlite", compare(urls[0]), each(urls[1]))
        show_first(first_reader(urls[2]))
    with server(durable=True) as running, running.database() as one, running.database() as other:
        show("postgresql", compare(one), each(other))
        with running.database() as third:
            show_first(first_reader(third))


if __name__ == "__main__":
    main()
