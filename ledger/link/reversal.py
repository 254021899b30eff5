"""An award taken back: from a mistyped card, or overturned by a ruling (P4, X26, decision 34).

The meter gets its reading back, with what was contributed since. Who won of it meanwhile keeps what he won; what he
would have won more, had the meter been as it should, stays in it by a correction that is posted beside.
"""

from collections import Counter
from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from typing import Any, NamedTuple

import msgspec

from ledger.events import link as link_events
from ledger.events import table as e
from ledger.events.base import Event
from ledger.events.meter import UNITS
from ledger.link.draft import LinkDraft
from ledger.link.state import Link, OfAnAward, name_of, require_document
from ledger.table import acts as table_acts
from ledger.table.corrections import is_counted
from ledger.table.draft import BackTo, require_open, require_tray
from ledger.table.meters import unknown_award
from ledger.values.errors import Refused


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
    """A link's events since the first of some rounds fed it; farther back where an award was taken back since that had
    been won before, to where its round did.
    """
    fed = (since_fed(code, each, back_to) for each in rounds)
    found = min((x for x in fed if x.events), key=lambda x: x.before, default=SinceFed(0, []))
    won = {name_of(x) for x in found.events if isinstance(x, link_events.AwardWon)}
    back = (x for x in found.events if isinstance(x, link_events.AwardReversed))
    farther = {x.round for x in back if name_of(x) not in won} - rounds
    return since_won(code, rounds | farther, back_to) if farther else found


def as_if(before: Link, since: Iterable[Event], never_won: str, *, older: bool = False) -> Link:
    """A link as it would stand without one of the awards won since it stood as `before`: each later one is read of the
    meter as it would have been, and where it went back into it, so did what it would have been more. One that was taken
    back left the meter as if it had not been won either.

    older: it left it as its reversal says, which counts what the other award made of the reserve as shown.
    """
    link, more, told = before.copy(), Counter[str](), list[Event]()
    for event in since:
        said = event
        match event:
            case link_events.AwardWon() | link_events.AwardPaid() if name_of(event) == never_won:
                continue
            case link_events.AwardWon():
                cents, _ = link.read(event).award(event.share_bps)
                more[name_of(event)] = cents - event.cents
                said = msgspec.structs.replace(event, cents=cents)
            case link_events.AwardRefused():
                back = event.cents + more[name_of(event)]
                said = msgspec.structs.replace(event, cents=back)
            case link_events.AwardReversed() if older:
                visible = event.visible + more[name_of(event)] * UNITS
                said = msgspec.structs.replace(event, visible=visible)
            case link_events.AwardReversed():
                told = without(told, name_of(event))
                visible, reserve = _apart(link, _after(before, told), event.meter)
                link.apply(msgspec.structs.replace(event, visible=visible, reserve=reserve))
                continue
            case link_events.MeterCorrected() if event.round and not older:
                continue  # It follows from a reversal, which has left nothing to be corrected.
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


def _apart(link: Link, other: Link, meter: str) -> tuple[int, int]:
    """Units by which a meter shows more at the other, and by which it has more in reserve. A fixed award has none."""
    if meter == link_events.PAYTABLE:
        return 0, 0
    now, then = link.meters[meter], other.meters[meter]
    return then.visible - now.visible, then.reserve - now.reserve


def given_back(
    link: Link,
    before: Link,
    since: Iterable[Event],
    won: link_events.AwardWon,
    *,
    older: bool = False,
) -> tuple[int, int, int]:
    """What taking an award back does to its meter: visible and reserve units, by which it comes to what it would show
    without it; and the cents that those who won since would have won more. before, since: the link before the round fed
    it, or before one whose award was taken back since, and its events since then. older: as `as_if` has it.

    All three together are the award, less what the house put in again for it.
    """
    visible, reserve = _apart(link, as_if(before, since, name_of(won), older=older), won.meter)
    return visible, reserve, won.cents - won.reseed_cents - (visible + reserve) // UNITS


def reverse(draft: LinkDraft, act: table_acts.ReverseAward) -> None:
    """Take an award back, handed over or not. What was handed over and does not come back, the house has given away.

    Chips that come back into the tray are a correction of the table's result from the hands.
    """
    require_document((act.authorised_by, act.second), act.document, act.reason)
    past, code = draft.of.past, draft.link.code
    history = since_fed(code, act.round, past.back_to).events
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
    before, since = since_won(code, {act.round}, past.back_to)
    visible, reserve, since_cents = given_back(draft.link, past.link_at(code, before), since, won)
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
