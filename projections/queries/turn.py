"""Who turns the cards of a hand in the round in progress."""

from collections.abc import Sequence

import msgspec

from ledger.baccarat.handling import handed_to, next_offered, stakes_on
from ledger.baccarat.offering_order import DEALER
from ledger.desks.ledger import Ledger
from ledger.rules.choices import HANDED
from ledger.values.errors import Refused


class Turn(msgspec.Struct, frozen=True):
    """Who turns the cards of a hand: a seat, None for the dealer."""

    hand: str
    seat: int | None


def turn_of(
    ledger: Ledger,
    code: str,
    hand: str,
    relinquished: int | None = None,
    declined: Sequence[int] = (),
) -> Turn:
    """Who was handed the cards of a hand last; else the seat with the highest wager on it, or the one that is offered
    what another has relinquished.

    declined: seats that were offered them and did not accept. Raises NotFound, and Refused `no_round`.
    """
    table = ledger.table(code)
    if table.round is None:
        raise Refused(
            "no_round",
            f"No round is in progress at {code}: there are no cards to turn.",
            "Ask once wagers are down.",
            table=code,
            last_round=table.last_round,
        )
    if table.submission.handled != HANDED:
        return Turn(hand, None)
    asked = table.round.handed.get(hand, ())
    if relinquished is not None:
        seats = table.seats.keys()
        return Turn(hand, next_offered(table.offering, seats, relinquished, (*asked, *declined)))
    if asked:
        return Turn(hand, None if asked[-1] == DEALER else asked[-1])
    return Turn(hand, handed_to(table.offering, stakes_on(table.round.wagers, hand)))
