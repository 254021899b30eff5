"""The only place that wires things together: from a URL to a ledger that is ready to be used."""

from collections.abc import Iterator
from contextlib import contextmanager

from ledger.desks.ledger import Ledger
from ledger.rules.catalogue import Catalogue
from migrations.version import verify_ready


@contextmanager
def open_store(url: str, catalogue: Catalogue) -> Iterator[Ledger]:
    """The ledger in a store, checked (without Alembic) to have the tables this program needs.

    catalogue: the rules submissions that can be adopted.

    Raises Misused for a URL that cannot be read, StoreUnreachable where there is no store or it has
    another version.
    """
    with Ledger(url, catalogue=catalogue) as ledger:
        verify_ready(ledger.journal.engine)
        yield ledger


def of_this_version(ledger: Ledger) -> Ledger:
    """A ledger that has been open for a while, whose store may have been brought to another version since.

    Raises StoreUnreachable where it was.
    """
    verify_ready(ledger.journal.engine)
    return ledger


def unchecked_store(url: str) -> Ledger:
    """The ledger in a store that may have no tables yet, or those of another version."""
    return Ledger(url)
