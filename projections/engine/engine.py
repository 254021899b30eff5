"""From the log to the read models: catch up, look back, compare. One mechanism, in batches.

A batch is read from the log, folded in memory and saved together with the position it reaches, in
one transaction that first moves the position from where the reader found it. A crash loses the
whole batch; of two readers that fold the same batch at once, one finds the position moved and
starts again from there. So every event counts once.
"""

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final, Protocol

import msgspec
import sqlalchemy as sa

from ledger.events.base import Event
from ledger.events.undoing import happened_at
from ledger.store.codec import DECODERS, TOPIC_OF
from ledger.store.engine import begin_write, make_engine
from ledger.store.schema import events, tracking
from ledger.values.errors import Conflict
from projections.engine import swap
from projections.engine.journal import Journal
from projections.engine.model import Fact, Model, Projection, Rows

BATCH: Final = 2_000
"""Positions of the log that are read at once."""

FARTHEST: Final = 100_000
"""Positions that a batch may span where hardly any of them matter to a projection."""

_POSITION: Final = sa.select(tracking.c.position).where(tracking.c.name == sa.bindparam("name"))
_POSITIONS: Final = sa.select(tracking.c.name, tracking.c.position).where(
    tracking.c.name.in_(sa.bindparam("names", expanding=True))
)
_MOVED: Final = (
    sa.update(tracking)
    .where(tracking.c.name == sa.bindparam("tracked"), tracking.c.position == sa.bindparam("start"))
    .values(position=sa.bindparam("end"))
)
_FIRST: Final = sa.text(
    "INSERT INTO tracking (name, position) VALUES (:name, :position) ON CONFLICT DO NOTHING"
)
"""Every report asks these of each read model it needs: built anew, they would take longer than their answers."""

_NUL: Final = b"\\u0000"
_REPLACEMENT: Final = b"\\ufffd"

Keep = Callable[[Fact[Event]], bool]
Progress = Callable[[int, int], None]


class Source(Protocol):
    """The log, as the recorders of the store give it."""

    def select_rows(
        self, gt: int, limit: int, lte: int | None = None, topics: Sequence[str] = ()
    ) -> list[tuple[int, str, int, str, bytes]]:
        """Rows (position, stream, version, topic, state) after a position, in order."""
        ...

    def max_notification_id(self) -> int | None:
        """The position of the last event, or None."""
        ...


@dataclass(frozen=True, slots=True)
class Place:
    """Where the rows of a projection are kept, and the name under which the position they stand at
    is tracked.
    """

    engine: sa.Engine
    tracked_as: str
    tables: Mapping[Model[Any], sa.Table]


@dataclass(frozen=True, slots=True)
class Status:
    """How far a projection has come. position: of the last event counted. head: of the last event
    in the log.
    """

    position: int
    head: int


@dataclass(frozen=True, slots=True)
class Batch:
    """Facts of the log from one position to another; those of other topics between them are not
    read.
    """

    start: int
    end: int
    facts: Sequence[Fact[Event]]


def live(projection: Projection, engine: sa.Engine) -> Place:
    """The tables that reports read."""
    return Place(engine, projection.name, {model: model.table for model in projection.models})


def position_of(connection: sa.Connection, name: str) -> int:
    """The position a projection stands at: 0 before its first batch."""
    return connection.scalar(_POSITION, {"name": name}) or 0


def positions(connection: sa.Connection, projections: Iterable[Projection]) -> dict[str, int]:
    """The position that each of them stands at, by its name, in one look-up."""
    at = dict.fromkeys((projection.name for projection in projections), 0)
    found = connection.execute(_POSITIONS, {"names": list(at)})
    return at | {row.name: row.position for row in found}


def status(projection: Projection, source: Source, engine: sa.Engine) -> Status:
    """How far the live tables are behind the log: two look-ups."""
    with engine.connect() as connection:
        position = position_of(connection, projection.name)
    return Status(position, source.max_notification_id() or 0)


def lacking(connection: sa.Connection, projections: Iterable[Projection]) -> int | None:
    """The last event that all of the live tables count, where the log goes on after it; None where not."""
    position = min(positions(connection, projections).values())
    head = connection.scalar(sa.select(sa.func.max(events.c.position))) or 0
    return position if position < head else None


@contextmanager
def reading(engine: sa.Engine, projections: Iterable[Projection]) -> Iterator[sa.Connection]:
    """A connection that sees one snapshot of the projections' live tables, for a report.

    On PostgreSQL it holds the tables before the snapshot is taken: after an exchange, a snapshot
    from before would find the new tables empty.
    """
    with engine.connect() as connection:
        if engine.dialect.name == "postgresql":
            names = [model.name for projection in projections for model in projection.models]
            # It changes the connection itself, and lasts until that goes back to the pool.
            connection.execution_options(isolation_level="REPEATABLE READ")
            connection.exec_driver_sql(f"LOCK TABLE {', '.join(names)} IN ACCESS SHARE MODE")
        yield connection


