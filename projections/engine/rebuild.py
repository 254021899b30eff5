"""Read models made anew beside the live ones, and put in their place."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Final

import sqlalchemy as sa

from ledger.store.aside import ASIDE, attached
from ledger.store.driver import ask, put
from ledger.store.engine import begin_write, make_engine
from ledger.store.schema import tracking
from projections.engine import milestones, swap
from projections.engine.batch import Source, read
from projections.engine.engine import Place, Progress, fold, follow, live, make, started_over
from projections.engine.model import Projection

Fill = Callable[[Sequence[Place]], int]
"""Folds the log into fresh tables; the position that all of them have reached."""

_ASIDE: Final = (tracking, milestones.PAST)

_POSITIONS: Final = "SELECT name, position FROM tracking WHERE name IN (:names) ORDER BY name"
_HELD: Final = {"sqlite": _POSITIONS, "postgresql": f"{_POSITIONS} FOR UPDATE"}
_UNTRACK: Final = "DELETE FROM tracking WHERE name IN (:names)"
_TRACK: Final = "INSERT INTO tracking (name, position) VALUES (:name, :position)"


def rebuild(
    projections: Iterable[Projection],
    source: Source,
    engine: sa.Engine,
    progress: Progress | None = None,
    fill: Fill | None = None,
) -> dict[str, int]:
    """Fold the whole log into fresh tables beside the live ones and put them in their place; the position that each
    projection has reached, by its name. fill: how they are filled; unless given, the log is read once for all of them.

    Reports read the old tables until the moment of the exchange, one projection's after the other. What a rebuild that
    died left behind is cleared away first. Raises Conflict when somebody else rebuilds the same read model, or when
    reports never pause.
    """
    places = fresh(projections, engine)
    tables = _tables(places)
    with begin_write(engine) as connection:
        swap.clear(connection, tables)
        milestones.clear(connection, {place.tracked_as: place.names for place in places})
        put(connection, _UNTRACK, names=[place.tracked_as for place in places])
        swap.as_owner(connection)
        make(connection, tables)
    position = follow(places, source, progress=progress) if fill is None else fill(places)
    return {
        place.projection.name: swap.patiently(partial(_exchange, place, source, position))
        for place in places
    }


def fresh(projections: Iterable[Projection], engine: sa.Engine) -> list[Place]:
    """The tables that are filled beside the live ones."""
    return [
        Place(each, engine, f"{each.name}:rebuild", swap.beside(each.models))
        for each in projections
    ]


def _tables(places: Iterable[Place]) -> list[sa.Table]:
    return [table for place in places for table in place.tables.values()]


def fill_aside(
    projections: Iterable[Projection],
    source: Source,
    url: str,
    upto: int,
    progress: Progress | None,
) -> int:
    """Fold the log into such tables in a file of their own: SQLite has one writer at a time to each. The position that
    all have reached.
    """
    engine = make_engine(url)
    try:
        places = fresh(projections, engine)
        with begin_write(engine) as connection:
            make(connection, (*_ASIDE, *_tables(places)))
        return follow(places, source, upto, progress=progress)
    finally:
        engine.dispose()


def take_in(places: Sequence[Place], url: str) -> None:
    """Take what was folded into a file into the fresh tables of the same names. Raises Conflict where somebody else has
    filled them.
    """
    tables = {place.tracked_as: [*place.names, *(each.name for each in _ASIDE)] for place in places}
    engine = places[0].engine
    with attached(engine, url) as driver:
        for name in tables:
            if driver.execute("SELECT 1 FROM tracking WHERE name = ?", (name,)).fetchall():
                raise started_over(name)
        for table in dict.fromkeys(each for names in tables.values() for each in names):
            driver.execute(f"INSERT INTO main.{table} SELECT * FROM {ASIDE}.{table}")  # noqa: S608  models' names


def _exchange(made: Place, source: Source, position: int) -> int:
    """Put the fresh tables in the place of the live ones, at a position no lower than theirs."""
    projection = made.projection
    old = live(projection, made.engine)
    with begin_write(made.engine) as connection:
        swap.be_brief(connection)
        both = [old.tracked_as, made.tracked_as]
        standing, filled = _hold(connection, both)
        if filled != position:
            raise started_over(made.tracked_as)
        if standing > position:
            standing = min(standing, source.max_notification_id() or 0)
        while position < standing:
            batch = read([projection], source, position, standing)
            fold([made], connection, batch)
            position = batch.end
        names = {table.name: model.name for model, table in made.tables.items()}
        milestones.clear(connection, {old.tracked_as: old.names})
        milestones.rename(connection, made.tracked_as, old.tracked_as, names.items())
        swap.replace(connection, made.tables)
        put(connection, _UNTRACK, names=both)
        put(connection, _TRACK, name=old.tracked_as, position=position)
    return position


def _hold(connection: sa.Connection, names: Sequence[str]) -> list[int]:
    """Tracked positions, which nobody else moves until the transaction ends; 0 for what is none."""
    found = ask(connection, _HELD[connection.dialect.name], names=[*names])
    held = {name: at for name, at in found if isinstance(at, int)}
    return [held.get(name, 0) for name in names]
