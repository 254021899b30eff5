"""How each wager of a round ended: a line for each."""

from collections.abc import Iterable, Sequence
from functools import partial
from typing import NamedTuple

from ledger.baccarat.betting import SeatStakes
from ledger.baccarat.offering import Offering, Result, Verdict
from ledger.baccarat.vigorish import vigorish
from ledger.baccarat.wagers import Bet, Tender, Wager


class Line(NamedTuple):
    """How one wager ended.

    cents: chips at risk, presses included, or a coupon's face. returned: what the player is handed,
    stake included, before vigorish; a coupon's own face is worth nothing, so a winning coupon
    returns its winnings. vig: vigorish assessed in cents. rule: the section that decided it.
    """

    seat: int
    bet: Bet
    cents: int
    tender: Tender
    result: Result
    returned: int
    vig: int
    rule: str

    @property
    def winnings(self) -> int:
        """What the dealer pays out beside the wager. Royal 9 pays for one: the stake is not part of
        it.
        """
        if self.result is not Result.WIN:
            return 0
        if self.bet is Bet.ROYAL_9 or self.tender is Tender.COUPON:
            return self.returned
        return self.returned - self.cents


# The innermost loop of settlement: an enum's member costs as much to look up as a line to make, and
# a line made from its tuple half as much as one made from its fields.
_LOSE, _CHIPS = Result.LOSE, Tender.CHIPS
_line = partial(tuple.__new__, Line)


def lines_of(
    offering: Offering,
    verdicts: Iterable[tuple[Bet, Verdict]],
    seats: Iterable[SeatStakes],
    coupons: Sequence[Wager] = (),
) -> list[Line]:
    """The lines of bets whose verdicts are known, seat by seat, each seat's in the order of the
    verdicts.
    """
    lines = []
    for seat, own in seats:
        for bet, verdict in verdicts:
            if bet not in own:
                continue
            result, pays, per, owes, rule = verdict
            cents = own[bet]
            won = cents * pays // per
            returned = 0 if result is _LOSE else cents + won
            vig = _vigorish(offering, result, cents, won) if owes else 0
            line = _line((seat, bet, cents, _CHIPS, result, returned, vig, rule))
            lines.append(line)
            if coupons:
                lines += _coupon_lines(offering, verdict, line, coupons)
    return lines


def _vigorish(offering: Offering, result: Result, staked: int, won: int) -> int:
    if offering.vigorish is None:
        return 0
    return vigorish(offering.vigorish, won if result is Result.WIN else staked)


def _coupon_lines(
    offering: Offering, verdict: Verdict, chips: Line, coupons: Sequence[Wager]
) -> list[Line]:
    """A coupon wins what its face would. It owes what it adds to the vigorish of the wager it
    doubles.
    """
    lines: list[Line] = []
    won, owed = chips.winnings, chips.vig
    for seat, bet, face, tender, _ in coupons:
        if seat != chips.seat or bet is not chips.bet:
            continue
        result, pays, per, owes, rule = verdict
        winnings = face * pays // per
        won += winnings
        vig = _vigorish(offering, result, chips.cents, won) - owed if owes else 0
        owed += vig
        lines.append(Line(seat, bet, face, tender, result, winnings, vig, rule))
    return lines