def catch_up(
    projection: Projection,
    source: Source,
    engine: sa.Engine,
    upto: int | None = None,
    progress: Progress | None = None,
) -> int:
    """Fold what the log holds beyond the projection's position into its live tables; the position
    reached.

    upto: go no further than this position. progress: told the position and the goal after each
    batch.
    """
    return follow(projection, source, live(projection, engine), upto, None, progress)


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
    until = None if known_at is None and happened_by is None else _Until(known_at, happened_by)
    together = tuple(projections)
    engine = _in_memory(together)
    fold_on(together, source, engine, position, until, progress)
    if until is not None:
        with begin_write(engine) as connection:
            connection.execute(sa.update(tracking).values(position=until.last))
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
    made = _in_memory(together)
    with reading(engine, together) as stored, begin_write(made) as connection:
        names = [projection.name for projection in together]
        _copy(stored, connection, tracking, tracking.c.name.in_(names))
        for projection in together:
            for model in projection.models:
                _copy(stored, connection, model.table, sa.true())
    head = source.max_notification_id() or 0
    for projection in together:
        catch_up(projection, source, made, head, progress)
    return made


def _copy(
    stored: sa.Connection, made: sa.Connection, table: sa.Table, which: sa.ColumnElement[bool]
) -> None:
    query = sa.select(table).where(which)
    with stored.execute(query, execution_options={"yield_per": BATCH}) as found:
        for rows in found.mappings().partitions():
            made.execute(sa.insert(table), [dict(row) for row in rows])


def _in_memory(projections: Iterable[Projection]) -> sa.Engine:
    """Projections' tables, in memory, with nothing in them."""
    engine = make_engine("sqlite://")
    with begin_write(engine) as connection:
        tracking.create(connection)
        for projection in projections:
            for model in projection.models:
                model.table.create(connection)
    return engine


def fold_on(
    projections: Iterable[Projection],
    source: Source,
    engine: sa.Engine,
    upto: int | None = None,
    keep: Keep | None = None,
    progress: Progress | None = None,
) -> None:
    """Catch up projections together whose tables nobody else folds, such as those of `as_of`: what several of them
    handle is read and decoded once.
    """
    together = tuple(projections)
    handled = {kind: handler for each in together for kind, handler in each.handlers.items()}
    reader = Projection("", (), handlers=handled)
    places = [(projection, live(projection, engine)) for projection in together]
    head = source.max_notification_id() or 0
    goal = head if upto is None else min(upto, head)
    with engine.connect() as connection:
        position = min(positions(connection, together).values(), default=goal)
    while position < goal:
        batch = read(reader, source, position, goal, keep)
        with begin_write(engine) as connection:
            for projection, place in places:
                facts = [fact for fact in batch.facts if type(fact.event) in projection.handlers]
                move(connection, place.tracked_as, batch.start, batch.end)
                fold(projection, place, connection, Batch(batch.start, batch.end, facts))
        position = batch.end
        if progress is not None:
            progress(position, goal)


class _Until:
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
    projection: Projection,
    source: Source,
    place: Place,
    upto: int | None = None,
    keep: Keep | None = None,
    progress: Progress | None = None,
) -> int:
    """Catch up, wherever the tables are. Returns the position reached.

    keep: fold only the facts it says yes to.
    """
    with place.engine.connect() as connection:
        position = position_of(connection, place.tracked_as)
    if upto is not None and position >= upto:
        return position
    head = source.max_notification_id() or 0
    goal = head if upto is None else min(upto, head)
    while position < goal:
        batch = read(projection, source, position, goal, keep)
        position = _save(projection, place, batch)
        if progress is not None:
            progress(position, goal)
    return position


def read(
    projection: Projection, source: Source, start: int, goal: int, keep: Keep | None = None
) -> Batch:
    """The next facts that the projection handles, up to the goal: one or two thousand where there
    are so many.

    The log is asked for by stretches of positions: a database without statistics of a log that has
    just grown would otherwise sort all of its rest to find the first two thousand.
    """
    topics = [TOPIC_OF[kind] for kind in projection.handlers]
    facts: list[Fact[Event]] = []
    end = start
    while end < min(goal, start + FARTHEST) and len(facts) < BATCH / 2:
        stretch_end = min(goal, end + BATCH)
        rows = source.select_rows(end, BATCH, stretch_end, topics)
        facts += [
            Fact(position, stream, version, DECODERS[topic](_legible(state)))
            for position, stream, version, topic, state in rows
        ]
        end = stretch_end
    return Batch(start, end, facts if keep is None else [fact for fact in facts if keep(fact)])


def _legible(state: bytes) -> bytes:
    """An event's bytes without the one character that PostgreSQL takes in no text: a single such
    name would keep every report from being written. The log keeps it.
    """
    if isinstance(state, bytes) and _NUL in state:
        return state.replace(_NUL, _REPLACEMENT)
    return state  # One that is no bytes, as SQLite may keep it, is refused where it is decoded.


