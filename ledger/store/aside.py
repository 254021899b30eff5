"""SQLite files beside a store, for what is made at once with others or as a whole: a file has one writer at a time."""

import fcntl
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from sqlalchemy import Connection, Engine

from ledger.store.engine import writing
from ledger.values.errors import IntegrityFailure

ASIDE: Final = "aside"
"""The name by which a statement finds what is attached."""


@contextmanager
def files(engine: Engine, count: int, *, lasting: bool = False) -> Iterator[list[str]]:
    """Paths of files that nobody else may read; they are gone when the block ends. lasting: they stand beside the store
    and stay where the block is stopped, but for a fault of the log, so that others can go on with them; else what was
    left so is gone too. Raises BlockingIOError where others work with them.
    """
    kept = Path(f"{engine.url.database}-rebuild")
    if lasting:
        kept.mkdir(mode=0o700, exist_ok=True)
        with _held(kept):
            try:
                yield _named(kept, count)
            except IntegrityFailure:
                shutil.rmtree(kept)
                raise
            shutil.rmtree(kept)
        return
    with suppress(OSError), _held(kept):
        shutil.rmtree(kept)
    with TemporaryDirectory() as home:
        yield _named(Path(home), count)


def _named(home: Path, count: int) -> list[str]:
    return [str(home / f"{n}.db") for n in range(count)]


@contextmanager
def _held(folder: Path) -> Iterator[None]:
    """A folder that no other process holds meanwhile; one that dies lets it go."""
    opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    finally:
        os.close(opened)


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
