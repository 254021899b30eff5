"""A settled round that does not count after all, and the round that is entered in its place.

Rare, so that nothing of a settled round is kept in a table's state: what it came to is read from the table's history.
"""

from collections import Counter
from typing import Final

import msgspec
from msgspec import structs

from ledger.baccarat.irregularities import Remedy
from ledger.events import shoe as shoe_events
from ledger.events import table as e
from ledger.events.base import Event
from ledger.events.undoing import round_played
from ledger.table import acts as table_acts
from ledger.table.draft import Draft, Instead, require_no_round, require_positive, require_tray
from ledger.table.meters import not_of_awards
from ledger.table.rounds_named import day_of_round
from ledger.table.shoe_state import in_dealing_order
from ledger.table.state import Table, stream
from ledger.values.errors import Refused
from ledger.values.money import dollars
from ledger.values.rounds import again, day_of, instead_of
from ledger.values.signatures import require_different


class Played(msgspec.Struct):
    """What a table's history says of a round.

    collected, elsewhere: vigorish of it that was collected, by seat; and what else was made of it in the books, by
    figure, seat and gaming day, in cents. on_forms: what of that stands on forms, by seat. in_shoe: whether the shoe
    that it was dealt from is there, its cards counted since. after_cut_card: whether the cut card was out when it was
    settled. irregular: whether a card of it was, or began it. cut_card, carried: how these stand where the history has
    been read to.
    """

    closed: e.NoMoreBets | None = None
    dealt: e.CardsDealt | None = None
    settled: e.RoundSettled | None = None
    reversed: e.RoundReversed | None = None
    coupons: dict[tuple[int, str], str] = {}
    collected: Counter[int] = msgspec.field(default_factory=Counter)
    elsewhere: Counter[tuple[str, int, str]] = msgspec.field(default_factory=Counter)
    on_forms: Counter[int] = msgspec.field(default_factory=Counter)
    in_shoe: bool = False
    cut_card: bool = False
    after_cut_card: bool = False
    carried: bool = False
    irregular: bool = False


_SETTLES: Final = {
    e.VigorishDocumented: ("vig_documented", 1),
    e.VigorishRestored: ("vig_documented", -1),
    e.VigorishUncollected: ("vig_uncollected", 1),
}


def played(draft: Draft, round_id: str) -> Played:
    """What the table's history says of a round, from the beginning of its shoe on."""
    found = Played()
    seen = False

    def begins(event: Event) -> bool:
        nonlocal seen
        seen = seen or round_played(event) == round_id
        return seen and isinstance(event, shoe_events.ShoeStarted)

    back = draft.past.back_to(stream(draft.table.code), round_id, begins)
    history = [recorded.event for recorded in back if recorded.event is not None]
    for event in not_of_awards(draft, round_id, history):
        _follow_cards(found, event, round_id)
        _follow_books(found, event, round_id)
        if getattr(event, "round", "") == round_id:
            _take(found, event)
    return found


def _follow_cards(found: Played, event: Event, round_id: str) -> None:
    match event:
        case shoe_events.ShoeStarted() | shoe_events.ShoeRecut() | e.TableClosed():
            found.in_shoe = found.cut_card = False
        case shoe_events.CutCardSeen():
            found.cut_card = True
        case e.IrregularCard():
            found.irregular |= event.round == round_id
            found.carried = event.remedy == Remedy.NEXT_HAND
        case e.CardsDealt():
            if event.round == round_id:
                found.in_shoe = True
                found.irregular |= found.carried
            found.carried = False
        case _:
            pass


def _follow_books(found: Played, event: Event, round_id: str) -> None:
    match event:
        case e.CorrectionPosted() if event.original == round_id:
            found.elsewhere[event.figure, event.seat, event.day] += event.cents
        case e.VigorishCollected():
            for line in event.lines:
                if line.round == round_id:
                    found.collected[line.seat] += line.cents
        case e.VigorishDocumented() | e.VigorishRestored() | e.VigorishUncollected():
            figure, sign = _SETTLES[type(event)]
            for settled in event.lines:
                if settled.round == round_id:
                    found.elsewhere[figure, settled.seat, event.day] += sign * settled.cents
                    if figure == "vig_documented":
                        found.on_forms[settled.seat] += sign * settled.cents
        case _:
            pass


