"""A link as it would be: the state with what was decided at a table of it, not saved yet."""

from typing import Final

from ledger.events import link as link_events
from ledger.events.base import Event
from ledger.link.state import Link, require_in_service
from ledger.table.draft import Draft

OF_AWARDS: Final = (
    link_events.AwardOwed,
    link_events.AwardPaid,
    link_events.AwardRefused,
    link_events.AwardReversed,
)
"""What becomes of an award on record, whatever became of its link."""


class LinkDraft:
    """A copy of a link on which a table's decisions are tried."""

    __slots__ = ("link", "of", "pending")

    def __init__(self, link: Link, of: Draft) -> None:
        self.link = link.copy()
        self.of = of
        self.pending: list[Event] = []

    def record(self, kind: type[Event], *, day: str = "", **facts: object) -> None:
        """Decide on an event, said by whoever acts at the table. Raises Refused where the link is retired, unless it
        says of an award what moves no meter: where it was paid, or that a fixed one is taken back.
        """
        event = self.of.stamp.on(kind, day=day, **facts)
        retired = self.link.copy() if self.link.retired_to else None
        self.link.apply(event)
        if retired and not (kind in OF_AWARDS and self.link.meters == retired.meters):
            require_in_service(retired)
        self.pending.append(event)
