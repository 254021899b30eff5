"""What bets come to in theory under a submission as it was adopted: its house edge, and how far chance takes stakes."""

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

import msgspec

from ledger.baccarat.theory import Theory
from ledger.baccarat.wagers import BET_OF, Bet
from ledger.rules import from_document, theory_of


class Known(NamedTuple):
    """The theory of a submission. stake: of its Royal 9 wager, in cents."""

    theory: Theory
    stake: int

    def edge(self, bet: str) -> Fraction | None:
        """What a cent on a bet wins the house on average; None of one that is not offered with so many decks."""
        return self.theory.edge.get(BET_OF[bet])

    def coupon(self, bet: str) -> Fraction | None:
        """The same of a cent of a coupon's face."""
        return self.theory.coupon.get(BET_OF[bet])

    def variance(self, products: Mapping[tuple[str, str], int], royal_9: int) -> Fraction | None:
        """How far chance takes what stakes come to, squared. products: of the stakes on two bets in one round, over all
        rounds. royal_9: the handle of that wager: two chairs' are not one wager, and each has the same stake.
        """
        total = Fraction(0)
        for (one, other), product in products.items():
            if not product:
                continue
            covariance = self.theory.covariance.get((BET_OF[one], BET_OF[other]))
            if covariance is None:
                return None
            if one == other == Bet.ROYAL_9:
                own = self.stake * royal_9
                total += covariance * own + self.theory.chairs * (product - own)
            else:
                total += covariance * product * (1 if one == other else 2)
        return total


@lru_cache(maxsize=64)
def known_theory(document: str, decks: int) -> Known | None:
    """The theory of a submission, from so many decks; None where its document cannot be read."""
    try:
        submission = from_document(document)
    except msgspec.ValidationError:
        return None
    royal = submission.offering.royal_9
    return Known(theory_of(submission, decks), royal.wager_cents if royal else 0)
