"""SQLite files beside a store, for what several processes make at once: a file has one writer at a time."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from tempfile import TemporaryDirectory
from typing import Any, Final

from sqlalchemy import Engine, make_url

ASIDE: Final = "aside"
"""The name by which a statement finds what is attached."""


@contextmanager
def files(count: int) -> Iterator[list[str]]:
    """Addresses of new stores that nobody else may read; they are gone when the block ends."""
    with TemporaryDirectory() as home:
        yield [f"sqlite:///{home}/{n}.db" for n in range(count)]


@contextmanager
def attached(engine: Engine, url: str) -> Iterator[Any]:
    """The driver's connection to a store in a transaction that writes, and finds another file's tables under ASIDE."""
    with closing(engine.raw_connection()) as pooled:
        driver: Any = pooled.driver_connection
        driver.execute(f"ATTACH DATABASE ? AS {ASIDE}", (make_url(url).database,))
        try:
            driver.execute("BEGIN IMMEDIATE")
            yield driver
            driver.execute("COMMIT")
        finally:
            if driver.in_transaction:
                driver.execute("ROLLBACK")
            driver.execute(f"DETACH DATABASE {ASIDE}")
