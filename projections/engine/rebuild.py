"""Read models made anew beside the live ones, and put in their place.

On a server they are made in fresh tables, which take the names of the live ones. SQLite has one writer at a time to a
file, and to rename a table it reads what it knows of all of them: there they are made in files of their own, whose rows
are taken over.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Final, NamedTuple

import sqlalchemy as sa

from ledger.store.aside import ASIDE, attached, files
from ledger.store.driver import ask, put
from ledger.store.engine import begin_write
from ledger.values.errors import IntegrityFailure
from projections.engine import milestones, swap
from projections.engine.batch import Source, read
from projections.engine.engine import (
    Place,
    Progress,
    catch_up,
    fold,
    follow,
    in_file,
    live,
    make,
    position_of,
    started_over,
)
from projections.engine.model import Projection

_HELD: Final = "SELECT name, position FROM tracking WHERE name IN (:names) ORDER BY name FOR UPDATE"
_UNTRACK: Final = "DELETE FROM tracking WHERE name IN (:names)"
_TRACK: Final = "INSERT INTO tracking (name, position) VALUES (:name, :position)"


class Made(NamedTuple):
    """Some read models that are made anew together. path: of the file in which; "" for tables beside the live ones."""

    projections: Sequence[Projection]
    path: str = ""


def rebuild(
    projections: Iterable[Projection],
    source: Source,
    engine: sa.Engine,
    progress: Progress | None = None,
) -> dict[str, int]:
    """Fold the whole log anew and put what it comes to in the place of the live tables; the position that each
    projection has reached, by its name. The log is read once for all of them.

    Reports read the old tables until the moment of the exchange, one projection's after the other. Raises Conflict when
    somebody else rebuilds the same read model, or when reports never pause.
    """
    with beside([[*projections]], engine) as (made,):
        return exchange(made, source, engine, fill(made, source, engine, progress=progress))


@contextmanager
def beside(groups: Sequence[Sequence[Projection]], engine: sa.Engine) -> Iterator[list[Made]]:
    """Where groups of read models are made anew while the block lasts. What a rebuild that died left behind is cleared
    away first, and what is made of a log that turns out to be faulty after.
    """
    places = [place for some in groups for place in _fresh(some, engine)]
    with begin_write(engine) as connection:
        _clear(connection, places)
        if engine.dialect.name != "sqlite":
            swap.as_owner(connection)
            make(connection, [table for place in places for table in place.tables.values()])
    if engine.dialect.name == "sqlite":
        with files(len(groups)) as paths:
            yield [Made(some, path) for some, path in zip(groups, paths, strict=True)]
        return
    try:
        yield [Made(some) for some in groups]
    except IntegrityFailure:
        with begin_write(engine) as connection:
            _clear(connection, places)
        raise


def _fresh(projections: Iterable[Projection], engine: sa.Engine) -> list[Place]:
    """The tables that are filled beside the live ones."""
    return [
        Place(each, engine, f"{each.name}:rebuild", swap.beside(each.models))
        for each in projections
    ]


def _clear(connection: sa.Connection, places: Sequence[Place]) -> None:
    swap.clear(connection, [table for place in places for table in place.tables.values()])
    milestones.clear(connection, {place.tracked_as: place.names for place in places})
    put(connection, _UNTRACK, names=[place.tracked_as for place in places])


def fill(
    made: Made,
    source: Source,
    engine: sa.Engine,
    upto: int | None = None,
    progress: Progress | None = None,
) -> int:
    """Fold the log into what is made anew; the position that all have reached."""
    if not made.path:
        return follow(_fresh(made.projections, engine), source, upto, progress=progress)
    aside = in_file(made.projections, made.path)
    try:
        return catch_up(made.projections, source, aside, upto, progress)
    finally:
        aside.dispose()


def exchange(
    made: Made, source: Source, engine: sa.Engine, position: int, least: int = 0
) -> dict[str, int]:
    """Put what was made anew and has reached a position in the place of the live tables, at a position no lower than
    theirs, nor than a least one; the position of each, by its name. Raises Conflict.
    """
    if made.path:
        return {
            each.name: _take_over(live(each, engine), source, made.path, position, least)
            for each in made.projections
        }
    return {
        each.projection.name: swap.patiently(partial(_exchange, each, source, position, least))
        for each in _fresh(made.projections, engine)
    }


def _take_over(place: Place, source: Source, path: str, position: int, least: int) -> int:
    """Put the rows of a file in the place of the live tables'."""
    name = place.tracked_as
    with attached(place.engine, path) as connection:
        standing = position_of(connection, name)
        milestones.clear(connection, {name: place.names})
        swap.take_over(connection, ASIDE, place.names)
        milestones.take_over(connection, ASIDE, name, place.names)
        position = _go_on(place, connection, source, position, max(standing, least))
        put(connection, _UNTRACK, names=[name])
        put(connection, _TRACK, name=name, position=position)
    return position


def _exchange(made: Place, source: Source, position: int, least: int) -> int:
    """Put the fresh tables in the place of the live ones."""
    projection = made.projection
    old = live(projection, made.engine)
    with begin_write(made.engine) as connection:
        swap.be_brief(connection)
        both = [old.tracked_as, made.tracked_as]
        standing, filled = _hold(connection, both)
        if filled != position:
            raise started_over(made.tracked_as)
        position = _go_on(made, connection, source, position, max(standing, least))
        names = {table.name: model.name for model, table in made.tables.items()}
        milestones.clear(connection, {old.tracked_as: old.names})
        milestones.rename(connection, made.tracked_as, old.tracked_as, names.items())
        swap.replace(connection, made.tables)
        put(connection, _UNTRACK, names=both)
        put(connection, _TRACK, name=old.tracked_as, position=position)
    return position


def _go_on(
    place: Place, connection: sa.Connection, source: Source, position: int, upto: int
) -> int:
    """Fold on from a position to another, no further than the log goes; the position that is reached."""
    if upto > position:
        upto = min(upto, source.max_notification_id() or 0)
    while position < upto:
        batch = read([place.projection], source, position, upto)
        fold([place], connection, batch)
        position = batch.end
    return position


def _hold(connection: sa.Connection, names: Sequence[str]) -> list[int]:
    """Tracked positions on a server, which nobody else moves until the transaction ends; 0 for what is none."""
    found = ask(connection, _HELD, names=[*names])
    held = {name: at for name, at in found if isinstance(at, int)}
    return [held.get(name, 0) for name in names]
