"""Fresh tables beside the live ones, and the exchange of the two."""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Any, Final, TypeVar

import sqlalchemy as sa

from ledger.store.driver import ask, put, run, value_of
from ledger.store.tables import metadata
from ledger.values.errors import Conflict
from projections.engine.model import Model
from projections.engine.once import filled

SUFFIX: Final = "_rebuild"
ATTEMPTS: Final = 40
PAUSE_SECONDS: Final = 0.25
PATIENCE: Final = "500ms"
"""Shorter than the second after which PostgreSQL looks for a deadlock: of a report and an exchange
that wait for each other, the exchange gives way.
"""

_LOCKED_OUT: Final = {"55P03", "40P01"}  # lock_not_available, deadlock_detected

_OWNER: Final = (
    "SELECT quote_ident(pg_get_userbyid(relowner)) FROM pg_class WHERE oid = 'tracking'::regclass"
)

_THERE: Final = {
    "sqlite": "SELECT name FROM sqlite_master WHERE type = 'table' AND name IN (:names)",
    "postgresql": "SELECT relname FROM pg_class WHERE relname IN (:names) AND pg_table_is_visible(oid)",
}
_CONSTRAINTS: Final = (
    "SELECT relname, conname FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid"
    " WHERE relname IN (:tables) AND pg_table_is_visible(conrelid)"
)

T = TypeVar("T")


def beside(models: Iterable[Model[Any]]) -> dict[Model[Any], sa.Table]:
    """Tables like the live ones under names of their own."""
    return {model: _beside(model) for model in models}


@cache
def _beside(model: Model[Any]) -> sa.Table:
    """What is read and written there is worked out once a process."""
    aside = sa.MetaData(naming_convention=metadata.naming_convention)
    table = model.table_in(aside, model.name + SUFFIX)
    model.index_of(table)
    model.index_few(table)
    return table


def clear(connection: sa.Connection, fresh: Iterable[sa.Table]) -> None:
    """Drop what an earlier rebuild left behind."""
    tables = [*fresh]
    found = ask(
        connection, _THERE[connection.dialect.name], names=[str(each.name) for each in tables]
    )
    there = {name for (name,) in found}
    _drop(connection, [table for table in tables if table.name in there])


def as_owner(connection: sa.Connection) -> None:
    """Have what is made from here on belong to whom the live tables do, and be read by the same, whoever makes it."""
    if connection.dialect.name == "postgresql":
        put(connection, f"SET LOCAL ROLE {value_of(connection, _OWNER)}")


def be_brief(connection: sa.Connection) -> None:
    """Let the transaction give up soon instead of making reports wait behind it."""
    if connection.dialect.name == "postgresql":
        put(connection, f"SET LOCAL lock_timeout = '{PATIENCE}'")


def patiently(exchange: Callable[[], T]) -> T:
    """Try an exchange until no report is in its way. Raises Conflict after ten seconds or more."""
    for _ in range(ATTEMPTS):
        try:
            return exchange()
        except Exception as error:
            if getattr(error, "sqlstate", None) not in _LOCKED_OUT:
                raise
            time.sleep(PAUSE_SECONDS)
    raise Conflict(
        "read_model_in_use",
        "Reports are reading the tables all the time: the rebuilt ones are not in their place.",
        "Try again when fewer reports are running.",
    )


def replace(connection: sa.Connection, fresh: Mapping[Model[Any], sa.Table]) -> None:
    """Give the live tables' places to the fresh ones, and leave no table besides."""
    swapped = {model.table: table for model, table in fresh.items()}
    there = filled(connection, [table.name for pair in swapped.items() for table in pair])
    taken = {live: new for live, new in swapped.items() if there & {live.name, new.name}}
    _drop(connection, [live if live in taken else new for live, new in swapped.items()])
    if taken:
        _rename(connection, taken)


def take_over(connection: sa.Connection, aside: str, tables: Iterable[str]) -> None:
    """Put the rows of another file's tables in the place of those in the tables of the same names."""
    for name in tables:
        ours, theirs = (_columns(connection, place, name) for place in ("main", aside))
        # Of columns in one order SQLite takes over each row as it is.
        which = "*" if ours == theirs else ", ".join(theirs)
        into = "" if ours == theirs else f"({which})"
        put(connection, f"DELETE FROM main.{name}")  # noqa: S608  models' names
        put(connection, f"INSERT INTO main.{name} {into} SELECT {which} FROM {aside}.{name}")  # noqa: S608  likewise


def _columns(connection: sa.Connection, place: str, name: str) -> list[str]:
    return [f'"{row[1]}"' for row in run(connection, f"PRAGMA {place}.table_info({name})")]


def _rename(connection: sa.Connection, taken: Mapping[sa.Table, sa.Table]) -> None:
    """Give fresh tables the names of live ones that are gone, and the names of their constraints and indexes.

    All in one message: there is a constraint for each column that is never NULL.
    """
    found = ask(connection, _CONSTRAINTS, tables=[str(fresh.name) for fresh in taken.values()])
    renames = [
        f"ALTER {each}"
        for live, fresh in taken.items()
        for each in _renames(live, fresh, [name for table, name in found if table == fresh.name])
    ]
    put(connection, "; ".join(renames))


def _renames(live: sa.Table, fresh: sa.Table, constraints: Iterable[str]) -> Iterator[str]:
    def as_live(name: object) -> str:
        return str(name).replace(fresh.name, live.name)

    for index in fresh.indexes:
        yield f"INDEX {index.name} RENAME TO {as_live(index.name)}"
    for name in constraints:
        if fresh.name in name:
            yield f"TABLE {fresh.name} RENAME CONSTRAINT {name} TO {as_live(name)}"
    yield f"TABLE {fresh.name} RENAME TO {live.name}"


def _drop(connection: sa.Connection, tables: Iterable[sa.Table]) -> None:
    names = [table.name for table in tables]
    if names and connection.dialect.name != "sqlite":
        names = [", ".join(names)]
    for each in names:
        put(connection, f"DROP TABLE {each}")
