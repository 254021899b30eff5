"""Who signed the books of a closed day or month, and what was known of them then."""

from ledger.desks.ledger import Ledger
from ledger.events import signing as signing_events
from ledger.events.day import DayClosed
from ledger.events.month import MonthClosed
from projections.figures.arithmetic import rfc3339
from projections.queries.names import Register
from projections.reports.signature import Signature


def signatures(ledger: Ledger, stream: str, books: str) -> list[Signature]:
    """The two who signed a gaming day or a month, the first one first; none of an open one. stream, books: its own, and
    how it is named.
    """
    events = ledger.stream(stream)
    closed = events[-1].event if events else None
    if not isinstance(closed, DayClosed | MonthClosed):
        return []
    position = ledger.journal.position_of(stream, events[-1].originator_version) or 0
    names, registry = Register(ledger), ledger.loader.registry()

    def signed(operator: str, at: int) -> Signature:
        known = names.known(operator, position)
        roles = registry.operator(operator).standing(at).roles if known else ()
        return Signature(
            operator=operator,
            name=known.name if known else "",
            licence=known.licence if known else "",
            roles=sorted(roles),
            at=rfc3339(at),
        )

    found = (signed(closed.by, closed.at), signed(closed.second, _second_at(ledger, closed, books)))
    return sorted(found, key=lambda each: each.at)


def _second_at(ledger: Ledger, closed: DayClosed | MonthClosed, books: str) -> int:
    """When the other one signed: at once, or when they left the books waiting for the one who closed them."""
    proposed = (
        recorded.event
        for recorded in ledger.stream(signing_events.stream(books))
        if isinstance(recorded.event, signing_events.BooksProposed)
    )
    at = (x.at for x in proposed if (x.by, x.books_at) == (closed.second, closed.books_at))
    return max(at, default=closed.at)
