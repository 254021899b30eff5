"""An award taken back: from a mistyped card, or overturned by a ruling (P4, X26, decision 34).

The meter gets its reading back, with what was contributed since. Who won of it meanwhile keeps what he won; what he
would have won more, had the meter been as it should, stays in it by a correction that is posted beside.
"""

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from typing import Any, NamedTuple

import msgspec

from ledger.events import link as link_events
from ledger.events import table as e
from ledger.events.base import Event
from ledger.events.meter import UNITS
from ledger.link.draft import LinkDraft
from ledger.link.seed import require_seed
from ledger.link.state import Link, OfAnAward, name_of, require_document
from ledger.table import acts as table_acts
from ledger.table.corrections import is_counted
from ledger.table.draft import BackTo, Past, require_open, require_tray
from ledger.table.meters import unknown_award
from ledger.values.errors import Refused

WentBack = link_events.AwardReversed | link_events.AwardRefused
"""By which an award goes back into its meter for good."""

Back = tuple[int, int, int]
"""What goes back into a meter: visible units, units in reserve; and cents that those who won since would have won more.
"""


class SinceFed(NamedTuple):
    """A link's events since a round fed it last, that contribution first; none where it never did. before: the version
    that the link had then. An award that was won and undone since is not among them.
    """

    before: int
    events: list[Event]


def since_fed(code: str, round_id: str, back_to: BackTo, *, undone: bool = False) -> SinceFed:
    """A link's events since a round fed it last; with undone, all of them."""

    def feeds(event: Event) -> bool:
        return isinstance(event, link_events.ContributionsTaken) and event.round == round_id

    found = back_to(link_events.stream(code), round_id, feeds)
    if not found or not feeds(found[0].event):
        return SinceFed(0, [])
    events = (each.event for each in found)
    return SinceFed(
        found[0].originator_version - 1, list(events) if undone else standing_of(events)
    )


def standing_of(history: Iterable[Event]) -> list[Event]:
    """A link's events but for those of awards, and of their payments, that were undone. Where what was undone came
    before these, that it was is what there is.
    """
    events: list[Event] = []
    for event in history:
        left = events
        if isinstance(event, link_events.AwardUndone):
            left = without(events, name_of(event))
        elif isinstance(event, link_events.AwardOwed):
            settled = link_events.AwardPaid | link_events.AwardRefused
            left = without(events, name_of(event), settled)
        events = left if len(left) < len(events) else [*events, event]
    return events


def without(events: Iterable[Event], award: str, kinds: Any = OfAnAward) -> list[Event]:
    """Events of a link but those of one award, or those of some kinds among them."""
    return [each for each in events if not isinstance(each, kinds) or name_of(each) != award]


def since_won(code: str, rounds: AbstractSet[str], back_to: BackTo) -> SinceFed:
    """A link's events since the first of some rounds fed it; farther back where an award went back since that had been
    won before, to where its round did.
    """
    fed = (since_fed(code, each, back_to) for each in rounds)
    found = min((x for x in fed if x.events), key=lambda x: x.before, default=SinceFed(0, []))
    won = {name_of(x) for x in found.events if isinstance(x, link_events.AwardWon)}
    back = (x for x in found.events if isinstance(x, WentBack))
    farther = {x.round for x in back if name_of(x) not in won} - rounds
    return since_won(code, rounds | farther, back_to) if farther else found


def as_if(before: Link, events: Iterable[Event]) -> Link:
    """A link that stood as `before`, had only these of its events happened since: each award is read of the meter as it
    would have been, and one that went back into it since left it as if it had not been won either.
    """
    link, told = before.copy(), list[Event]()
    for event in events:
        said = event
        match event:
            case link_events.AwardWon():
                cents, _ = link.read(event).award(event.share_bps)
                said = msgspec.structs.replace(event, cents=cents)
            case link_events.AwardRefused() | link_events.AwardReversed():
                told = without(told, name_of(event))
                _comes_to(link, _after(before, told), event.meter)
                continue
            case link_events.MeterCorrected() if event.round:
                continue  # It follows from a reversal: all of that is in the meter.
            case _:
                pass
        link.apply(said)
        told.append(said)
    return link


def _after(before: Link, events: Iterable[Event]) -> Link:
    link = before.copy()
    for event in events:
        link.apply(event)
    return link


def _comes_to(link: Link, other: Link, meter: str) -> None:
    if meter in link.meters:  # A fixed award has none.
        link.meters[meter] = other.meters[meter]


def given_back(link: Link, past: Past, won: link_events.AwardWon, gone: Iterable[str] = ()) -> Back:
    """What taking an award back does to its meter: visible and reserve units, by which it comes to what it would show
    without it; and the cents that those who won since would have won more. gone: names of awards that are out of the
    link already, and not of its past.

    All three together are the award, less what the house put in again for it.
    """
    before, since = since_won(link.code, {won.round}, past.back_to)
    for name in (name_of(won), *gone):
        since = without(since, name)
    return apart(link, as_if(past.link_at(link.code, before), since), won)


