"""What an undo took back, or would take back."""

from typing import cast

from ledger.desks.ledger import Ledger
from ledger.events.base import Recorded
from ledger.events.table import ActUndone
from ledger.transaction.unit import Done
from ledger.values.errors import Refused


def undone(ledger: Ledger, done: Done) -> list[Recorded]:
    """The events that were taken back, in order."""
    return [
        each
        for recorded in done.events
        if isinstance(recorded.event, ActUndone)
        for each in ledger.stream(recorded.originator_id, recorded.event.first, recorded.event.last)
    ]


def last_undone(ledger: Ledger, done: Done) -> int:
    """The position in the log of the last of them: what an undo is held to, if others enter more meanwhile."""
    last = undone(ledger, done)[-1]
    return ledger.journal.position_of(last.originator_id, last.originator_version) or 0


def would_undo(ledger: Ledger, refused: Refused) -> list[Recorded]:
    """The events of the last act where an undo is refused that reaches it; none of any other refusal."""
    positions = cast("list[int]", refused.refusal.facts.get("last_act", []))
    places = (ledger.journal.select_notifications(position, 1) for position in positions)
    return [cast("Recorded", ledger.loader.mapper.to_domain_event(each)) for (each,) in places]
