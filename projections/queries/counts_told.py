"""What is told of a count of an open tray while a drop that two people count blind is to come (T1, A3)."""

from msgspec import structs

from ledger.desks.ledger import Ledger
from ledger.events.base import Recorded
from ledger.events.table import TrayCounted


def as_told(ledger: Ledger, recorded: Recorded) -> Recorded:
    """An event as it is shown: a count of the open tray without what the tray should have held, as long as nobody is
    told what was bought in. With the opener, the hands, the fills and the credits each follows from the other.
    """
    event = recorded.event
    if not isinstance(event, TrayCounted) or not _drop_waits(ledger, recorded):
        return recorded
    event = structs.replace(event, expected_cents=None)
    return Recorded(recorded.originator_id, recorded.originator_version, event)


def _drop_waits(ledger: Ledger, recorded: Recorded) -> bool:
    """Whether the drop of the table's day, counted blind, is to come."""
    if "drop" not in ledger.loader.property_now().settings.blind_counts:
        return False
    # Who writes loads no read model, unless a tray was counted so.
    from projections.engine.journal import TABLES  # noqa: PLC0415  as said above
    from projections.queries.moment import NOW  # noqa: PLC0415  likewise
    from projections.queries.report import report  # noqa: PLC0415  likewise

    table = recorded.originator_id.removeprefix(TABLES)
    books = report(ledger, NOW, "win", recorded.event.day, table=table).rows
    return any(getattr(row, "drop", None) is None for row in books)
