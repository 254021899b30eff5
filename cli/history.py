"""A table's day as a list: every event, who entered it, when it happened and was recorded."""

from collections.abc import Iterator
from datetime import tzinfo
from typing import TYPE_CHECKING

import msgspec

from cli.past import Past
from cli.telling import describe, local
from ledger.events import Recorded

if TYPE_CHECKING:
    from ledger.application import Pit


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """One event. position: in the log. version: in its stream. Instants RFC 3339 UTC."""

    position: int
    stream: str
    version: int
    event: str
    by: str
    at: str
    recorded_at: str
    source: str
    seq: int
    said: str


def of_day(pit: "Pit", code: str, day: str, then: Past) -> list[tuple[int, Recorded]]:
    """A table's events of a gaming day, and what was counted of it, in the order of the log."""
    from ledger import day as days
    from ledger.store.errors import store_errors
    from ledger.table.state import stream
    from projections.round_events import on_day

    with store_errors(), pit.journal.engine.connect() as connection:
        found = [
            *on_day(connection, stream(code), day),
            *(
                each
                for each in on_day(connection, days.stream(day), day)
                if getattr(each[1].event, "table", None) == code
            ),
        ]
    return sorted((each for each in found if then.sees(each[0], each[1].event)), key=_position)


def _position(placed: tuple[int, Recorded]) -> int:
    return placed[0]


def entries(found: list[tuple[int, Recorded]]) -> list[Entry]:
    """The events as programs get them."""
    from ledger.store.codec import TOPIC_OF
    from projections.reports.figures import rfc3339

    return [
        Entry(
            position=position,
            stream=recorded.originator_id,
            version=recorded.originator_version,
            event=TOPIC_OF[type(recorded.event)],
            by=recorded.event.by,
            at=rfc3339(recorded.event.at),
            recorded_at=rfc3339(recorded.event.recorded_at),
            source=recorded.event.source,
            seq=recorded.event.seq,
            said=describe(recorded),
        )
        for position, recorded in found
    ]


def lines(found: list[tuple[int, Recorded]], zone: tzinfo) -> Iterator[str]:
    """The events as a person reads them; when it was recorded is said where that was later."""
    for position, recorded in found:
        event = recorded.event
        at, recorded_at = local(event.at, zone), local(event.recorded_at, zone)
        late = "" if at == recorded_at else f" (recorded {recorded_at})"
        yield f"{position:>9,}  {at}{late}  {event.by:<8}  {describe(recorded)}"
