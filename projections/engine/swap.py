"""Fresh tables beside the live ones, and the exchange of the two."""

import time
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, Final, TypeVar

import sqlalchemy as sa
from sqlalchemy.exc import OperationalError

from ledger.store.schema import metadata
from ledger.values.errors import Conflict
from projections.engine.model import Model

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
    return table


def clear(connection: sa.Connection, fresh: Iterable[sa.Table]) -> None:
    """Drop what an earlier rebuild left behind."""
    for table in fresh:
        connection.exec_driver_sql(f"DROP TABLE IF EXISTS {table.name}")


def as_owner(connection: sa.Connection) -> None:
    """Have what is made from here on belong to whom the live tables do, and be read by the same, whoever makes it."""
    if connection.dialect.name == "postgresql":
        owner = connection.exec_driver_sql(_OWNER).scalar()
        connection.exec_driver_sql(f"SET LOCAL ROLE {owner}")


def be_brief(connection: sa.Connection) -> None:
    """Let the transaction give up soon instead of making reports wait behind it."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(f"SET LOCAL lock_timeout = '{PATIENCE}'")


def patiently(exchange: Callable[[], T]) -> T:
    """Try an exchange until no report is in its way. Raises Conflict after ten seconds or more."""
    for _ in range(ATTEMPTS):
        try:
            return exchange()
        except OperationalError as error:
            if getattr(error.orig, "sqlstate", None) not in _LOCKED_OUT:
                raise
            time.sleep(PAUSE_SECONDS)
    raise Conflict(
        "read_model_in_use",
        "Reports are reading the tables all the time: the rebuilt ones are not in their place.",
        "Try again when fewer reports are running.",
    )


def replace(connection: sa.Connection, live: sa.Table, fresh: sa.Table) -> None:
    """Give the live table's place to the rows of the fresh one, and leave no table besides."""
    if not _any(connection, live, fresh):
        _drop(connection, fresh)
    elif connection.dialect.name == "sqlite":
        _refill(connection, live, fresh)
    else:
        _rename(connection, live, fresh)


def _refill(connection: sa.Connection, live: sa.Table, fresh: sa.Table) -> None:
    """To rename a table, SQLite reads what it knows of all of them, and it can rename neither a key nor an index."""
    columns = ", ".join(f'"{each.name}"' for each in fresh.columns)
    rows = f"SELECT {columns} FROM {fresh.name}"  # noqa: S608  models' names
    connection.exec_driver_sql(f"DELETE FROM {live.name}")  # noqa: S608  likewise
    connection.exec_driver_sql(f"INSERT INTO {live.name} ({columns}) {rows}")
    _drop(connection, fresh)


def _rename(connection: sa.Connection, live: sa.Table, fresh: sa.Table) -> None:
    """Drop the live table and give the fresh one its name, and the names of its constraints and indexes.

    All in one message: there is a constraint for each column that is never NULL.
    """
    named = sa.text("SELECT conname FROM pg_constraint WHERE conrelid = CAST(:table AS regclass)")
    constraints = connection.scalars(named, {"table": fresh.name}).all()

    def as_live(name: object) -> str:
        return str(name).replace(fresh.name, live.name)

    renames = [
        *(f"INDEX {each.name} RENAME TO {as_live(each.name)}" for each in fresh.indexes),
        *(
            f"TABLE {fresh.name} RENAME CONSTRAINT {name} TO {as_live(name)}"
            for name in constraints
            if fresh.name in name
        ),
        f"TABLE {fresh.name} RENAME TO {live.name}",
    ]
    _drop(connection, live)
    connection.exec_driver_sql("; ".join(f"ALTER {each}" for each in renames))


def _drop(connection: sa.Connection, table: sa.Table) -> None:
    connection.exec_driver_sql(f"DROP TABLE {table.name}")


def _any(connection: sa.Connection, *tables: sa.Table) -> bool:
    """Whether one of them has a row."""
    rows = " OR ".join(f"EXISTS (SELECT 1 FROM {table.name})" for table in tables)  # noqa: S608  models' names
    return bool(connection.exec_driver_sql(f"SELECT {rows}").scalar())
