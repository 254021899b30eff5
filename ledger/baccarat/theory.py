"""What wagers come to for the house in theory: the expectation of each bet, and how the bets of one deal move together.

All wagers of a round are decided by one deal: what a round may come to is not the sum of its wagers' variances. Over
all ordered deals from a fresh shoe, in whole numbers; nothing is sampled. Of Royal 9 it is the part with fixed awards:
what its meters pay is not the house's.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import perm
from typing import Final, NamedTuple

from ledger.baccarat.hands import FinalHands
from ledger.baccarat.odds import deals, gain
from ledger.baccarat.offering import Offering
from ledger.baccarat.royal9 import FACES, RoyalPaytable, level
from ledger.baccarat.royal9_odds import NEITHER, openings
from ledger.baccarat.verdicts import verdict
from ledger.baccarat.wagers import Bet
from ledger.values.cards import RANKS, SUITS, VALUE

_NATURAL: Final = 9
"""The point count of a hand that is a Royal 9: no card is drawn to it, nor against it."""


@dataclass(frozen=True, slots=True)
class Theory:
    """What a unit staked comes to for the house. edge: by bet, on average; coupon: of a coupon's face.

    covariance: of units on two bets in one round, in either order; of one bet and itself, its variance, of Royal 9 that
    of one chair. chairs: the covariance of Royal 9 at two chairs, the mean of all pairs of chairs.

    Vigorish counts at its exact rate, as in `odds`: its rounding depends on the stake.
    """

    edge: Mapping[Bet, Fraction]
    coupon: Mapping[Bet, Fraction]
    covariance: Mapping[tuple[Bet, Bet], Fraction]
    chairs: Fraction = Fraction(0)


class _Deals(NamedTuple):
    """Ways to deal, and what a unit on each bet gains the player in all of them."""

    ways: int
    gains: tuple[Fraction, ...]


def theory_of(offering: Offering, decks: int, *, royal_9: bool) -> Theory:
    """The theory of every bet offered. royal_9: whether the Royal 9 wager is played with so many decks."""
    bets: list[Bet] = [bet for bet in offering.bets if bet is not Bet.ROYAL_9]
    of_final = {
        final: tuple(gain(offering, verdict(offering, bet, final)) for bet in bets)
        for final in deals(decks)
    }
    together: defaultdict[tuple[Fraction, ...], int] = defaultdict(int)
    for final, ways in deals(decks).items():
        together[of_final[final]] += ways
    alike = [_Deals(ways, gains) for gains, ways in together.items()]
    means = [_mean(alike, n) for n in range(len(bets))]
    covariance = {
        (one, other): _mean(alike, n, m) - means[n] * means[m]
        for n, one in enumerate(bets)
        for m, other in enumerate(bets)
    }
    edge = {bet: -mean for bet, mean in zip(bets, means, strict=True)}
    coupon = {bet: -_mean(alike, n, won=True) for n, bet in enumerate(bets)}
    if offering.royal_9 is None or not royal_9:
        return Theory(edge, coupon, covariance)
    royal = _royal_9(offering.royal_9, decks, of_final)
    edge[Bet.ROYAL_9] = 1 - royal.award
    covariance[Bet.ROYAL_9, Bet.ROYAL_9] = royal.square - royal.award**2
    for bet, mean, mixed in zip(bets, means, royal.mixed, strict=True):
        both = mixed - royal.award * mean
        covariance[bet, Bet.ROYAL_9] = covariance[Bet.ROYAL_9, bet] = both
    return Theory(edge, coupon, covariance, royal.chairs - royal.award**2)


def _mean(
    alike: Sequence[_Deals], bet: int, other: int | None = None, *, won: bool = False
) -> Fraction:
    """Of a bet's gain, or of its product with another's, over all deals. won: only where it is one."""
    total = sum(each.ways for each in alike)
    found = Fraction(0)
    for ways, gains in alike:
        one = max(gains[bet], Fraction(0)) if won else gains[bet]
        found += ways * one * (1 if other is None else gains[other])
    return found / total


class _Royal9(NamedTuple):
    """Averages over all deals, per unit staked: a chair's fixed award, its square, its product with each bet's gain,
    and with another chair's award.
    """

    award: Fraction
    square: Fraction
    mixed: list[Fraction]
    chairs: Fraction


def _royal_9(
    paytable: RoyalPaytable, decks: int, gains: Mapping[FinalHands, tuple[Fraction, ...]]
) -> _Royal9:
    chairs = range(1, len(paytable.chairs) + 1)
    total = perm(decks * len(SUITS) * len(RANKS), 4)
    square = of_pairs = 0
    # Which of the hands are a Royal 9: that is all that the other bets go by.
    by_hands = Counter[tuple[bool, bool]]()
    for player, banker, ways in openings(decks, decks * len(SUITS) * len(RANKS)):
        awards = [_fixed(paytable, chair, player, banker) for chair in chairs]
        square += ways * awards[0] ** 2
        of_pairs += ways * (sum(awards) ** 2 - sum(each**2 for each in awards))
        by_hands[player != NEITHER, banker != NEITHER] += ways * awards[0]
    mixed = [Fraction(0)] * len(next(iter(gains.values())))
    for hands, award in by_hands.items():
        for final, share in _finals(*hands, decks):
            for n, gained in enumerate(gains[final]):
                mixed[n] += award * share * gained
    staked, pairs = paytable.wager_cents, len(chairs) * (len(chairs) - 1)
    return _Royal9(
        Fraction(sum(by_hands.values()), total * staked),
        Fraction(square, total * staked**2),
        [each / (total * staked) for each in mixed],
        Fraction(of_pairs, total * staked**2 * max(pairs, 1)),
    )


def _fixed(
    paytable: RoyalPaytable, chair: int, player: Sequence[str], banker: Sequence[str]
) -> int:
    """The cents that a chair is paid by the paytable itself; 0 of a meter's award."""
    reached = level(paytable, chair, player, banker)
    return paytable.awards[reached].cents if reached else 0


def _finals(player: bool, banker: bool, decks: int) -> Iterator[tuple[FinalHands, Fraction]]:
    """How a deal ends in which these hands are a Royal 9, one at least, each with its share of such deals."""
    if player and banker:
        yield FinalHands(_NATURAL, _NATURAL, 2, 2, 0), Fraction(1)
        return
    others = _beside(decks)
    total = sum(others.values())
    for (points, pair), ways in others.items():
        hands = (_NATURAL, points) if player else (points, _NATURAL)
        yield FinalHands(*hands, 2, 2, int(pair)), Fraction(ways, total)


def _beside(decks: int) -> Counter[tuple[int, bool]]:
    """The ordered ways to deal two cards that are no Royal 9 beside a hand that is one, by their count and whether they
    are a pair. Whichever face card that hand has, it is one of three alike.
    """
    left = dict.fromkeys(RANKS, len(SUITS) * decks)
    left["9"] -= 1
    left[FACES[0]] -= 1
    found = Counter[tuple[int, bool]]()
    for one, other in product(RANKS, repeat=2):
        if {one, other} & {"9"} and {one, other} & {*FACES}:
            continue
        points = (VALUE[one + SUITS[0]] + VALUE[other + SUITS[0]]) % 10
        found[points, one == other] += left[one] * (left[other] - (one == other))
    return found
