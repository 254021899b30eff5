"""Settling a round: the one function for every game and wager of the sources."""

from bisect import insort
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from ledger.baccarat.betting import SeatStakes, gather
from ledger.baccarat.hands import Outcome, read
from ledger.baccarat.house_money import house_money_lines, press
from ledger.baccarat.lines import Line, lines_of
from ledger.baccarat.offering import Offering, Result
from ledger.baccarat.procedure import Step, dealers_steps
from ledger.baccarat.royal9 import RoyalPaytable, is_apart, level
from ledger.baccarat.verdicts import decide
from ledger.baccarat.wagers import Bet, Press, Tender, Wager


@dataclass(frozen=True, slots=True)
class Settlement:
    """A settled round. lines: House Money first, then losing wagers, then winners from the highest
    seat down, then pushes.

    presses: House Money presses with their amounts in cents.
    """

    outcome: Outcome
    player_points: int
    banker_points: int
    announce: str
    lines: tuple[Line, ...]
    presses: tuple[Press, ...]
    offering: Offering = field(repr=False, compare=False)

    @property
    def steps(self) -> tuple[Step, ...]:
        """What the dealer does, in the exact order of the procedure chosen."""
        return dealers_steps(self.offering, self.lines, self.presses)


def settle(
    offering: Offering,
    player: Sequence[str],
    banker: Sequence[str],
    wagers: Sequence[Wager],
    presses: Sequence[Press] = (),
    award_limit_cents: int = 0,
) -> Settlement:
    """Settle a finished round.

    player, banker: the cards of each hand in the order dealt, as `parse_card` writes them.
    award_limit_cents: from which on a fixed award is not handed over here; 0 for none. Raises
    Refused: a hand not complete or not legal, a wager or a press that the offering does not allow.
    """
    final = read(player, banker, offering.sections)
    decided = decide(offering, final)
    stakes, coupons = gather(offering, wagers)
    first: list[Line] = []
    if decided.house_money and any(Bet.HOUSE_MONEY in own for own in stakes.values()):
        first = house_money_lines(offering, decided.house_money, stakes)
    pressed = press(offering, decided.house_money, stakes, presses) if presses else ()
    seats = sorted(stakes.items(), reverse=True)
    losers = lines_of(offering, decided.losing, seats, coupons)
    winners = lines_of(offering, decided.winning, seats, coupons)
    pushes = lines_of(offering, decided.pushing, seats, coupons)
    if offering.royal_9:
        for line in _royal_9_lines(
            offering, offering.royal_9, seats, (player, banker), award_limit_cents
        ):
            insort(winners if line.result is Result.WIN else losers, line, key=_place)
    return Settlement(
        final.outcome,
        final.player,
        final.banker,
        decided.announce,
        (*first, *losers, *winners, *pushes),
        pressed,
        offering,
    )


def _royal_9_lines(
    offering: Offering,
    paytable: RoyalPaytable,
    seats: Sequence[SeatStakes],
    hands: tuple[Sequence[str], Sequence[str]],
    limit_cents: int,
) -> Iterator[Line]:
    """A fixed award below the limit is handed over here. Another, or a meter's, is an event of the
    link, and returns nothing here.
    """
    bet = Bet.ROYAL_9
    for seat, own in seats:
        if bet in own:
            reached = level(paytable, seat, *hands)
            result = Result.LOSE if reached is None else Result.WIN
            award = paytable.awards[reached] if reached else None
            returned = 0 if award is None or is_apart(award, limit_cents) else award.cents
            rule = offering.sections[f"{bet}.{result}"]
            yield Line(seat, bet, own[bet], Tender.CHIPS, result, returned, 0, rule)


def _place(line: Line) -> int:
    """Where the dealer comes to a line: the highest seat first."""
    return -line.seat
