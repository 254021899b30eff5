"""Settled rounds a second, nine seats with side bets each: `python -m benchmarks.settle`.

Wagers and cards are made beforehand; each round is checked and settled line by line. The limit is one product a wager:
what it returns, where somebody has said already at which odds.
"""

import random
from fractions import Fraction
from functools import partial

from benchmarks.measured import cpu
from ledger.baccarat.offering import Offering
from ledger.baccarat.settlement import settle
from ledger.baccarat.wagers import Bet, Wager
from ledger.rules.loader import load
from ledger.values.cards import CARDS
from tests.ledger.baccarat.layout import deal

ROUNDS = 20_000
REPEATS = 5
SIDE_BETS = (Bet.TIE, Bet.DRAGON_BONUS_PLAYER, Bet.DRAGON_BONUS_BANKER, Bet.HOUSE_MONEY)

Round = tuple[list[str], list[str], list[Wager]]
Paid = list[tuple[int, int, int]]
"""Of each wager of a round its cents, and what one of them returns: so many for so many."""


def full_table(dealer: random.Random) -> list[Wager]:
    """Nine seats, each with a main wager and two side bets."""
    return [
        Wager(seat, bet, dealer.randrange(5, 500) * 100)
        for seat in range(1, 10)
        for bet in (
            dealer.choice((Bet.BANKER, Bet.PLAYER)),
            *dealer.sample(SIDE_BETS, 2),
        )
    ]


def main() -> None:
    """Print the fastest of several runs over the same rounds."""
    offering = load("ma-midi").offering
    dealer = random.Random(2026)  # noqa: S311  a fixed sequence, for comparison between runs
    rounds: list[Round] = [
        (*deal(iter(dealer.sample(CARDS * offering.decks, 6))), full_table(dealer))
        for _ in range(ROUNDS)
    ]
    seconds = cpu(partial(_settled, offering, rounds), REPEATS)
    paid = [_paid(offering, each) for each in rounds]
    limit = cpu(partial(_multiplied, paid), REPEATS)
    wagers = sum(len(wagers) for _, _, wagers in rounds)
    print(
        f"settle: {ROUNDS / seconds:,.0f} rounds/s, {wagers / seconds:,.0f} wagers/s,"
        f" {seconds / limit:.1f} x one product a wager"
    )


def _settled(offering: Offering, rounds: list[Round]) -> None:
    for player, banker, wagers in rounds:
        settle(offering, player, banker, wagers)


def _paid(offering: Offering, each: Round) -> Paid:
    lines = settle(offering, *each).lines
    odds = [(line.cents, Fraction(line.returned, line.cents)) for line in lines]
    return [(cents, odd.numerator, odd.denominator) for cents, odd in odds]


def _multiplied(rounds: list[Paid]) -> None:
    for wagers in rounds:
        for cents, so_many, for_so_many in wagers:
            cents * so_many // for_so_many


if __name__ == "__main__":
    main()
