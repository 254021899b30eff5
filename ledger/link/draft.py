"""A link as it would be: the state with what was decided at a table of it, not saved yet."""

from typing import Final

from ledger.events import link as link_events
from ledger.events.base import Event
from ledger.link.state import Link, require_in_service
from ledger.table.draft import Draft

PUT_RIGHT: Final = (
    link_events.ContributionsReturned,
    link_events.AwardOwed,
    link_events.AwardPaid,
    link_events.AwardRefused,
    link_events.AwardReversed,
    link_events.MeterCorrected,
    link_events.BalanceCarried,
)
"""What is put right of a round or an award, whatever became of its link."""


class LinkDraft:
    """A copy of a link on which a table's decisions are tried."""

    __slots__ = ("link", "of", "pending")

    def __init__(self, link: Link, of: Draft) -> None:
        self.link = link.copy()
        self.of = of
        self.pending: list[Event] = []

    def record(self, kind: type[Event], *, day: str = "", **facts: object) -> None:
        """Decide on an event, said by whoever acts at the table. Raises Refused where the link is retired, unless it
        puts right what happened before.
        """
        if kind not in PUT_RIGHT:
            require_in_service(self.link)
        event = self.of.stamp.on(kind, day=day, **facts)
        self.link.apply(event)
        self.pending.append(event)
