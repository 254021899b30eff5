"""Engines: how SQLite and PostgreSQL are spoken to, so that the rest need not know which it is.

An error shows the statement but not its parameters: there may be a patron's name among them.
"""

import logging
import os
import re
import sqlite3
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DisconnectionError, SAWarning
from sqlalchemy.pool import QueuePool

from ledger.store.driver import BY_ITSELF, value_of
from ledger.store.schema import VERSION
from ledger.values.errors import Conflict, Misused
from ledger.values.files import make_private
from ledger.values.hidden import hidden

WAIT_SECONDS: Final = 30
"""How long a writer waits for its turn before it gives up."""

CONNECT_SECONDS: Final = 10
"""How long a server may take to answer."""

CACHE_KIB: Final = 32_000
"""What SQLite keeps of a file while it reads. A day's rows lie scattered: table after table, each page of them would be
read again and again.
"""

# A connection that is lost cannot be reset: whoever works with it says so. Unheard, the pool prints a traceback too.
logging.getLogger("sqlalchemy.pool").addHandler(logging.NullHandler())

_DRIVERS: Final = frozenset({"sqlite", "postgresql", "postgresql+psycopg"})

_WRITES: Final = "pit_writes"
_READ_ONLY: Final = "pit_read_only"

_MAY_WRITE: Final = (
    "SELECT current_setting('transaction_read_only') = 'off'"
    " AND has_table_privilege('tracking', 'UPDATE')"
)

_OWN_NAMES_FIRST: Final = """
SELECT pg_catalog.set_config(
  'search_path', coalesce(pg_catalog.string_agg(pg_catalog.quote_ident(name), ', '), ''), false
) FROM pg_catalog.unnest(pg_catalog.array_remove(pg_catalog.current_schemas(false), 'pg_catalog')) AS name
"""
"""None of the server's own names is looked for elsewhere before, whatever the database or the role says."""


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
    with engine.connect() as connection, writing(connection):
        yield connection


@contextmanager
def writing(connection: Connection) -> Iterator[None]:
    """The same over a connection that is there."""
    connection.execution_options(**{_WRITES: True})
    with connection.begin():
        yield


@contextmanager
def snapshot(engine: Engine) -> Iterator[Connection]:
    """A connection of which all statements see the store at one moment, as on SQLite those of every transaction do."""
    with engine.connect() as connection:
        if engine.dialect.name == "postgresql":
            # It changes the connection itself, and lasts until that goes back to the pool.
            connection.execution_options(isolation_level="REPEATABLE READ")
        yield connection


def address(engine: Engine) -> str:
    """Where a store is, as it may be shown: without passwords, wherever in the URL one stands."""
    url = engine.url
    shown = {key: "***" if "password" in key else value for key, value in url.query.items()}
    named = url.set(drivername=url.get_backend_name(), query=shown)
    return named.render_as_string(hide_password=True)


@contextmanager
def by_itself(engine: Engine) -> Iterator[Connection]:
    """A connection that does each statement by itself: one that reads needs no transaction around it, and to begin and
    end one takes longer than to read.
    """
    with engine.connect() as connection:
        without_transaction(connection.connection.driver_connection)
        yield connection.execution_options(**{BY_ITSELF: True})


def without_transaction(driver: Any) -> None:
    """Let a driver's connection, until it is given back, do each statement by itself. SQLite's does so anyway."""
    if not isinstance(driver, sqlite3.Connection):
        driver.autocommit = True


def read_only(engine: Engine) -> bool:
    """Whether the store may only be read: a file or a folder that this user may not write; a standby, or a role without
    the right to keep read models. A standby can become the server that is written to, so that it is asked each time.
    """
    if engine.dialect.name != "postgresql":
        return bool(engine.get_execution_options().get(_READ_ONLY, False))
    with by_itself(engine) as connection:
        return not value_of(connection, _MAY_WRITE)


def _parse(url: str) -> URL:
    try:
        if hidden(url):
            raise ValueError
        # As others write it.
        parsed = _of_several(f"postgresql://{url[11:]}" if url.startswith("postgres://") else url)
        if "@" in (parsed.host or ""):  # The end of a password that was not written as %40.
            raise ValueError
        _verify_options(parsed)
    except (ArgumentError, ValueError, SAWarning):  # The second for a port that is no number.
        parsed = URL.create("unreadable")
    if parsed.drivername in _DRIVERS:
        return parsed
    raise Misused(
        "unknown_store_url",
        "The store's address cannot be read.",
        "Write sqlite:///pit.db or postgresql://user@host/database.",
        kind=parsed.drivername,
    )


def _verify_options(url: URL) -> None:
    """Raise for a part that cannot be read, or means nothing to SQLite: a host, what stands behind the `?`."""
    if url.drivername in _DRIVERS:
        with warnings.catch_warnings():
            warnings.simplefilter("error", SAWarning)
            url.get_dialect()().create_connect_args(url)


_SEVERAL: Final = r"(\w+://(?:[^/?#]*@)?)([^/?#@]*,[^/?#@]*)"


def _of_several(url: str) -> URL:
    """A URL as libpq writes one of several servers, `HOST:PORT,HOST:PORT`, as SQLAlchemy reads it."""
    several = re.match(_SEVERAL, url) if "," in url else None
    if several is None:
        return make_url(url)
    rest = make_url(several[1] + url[several.end() :])
    return rest.update_query_pairs([("host", each) for each in several[2].split(",")])


