"""What an undo took back, or would take back."""

from collections.abc import Iterable, Iterator
from typing import cast

from ledger.desks.ledger import Ledger
from ledger.events.base import Recorded
from ledger.events.table import ActUndone, RoundSettled
from ledger.transaction.unit import Done
from ledger.values.errors import Refused
from projections.models.settled import sums
from projections.queries.event_lines import in_words
from projections.queries.totals import came_to_told
from projections.queries.unsaid import briefly


def undone(ledger: Ledger, done: Done) -> list[Recorded]:
    """The events that were taken back, in order."""
    return [
        each
        for recorded in done.events
        if isinstance(recorded.event, ActUndone)
        for each in ledger.stream(recorded.originator_id, recorded.event.first, recorded.event.last)
    ]


def in_brief(events: Iterable[Recorded]) -> Iterator[str]:
    """What each event says, in one line, for who knows the table: of a settled round what its wagers came to."""
    for event in (each.event for each in events):
        first, *lines = in_words(event).splitlines()
        if isinstance(event, RoundSettled):
            first = f"{first}; {came_to_told(len(event.lines), *sums(event.lines))}"
            lines = []
        yield from (briefly(event, line) for line in (first, *lines))


def last_undone(ledger: Ledger, done: Done) -> int:
    """The position in the log of the last of them: what an undo is held to, if others enter more meanwhile."""
    last = undone(ledger, done)[-1]
    return ledger.journal.position_of(last.originator_id, last.originator_version) or 0


def would_undo(ledger: Ledger, refused: Refused) -> list[Recorded]:
    """The events of the last act where an undo is refused that reaches it; none of any other refusal."""
    positions = cast("list[int]", refused.refusal.facts.get("last_act", []))
    places = (ledger.journal.select_notifications(position, 1) for position in positions)
    return [cast("Recorded", ledger.loader.mapper.to_domain_event(each)) for (each,) in places]