def _take(found: Played, event: Event) -> None:
    match event:
        case e.WagersPlaced():
            found.coupons |= {(w.seat, w.bet): w.coupon for w in event.wagers if w.coupon}
        case e.NoMoreBets():
            found.closed = event
        case e.CardsDealt():
            found.dealt = event
        case e.RoundSettled():
            found.settled, found.after_cut_card = event, found.cut_card
        case e.RoundReversed():
            found.reversed = event
        case _:
            pass


def reverse(draft: Draft, act: table_acts.Reverse) -> None:
    """A settled round does not count: as a void, its wagers are handed back and its payouts taken back."""
    day = day_of_round(draft, act.round)
    require_different("reversal", "approval_own", author=act.by, supervisor=act.approved_by)
    if act.document:
        draft.together.append(f"correction:{act.document}")
    found = played(draft, act.round)
    settled = _require_settled(found, act.round)
    dealt = _dealt(draft, found, act.round)
    cards = _never_dealt(draft.table, settled, dealt, act.round) if act.not_dealt else []
    kept = {(line.seat, line.bet) for line in settled.lines if line.result != "push"}
    coupons = [number for place, number in found.coupons.items() if place in kept]
    draft.record(
        e.RoundReversed,
        day=day,
        round=act.round,
        reason=act.reason,
        approved_by=act.approved_by,
        document=act.document,
        settled_at=settled.at,
        lines=list(settled.lines),
        marks=_still_owed(draft.table, act.round),
        owed_back=[
            e.SeatCents(seat, cents, act.round) for seat, cents in sorted(found.collected.items())
        ],
        coupons=coupons,
        not_dealt=act.not_dealt,
        cards=cards,
        after_cut_card=bool(cards) and dealt.after_cut_card,
    )
    draft.given_back += [f"coupon:{number}" for number in coupons]


def _require_settled(found: Played, round_id: str) -> e.RoundSettled:
    if found.reversed is not None:
        raise Refused(
            "reversed_already",
            f"Round {round_id} is reversed already: {found.reversed.reason}.",
            "Enter it rightly: pit round play --instead-of.",
            round=round_id,
        )
    if found.settled is None:
        raise Refused(
            "round_void",
            f"Round {round_id} is void: nothing of it counts.",
            "Check the number of the round.",
            round=round_id,
        )
    _require_nothing_else(found, round_id)
    return found.settled


def _require_nothing_else(found: Played, round_id: str) -> None:
    """Refuse while a day has more of the round in its books, though another day have as much less: none is left with
    what a round that does not count came to.
    """
    # What can be taken back only once something else is added comes after it.
    other = sorted((each for each in found.elsewhere.items() if each[1]), key=lambda each: each[1])
    if not other:
        return
    standing: Counter[tuple[str, int]] = Counter()
    for (figure, seat, _), cents in other:
        standing[figure, seat] += cents
    steps = [
        "pit form void"
        if figure == "vig_documented" and found.on_forms[seat] > 0 and standing[figure, seat] > 0
        else f"pit day correct {figure.replace('_', '-')} {'--lower' if cents > 0 else '--raise'}"
        for (figure, seat, _), cents in other
    ]
    told = ", ".join(
        f"{figure.replace('_', ' ')}{f' of seat {seat}' if seat else ''} {dollars(cents)} on {day}"
        for (figure, seat, day), cents in other
    )
    raise Refused(
        "round_in_books",
        f"Of round {round_id} there is more in the books: {told}.",
        f"Take that back first, each with a time of its own day (--at): {', '.join(dict.fromkeys(steps))}.",
        round=round_id,
        cents={
            f"{figure} of seat {seat} on {day}" if seat else f"{figure} on {day}": cents
            for (figure, seat, day), cents in other
        },
    )


def _dealt(draft: Draft, found: Played, round_id: str) -> Played:
    """By which round its cards left the shoe: where they had before, that in whose place it is, or one before that."""
    while found.closed is not None and found.closed.cards_out:
        round_id = instead_of(round_id)
        found = played(draft, round_id)
    return found


def _never_dealt(table: Table, settled: e.RoundSettled, dealt: Played, round_id: str) -> list[str]:
    """The cards that are back in the shoe; none where another is on the table, or a shuffler took them back.

    dealt: the round by which they had left it.
    """
    if dealt.irregular:
        raise Refused(
            "card_irregular",
            f"A card of round {round_id} was drawn in error; its cards had left the shoe.",
            "Leave out --not-dealt.",
            round=round_id,
        )
    shoe = table.shoe if dealt.in_shoe else None
    if shoe is None or shoe.continuous:
        return []
    return in_dealing_order(settled.player, settled.banker)


