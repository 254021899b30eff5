"""What an undo at a table means for its progressive link: what the act had put into the meters goes out again.

A meter that was won since has been read and paid with it: then the act stays.
"""

from collections.abc import Sequence

from ledger.events import link as link_events
from ledger.events import table as e
from ledger.events.base import Event
from ledger.link.draft import LinkDraft
from ledger.link.seed import require_above
from ledger.link.state import Contribution, Link, award_name
from ledger.table.draft import Draft
from ledger.values.errors import Refused


def take_out(
    link: Link, of: Draft, fed: Contribution, since: Sequence[Event], closed: e.NoMoreBets | None
) -> tuple[Link, list[Event]]:
    """The link as it would be, and its events that follow from an undo in the round that its table fed it last.

    since: the link's events since that. closed: the no more bets that is taken back, if it is.
    Raises Refused where the round won of a meter, or somebody has won what is to go out of it, or a correction took it.
    """
    won: dict[str, str] = {}
    reversed_: set[str] = set()
    for event in since:
        match event:
            case link_events.AwardReversed():
                reversed_.add(award_name(event.round, event.seat, event.meter))
            case link_events.AwardWon() if event.round == fed.round:
                raise _moved(
                    link,
                    fed,
                    event.meter,
                    "was won in it",
                    "pit meter award-reverse, then pit round reverse",
                )
            case link_events.AwardWon():
                won[award_name(event.round, event.seat, event.meter)] = event.meter
            case _:
                pass
    draft = LinkDraft(link, of)
    if closed is None:
        return draft.link, draft.pending
    for name, meter in won.items():
        if name not in reversed_:
            raise _moved(
                link, fed, meter, "was won since", "pit round void, or settle it and go on"
            )
    require_above(link, fed.round, fed.lines, since)
    draft.record(
        link_events.ContributionsReturned,
        day=closed.day,
        round=fed.round,
        table=of.table.code,
        lines=list(fed.lines),
        undone=True,
    )
    return draft.link, draft.pending


def _moved(link: Link, fed: Contribution, meter: str, how: str, instead: str) -> Refused:
    return Refused(
        "meters_moved",
        f"Round {fed.round} has fed the {meter} meter of {link.code}, which {how}.",
        f"What was won is not taken back with it: {instead}.",
        round=fed.round,
        link=link.code,
        meter=meter,
    )
