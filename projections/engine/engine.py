"""From the log to the read models: catch up, look back, compare. One mechanism, in batches.

A batch is read from the log, folded in memory and saved together with the position it reaches, in
one transaction that first moves the position from where the reader found it. A crash loses the
whole batch; of two readers that fold the same batch at once, one finds the position moved and
starts again from there. So every event counts once.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from itertools import islice
from typing import Any, Final

import msgspec
import sqlalchemy as sa
from sqlalchemy.dialects import registry
from sqlalchemy.schema import CreateIndex, CreateTable

from ledger.events.base import Event
from ledger.events.undoing import happened_at
from ledger.store.driver import ask, ask_long, put, run_each, value_of
from ledger.store.engine import begin_write, by_itself, make_engine, snapshot
from ledger.store.schema import LAST
from ledger.values.errors import Conflict, IntegrityFailure
from ledger.values.progress import Progress
from projections.engine import milestones
from projections.engine.batch import Batch, Keep, Source, play, read, unswept
from projections.engine.model import Fact, Model, Projection, Rows, none_yet, stored
from projections.engine.once import READ, of_one_reading

BEGUN: Final = "last_day_begun"
"""The option of a connection that names the last gaming day (ISO date) that had begun at the moment that is asked for;
without it those that are asked for have.
"""

ROWS: Final = 2_000
"""Rows of a table that are fetched at once."""

_POSITIONS: Final = "SELECT name, position FROM tracking WHERE name IN (:names)"
_MOVED: Final = {
    "sqlite": "UPDATE tracking SET position = :end WHERE name IN (:names) AND position = :start RETURNING name",
    # Always in one order: two that wait for each other's positions would never end.
    "postgresql": "WITH held AS (SELECT name FROM tracking WHERE name IN (:names) AND position = :start"
    " ORDER BY name FOR UPDATE)"
    " UPDATE tracking SET position = :end FROM held WHERE tracking.name = held.name RETURNING tracking.name",
}

Held = dict[str, Rows]
"""Rows by the name under which their place's position is tracked."""


class Place(msgspec.Struct, frozen=True):
    """Where the rows of a projection are kept, and the name under which the position they stand at
    is tracked. beside: its tables, where they are not those that reports read.
    """

    projection: Projection
    engine: sa.Engine
    tracked_as: str
    beside: Mapping[Model[Any], sa.Table] | None = None

    @property
    def tables(self) -> Mapping[Model[Any], sa.Table]:
        """Its tables, declared when they are first asked for: where there is nothing to fold, nobody asks."""
        return self.beside or {model: model.table for model in self.projection.models}

    @property
    def names(self) -> list[str]:
        """Of its tables, in plain text."""
        return [str(table.name) for table in self.tables.values()]


def live(projection: Projection, engine: sa.Engine) -> Place:
    """The tables that reports read."""
    return Place(projection, engine, projection.name)


def position_of(connection: sa.Connection, name: str) -> int:
    """The position a projection stands at: 0 before its first batch."""
    return tracked(connection, [name])[name]


def positions(connection: sa.Connection, projections: Iterable[Projection]) -> dict[str, int]:
    """The position that each of them stands at, by its name, in one look-up."""
    return tracked(connection, [projection.name for projection in projections])


def tracked(connection: sa.Connection, names: Sequence[str]) -> dict[str, int]:
    """The positions tracked under some names; 0 where there is none."""
    found = dict(map(tuple, ask(connection, _POSITIONS, names=[*names])))
    for name, position in found.items():
        if not isinstance(position, int):  # SQLite keeps whatever is put there.
            raise _miscounted(name, position)
    return dict.fromkeys(names, 0) | found


def lacking(connection: sa.Connection, projections: Iterable[Projection]) -> int | None:
    """The last event that all of the live tables count, where the log goes on after it; None where not. Raises
    IntegrityFailure for one that counts more.
    """
    at = positions(connection, projections)
    head = value_of(connection, LAST) or 0
    _verify_counted(at, head)
    return min(at.values()) if min(at.values()) < head else None


@contextmanager
def reading(engine: sa.Engine, projections: Iterable[Projection]) -> Iterator[sa.Connection]:
    """A connection that sees one snapshot of the projections' live tables, for a report.

    On PostgreSQL it holds the tables before the snapshot is taken: after an exchange, a snapshot
    from before would find the new tables empty.
    """
    names = [model.name for projection in projections for model in projection.models]
    with snapshot(engine) as connection:
        if engine.dialect.name == "postgresql":
            put(connection, f"LOCK TABLE {', '.join(names)} IN ACCESS SHARE MODE")
        yield of_one_reading(connection.execution_options(**{READ: names}))


def catch_up(
    projections: Iterable[Projection],
    source: Source,
    engine: sa.Engine,
    upto: int | None = None,
    progress: Progress | None = None,
    keep: Keep | None = None,
) -> int:
    """Fold what the log holds beyond the projections' positions into their live tables, in one reading; the position
    that all have reached.

    upto: go no further than this position. progress: told the position and the goal after each
    batch. keep: fold only the facts it says yes to.
    """
    places = [live(projection, engine) for projection in projections]
    return follow(places, source, upto, keep, progress)


