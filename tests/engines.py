"""Engines of tests: what is worked out for a kind of database is worked out once a process.

Every command opens its store, so that a test opens hundreds; each engine would otherwise ask its database for its
version and settings, compile every statement again, and wait for a connection that has read its catalogue: a third of
the time of the commands' tests.
"""

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from select import select
from threading import RLock
from typing import Any, Final, cast
from weakref import WeakKeyDictionary

import psycopg
import pytest
import sqlalchemy as sa
from psycopg._preparing import PrepareManager
from sqlalchemy import Engine, event

from ledger.store import engine as store_engine
from ledger.store.engine import WAIT_SECONDS

_FIRST: dict[str, Engine] = {}


class _File(sqlite3.Connection):
    """SQLite's connection, which can be referred to weakly."""


pytest.MonkeyPatch().setattr(sqlite3, "connect", partial(sqlite3.connect, factory=_File))

_Driver = psycopg.Connection | sqlite3.Connection

_ADDRESSES: WeakKeyDictionary[_Driver, Any] = WeakKeyDictionary()
_LEFT: Final[dict[str, list[_Driver]]] = {"sqlite": [], "postgresql": []}
"""The connections that engines left behind, of each kind all at one address: the next engine there goes on with
them.
"""

_RESTING: Final[list[tuple[str, Engine]]] = []
"""The engine that the last ledger left, by the address of its store: on PostgreSQL with its connection."""

_TURN: Final = RLock()

_DISCARD: Final = (
    "CLOSE ALL; SET SESSION AUTHORIZATION DEFAULT; RESET ALL; UNLISTEN *;"
    " SELECT pg_advisory_unlock_all(); DISCARD TEMP; DISCARD SEQUENCES"
)
"""DISCARD ALL as PostgreSQL's manual spells it out, but for what was planned."""

_AT_ONCE: Final = ("PRAGMA busy_timeout = 0", "PRAGMA wal_checkpoint(TRUNCATE)")
"""What closing a file does, where nobody else has it open: not to be waited for."""


class Prepared(PrepareManager):
    """Statements are parsed and planned once a connection, not once a command: PostgreSQL plans again by itself where a
    table is another meanwhile. psycopg forgets them with each rollback.
    """

    prepare_threshold = 1
    prepared_max = 2_000

    def clear(self) -> bool:
        return False


def create_engine(url: sa.URL, **options: Any) -> Engine:
    """SQLAlchemy's, with the dialect and the compiled statements of the first of its kind that connected."""
    kind = url.get_backend_name()
    first = _FIRST.get(kind)
    if first is not None:
        engine = sa.create_engine(url, **options, _initialize=False)
        engine.dialect = engine.pool._dialect = first.dialect
        engine._compiled_cache = first._compiled_cache
    else:
        engine = sa.create_engine(url, **options)

        # Told after SQLAlchemy's own listener, which initialises the dialect.
        @event.listens_for(engine, "connect")
        def connected(*_: object) -> None:
            _FIRST.setdefault(kind, engine)

    creator = options.get("creator")
    if kind == "postgresql":
        address = partial(url.render_as_string, hide_password=False)
        _goes_on(engine, address, _planned(engine.pool._invoke_creator))
    elif creator is not None and creator.func.__name__ == "_open":
        _goes_on(engine, partial(_file, *creator.args), engine.pool._invoke_creator)
    return engine


def make_engine(url: str) -> Engine:
    """The engine of a ledger: the one that the last ledger at the same store has left, or another."""
    with _TURN:
        while _RESTING:
            at, left = _RESTING.pop()
            if at == url and _is_still_so(left):
                return left
            left.pool.dispose()
    made = store_engine.make_engine(url)
    vars(made)["dispose"] = partial(_rest, url, made, made.dispose)
    return made


def _is_still_so(engine: Engine) -> bool:
    """Whether a file may be written to as it could when its engine was made; whether a server still listens."""
    if engine.dialect.name == "sqlite":
        file = Path(str(engine.url.database))
        kept: bool = engine.get_execution_options().get(store_engine._READ_ONLY, False)
        return store_engine._is_kept(file) == kept
    if not engine.pool.checkedin():  # type: ignore[attr-defined]  # as below
        return True
    with closing(engine.raw_connection()) as pooled:
        return not _is_cut(cast("_Driver", pooled.driver_connection))


