"""Who is handed the cards of a hand to turn (ma-midi 8(c)(d), ma-big 9(d)(f), div (g)(3)(iii),
(k)(5)).

None stands for the dealer, who turns the cards when nobody wagered on the hand or nobody accepts
them.
"""

from collections.abc import Collection, Iterable, Mapping
from typing import Protocol

from ledger.baccarat.offering import Offering
from ledger.baccarat.wagers import Tender


class Staked(Protocol):
    """A wager, as it is decided upon or as it is recorded."""

    @property
    def seat(self) -> int: ...
    @property
    def bet(self) -> str: ...
    @property
    def cents(self) -> int: ...
    @property
    def tender(self) -> str: ...


def stakes_on(wagers: Iterable[Staked], hand: str) -> dict[int, int]:
    """What each seat has wagered on a hand in chips and cash, in cents: a coupon is no money."""
    stakes: dict[int, int] = {}
    for wager in wagers:
        if wager.bet == hand and wager.tender != Tender.COUPON:
            stakes[wager.seat] = stakes.get(wager.seat, 0) + wager.cents
    return stakes


def handed_to(offering: Offering, stakes: Mapping[int, int]) -> int | None:
    """The seat with the highest wager on a hand; of equal ones, the closest to the dealer
    counterclockwise.

    stakes: cents wagered on that hand by seat.
    """
    counterclockwise = offering.seats_counterclockwise()
    standing = [seat for seat in counterclockwise if stakes.get(seat, 0) > 0]
    return max(standing, key=lambda seat: stakes[seat], default=None)


def next_offered(
    offering: Offering, seated: Collection[int], relinquished: int, declined: Collection[int] = ()
) -> int | None:
    """Who is offered the cards after `relinquished` gave them up: to the right, then on
    counterclockwise.

    seated: seats with a player. declined: seats that were offered them this round and did not
    accept.
    """
    order = list(offering.seats_counterclockwise())
    place = order.index(relinquished) + 1
    others = order[place:] + order[: place - 1]
    return next((seat for seat in others if seat in seated and seat not in declined), None)