def _still_owed(table: Table, round_id: str) -> list[e.SeatCents]:
    owed: Counter[int] = Counter()
    for seat, marks in table.marks.items():
        for mark in marks:
            if mark.round == round_id:
                owed[seat] += mark.cents
    return [e.SeatCents(seat, cents, round_id) for seat, cents in sorted(owed.items())]


def instead(draft: Draft, act: table_acts.RoundInstead) -> Instead:
    """The round that is entered in the place of a reversed one. Raises Refused."""
    day = day_of_round(draft, act.instead_of)
    require_no_round(draft, f"the round in the place of {act.instead_of}")
    found = played(draft, act.instead_of)
    if found.reversed is None or found.closed is None or found.dealt is None:
        raise Refused(
            "not_reversed",
            f"Round {act.instead_of} is not reversed; no other can be in its place.",
            "Reverse it first: pit round reverse.",
            round=act.instead_of,
        )
    if again(act.instead_of) in draft.table.again:
        raise Refused(
            "entered_again",
            f"In the place of round {act.instead_of} there is {again(act.instead_of)}.",
            "Reverse that one where it is wrong; where it is reversed already, enter the round in its place, with"
            f" --instead-of {again(act.instead_of)}.",
            round=again(act.instead_of),
        )
    table = draft.table
    if found.closed.rules_sha256 != table.rules_sha256:
        raise Refused(
            "rules_changed_since",
            f"Round {act.instead_of} was played under other rules than {table.code} has now.",
            "Post what it came to once its day is closed: pit day correct hand-result.",
            round=act.instead_of,
        )
    settled = found.settled
    hands = (settled.player, settled.banker) if settled is not None else ([], [])
    if not found.reversed.not_dealt and (act.player, act.banker) != hands:
        raise Refused(
            "cards_stay_dealt",
            f"The cards of round {act.instead_of} were reversed as dealt; its hands stay what they were.",
            f"Give the same cards. Where others were dealt, enter these once more in its place; then reverse"
            f" {again(act.instead_of)} with --not-dealt, and enter those in the place of that.",
            round=act.instead_of,
        )
    return Instead(
        round=again(act.instead_of),
        day=day,
        at=found.reversed.settled_at,
        shoe=found.closed.shoe,
        left=None if found.in_shoe and found.reversed.cards else found.dealt.left,
    )


def hand_back(draft: Draft, act: table_acts.HandBackVig) -> None:
    """Vigorish that was collected of reversed rounds goes back to the player, or part of it, oldest round first."""
    every = _owed_back(draft, act.seat)
    # Of later days nothing is handed back, but where an older store holds rounds of days to come.
    owed = [line for line in every if day_of(line.round) <= draft.stamp.day] or every
    whole = sum(line.cents for line in owed)
    rest = whole if act.cents is None else require_positive(act.cents)
    if not owed or rest > whole:
        raise Refused(
            "nothing_owed_back" if not owed else "more_than_owed_back",
            f"Seat {act.seat} gets back {dollars(whole)}{'' if owed else ' of vigorish'}.",
            "Check the seat, the amount and the time: pit vig outstanding.",
            seat=act.seat,
            owed_back_cents=whole,
        )
    require_tray(
        draft,
        "Hand it back when the table is open again; until then it is shown as owed back.",
        seat=act.seat,
        owed_back_cents=whole,
    )
    lines = []
    for line in owed:
        cents = min(rest, line.cents)
        rest -= cents
        if cents:
            lines.append(e.SeatCents(act.seat, cents, line.round))
    draft.record(e.VigorishHandedBack, lines=lines)


def _owed_back(draft: Draft, seat: int) -> list[e.SeatCents]:
    """What a seat gets back, oldest round first, of what was collected by the moment of the act."""
    stamp, later = draft.stamp, Counter[str]()
    for event in draft.past.since(stamp.at):
        if isinstance(event, e.VigorishCollected) and (
            event.day > stamp.day or event.known_at > stamp.at + draft.tolerance
        ):
            for line in event.lines:
                later[line.round] += line.cents * (line.seat == seat)
    owed = [(each, each.cents - later[each.round]) for each in draft.table.owed_back.get(seat, ())]
    return [structs.replace(each, cents=cents) for each, cents in owed if cents > 0]
