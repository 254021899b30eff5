"""One event of the log, raw and in words."""

from typing import Any

import msgspec

from ledger.desks.ledger import Ledger
from ledger.events.base import Recorded
from ledger.store.codec import decode
from ledger.store.errors import store_errors
from ledger.values.errors import NotFound
from projections.figures.arithmetic import rfc3339
from projections.queries.counts_told import as_told
from projections.queries.event_lines import describe, in_json
from projections.queries.moment import Moment
from projections.queries.names import Named, people


class EventShown(msgspec.Struct, frozen=True, kw_only=True):
    """An event of the log. position: its place there. at, recorded_at: RFC 3339 UTC. said: in words, a line or several.

    event: as it is recorded, with its stream, its version there and its topic; money in cents, times in microseconds;
    null what is told nobody yet.
    operators: who entered and signed it.
    """

    position: int
    at: str
    recorded_at: str
    said: str
    operators: list[Named]
    event: dict[str, Any]


def event(ledger: Ledger, moment: Moment, position: int) -> EventShown:
    """The event at a position of the log. Raises NotFound where none is there, or was by then."""
    with store_errors():
        rows = ledger.journal.select_rows(position - 1, 1, position)
    for _, stream, version, topic, state, *_ in rows:
        recorded = as_told(ledger, Recorded(stream, version, decode(topic, state)))
        if moment.sees(position, recorded.event):
            return _shown(ledger, position, recorded)
    raise NotFound(
        "unknown_event",
        f"There is no event {position} in the log.",
        "pit audit history shows those of a table's day.",
        position=position,
    )


def position_of(ledger: Ledger, recorded: Recorded) -> int:
    """Where in the log a recorded event stands."""
    with store_errors():
        found = ledger.journal.position_of(recorded.originator_id, recorded.originator_version)
    return found or 0


def recorded_at(ledger: Ledger, position: int) -> int | None:
    """When the event at a position was recorded, microseconds UTC; None where none is there."""
    with store_errors():
        rows = ledger.journal.select_rows(position - 1, 1, position)
    return next((decode(topic, state).recorded_at for _, _, _, topic, state, *_ in rows), None)


def _shown(ledger: Ledger, position: int, recorded: Recorded) -> EventShown:
    return EventShown(
        position=position,
        at=rfc3339(recorded.event.at),
        recorded_at=rfc3339(recorded.event.recorded_at),
        said=describe(recorded),
        operators=people(ledger, [(position, recorded)]),
        event=in_json(recorded),
    )
