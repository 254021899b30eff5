"""Settling a round: the one function for every game and wager of the sources."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from ledger.baccarat.betting import gather
from ledger.baccarat.hands import Outcome, read
from ledger.baccarat.house_money import house_money_lines, press
from ledger.baccarat.lines import Line, Step
from ledger.baccarat.offering import Decided, Offering, Result, Verdict
from ledger.baccarat.procedure import dealers_steps
from ledger.baccarat.royal9 import RoyalPaytable, level
from ledger.baccarat.verdicts import decide
from ledger.baccarat.vigorish import vigorish
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
) -> Settlement:
    """Settle a finished round.

    player, banker: the cards of each hand in the order dealt, as `parse_card` writes them. Raises
    Refused: a hand not complete or not legal, a wager or a press that the offering does not allow.
    """
    final = read(player, banker)
    decided = decide(offering, final)
    stakes, coupons = gather(offering, wagers)
    first: tuple[Line, ...] = ()
    if decided.house_money:
        first = house_money_lines(offering, decided.house_money, stakes)
    pressed = press(offering, decided.house_money, stakes, presses) if presses else ()
    ended: dict[Result, list[Line]] = {Result.LOSE: [], Result.WIN: [], Result.PUSH: []}
    for seat in sorted(stakes, reverse=True):
        own = stakes[seat]
        lines = _seat_lines(offering, decided, seat, own, coupons)
        if offering.royal_9 and Bet.ROYAL_9 in own:
            stake = own[Bet.ROYAL_9]
            lines.append(_royal_9_line(offering, offering.royal_9, seat, stake, (player, banker)))
        for line in lines:
            ended[line.result].append(line)
    return Settlement(
        final.outcome,
        final.player,
        final.banker,
        decided.announce,
        (*first, *ended[Result.LOSE], *ended[Result.WIN], *ended[Result.PUSH]),
        pressed,
        offering,
    )


def _seat_lines(
    offering: Offering, decided: Decided, seat: int, own: dict[Bet, int], coupons: list[Wager]
) -> list[Line]:
    lines = []
    for bet, verdict in decided.others:
        if bet not in own:
            continue
        result, pays, per, owes, rule = verdict
        cents = own[bet]
        won = cents * pays // per
        returned = 0 if result is Result.LOSE else cents + won
        vig = _vigorish(offering, result, cents, won) if owes else 0
        line = Line(seat, bet, cents, Tender.CHIPS, result, returned, vig, rule)
        lines.append(line)
        if coupons:
            lines += _coupon_lines(offering, verdict, line, coupons)
    return lines


def _vigorish(offering: Offering, result: Result, staked: int, won: int) -> int:
    if offering.vigorish is None:
        return 0
    return vigorish(offering.vigorish, won if result is Result.WIN else staked)


def _coupon_lines(
    offering: Offering, verdict: Verdict, chips: Line, coupons: list[Wager]
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


def _royal_9_line(
    offering: Offering,
    paytable: RoyalPaytable,
    seat: int,
    cents: int,
    hands: tuple[Sequence[str], Sequence[str]],
) -> Line:
    """A fixed award is handed over here. A meter's award is the meter's own event, and returns
    nothing here.
    """
    reached = level(paytable, seat, *hands)
    result = Result.LOSE if reached is None else Result.WIN
    returned = 0 if reached is None else paytable.awards[reached].cents
    rule = offering.sections[f"{Bet.ROYAL_9}.{result}"]
    return Line(seat, Bet.ROYAL_9, cents, Tender.CHIPS, result, returned, 0, rule)
