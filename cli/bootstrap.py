"""The only place that wires things together: from a URL to a ledger that is ready to be used."""

from contextlib import ExitStack

from ledger.application import Pit
from migrations.version import verify_ready


def open_store(url: str) -> Pit:
    """The ledger in a store, checked (without Alembic) to have the tables this program needs.

    Raises Misused for a URL that cannot be read, StoreUnreachable where there is no store or it has another version.
    """
    pit = Pit(url)
    with ExitStack() as unless_ready:
        unless_ready.callback(pit.close)
        verify_ready(pit.journal.engine)
        unless_ready.pop_all()
    return pit
