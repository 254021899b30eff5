"""Which stakes a submission takes, beside what its game allows: at a table, and where a stream is settled."""

from collections.abc import Iterable, Sequence

from ledger.baccarat.betting import Stakes, gather
from ledger.baccarat.wagers import EVEN_MONEY_BETS, Tender, Wager
from ledger.rules.submission import Submission
from ledger.values.errors import Refused
from ledger.values.money import dollars
from ledger.values.people import plain


def require_taken(
    submission: Submission, placed: Sequence[Wager], standing: Sequence[Wager]
) -> None:
    """Refuse wagers that are put down where they are not taken. standing: all of the round, with them.

    Raises Refused as `gather`, and `coupon_number`, `coupon_on_table` or `stake_not_taken`.
    """
    _require_coupons_once(placed, standing)
    stakes, _ = gather(submission.offering, standing)
    _require_in_coin(submission, {wager.seat for wager in placed}, stakes)


def _require_coupons_once(placed: Sequence[Wager], standing: Sequence[Wager]) -> None:
    for wager in placed:
        if wager.coupon and wager.tender is not Tender.COUPON:
            raise Refused(
                "coupon_number",
                f"A wager in {wager.tender} has no coupon number.",
                "Leave the number out, or give tender coupon.",
                tender=str(wager.tender),
                coupon=wager.coupon,
            )
        if wager.coupon and _lie(wager.coupon, standing) > 1:
            raise Refused(
                "coupon_on_table",
                f"Coupon {wager.coupon} lies on the table already.",
                "A coupon is wagered once; check its number.",
                coupon=wager.coupon,
            )


def _lie(coupon: str, standing: Sequence[Wager]) -> int:
    """How many of these wagers are that coupon, however its number is spelled."""
    number = plain(coupon)
    # Nearly all wagers are none.
    return sum(plain(wager.coupon) == number for wager in standing if wager.coupon)


def _require_in_coin(submission: Submission, seats: Iterable[int], stakes: Stakes) -> None:
    """What a seat has on a hand is no less than the submission takes, and in coins that its vigorish is taken in."""
    least, unit = submission.minimum_cents, submission.unit_cents
    if not least and not unit:
        return
    for seat in seats:
        for bet in EVEN_MONEY_BETS:
            cents = stakes.get(seat, {}).get(bet, 0)
            if cents and (cents < least or (unit and cents % unit)):
                said = f"at least {dollars(least)}" * bool(least)
                said += " and " * bool(least and unit) + f"in units of {dollars(unit)}" * bool(unit)
                raise Refused(
                    "stake_not_taken",
                    f"Seat {seat} would have {dollars(cents)} on {bet}; {submission.id} takes wagers {said}.",
                    "Put down what the rules submission takes.",
                    seat=seat,
                    bet=str(bet),
                    cents=cents,
                    minimum_cents=least,
                    unit_cents=unit,
                )
