"""SQLite files beside a store, for what is made at once with others or as a whole: a file has one writer at a time."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from sqlalchemy import Connection, Engine

from ledger.store.engine import writing

ASIDE: Final = "aside"
"""The name by which a statement finds what is attached."""


@contextmanager
def files(count: int) -> Iterator[list[str]]:
    """Paths of new files that nobody else may read; they are gone when the block ends."""
    with TemporaryDirectory() as home:
        yield [str(Path(home) / f"{n}.db") for n in range(count)]


@contextmanager
def attached(engine: Engine, path: str) -> Iterator[Connection]:
    """A connection to a store in a transaction that writes, and finds another file's tables under ASIDE."""
    with engine.connect() as connection:
        driver: Any = connection.connection.driver_connection
        driver.execute(f"ATTACH DATABASE ? AS {ASIDE}", (path,))
        try:
            with writing(connection):
                yield connection
        finally:
            driver.execute(f"DETACH DATABASE {ASIDE}")
