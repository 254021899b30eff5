"""Rounds dealt from shuffled shoes, and what their wagers won the house: to be held against theory."""

from fractions import Fraction
from math import sqrt
from random import Random
from typing import Final, NamedTuple

from ledger.baccarat.settlement import settle
from ledger.baccarat.theory import Theory
from ledger.baccarat.wagers import Bet, Tender, Wager
from ledger.rules.loader import load
from ledger.values.cards import RANKS, SUITS
from tests.ledger.baccarat.layout import deal

DECKS: Final = 8
A_SHOE: Final = 60
"""Rounds that are dealt of it: it lasts for them whatever is drawn."""

PLACED: Final = {
    Bet.BANKER: 6_000,
    Bet.PLAYER: 2_000,
    Bet.TIE: 500,
    Bet.DRAGON_BONUS_BANKER: 500,
    Bet.HOUSE_MONEY: 500,
}
"""In every round, each at a seat of its own: both hands, a tie and side bets, in cents."""


class Dealt(NamedTuple):
    """What so many rounds won, in cents, and the sum of the squares of what each did; beside them what theory says."""

    rounds: int
    won: int
    squares: int
    expected: Fraction
    variance: Fraction

    @property
    def deviations(self) -> float:
        """How far from theory, in standard deviations."""
        return float(self.won - self.expected) / sqrt(self.variance)

    @property
    def spread(self) -> float:
        """The variance of a round that was seen, as a share of that in theory."""
        seen = Fraction(self.squares, self.rounds) - Fraction(self.won, self.rounds) ** 2
        return float(seen * self.rounds / self.variance)


def dealt(rules: str, theory: Theory, least: int, seed: int) -> Dealt:
    """Whole shoes, of so many rounds at least. theory: of these rules."""
    offering = load(rules).offering
    wagers = [
        Wager(seat, bet, cents, Tender.CHIPS) for seat, (bet, cents) in enumerate(PLACED.items(), 1)
    ]
    shuffled, rounds, won, squares = Random(seed), 0, 0, 0
    shoe = [rank + suit for rank in RANKS for suit in SUITS] * DECKS
    while rounds < least:
        shuffled.shuffle(shoe)
        cards = iter(shoe)
        for _ in range(A_SHOE):
            lines = settle(offering, *deal(cards), wagers).lines
            win = sum(line.cents - line.returned + line.vig for line in lines)
            won, squares, rounds = won + win, squares + win * win, rounds + 1
    expected = rounds * sum(cents * theory.edge[bet] for bet, cents in PLACED.items())
    variance = rounds * sum(
        one * other * theory.covariance[bet, beside]
        for bet, one in PLACED.items()
        for beside, other in PLACED.items()
    )
    return Dealt(rounds, won, squares, Fraction(expected), Fraction(variance))
