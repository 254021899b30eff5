"""Engines of tests: what is worked out for a kind of database is worked out once a process.

Every command opens its store, so that a test opens hundreds; each engine would otherwise ask its database for its
version and settings, compile every statement again, and on PostgreSQL wait for a server process that has read its
catalogue: a third of the time of the commands' tests.
"""

from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final
from weakref import WeakKeyDictionary

import psycopg
import pytest
import sqlalchemy as sa
from psycopg._preparing import PrepareManager
from sqlalchemy import Engine, event

_FIRST: dict[str, Engine] = {}

_ADDRESSES: WeakKeyDictionary[psycopg.Connection, str] = WeakKeyDictionary()
_LEFT: list[psycopg.Connection] = []
"""The connections that engines left behind, all at one address: the next engine there goes on with them."""

_DISCARD: Final = (
    "CLOSE ALL; SET SESSION AUTHORIZATION DEFAULT; RESET ALL; UNLISTEN *;"
    " SELECT pg_advisory_unlock_all(); DISCARD TEMP; DISCARD SEQUENCES"
)
"""DISCARD ALL as PostgreSQL's manual spells it out, but for what was planned."""


class _Prepared(PrepareManager):
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

    if kind == "postgresql":
        monkeypatch = pytest.MonkeyPatch()
        monkeypatch.setattr(engine.dialect, "do_close", _leave)
        monkeypatch.setattr(engine.pool, "_creator", _going_on(url, engine.pool._creator))
    return engine


def hang_up() -> None:
    """Close the connection that was left: a database is copied while nobody is connected to it."""
    while _LEFT:
        _LEFT.pop().close()


def _going_on(url: sa.URL, connect: Any) -> Callable[[Any], psycopg.Connection]:
    address = url.render_as_string(hide_password=False)

    def connection(record: Any) -> psycopg.Connection:
        while _LEFT and _ADDRESSES[_LEFT[-1]] == address:
            left = _LEFT.pop()
            with suppress(psycopg.Error):  # It may have been cut meanwhile.
                left.execute("")
                left.rollback()
                return left
            left.close()
        made: psycopg.Connection = connect(record)
        made._prepared = _Prepared()
        _ADDRESSES[made] = address
        return made

    return connection


def _leave(connection: psycopg.Connection) -> None:
    """As far as the server can tell, a new connection: nothing held, nothing set."""
    try:
        connection.rollback()
        connection.autocommit = True
        connection.execute(_DISCARD)
        connection.autocommit = False
    except psycopg.Error:
        connection.close()
        return
    if _LEFT and _ADDRESSES[_LEFT[-1]] != _ADDRESSES[connection]:
        hang_up()
    _LEFT.append(connection)
