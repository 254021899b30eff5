"""A table's day as a list: every event, who entered it, when it happened and was recorded."""

from collections.abc import Iterator
from datetime import tzinfo
from typing import TYPE_CHECKING

import msgspec

from cli.frame.past import Past
from cli.shown.telling import describe, local

if TYPE_CHECKING:
    import sqlalchemy as sa

    from projections.engine.streams import Placed


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


def of_day(connection: "sa.Connection", code: str, day: str, then: Past) -> "list[Placed]":
    """A table's events of a gaming day, and what was counted of it, in the order of the log."""
    from projections.replay.day import of_table

    return [each for each in of_table(connection, code, day) if then.sees(each[0], each[1].event)]


def entries(found: "list[Placed]") -> list[Entry]:
    """The events as programs get them."""
    from ledger.store.codec import TOPIC_OF
    from projections.figures.arithmetic import rfc3339

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


def lines(found: "list[Placed]", zone: tzinfo) -> Iterator[str]:
    """The events as a person reads them; when it was recorded is said where that was later."""
    for position, recorded in found:
        event = recorded.event
        at, recorded_at = local(event.at, zone), local(event.recorded_at, zone)
        late = "" if at == recorded_at else f" (recorded {recorded_at})"
        first, *more = describe(recorded).splitlines()
        yield f"{position:>9,}  {at}{late}  {event.by:<8}  {first}"
        yield from (f"{'':11}{line}" for line in more)