def fold(projection: Projection, place: Place, connection: sa.Connection, batch: Batch) -> None:
    """Fold a batch into the tables of a place, within the caller's transaction."""
    rows = Rows(connection, place.tables)
    for model, pages in _ahead(projection, batch.facts).items():
        rows.load(model, pages)
    handlers = projection.handlers
    if projection.journal is None:
        for fact in batch.facts:
            handlers[type(fact.event)](rows, fact)
    else:
        journal = Journal(projection, projection.journal, rows, batch.facts)
        for n, fact in enumerate(batch.facts):
            if n in journal.kept:
                journal.fold(fact, handlers[type(fact.event)])
            else:
                handlers[type(fact.event)](rows, fact)
        journal.write()
    rows.write()


def _ahead(projection: Projection, facts: Sequence[Fact[Event]]) -> dict[Model[Any], set[str]]:
    """The pages that the handlers of a batch will ask for, as far as they say so."""
    wanted: dict[Model[Any], set[str]] = {model: set() for model in projection.models}
    if projection.ahead:
        for fact in facts:
            for model, pages in projection.ahead.get(type(fact.event), ()):
                wanted[model].update(pages(fact))
    return wanted


def _save(projection: Projection, place: Place, batch: Batch) -> int:
    """Fold and save a batch, unless somebody else has moved the position meanwhile. Returns the
    position now.
    """
    with begin_write(place.engine) as connection:
        if move(connection, place.tracked_as, batch.start, batch.end):
            fold(projection, place, connection, batch)
            return batch.end
        position = position_of(connection, place.tracked_as)
    if position < batch.start:
        raise _started_over(place.tracked_as)
    return position


def move(connection: sa.Connection, name: str, start: int, end: int) -> bool:
    """Move a tracked position and keep others off it until the transaction ends. False if it is
    not at start.
    """
    if connection.execute(_MOVED, {"tracked": name, "start": start, "end": end}).rowcount:
        return True
    if start:
        return False
    return bool(connection.execute(_FIRST, {"name": name, "position": end}).rowcount)


def rebuild(
    projection: Projection,
    source: Source,
    engine: sa.Engine,
    progress: Progress | None = None,
) -> int:
    """Fold the whole log into fresh tables beside the live ones and put them in their place; the
    position reached.

    Reports read the old tables until the moment of the exchange. What a rebuild that died left
    behind is cleared away first. Raises Conflict when somebody else rebuilds the same read model,
    or when reports never pause.
    """
    fresh = swap.beside(projection.models, engine.dialect.name)
    place = Place(engine, f"{projection.name}:rebuild", fresh)
    with begin_write(engine) as connection:
        swap.clear(connection, fresh.values())
        connection.execute(sa.delete(tracking).where(tracking.c.name == place.tracked_as))
        for table in fresh.values():
            table.create(connection)
    position = follow(projection, source, place, progress=progress)
    return swap.patiently(lambda: _exchange(projection, source, place, position))


def _exchange(projection: Projection, source: Source, fresh: Place, position: int) -> int:
    """Put the fresh tables in the place of the live ones, at a position no lower than theirs."""
    old = live(projection, fresh.engine)
    with begin_write(fresh.engine) as connection:
        swap.be_brief(connection)
        standing = _hold(connection, old.tracked_as)
        if _hold(connection, fresh.tracked_as) != position:
            raise _started_over(fresh.tracked_as)
        while position < standing:
            batch = read(projection, source, position, standing)
            fold(projection, fresh, connection, batch)
            position = batch.end
        for model, table in fresh.tables.items():
            swap.replace(connection, model.table, table)
        names = (old.tracked_as, fresh.tracked_as)
        connection.execute(sa.delete(tracking).where(tracking.c.name.in_(names)))
        connection.execute(sa.insert(tracking).values(name=old.tracked_as, position=position))
    return position


def _hold(connection: sa.Connection, name: str) -> int:
    """A tracked position, which nobody else moves until the transaction ends."""
    query = sa.select(tracking.c.position).where(tracking.c.name == name).with_for_update()
    return connection.scalar(query) or 0


def _started_over(name: str) -> Conflict:
    return Conflict(
        "read_model_started_over",
        f"Somebody else has started the read model {name} over.",
        "Wait until that is done, and try again.",
        projection=name,
    )


def lines(engine: sa.Engine, projection: Projection) -> Generator[bytes]:
    """All rows of a projection, in one form on every database: a line of JSON each, with the model's
    name and the row's values, in the key's order. Equal books give equal lines.
    """
    encode = msgspec.json.Encoder().encode
    with reading(engine, (projection,)) as connection:
        for model in projection.models:
            query = sa.select(model.table).order_by(*model.table.primary_key)
            with connection.execution_options(yield_per=BATCH).execute(query) as found:
                for row in found:
                    yield encode((model.name, *row)) + b"\n"