def as_of(
    projections: Iterable[Projection],
    source: Source,
    *,
    position: int | None = None,
    known_at: int | None = None,
    happened_by: int | None = None,
    progress: Progress | None = None,
) -> sa.Engine:
    """Projections' tables, in memory, as they were or would have been; the caller disposes of the
    engine.

    position: after that event. known_at: from what was recorded until then. happened_by: from what
    happened until then, whenever it was recorded. Instants in microseconds UTC; conditions given
    together all hold. Where there is an instant, the position tracked is that of the last event
    that counts to any of them, so that the same question always has the same answer.
    """
    until = None if known_at is None and happened_by is None else Until(known_at, happened_by)
    together = tuple(projections)
    engine = in_memory(together)
    catch_up(together, source, engine, position, progress, until)
    if until is not None:
        with begin_write(engine) as connection:
            put(connection, "UPDATE tracking SET position = :last", last=until.last)
    return engine


def beyond(
    projections: Iterable[Projection],
    source: Source,
    engine: sa.Engine,
    progress: Progress | None = None,
) -> sa.Engine:
    """Projections' tables, in memory: as they stand in a store that may only be read, and caught up there with the log.
    The caller disposes of the engine.
    """
    together = tuple(projections)
    made = in_memory(together)
    with reading(engine, together) as stored, begin_write(made) as connection:
        at = [*positions(stored, together).items()]
        run_each(connection, "INSERT INTO tracking (name, position) VALUES (?, ?)", at)
        for projection in together:
            for model in projection.models:
                _copy(connection, model.table, stored)
    catch_up(together, source, made, progress=progress)
    return made


def _copy(made: sa.Connection, table: sa.Table, stored: sa.Connection) -> None:
    names = ", ".join(f'"{column.name}"' for column in table.columns)
    marks = ", ".join("?" * len(table.columns))
    into = f"INSERT INTO {table.name} ({names}) VALUES ({marks})"  # noqa: S608  models' names
    rows = ask_long(stored, f"SELECT {names} FROM {table.name}", ROWS)  # noqa: S608  likewise
    while some := list(islice(rows, ROWS)):
        run_each(made, into, some)


def in_memory(projections: Iterable[Projection]) -> sa.Engine:
    """Projections' tables, in memory, with nothing in them; the caller disposes of the engine."""
    engine = make_engine("sqlite://")
    copy_empty(_tables(projections), engine)
    return engine


def in_file(projections: Iterable[Projection], path: str, *, lasting: bool = False) -> sa.Engine:
    """Projections' tables in a file: with nothing in them where it is empty, else with what others of the same
    projections left there. lasting: it outlasts a machine that fails, which takes time. The caller disposes of the
    engine.
    """
    engine = make_engine(f"sqlite:///{path}")

    @sa.event.listens_for(engine, "connect")
    def configure(connection: Any, _record: object) -> None:
        if not lasting:
            connection.execute("PRAGMA synchronous = OFF")

    with engine.connect() as connection:
        new = not value_of(connection, "SELECT count(*) FROM sqlite_master")
    if new:
        copy_empty(_tables(projections), engine)
    return engine


def copy_empty(tables: tuple[sa.Table, ...], engine: sa.Engine) -> None:
    """Give an empty file or memory these tables, with nothing in them: six times as fast as to make them."""
    with _made(tables).connect() as made, engine.connect() as connection:
        _driver(made).backup(_driver(connection))


@cache
def _made(tables: tuple[sa.Table, ...]) -> sa.Engine:
    engine = make_engine("sqlite://")
    made = [each for table in tables for each in _making(table, engine.dialect.name)]
    with engine.connect() as connection:
        _driver(connection).executescript(";".join(made))
    return engine


def _tables(projections: Iterable[Projection]) -> tuple[sa.Table, ...]:
    from ledger.store.tables import past_rows, tracking  # noqa: PLC0415  most commands make none

    models = [model.table for projection in projections for model in projection.models]
    return (tracking, past_rows, *models)


def _driver(connection: sa.Connection) -> Any:
    return connection.connection.driver_connection


def make(connection: sa.Connection, tables: Iterable[sa.Table]) -> None:
    """Make tables and their indexes: on a server in one message."""
    database = connection.dialect.name
    made = [each for table in tables for each in _making(table, database)]
    for statement in made if database == "sqlite" else [";".join(made)]:
        put(connection, statement)


@cache
def _making(table: sa.Table, database: str) -> list[str]:
    """What makes a table and its indexes. To write it out takes ten times as long as to carry it out."""
    made: list[sa.DDLElement] = [CreateTable(table), *map(CreateIndex, table.indexes)]
    dialect = registry.load(database)()
    return [str(each.compile(dialect=dialect)) for each in made]


