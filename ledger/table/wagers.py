"""Wagers put down and taken back before `no more bets` (W1-W3)."""

from collections.abc import Iterable, Sequence

from ledger.baccarat.wagers import Bet, Tender
from ledger.errors import Refused
from ledger.table import acts
from ledger.table import events as e
from ledger.table.draft import (
    Draft,
    require_open,
    require_positive,
    require_round,
    require_seat,
    require_shoe,
)
from ledger.table.state import RoundInProgress

MAIN = frozenset({Bet.BANKER, Bet.PLAYER, Bet.TIE})
EVEN_MONEY = frozenset({Bet.BANKER, Bet.PLAYER})


def place(draft: Draft, entries: Sequence[acts.WagerEntry | acts.PlaceWager]) -> None:
    """Put wagers down; the first one begins a round. Cash is a buy-in followed by a wager in chips (decision: tender).

    Refused after `no more bets` (ma-midi 7(c); ma-big 8(c); md 7D; div (b)(4)).
    """
    require_open(draft)
    require_shoe(draft)
    in_progress = draft.table.round
    if in_progress is not None:
        _require_bets_open(in_progress)
    lines = [_line(draft, entry) for entry in entries]
    standing = [*(in_progress.wagers if in_progress else ()), *lines]
    _require_main_wagers(draft, standing)
    _require_coupons_doubled(lines, standing)
    for line in lines:
        if line.tender == Tender.CASH:
            draft.record(e.BoughtIn, seat=line.seat, cents=line.cents)
        if line.coupon:
            draft.claim(f"coupon:{line.coupon}")
    round_id, day = next_round(draft)
    draft.record(e.WagersPlaced, day=day, round=round_id, wagers=lines)


def place_one(draft: Draft, act: acts.PlaceWager) -> None:
    """Put one wager down."""
    place(draft, [act])


def withdraw(draft: Draft, act: acts.Withdraw) -> None:
    """A seat takes back all it has on one bet."""
    in_progress = require_round(draft)
    _require_bets_open(in_progress)
    bet = _bet(act.bet)
    lines = in_progress.at_stake(act.seat, bet)
    if not lines:
        raise Refused(
            "no_such_wager",
            f"Seat {act.seat} has nothing on {bet}.",
            "Check the seat and the bet.",
            seat=act.seat,
            bet=str(bet),
        )
    _require_main_wagers(draft, [w for w in in_progress.wagers if w not in lines])
    draft.record(
        e.WagerWithdrawn,
        day=in_progress.day,
        round=in_progress.id,
        seat=act.seat,
        bet=str(bet),
        wagers=lines,
    )


def next_round(draft: Draft) -> tuple[str, str]:
    """The id and gaming day of the round in progress, or of the one that begins now."""
    if draft.table.round is not None:
        return draft.table.round.id, draft.table.round.day
    day = draft.circumstances.day
    n = draft.table.rounds.get(day, 0) + 1
    return f"{draft.table.code}:{day}:{n}", day


def _require_bets_open(in_progress: RoundInProgress) -> None:
    if in_progress.closed:
        raise Refused(
            "bets_closed",
            f"No more bets: round {in_progress.id} takes no wager and gives none back.",
            "Wait for the next round.",
            round=in_progress.id,
        )


def _bet(text: str) -> Bet:
    try:
        return Bet(text)
    except ValueError:
        raise Refused(
            "unknown_bet",
            f"{text!r} is not a bet.",
            f"Bets are {', '.join(Bet)}.",
            bet=text,
        ) from None


def _line(draft: Draft, entry: acts.WagerEntry | acts.PlaceWager) -> e.WagerLine:
    bet = _bet(entry.bet)
    offered = draft.table.offering.bets
    if bet not in offered:
        raise Refused(
            "bet_not_offered",
            f"{draft.table.rules} does not offer {bet}.",
            f"It offers {', '.join(b for b in Bet if b in offered)}.",
            bet=str(bet),
            rules=draft.table.rules,
        )
    if bet is Bet.ROYAL_9:
        raise Refused(
            "no_meter",
            f"No progressive meter is installed for {draft.table.code}.",
            "Royal 9 is taken only at a table that is linked to its meters.",
            table=draft.table.code,
        )
    try:
        tender = Tender(entry.tender)
    except ValueError:
        raise Refused(
            "unknown_tender",
            f"{entry.tender!r} is not a tender.",
            f"Tenders are {', '.join(Tender)}.",
            tender=entry.tender,
        ) from None
    if (tender is Tender.COUPON) != bool(entry.coupon):
        raise Refused(
            "coupon_number",
            "A coupon wager needs the coupon's number, and no other wager has one.",
            "Give tender coupon and the number together.",
            tender=str(tender),
            coupon=entry.coupon,
        )
    seat = require_seat(draft, entry.seat)
    return e.WagerLine(seat, str(bet), require_positive(entry.cents), str(tender), entry.coupon)


def _require_main_wagers(draft: Draft, standing: Iterable[e.WagerLine]) -> None:
    """A side wager only with a main wager, where the submission says so (md 7A(9); house)."""
    needing = draft.table.offering.main_wager_required
    if not needing:
        return
    standing = list(standing)
    main = {w.seat for w in standing if w.bet in MAIN}
    for wager in standing:
        if wager.bet in needing and wager.seat not in main:
            raise Refused(
                "main_wager_needed",
                f"Seat {wager.seat} has {wager.bet} without a wager on Banker, Player or Tie.",
                "Place the main wager first, and withdraw it last.",
                seat=wager.seat,
                bet=wager.bet,
            )


def _require_coupons_doubled(placed: Iterable[e.WagerLine], standing: Sequence[e.WagerLine]) -> None:
    """A match play coupon doubles a standing even-money wager of at least its face."""
    for line in placed:
        if line.tender != Tender.COUPON:
            continue
        same = [w for w in standing if w.seat == line.seat and w.bet == line.bet]
        faces = sum(w.cents for w in same if w.tender == Tender.COUPON)
        money = sum(w.cents for w in same if w.tender != Tender.COUPON)
        if line.bet not in EVEN_MONEY or money < faces:
            raise Refused(
                "coupon_alone",
                f"Coupon {line.coupon} needs a standing wager of its face on Banker or Player.",
                "Place the wager in chips or cash first, for at least the coupon's face.",
                coupon=line.coupon,
                face=line.cents,
                standing=money,
            )
