"""One event of the log."""

from typing import TYPE_CHECKING

from cli.serve.asked import Asked
from cli.typed.kinds import number

if TYPE_CHECKING:
    from projections.pages import Page
    from projections.queries.event import EventShown

POSITION = number(1)


def event(asked: Asked) -> "EventShown":
    """The event at a position."""
    from projections.queries.event import event as of

    return of(asked.ledger, asked.moment, POSITION.convert(asked.named["position"], None, None))


def event_page(asked: Asked, found: "EventShown") -> "Page":
    """In words, with what it names; and raw."""
    import msgspec

    from projections.pages import page

    raw = found.event
    return page(
        "event.html",
        title=f"Event {found.position:,}",
        shown=found,
        zone=asked.ledger.calendar.tz,
        raw=msgspec.json.format(msgspec.json.encode(raw), indent=2).decode(),
        round=raw.get("round") or "",
        gaming_day=raw.get("day") or "",
        table=str(raw["stream"]).partition(":")[2]
        if str(raw["stream"]).startswith("table:")
        else "",
    )