def put_back(
    link: Link,
    past: Past,
    won: link_events.AwardWon,
    since: Iterable[Event],
    gone: Iterable[str] = (),
) -> Back:
    """The same, for an award that goes back now. since: the link's events since its round fed it. Raises Refused where
    the meter would be below its seed, as a correction lowered it.
    """
    back = given_back(link, past, won, gone)
    require_seed(link, won, back[0], since)
    return back


def apart(link: Link, other: Link, won: link_events.AwardWon) -> Back:
    """The same, where it is known how the link would stand without the award."""
    if not won.moves_meter:
        return 0, 0, 0
    now, without = link.meters[won.meter], other.meters[won.meter]
    visible, reserve = without.visible - now.visible, without.reserve - now.reserve
    return visible, reserve, won.cents - won.reseed_cents - (visible + reserve) // UNITS


def reverse(draft: LinkDraft, act: table_acts.ReverseAward) -> None:
    """Take an award back, handed over or not. What was handed over and does not come back, the house has given away.

    Chips that come back into the tray are a correction of the table's result from the hands.
    """
    require_document((act.authorised_by, act.second), act.document, act.reason)
    past = draft.of.past
    history = since_fed(draft.link.code, act.round, past.back_to).events
    won = _standing(draft.link, history, act)
    paid = payment(history, won)
    if act.handed_back and paid is None:
        raise Refused(
            "award_not_paid",
            f"The award of {won.meter} to seat {won.seat} was not handed over; it cannot be handed back.",
            "Leave out where it was handed back.",
            round=won.round,
            seat=won.seat,
        )
    visible, reserve, since_cents = put_back(draft.link, past, won, history)
    draft.of.claim(f"correction:{act.document}")
    same: dict[str, Any] = {
        **{name: getattr(won, name) for name in ("round", "seat", "meter")},
        **{name: getattr(act, name) for name in ("document", "reason", "authorised_by", "second")},
    }
    draft.record(
        link_events.AwardReversed,
        table=won.table,
        cents=won.cents,
        reseed_cents=won.reseed_cents,
        visible=visible,
        reserve=reserve,
        since_cents=since_cents,
        paid=paid.place if paid else "",
        handed_back=act.handed_back,
        **same,
    )
    if since_cents:
        draft.record(link_events.MeterCorrected, cents=since_cents, **same)
    if paid and act.handed_back == "tray":
        _into_tray(draft, act, paid)


def _standing(
    link: Link, history: Iterable[Event], act: table_acts.ReverseAward
) -> link_events.AwardWon:
    """The award that is meant, where it stands."""
    of_seat = [
        each
        for each in history
        if isinstance(each, link_events.AwardWon | link_events.AwardRefused)
        and (each.round, each.seat) == (act.round, act.seat)
        and act.meter in {"", each.meter}
    ]
    won = [each for each in of_seat if isinstance(each, link_events.AwardWon)]
    if not won:
        raise unknown_award(act.round, act.seat)
    if len(won) > 1:
        raise Refused(
            "which_award",
            f"Seat {act.seat} won of {len(won)} meters in {act.round}.",
            "Name the meter too: ROUND/SEAT/METER.",
            round=act.round,
            seat=act.seat,
            meters=[each.meter for each in won],
        )
    (award,) = won
    if len(of_seat) > 1 or name_of(award) in link.reversed:
        raise Refused(
            "award_reversed",
            f"The award of {award.meter} to seat {award.seat} of {award.round} went back into its meter already.",
            "pit meter history shows how; it goes back once.",
            round=award.round,
            seat=award.seat,
            meter=award.meter,
        )
    return award


def payment(history: Iterable[Event], won: link_events.AwardWon) -> link_events.AwardPaid | None:
    """What was handed over of an award, among a link's events."""
    paid = (each for each in history if isinstance(each, link_events.AwardPaid))
    return next((each for each in paid if name_of(each) == name_of(won)), None)


def _into_tray(draft: LinkDraft, act: table_acts.ReverseAward, paid: link_events.AwardPaid) -> None:
    require_open(draft.of)
    require_tray(
        draft.of,
        "Say when it was handed back (--at), while the table was open; or that the cage has it back.",
        table=paid.table,
        round=paid.round,
        seat=paid.seat,
    )
    draft.of.record(
        e.CorrectionPosted,
        figure="hand_result",
        cents=paid.cents,
        of_day=paid.day,
        original=paid.round,
        document=act.document,
        reason=act.reason,
        approved_by=act.authorised_by,
        counted=is_counted(draft.of.table, draft.of.stamp.at),
        moved_at=draft.of.stamp.at,
    )
