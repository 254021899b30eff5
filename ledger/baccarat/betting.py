"""Which wagers may be made, alone and together, and what each seat then has at risk."""

from collections.abc import Sequence
from enum import StrEnum
from typing import NoReturn, TypeVar

from ledger.baccarat.offering import Offering
from ledger.baccarat.wagers import EVEN_MONEY_BETS, MAIN_BETS, Bet, Tender, Wager
from ledger.values.errors import Misused, Refused
from ledger.values.money import dollars

Stakes = dict[int, dict[Bet, int]]
SeatStakes = tuple[int, dict[Bet, int]]
_Closed = TypeVar("_Closed", bound=StrEnum)


def named(kind: type[_Closed], text: str, field: str) -> _Closed:
    """The member of a closed set (Bet, Tender) that a person named. Raises Misused `unknown_bet`,
    `unknown_tender`.
    """
    try:
        return kind(text.strip().lower().replace("-", "_").replace(" ", "_"))
    except ValueError:
        raise Misused(
            f"unknown_{kind.__name__.lower()}",
            f"{field}: {text!r} is not a {kind.__name__.lower()}.",
            f"Write one of: {', '.join(kind)}.",
            field=field,
            found=text,
        ) from None


def check_wager(offering: Offering, wager: Wager) -> None:
    """Check what can be known of one wager when it is placed.

    Raises Refused `bet_not_offered`, `no_such_seat`, `stake_not_positive`, `tender_not_accepted`,
    `coupon_bet` or `royal_9_stake`.
    """
    seat, bet, cents, tender, _ = wager
    verify_offered(offering, wager)
    if not 0 < seat <= offering.seats:
        _refuse(
            "no_such_seat",
            wager,
            f"This table has no seat {seat}.",
            f"Name a seat from 1 to {offering.seats}.",
        )
    if cents <= 0:
        _refuse(
            "stake_not_positive",
            wager,
            f"A wager of {dollars(cents)} is not above zero.",
            "Enter the amount wagered in cents.",
        )
    if tender not in offering.tenders:
        _refuse(
            "tender_not_accepted",
            wager,
            f"A {tender} is not accepted as a wager here.",
            f"Accepted: {', '.join(sorted(offering.tenders))}.",
        )
    if tender is Tender.COUPON and bet not in EVEN_MONEY_BETS:
        _refuse(
            "coupon_bet",
            wager,
            f"A match play coupon cannot stand on {bet}.",
            "Place it beside a Player or Banker wager.",
        )
    if bet is Bet.ROYAL_9 and offering.royal_9 and cents != offering.royal_9.wager_cents:
        _refuse_royal_9_stake(offering, wager)


def verify_offered(offering: Offering, wager: Wager, *, metered: bool = True) -> None:
    """Raise Refused `bet_not_offered`, with the bets that are. metered: whether a meter pays Royal 9 at this table."""
    if wager.bet not in offering.offered:
        taken = f"Offered: {', '.join(offering.taken(metered=metered))}."
        _refuse("bet_not_offered", wager, f"{wager.bet} is not offered here.", taken)


def gather(offering: Offering, wagers: Sequence[Wager]) -> tuple[Stakes, list[Wager]]:
    """Check a round's wagers together; return each seat's chips at risk by bet, and the coupons.

    A raise is part of the wager it raises; cash counts as the chips it is converted into. Raises
    Refused as `check_wager`, and `main_wager_missing` or `coupon_without_wager`.
    """
    offered, tenders, seats, coupon = (
        offering.offered,
        offering.tenders,
        offering.seats,
        Tender.COUPON,
    )
    stakes: Stakes = {}
    coupons: list[Wager] = []
    for wager in wagers:
        seat, bet, cents, tender, _ = wager
        if cents <= 0 or bet not in offered or not 0 < seat <= seats or tender not in tenders:
            check_wager(offering, wager)
        if tender is coupon:
            check_wager(offering, wager)
            coupons.append(wager)
            continue
        own = stakes.get(seat)
        if own is None:
            stakes[seat] = {bet: cents}
        else:
            own[bet] = own.get(bet, 0) + cents
    _check_together(offering, stakes, coupons)
    return stakes, sorted(coupons)


def _check_together(offering: Offering, stakes: Stakes, coupons: Sequence[Wager]) -> None:
    if offering.royal_9:
        for seat, own in stakes.items():
            if own.get(Bet.ROYAL_9, offering.royal_9.wager_cents) != offering.royal_9.wager_cents:
                _refuse_royal_9_stake(offering, Wager(seat, Bet.ROYAL_9, own[Bet.ROYAL_9]))
    if offering.main_wager_first:
        for seat, own in stakes.items():
            if own.keys() & offering.main_wager_first and not own.keys() & MAIN_BETS:
                side = next(bet for bet in own if bet in offering.main_wager_first)
                _refuse(
                    "main_wager_missing",
                    Wager(seat, side, own[side]),
                    f"{side} needs a Player, Banker or Tie wager of the same seat.",
                    "Place the main wager first.",
                )
    covered: dict[tuple[int, Bet], int] = {}
    for coupon in coupons:
        place = coupon.seat, coupon.bet
        covered[place] = covered.get(place, 0) + coupon.cents
        standing = stakes.get(coupon.seat, {}).get(coupon.bet, 0)
        if standing < covered[place]:
            _refuse(
                "coupon_without_wager",
                coupon,
                f"A coupon of {dollars(coupon.cents)} needs a standing wager of its face on"
                f" {coupon.bet}; {dollars(standing)} stands there.",
                "Place the chips first.",
            )


def _refuse_royal_9_stake(offering: Offering, wager: Wager) -> NoReturn:
    fixed = offering.royal_9.wager_cents if offering.royal_9 else 0
    _refuse(
        "royal_9_stake",
        wager,
        f"The Royal 9 wager is fixed at {dollars(fixed)}, not {dollars(wager.cents)}.",
        f"Wager {dollars(fixed)}, once a round.",
    )


def _refuse(code: str, wager: Wager, message: str, next_step: str) -> NoReturn:
    raise Refused(
        code,
        f"Seat {wager.seat}: {message}",
        next_step,
        seat=wager.seat,
        bet=str(wager.bet),
        cents=wager.cents,
        tender=str(wager.tender),
    )
