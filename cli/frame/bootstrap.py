"""The only place that wires things together: from a URL to a ledger that is ready to be used."""

from collections.abc import Iterator
from contextlib import contextmanager

from ledger.desks.ledger import Pit
from ledger.rules import Catalogue
from migrations.version import verify_ready


@contextmanager
def open_store(url: str, catalogue: Catalogue) -> Iterator[Pit]:
    """The ledger in a store, checked (without Alembic) to have the tables this program needs.

    catalogue: the rules submissions that can be adopted.

    Raises Misused for a URL that cannot be read, StoreUnreachable where there is no store or it has
    another version.
    """
    with Pit(url, catalogue=catalogue) as pit:
        verify_ready(pit.journal.engine)
        yield pit


def unchecked_store(url: str) -> Pit:
    """The ledger in a store that may have no tables yet, or those of another version."""
    return Pit(url)
