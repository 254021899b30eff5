"""Engines of tests: what SQLAlchemy works out for a kind of database, it works out once a process.

Every command opens its store, so that a test opens hundreds; each engine would otherwise ask its database for its
version and settings, and compile every statement again: a quarter of the time of the commands' tests.
"""

from typing import Any

import sqlalchemy as sa
from sqlalchemy import Engine, event

_FIRST: dict[str, Engine] = {}


def create_engine(url: sa.URL, **options: Any) -> Engine:
    """SQLAlchemy's, with the dialect and the compiled statements of the first of its kind that connected."""
    first = _FIRST.get(url.get_backend_name())
    if first is not None:
        engine = sa.create_engine(url, **options, _initialize=False)
        engine.dialect = engine.pool._dialect = first.dialect
        engine._compiled_cache = first._compiled_cache
        return engine
    engine = sa.create_engine(url, **options)

    # Told after SQLAlchemy's own listener, which initialises the dialect.
    @event.listens_for(engine, "connect")
    def connected(*_: object) -> None:
        _FIRST.setdefault(url.get_backend_name(), engine)

    return engine
