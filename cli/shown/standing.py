"""A table, a progressive link, the adoptions of rules, as they stood where the command looks back (U2): folded from the
events of that state alone.
"""

from typing import TYPE_CHECKING

from cli.frame.options import session
from cli.frame.past import Past, past

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ledger.desks.ledger import Ledger
    from ledger.events.base import Aggregate, Recorded
    from ledger.link.state import Link
    from ledger.table.state import Table


def table(ledger: "Ledger", code: str) -> "Table":
    """A table as it stood then, or stands. Raises NotFound."""
    from ledger.table.state import Table, stream
    from ledger.transaction.unit import unknown_table

    then = past(session())
    if then is None:
        return ledger.table(code)
    found = Table()
    if not _folded(ledger, stream(code), found, then):
        raise unknown_table(code)
    return found


def link(ledger: "Ledger", code: str, then: Past) -> "Link":
    """A progressive link as it stood then. Raises NotFound."""
    from ledger.events.link import stream
    from ledger.link.state import Link, unknown_link

    found = Link()
    if not _folded(ledger, stream(code), found, then):
        raise unknown_link(code)
    return found


def table_codes() -> list[str]:
    """The codes of all tables that had been put into service by then."""
    from cli.frame.reading import caught_up
    from projections.models import places

    with caught_up((places.PROJECTION,)) as connection:
        return places.tables(connection)


def events_of_link(ledger: "Ledger", code: str) -> "list[Recorded]":
    """All that had moved the meters of a link by then, the oldest first. Raises NotFound."""
    from ledger.events.link import stream
    from ledger.link.state import unknown_link

    found = list(_events(ledger, stream(code), past(session()) or Past()))
    if not found:
        raise unknown_link(code)
    return found


def _folded(ledger: "Ledger", stream: str, state: "Aggregate", then: Past) -> bool:
    """Fold the events of a stream that belong to a state of the books; whether there are any."""
    found = False
    for recorded in _events(ledger, stream, then):
        state.apply(recorded.event)
        found = True
    return found


def _events(ledger: "Ledger", stream: str, then: Past) -> "Iterator[Recorded]":
    from ledger.store.errors import store_errors
    from projections.engine.streams import between

    with store_errors(), ledger.journal.engine.connect() as connection:
        for position, recorded in between(connection, stream):
            if then.position is not None and position > then.position:
                return
            if then.sees(position, recorded.event):
                yield recorded
