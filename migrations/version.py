"""Which version of the tables a store has, and which this program needs. Cheap: without Alembic."""

from functools import cache
from pathlib import Path

from sqlalchemy import Engine, inspect, text

from ledger.store.driver import value_of
from ledger.store.engine import address, by_itself
from ledger.store.errors import CHANGED, encoded_otherwise, store_errors
from ledger.store.schema import VERSION
from ledger.values.errors import IntegrityFailure, StoreUnreachable


@cache
def head() -> str:
    """The version this program needs."""
    return VERSION


def current(engine: Engine) -> str | None:
    """The version a store has, None where nothing was set up. Raises StoreUnreachable, IntegrityFailure.

    A SQLite file that is not there is not made.
    """
    path = engine.url.database
    if engine.dialect.name == "sqlite" and path and path != ":memory:" and not Path(path).exists():
        return None
    with store_errors(), by_itself(engine) as connection:
        try:
            version = value_of(connection, "SELECT version_num FROM alembic_version")
        except Exception:
            if connection.invalidated:
                raise
            # Each command asks; only where there is no answer is it worth looking for the table first.
            connection.rollback()
            if inspect(connection).has_table("alembic_version"):
                raise
            return None
    if version is None or isinstance(version, str):
        return version
    raise IntegrityFailure(
        "value_unreadable",
        "The version of the store is none that can be read.",
        CHANGED,
        table="alembic_version",
    )


def verify_ready(engine: Engine) -> None:
    """Raise StoreUnreachable unless the store has the tables that this program needs."""
    found, needed = current(engine), head()
    if found == needed:
        return
    if found is None:
        raise StoreUnreachable(
            "store_not_set_up",
            f"There is no store at {address(engine)} yet.",
            "Run pit init, or check --db or PIT_DB.",
            needed=needed,
            store=address(engine),
        )
    if found > needed:
        raise StoreUnreachable(
            "store_too_new",
            f"The store has version {found}; this program knows version {needed}.",
            "Use the version of pit that set it up, or a later one.",
            found=found,
            needed=needed,
        )
    raise StoreUnreachable(
        "store_too_old",
        f"The store has version {found}; this program needs version {needed}.",
        "Make a copy of the store, then run pit db upgrade.",
        found=found,
        needed=needed,
    )


def verify_encoding(engine: Engine) -> None:
    """Raise StoreUnreachable `store_not_utf8` for a database of PostgreSQL in which some characters have no place."""
    if engine.dialect.name == "postgresql":
        with engine.connect() as connection:
            if connection.scalar(text("SHOW server_encoding")) != "UTF8":
                raise encoded_otherwise()