class Until:
    """Says yes to what was recorded, and happened, by an instant; remembers the last position."""

    def __init__(self, known_at: int | None, happened_by: int | None) -> None:
        self.known_at = known_at
        self.happened_by = happened_by
        self.last = 0

    def __call__(self, fact: Fact[Event]) -> bool:
        if self.known_at is not None and fact.event.recorded_at > self.known_at:
            return False
        if self.happened_by is not None and happened_at(fact.event) > self.happened_by:
            return False
        self.last = max(self.last, fact.position)
        return True


def follow(
    places: Sequence[Place],
    source: Source,
    upto: int | None = None,
    keep: Keep | None = None,
    progress: Progress | None = None,
) -> int:
    """Catch up, wherever the tables are, each place from where it stands. Returns the position that all have reached.

    The log is read and decoded once for all that stand at the same position: whoever lags is brought up to the next
    first. Rows are kept in memory from batch to batch. keep: fold only the facts it says yes to. Raises
    IntegrityFailure for a place that is ahead of the log.
    """
    engine = places[0].engine
    with by_itself(engine) as connection:
        at = tracked(connection, [place.tracked_as for place in places])
    if upto is not None and {*at.values()} == {upto}:
        return upto
    head = source.max_notification_id() or 0
    _verify_counted(at, head)
    goal = head if upto is None else min(upto, head)
    held: Held = {}
    while (start := min(at.values())) < goal:
        with unswept():  # Until the batch is gone.
            at |= _next(places, source, at, goal, held, keep)
        if progress is not None:
            progress(min(at.values()), goal)
    return start


def _verify_counted(at: Mapping[str, int], head: int) -> None:
    """Raise IntegrityFailure for a read model that is said to count events which the log has not."""
    for name, position in at.items():
        if position > head:
            raise _miscounted(name, position)


def _miscounted(name: str, position: object) -> IntegrityFailure:
    return IntegrityFailure(
        "read_model_differs",
        f"The read model {name} is said to count the log up to event {position}, and there is none.",
        "Copy the store first: it is the evidence of what made it differ. Then pit audit verify, and pit db"
        f" rebuild {name}.",
        read_model=name,
        position=position,
    )


def _next(
    places: Sequence[Place],
    source: Source,
    at: Mapping[str, int],
    goal: int,
    held: Held,
    keep: Keep | None,
) -> dict[str, int]:
    """Bring those farthest behind up to the next, or by a batch. at: the positions of all. Returns theirs."""
    start = min(at.values())
    together = [place for place in places if at[place.tracked_as] == start]
    next_one = min((each for each in at.values() if each > start), default=goal)
    batch = read([each.projection for each in together], source, start, min(next_one, goal), keep)
    return _save(places[0].engine, together, batch, held)


def fold(
    places: Sequence[Place], connection: sa.Connection, batch: Batch, held: Held | None = None
) -> None:
    """Fold a batch into the tables of places, within the caller's transaction. held: rows of the batch before, which
    become those of this one.
    """
    held = {} if held is None else held
    if places and milestones.stands(batch.start):
        named = {place.tracked_as: place.names for place in places}
        milestones.begin(connection, named, batch.start)
    reader = stored if batch.start else none_yet
    for place in places:
        if batch.of(place.projection):
            new = Rows(connection, place.tables, batch.start, reader)
            rows = held.setdefault(place.tracked_as, new)
            rows.go_on(connection, batch.start)
            play(place.projection, rows, batch)
            rows.write()


def _save(engine: sa.Engine, places: Sequence[Place], batch: Batch, held: Held) -> dict[str, int]:
    """Fold and save a batch into each place, unless somebody else has moved its position meanwhile. Returns the
    positions now. held: the places' rows, of which those that somebody else may have changed are let go.
    """
    names = [place.tracked_as for place in places]
    with begin_write(engine) as connection:
        moved = move(connection, names, batch.start, batch.end)
        fold([place for place in places if place.tracked_as in moved], connection, batch, held)
    for name in set(names) - moved:
        held.pop(name, None)
    at = dict.fromkeys(moved, batch.end)
    if len(moved) < len(names):
        with by_itself(engine) as connection:
            at |= tracked(connection, [name for name in names if name not in moved])
    for name, position in at.items():
        if position < batch.start:
            raise started_over(name)
    return at


def move(connection: sa.Connection, names: Sequence[str], start: int, end: int) -> set[str]:
    """Move tracked positions and keep others off them until the transaction ends. Returns the names of those that were
    at start.
    """
    if not start:
        milestones.track(connection, sorted(names), 0)
    moved = _MOVED[connection.dialect.name]
    return {name for (name,) in ask(connection, moved, names=[*names], start=start, end=end)}


def started_over(name: str) -> Conflict:
    """What a read model says that is made anew while somebody else makes it anew too."""
    return Conflict(
        "read_model_started_over",
        f"Somebody else has started the read model {name} over.",
        "Wait until that is done, and try again.",
        projection=name,
    )
