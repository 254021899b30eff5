"""Engines: how SQLite and PostgreSQL are spoken to, so that the rest need not know which it is.

An error shows the statement but not its parameters: there may be a patron's name among them.
"""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.pool import QueuePool

from ledger.errors import Misused

WAIT_SECONDS: Final = 30
"""How long a writer waits for its turn before it gives up."""

CONNECT_SECONDS: Final = 10
"""How long a server may take to answer."""

_WRITES: Final = "pit_writes"


def make_engine(url: str) -> Engine:
    """The engine of a store: `sqlite:///FILE`, `sqlite://` (in memory), `postgresql://...`.

    No connection is made yet. Raises Misused for any other URL.
    """
    parsed = _parse(url)
    if parsed.get_backend_name() == "sqlite":
        return _sqlite(parsed)
    return _postgresql(parsed.set(drivername="postgresql+psycopg"))


@contextmanager
def begin_write(engine: Engine) -> Iterator[Connection]:
    """A transaction that will write, committed at the end of the block.

    On SQLite it waits for its turn at once: one that only reads at first is refused when it comes
    to write after somebody else did.
    """
    with engine.connect() as connection:
        connection.execution_options(**{_WRITES: True})
        with connection.begin():
            yield connection


def _parse(url: str) -> URL:
    try:
        parsed = make_url(url)
    except ArgumentError:
        parsed = URL.create("unreadable")
    if parsed.drivername in {"sqlite", "postgresql", "postgresql+psycopg"}:
        return parsed
    raise Misused(
        "unknown_store_url",
        "The store's address cannot be read.",
        "Write sqlite:///pit.db or postgresql://user@host/database.",
        kind=parsed.drivername,
    )


def _sqlite(url: URL) -> Engine:
    # In memory there is one database a connection, hence one connection.
    in_memory = url.database in {None, "", ":memory:"}
    pool: dict[str, Any] = {"pool_size": 1, "max_overflow": 0} if in_memory else {}
    engine = create_engine(
        url,
        hide_parameters=True,
        poolclass=QueuePool,
        connect_args={"timeout": WAIT_SECONDS, "check_same_thread": False},
        **pool,
    )

    @event.listens_for(engine, "connect")
    def configure(connection: Any, _record: object) -> None:
        # The driver's own idea of when to begin is switched off: `begin` below decides.
        connection.isolation_level = None
        _keep_wal(connection)
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get(_WRITES, False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


def _keep_wal(connection: Any) -> None:
    """Let readers and a writer work side by side. The first to say so of a new file needs it for itself for a moment,
    and SQLite refuses the second one at once instead of letting it wait.
    """
    until = time.monotonic() + WAIT_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > until:
                raise
            time.sleep(0.01)
        else:
            return


def _postgresql(url: URL) -> Engine:
    engine = create_engine(
        url,
        hide_parameters=True,
        use_native_hstore=False,
        connect_args={"connect_timeout": CONNECT_SECONDS, "application_name": "pit"},
    )

    @event.listens_for(engine, "connect")
    def configure(connection: Any, _record: object) -> None:
        connection.execute(f"SET lock_timeout = '{WAIT_SECONDS}s'")
        connection.commit()

    return engine
