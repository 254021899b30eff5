"""Read models made anew beside the live ones, and put in their place.

On a server they are made in fresh tables, which take the names of the live ones. SQLite has one writer at a time to a
file, and to rename a table it reads what it knows of all of them: there they are made in files of their own, whose rows
are taken over.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from typing import Final, NamedTuple

import sqlalchemy as sa

from ledger.store.aside import ASIDE, attached, files
from ledger.store.driver import ask, put
from ledger.store.engine import begin_write, by_itself
from ledger.values.errors import IntegrityFailure
from ledger.values.progress import Progress
from projections.engine import milestones, swap
from projections.engine.batch import Source, read
from projections.engine.engine import (
    Place,
    fold,
    follow,
    in_file,
    live,
    make,
    position_of,
    started_over,
    tracked,
)
from projections.engine.model import Projection

_HELD: Final = "SELECT name, position FROM tracking WHERE name IN (:names) ORDER BY name FOR UPDATE"
_UNTRACK: Final = "DELETE FROM tracking WHERE name IN (:names)"
_TRACK: Final = "INSERT INTO tracking (name, position) VALUES (:name, :position)"


class Made(NamedTuple):
    """Some read models that are made anew together. path: of the file in which; "" for tables beside the live ones.
    lasting: others can go on with it.
    """

    projections: Sequence[Projection]
    path: str = ""
    lasting: bool = False


class Marks(NamedTuple):
    """Numbers below zero, each for a log up to some event and a program. before: of what is gone on with, None for
    nothing; now: what is marked so from here on.
    """

    before: int | None
    now: int


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
def beside(
    groups: Sequence[Sequence[Projection]], engine: sa.Engine, marks: Marks | None = None
) -> Iterator[list[Made]]:
    """Where groups of read models are made anew while the block lasts. marks: by which that is gone on with which a
    rebuild that was stopped left behind; all else that one left is cleared away first, and what is made of a log that
    turns out to be faulty after. Raises Conflict.
    """
    lasting = marks is not None
    places = [place for some in groups for place in _fresh(some, engine)]
    if engine.dialect.name == "sqlite":
        if lasting:  # Who may not write is told so before a folder is made.
            _clear_tables(engine, places)
        with _in_files(groups, engine, lasting=lasting) as made:
            if not lasting:  # What an earlier one left goes before anything is written: it may be what fills the disk.
                _clear_tables(engine, places)
            for each in made if lasting else ():
                with _opened(each, engine) as inside:
                    _begin(inside, marks)
            yield made
        return
    _begin(places, marks)
    try:
        yield [Made(some, lasting=lasting) for some in groups]
    except IntegrityFailure:
        _clear_tables(engine, places)
        raise


def _clear_tables(engine: sa.Engine, places: Sequence[Place]) -> None:
    with begin_write(engine) as connection:
        _clear(connection, places)


@contextmanager
def _in_files(
    groups: Sequence[Sequence[Projection]], engine: sa.Engine, *, lasting: bool
) -> Iterator[list[Made]]:
    with ExitStack() as stack:
        try:
            paths = stack.enter_context(files(engine, len(groups), lasting=lasting))
        except BlockingIOError:
            raise started_over(groups[0][0].name) from None
        yield [Made(some, path, lasting) for some, path in zip(groups, paths, strict=True)]


def _begin(places: Sequence[Place], marks: Marks | None) -> None:
    """Make the tables that are filled, but for those that are marked as ones to go on with."""
    named = [*map(_mark, places)]
    with begin_write(places[0].engine) as connection:
        found = tracked(connection, named)
        anew = [each for each in places if marks is None or found[_mark(each)] != marks.before]
        _clear(connection, anew)
        swap.as_owner(connection)
        make(connection, [table for place in anew for table in place.tables.values()])
        if marks is not None:
            put(connection, _UNTRACK, names=named)
            milestones.track(connection, named, marks.now)


@contextmanager
def _opened(made: Made, engine: sa.Engine) -> Iterator[list[Place]]:
    """The tables that are filled."""
    if not made.path:
        yield _fresh(made.projections, engine)
        return
    aside = in_file(made.projections, made.path, lasting=made.lasting)
    try:
        yield [live(each, aside) for each in made.projections]
    finally:
        aside.dispose()


def _fresh(projections: Iterable[Projection], engine: sa.Engine) -> list[Place]:
    """Those beside the live ones."""
    return [
        Place(each, engine, f"{each.name}:rebuild", swap.beside(each.models))
        for each in projections
    ]


def _mark(place: Place) -> str:
    """The name under which it is kept of what log and program the tables of a place are."""
    return f"{place.tracked_as}:of"


def _clear(connection: sa.Connection, places: Sequence[Place]) -> None:
    swap.clear(connection, [table for place in places for table in place.tables.values()])
    milestones.clear(connection, {place.tracked_as: place.names for place in places})
    put(connection, _UNTRACK, names=_tracked_as(places))


def _tracked_as(places: Iterable[Place]) -> list[str]:
    return [name for place in places for name in (place.tracked_as, _mark(place))]


def fill(
    made: Made,
    source: Source,
    engine: sa.Engine,
    upto: int | None = None,
    progress: Progress | None = None,
) -> int:
    """Fold the log into what is made anew; the position that all have reached."""
    with _opened(made, engine) as places:
        with by_itself(places[0].engine) as connection:
            began = min(tracked(connection, [each.tracked_as for each in places]).values())
        told = progress and (lambda position, goal: progress(position - began, goal - began))
        return follow(places, source, upto, progress=told)


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
        put(connection, _UNTRACK, names=_tracked_as([old, made]))
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
