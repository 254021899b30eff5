"""The only place that wires things together: from a URL to a ledger that is ready to be used."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from ledger.application import Pit
from migrations.version import verify_ready


def open_store(url: str) -> Pit:
    """The ledger in a store, checked (without Alembic) to have the tables this program needs.

    Raises Misused for a URL that cannot be read, StoreUnreachable where there is no store or it has
    another version.
    """
    with ExitStack() as unless_ready:
        pit = Pit(url)
        unless_ready.callback(close, pit)
        verify_ready(pit.journal.engine)
        unless_ready.pop_all()
    return pit


@contextmanager
def unchecked_store(url: str) -> Iterator[Pit]:
    """The ledger in a store that may have no tables yet, or those of another version."""
    pit = Pit(url)
    try:
        yield pit
    finally:
        close(pit)


def close(pit: Pit) -> None:
    """Let go of the store."""
    pit.close()
    pit.journal.engine.dispose()
