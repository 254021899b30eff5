"""What an award taken back, or a round reversed, moves in the meters of a retired link is carried over into those of
the link that got what they held, and on from there where that one is retired too (P4, decision 47).
"""

from collections.abc import Callable, Iterable, Sequence

from ledger.events import link as link_events
from ledger.events.base import Event
from ledger.link.draft import LinkDraft
from ledger.link.reversal import standing_of
from ledger.link.seed import require_above
from ledger.link.state import Link, OfAnAward, held, name_of, turned
from ledger.values.errors import Refused


def carry_over(draft: LinkDraft, link_of: Callable[[str], Link]) -> list[LinkDraft]:
    """The drafts of all links that what was decided comes to, its own first.

    Raises Refused where what is to go out of a meter was won of it since, or corrected away.
    """
    drafts = [draft]
    while drafts[-1].link.retired_to and (lines := held(drafts[-1].link, moved=True)):
        here = drafts[-1]
        there = LinkDraft(link_of(here.link.retired_to), draft.of)
        since = _since_received(there, here.link.code, _round_of(draft.pending))
        _require_left(there.link, _round_of(draft.pending), lines, since)
        # Not before what it is carried after: a meter has on no day what came or went later.
        day = max(each.day for each in (since[0], *here.pending))
        kind = link_events.BalanceCarried
        here.record(kind, day=day, link=there.link.code, lines=turned(lines))
        there.record(
            kind, day=day, link=here.link.code, lines=lines, link_version=here.link.version
        )
        drafts.append(there)
    return drafts


def _round_of(pending: Iterable[Event]) -> str:
    """Of what is taken back: an award or a round."""
    about = OfAnAward | link_events.ContributionsReturned
    return next(each.round for each in pending if isinstance(each, about))


def _since_received(there: LinkDraft, retired: str, round_id: str) -> list[Event]:
    """A link's events since it got what a retired one held, that first. round_id: of a round before."""
    found = there.of.past.back_to(
        link_events.stream(there.link.code),
        round_id,
        lambda x: isinstance(x, link_events.BalanceReceived) and x.retired == retired,
    )
    return standing_of(each.event for each in found)


def _require_left(
    link: Link, round_id: str, lines: Iterable[link_events.MeterUnits], since: Sequence[Event]
) -> None:
    out = [each for each in turned(lines) if each.visible > 0 or each.reserve > 0]
    won: dict[str, str] = {}
    for each in since:
        if isinstance(each, link_events.AwardWon):
            won[name_of(each)] = each.meter
        elif isinstance(each, link_events.AwardReversed):
            won.pop(name_of(each), None)
    meters = sorted({each.meter for each in out}.intersection(won.values()))
    if meters:
        raise won_since(round_id, meters)
    if not link.retired_to:
        require_above(link, round_id, out, since)


def won_since(round_id: str, meters: Sequence[str]) -> Refused:
    """The error for what is not in its meter any more."""
    return Refused(
        "meter_won_since",
        f"What round {round_id} had put into {', '.join(meters)} was won since.",
        "Correct the books instead (pit day correct), and the meters (pit meter adjust); where what was won since is"
        " wrong too, take that back first (pit meter award-reverse).",
        round=round_id,
        meters=meters,
    )
