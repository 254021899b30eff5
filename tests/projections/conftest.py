"""Stores of which a test needs several."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from sqlalchemy import Engine

from ledger.store.engine import make_engine
from tests.conftest import BACKENDS
from tests.postgres import Server

Fresh = Callable[[], AbstractContextManager[Engine]]


@contextmanager
def _on_sqlite(template: Path) -> Iterator[Engine]:
    with TemporaryDirectory() as directory:
        path = Path(directory) / "pit.db"
        shutil.copyfile(template, path)
        engine = make_engine(f"sqlite:///{path}")
        try:
            yield engine
        finally:
            engine.dispose()


@contextmanager
def _on_postgres(server: Server, template: str) -> Iterator[Engine]:
    with server.database(template) as url:
        engine = make_engine(url)
        try:
            yield engine
        finally:
            engine.dispose()


@pytest.fixture(scope="session", params=BACKENDS)
def fresh(request: pytest.FixtureRequest) -> Fresh:
    """Makes fresh stores, on each database in turn."""
    if request.param == "sqlite":
        path: Path = request.getfixturevalue("sqlite_template")
        return lambda: _on_sqlite(path)
    server: Server = request.getfixturevalue("pg_admin")
    template: str = request.getfixturevalue("pg_template")
    return lambda: _on_postgres(server, template)