def _rest(url: str, engine: Engine, dispose: Callable[[], None]) -> None:
    """Leave an engine, without any connection or with one to a server: what a command sets there ends with it."""
    if engine.pool.checkedout():  # type: ignore[attr-defined]  # every engine of a store has a pool that counts them
        dispose()
        return
    if engine.dialect.name == "sqlite" or engine.pool.checkedin() > 1:  # type: ignore[attr-defined]  # as above
        engine.pool.dispose()
    with _TURN:
        _hang_up_resting()
        _RESTING[:] = [(url, engine)]


def _hang_up_resting() -> None:
    while _RESTING:
        _RESTING.pop()[1].pool.dispose()


def hang_up(*kinds: str) -> None:
    """Close the connections that were left, of these kinds or of all: a database is copied, a file replaced, while
    nobody is connected to it.
    """
    with _TURN:
        _hang_up_resting()
        for kind in kinds or _LEFT:
            _hang_up_left(kind)


def _hang_up_left(kind: str) -> None:
    while _LEFT[kind]:
        _LEFT[kind].pop().close()


def _goes_on(engine: Engine, address: Callable[[], Any], connect: Any) -> None:
    """Have an engine go on with what another has left at this address, and leave its own."""

    def connection(record: Any) -> _Driver:
        left = _left_at(engine.dialect.name, address())
        if left is not None:
            return left
        made: _Driver = connect(record)
        _ADDRESSES[made] = address()
        return made

    monkeypatch = pytest.MonkeyPatch()
    monkeypatch.setattr(engine.dialect, "do_close", _leave)
    monkeypatch.setattr(engine.pool, "_creator", connection)


def _left_at(kind: str, address: Any) -> _Driver | None:
    """What was left at an address, or None; what of its kind was left elsewhere is closed."""
    with _TURN:
        _hang_up_resting()
        _hang_up_elsewhere(kind, address)
        while _LEFT[kind]:
            left = _LEFT[kind].pop()
            if not _is_cut(left):
                return left
            left.close()
    return None


def _is_cut(left: _Driver) -> bool:
    """Whether its server has ended a connection meanwhile: it says so, and says nothing else unasked."""
    if not isinstance(left, psycopg.Connection):
        return False
    return left.closed or bool(select([left], [], [], 0)[0])


def _planned(connect: Any) -> Callable[[Any], psycopg.Connection]:
    def connection(record: Any) -> psycopg.Connection:
        made: psycopg.Connection = connect(record)
        made._prepared = Prepared()
        return made

    return connection


def _file(path: Path) -> tuple[int, str, int, int] | None:
    """What a file is known by, to this process: another may have taken its place. None where there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    place = os.path.abspath(path)  # noqa: PTH100  it takes a fifth of the time, and each command asks twice
    return os.getpid(), place, found.st_dev, found.st_ino


def _leave(connection: _Driver) -> None:
    """As far as the database can tell, a new connection: nothing held, nothing set."""
    if not _is_as_new(connection):
        connection.close()
        return
    kind = "postgresql" if isinstance(connection, psycopg.Connection) else "sqlite"
    with _TURN:
        _hang_up_elsewhere(kind, _ADDRESSES[connection])
        _LEFT[kind].append(connection)


def _hang_up_elsewhere(kind: str, address: Any) -> None:
    if _LEFT[kind] and _ADDRESSES[_LEFT[kind][-1]] != address:
        _hang_up_left(kind)


def _is_as_new(connection: _Driver) -> bool:
    """Whether a connection can be left as one; on SQLite with all that was written in the file itself."""
    if connection not in _ADDRESSES:  # In memory, or to a file that may only be read.
        return False
    with suppress(psycopg.Error, sqlite3.Error):
        connection.rollback()
        if isinstance(connection, psycopg.Connection):
            connection.autocommit = True
            connection.execute(_DISCARD)
            connection.autocommit = False
            return True
        for each in _AT_ONCE:
            [(busy, *_)] = connection.execute(each).fetchall()
        connection.execute(f"PRAGMA busy_timeout = {WAIT_SECONDS * 1000}")
        return not busy
    return False
