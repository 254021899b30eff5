"""What an undo at a table means for its progressive link: what the act had put into the meters goes out again, and what
was won of them by it goes back in.

A meter that somebody else has won since has been read and paid with it: then the act stays.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from ledger.events import link as link_events
from ledger.events import table as e
from ledger.events.award import AwardHandedOver, AwardNotHandedOver
from ledger.events.base import Event
from ledger.link.draft import LinkDraft
from ledger.link.payment import Settled, wait_again
from ledger.link.reversal import SinceFed, payment, put_back
from ledger.link.seed import require_above
from ledger.link.state import (
    Contribution,
    Link,
    OfAnAward,
    award_name,
    name_of,
)
from ledger.table.draft import Draft
from ledger.values.errors import Refused

COMMON: Final = frozenset(Event.__struct_fields__)

Moved = AwardHandedOver | AwardNotHandedOver
"""What a table says of what is on record of an award: its chips left the tray, or did not after all."""

REVERSE = "pit meter award-reverse, then pit round reverse"
BOOKS = (
    "correct the books instead (pit day correct), and the meters (pit meter adjust); or take back first what was won"
    " since, where that is wrong too (pit meter award-reverse)"
)
VOID = "pit round void, or settle it and go on"


def take_out(
    link: Link, of: Draft, fed: Contribution, since: SinceFed, undone: Sequence[Event]
) -> LinkDraft:
    """The link as it would be, and its events that follow from an undo in the round that its table fed it last.

    since: since that. undone: the table's events that are taken back. Raises Refused where somebody has won what is to
    go out of a meter, or a correction took it, and where what was won in the round has been dealt with otherwise than
    by its settlement.
    """
    draft = LinkDraft(link, of)
    closed = next((each for each in undone if isinstance(each, e.NoMoreBets)), None)
    own = [x for x in since.events if isinstance(x, link_events.AwardWon) and x.round == fed.round]
    for won in own:
        _verify_settles(link, fed, won, since.events, undone)
    settled = any(isinstance(each, e.RoundSettled) for each in undone)
    instead = VOID if not settled else BOOKS
    meters = None if closed else {won.meter for won in own if won.moves_meter}
    _verify_nobody_since(link, fed, since.events, meters, instead)
    gone: list[str] = []
    for won in reversed(own):
        _put_back(draft, won, gone, since.events)
        gone.append(name_of(won))
    if closed is not None:
        require_above(draft.link, fed.round, fed.lines, since.events)
        draft.record(
            link_events.ContributionsReturned,
            day=closed.day,
            round=fed.round,
            table=of.table.code,
            lines=list(fed.lines),
            undone=True,
        )
    return draft


def owe_again(link: Link, of: Draft, since: Sequence[Event], moved: Moved) -> LinkDraft:
    """The same where nothing but what is on record of an award is taken back: it waits as it did, or, where that was
    recorded in the place of something else, stands as it was recorded before.

    since: all events of the link since its round fed it. moved: the event of the table that is taken back. Raises
    Refused where it was paid as the controller named its winner: that was one act.
    """
    draft = LinkDraft(link, of)
    name = award_name(moved.round, moved.seat, moved.meter)
    mine = [x for x in since if isinstance(x, OfAnAward) and name_of(x) == name]
    won = next(each for each in mine if isinstance(each, link_events.AwardWon))
    changed = next(n for n, x in enumerate(mine) if isinstance(x, Settled) and _one_act(x, moved))
    said = mine[changed]
    if _one_act(won, said):
        raise Refused(
            "award_at_once",
            f"The {won.meter.replace('_', ' ')} award of {won.round} was paid to seat {won.seat} with the controller's"
            " result that won it; that result is not undone.",
            f"Take back the award, and the round where that was wrong too: {REVERSE}.",
            round=won.round,
            seat=won.seat,
            meter=won.meter,
        )
    wait_again(draft, won, since)
    if _one_act(mine[changed - 1], said):
        before = next(x for x in reversed(mine[: changed - 1]) if isinstance(x, Settled))
        facts = {x: getattr(before, x) for x in before.__struct_fields__ if x not in COMMON}
        draft.record(type(before), day=before.day, **facts)
    return draft


def _one_act(one: Event, other: Event) -> bool:
    return (one.at, one.recorded_at) == (other.at, other.recorded_at)


def _verify_settles(
    link: Link,
    fed: Contribution,
    won: link_events.AwardWon,
    since: Iterable[Event],
    undone: Iterable[Event],
) -> None:
    """An award goes back with the settlement that won it, and nothing else has become of it."""
    settled = any(isinstance(each, e.RoundSettled) for each in undone)
    if not settled or won.level == link_events.MUST_HIT:
        raise _moved(link, fed, won.meter, "was won in it", REVERSE)
    for each in since:
        if isinstance(each, link_events.AwardReversed) and name_of(each) == name_of(won):
            raise _moved(link, fed, won.meter, "has its award back", "pit round reverse")
    paid = payment(since, won)
    if paid is not None and paid.place != "tray":
        raise _moved(link, fed, won.meter, f"was won in it and paid at the {paid.place}", REVERSE)


def _verify_nobody_since(
    link: Link,
    fed: Contribution,
    since: Iterable[Event],
    meters: set[str] | None,
    instead: str,
) -> None:
    """Nobody else has won of these meters since, nor had it taken back; None: of any. instead: what can be done."""
    won: dict[str, link_events.AwardWon] = {}
    for each in since:
        match each:
            case link_events.AwardWon() if each.moves_meter and each.round != fed.round:
                won[name_of(each)] = each
            case link_events.AwardReversed() if meters is None:
                won.pop(name_of(each), None)
            case link_events.AwardReversed() if meters and each.meter in meters:
                raise _moved(link, fed, each.meter, "an award went back into since", REVERSE)
            case _:
                pass
    for each in won.values():
        if meters is None or each.meter in meters:
            how = f"seat {each.seat} of {each.table} won since"
            raise _moved(link, fed, each.meter, how, instead)


def _put_back(
    draft: LinkDraft, won: link_events.AwardWon, gone: Iterable[str], since: Iterable[Event]
) -> None:
    """The meter as if it had not been won."""
    visible, reserve, _ = put_back(draft.link, draft.of.past, won, since, gone)
    draft.record(
        link_events.AwardUndone,
        day=won.day,
        round=won.round,
        table=won.table,
        seat=won.seat,
        meter=won.meter,
        cents=won.cents,
        reseed_cents=won.reseed_cents,
        visible=visible,
        reserve=reserve,
    )


def _moved(link: Link, fed: Contribution, meter: str, how: str, instead: str) -> Refused:
    return Refused(
        "meters_moved",
        f"Round {fed.round} has fed the {meter} meter of {link.code}, which {how}.",
        f"What was won is not taken back with it: {instead}.",
        round=fed.round,
        link=link.code,
        meter=meter,
    )