def _sqlite(url: URL) -> Engine:
    # In memory there is one database a connection, hence one connection.
    in_memory = url.database in {None, "", ":memory:"}
    pool: dict[str, Any] = {"pool_size": 1, "max_overflow": 0} if in_memory else {}
    file = Path(str(url.database))
    kept = not in_memory and _is_kept(file)
    if kept:
        pool |= {"creator": partial(_open_kept, file)}
    elif not in_memory and not url.query:
        pool |= {"creator": partial(_open, file)}
    engine = create_engine(
        url,
        hide_parameters=True,
        poolclass=QueuePool,
        execution_options={_READ_ONLY: kept},
        connect_args={"timeout": WAIT_SECONDS, "check_same_thread": False},
        **pool,
    )

    if kept:
        _watch(engine, file)
    elif "creator" in pool:
        _follow(engine, file)

    @event.listens_for(engine, "connect")
    def configure(connection: Any, _record: object) -> None:
        # The driver's own idea of when to begin is switched off: `begin` below decides.
        connection.isolation_level = None
        if not kept:
            _keep_wal(connection)
            connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute(f"PRAGMA cache_size = -{CACHE_KIB}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        options = connection.get_execution_options()
        driver: Any = connection.connection.driver_connection
        if options.get(_WRITES):
            driver.execute("BEGIN IMMEDIATE")
        elif not options.get(BY_ITSELF):
            driver.execute("BEGIN")

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


def _is_kept(path: Path) -> bool:
    """A copy kept to be read: a file that is there, and that this user may not write, or nothing beside it."""
    return path.is_file() and not all(os.access(each, os.W_OK) for each in (path, path.parent))


def _open(path: Path) -> sqlite3.Connection:
    """A file that is written to; a new one is its owner's alone, and so is what SQLite puts beside it."""
    with suppress(OSError):  # SQLite says better what is wrong with a place.
        make_private(path)
    which = _which(path)
    connection = sqlite3.connect(
        path, timeout=WAIT_SECONDS, check_same_thread=False, factory=_Opened
    )
    connection.which = which
    return connection


class _Opened(sqlite3.Connection):
    """One to a file that is written to. which: the file that was there when it was opened."""

    which: tuple[int, int] | None = None


def _which(path: Path) -> tuple[int, int] | None:
    """What a file is known by, whatever is written to it; None where there is none."""
    with suppress(OSError):
        found = path.stat()
        return found.st_dev, found.st_ino
    return None


def _follow(engine: Engine, path: Path) -> None:
    """Work with the file that stands at the path: another may be put there, as when a copy is put back, and what is
    written to the one before is gone with it.
    """

    @event.listens_for(engine, "checkout")
    def begin_anew(opened: Any, *_: object) -> None:
        if _which(path) not in {opened.which, None}:
            raise DisconnectionError


class _Kept(sqlite3.Connection):
    """One to a file that may only be read. stood: how the file stood when it was opened, where no lock holds it so."""

    stood: tuple[int, ...] = ()


def _open_kept(path: Path) -> sqlite3.Connection:
    """A file that may only be read. SQLite needs files beside it unless it is told that nobody
    writes, and must not be told so where a journal beside it holds what is not in it yet.
    """
    stood = () if _has_journal(path) or not path.is_file() else _stands(path)
    mode = "mode=ro&immutable=1" if stood else "mode=ro"
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?{mode}",
        uri=True,
        timeout=WAIT_SECONDS,
        check_same_thread=False,
        factory=_Kept,
    )
    connection.stood = stood
    return connection


def _has_journal(path: Path) -> bool:
    journal = path.with_name(f"{path.name}-wal")
    return journal.exists() and journal.stat().st_size > 0


def _stands(path: Path) -> tuple[int, ...]:
    """What is another once somebody has written to a file."""
    found = path.stat()
    return found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns


def _watch(engine: Engine, path: Path) -> None:
    """Have nothing made of a file that may only be read here and was written to elsewhere meanwhile: without a lock,
    what was read can be half of what it was and half of what it is.
    """

    @event.listens_for(engine, "checkout")
    def begin_anew(kept: Any, *_: object) -> None:
        if kept.stood and (kept.stood != _stands(path) or _has_journal(path)):
            raise DisconnectionError

    @event.listens_for(engine, "commit")
    @event.listens_for(engine, "rollback")
    def verify(connection: Connection) -> None:
        kept: Any = connection.connection.driver_connection
        if kept.stood and kept.stood != _stands(path):
            connection.invalidate()
            raise Conflict(
                "store_changed",
                "The store was written to while it was read by somebody who may not hold it for so long.",
                "Ask again; where others write all the time, ask a copy of it: "
                f'sqlite3 {path.name} ".backup copy.db".',
            )


def _postgresql(url: URL) -> Engine:
    engine = create_engine(
        url,
        hide_parameters=True,
        use_native_hstore=False,
        connect_args={
            "connect_timeout": CONNECT_SECONDS,
            "application_name": "pit",
            "client_encoding": "utf8",  # Whatever the environment, the database or the role says.
        },
    )

    @event.listens_for(engine, "connect")
    def configure(connection: Any, _record: object) -> None:
        connection.autocommit = True
        bounds = f"SET lock_timeout = '{WAIT_SECONDS}s'; SET pit.version = '{VERSION}'"
        # What guards the log is compared as the server spells it.
        spelled = "SET quote_all_identifiers = off"
        connection.execute(f"{bounds}; {spelled}; {_OWN_NAMES_FIRST}")
        connection.autocommit = False

    @event.listens_for(engine, "checkin")
    def next_user(connection: Any, _record: object) -> None:
        if connection is not None and connection.autocommit:
            connection.autocommit = False

    return engine
