"""What wagers come to for the house in theory: the expectation of each bet, and how the bets of one deal move together.

All wagers of a round are decided by one deal: what a round may come to is not the sum of its wagers' variances. Over
all ordered deals from a fresh shoe, in whole numbers; nothing is sampled. Of Royal 9 it is the part with fixed awards:
what its meters pay is not the house's.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache, partial
from itertools import combinations_with_replacement, product
from math import lcm, perm
from typing import Final, NamedTuple

from ledger.baccarat.hands import FinalHands
from ledger.baccarat.odds import deals, gain
from ledger.baccarat.offering import Offering
from ledger.baccarat.royal9 import FACES, RoyalPaytable, combination, level
from ledger.baccarat.royal9_odds import NEITHER, openings
from ledger.baccarat.verdicts import house_money_verdict, verdict
from ledger.baccarat.wagers import Bet
from ledger.values.cards import RANKS, SUITS, VALUE

_NATURAL: Final = 9
"""The point count of a hand that is a Royal 9: no card is drawn to it, nor against it."""


class Theory(NamedTuple):
    """What a unit staked comes to for the house. edge: by bet, on average; coupon: of a coupon's face.

    covariance: of units on two bets in one round, in either order; of one bet and itself, its variance, of Royal 9 that
    of one chair. chairs: the covariance of Royal 9 at two chairs, the mean of all pairs of chairs.

    Vigorish counts at its exact rate, as in `odds`: its rounding depends on the stake.
    """

    edge: Mapping[Bet, Fraction]
    coupon: Mapping[Bet, Fraction]
    covariance: Mapping[tuple[Bet, Bet], Fraction]
    chairs: Fraction = Fraction(0)


class _Gains(NamedTuple):
    """What a unit on each bet gains the player, in so many parts of a unit; `alike`: by the ways to deal it."""

    parts: int
    of_final: Mapping[FinalHands, tuple[int, ...]]
    alike: Mapping[tuple[int, ...], int]


def theory_of(offering: Offering, decks: int, *, royal_9: bool) -> Theory:
    """The theory of every bet offered. royal_9: whether the Royal 9 wager is played with so many decks."""
    bets: list[Bet] = [bet for bet in offering.bets if bet is not Bet.ROYAL_9]
    gains = _gains(offering, bets, decks)
    total = sum(gains.alike.values()) * gains.parts
    sums = [sum(ways * of[n] for of, ways in gains.alike.items()) for n in range(len(bets))]
    won = [sum(ways * max(of[n], 0) for of, ways in gains.alike.items()) for n in range(len(bets))]
    covariance = {}
    for (n, one), (m, other) in combinations_with_replacement(enumerate(bets), 2):
        mixed = sum(ways * of[n] * of[m] for of, ways in gains.alike.items())
        both = Fraction(mixed * total - sums[n] * sums[m] * gains.parts, total**2 * gains.parts)
        covariance[one, other] = covariance[other, one] = both
    edge = {bet: Fraction(-gained, total) for bet, gained in zip(bets, sums, strict=True)}
    coupon = {bet: Fraction(-gained, total) for bet, gained in zip(bets, won, strict=True)}
    if offering.royal_9 is None or not royal_9:
        return Theory(edge, coupon, covariance)
    royal = _royal_9(offering.royal_9, decks, gains)
    edge[Bet.ROYAL_9] = 1 - royal.award
    covariance[Bet.ROYAL_9, Bet.ROYAL_9] = royal.square - royal.award**2
    for bet, beside in zip(bets, royal.mixed, strict=True):
        both = beside + royal.award * edge[bet]
        covariance[bet, Bet.ROYAL_9] = covariance[Bet.ROYAL_9, bet] = both
    return Theory(edge, coupon, covariance, royal.chairs - royal.award**2)


def _gains(offering: Offering, bets: Sequence[Bet], decks: int) -> _Gains:
    known, ended = cache(partial(gain, offering)), deals(decks)
    others = [bet for bet in bets if bet is not Bet.HOUSE_MONEY]
    by_hands = {
        hands: [known(verdict(offering, bet, FinalHands(*hands, 0))) for bet in others]
        for hands in {final[:4] for final in ended}
    }
    # How many hands began with a pair decides House Money alone, which stands behind the others.
    by_pairs = [
        [known(house_money_verdict(offering, pairs))] if len(others) < len(bets) else []
        for pairs in range(3)
    ]
    parts = lcm(*(each.denominator for of in (*by_hands.values(), *by_pairs) for each in of))

    def whole(exact: Iterable[Fraction]) -> tuple[int, ...]:
        return tuple(each.numerator * parts // each.denominator for each in exact)

    hands, pairs = {of: whole(exact) for of, exact in by_hands.items()}, [*map(whole, by_pairs)]
    of_final = {final: hands[final[:4]] + pairs[final.pairs] for final in ended}
    alike = Counter[tuple[int, ...]]()
    for final, ways in ended.items():
        alike[of_final[final]] += ways
    return _Gains(parts, of_final, alike)


class _Royal9(NamedTuple):
    """Averages over all deals, per unit staked: a chair's fixed award, its square, its product with each bet's gain,
    and with another chair's award.
    """

    award: Fraction
    square: Fraction
    mixed: list[Fraction]
    chairs: Fraction


def _royal_9(paytable: RoyalPaytable, decks: int, gains: _Gains) -> _Royal9:
    total = perm(decks * len(SUITS) * len(RANKS), 4)
    square = of_pairs = 0
    # Which of the hands are a Royal 9: that is all that the other bets go by.
    by_hands = Counter[tuple[bool, bool]]()
    for (player, banker), ways in _told_apart(paytable, decks).items():
        awards = _awards(paytable, player, banker)
        square += ways * awards[0] ** 2
        of_pairs += ways * (sum(awards) ** 2 - sum(each**2 for each in awards))
        by_hands[player != NEITHER, banker != NEITHER] += ways * awards[0]
    mixed = [Fraction(0)] * len(next(iter(gains.alike)))
    for hands, award in by_hands.items():
        ended = _finals(*hands, decks)
        for n in range(len(mixed)):
            gained = sum(ways * gains.of_final[final][n] for final, ways in ended.items())
            mixed[n] += Fraction(award * gained, sum(ended.values()) * gains.parts)
    staked, pairs = paytable.wager_cents, len(paytable.chairs) * (len(paytable.chairs) - 1)
    return _Royal9(
        Fraction(sum(by_hands.values()), total * staked),
        Fraction(square, total * staked**2),
        [each / (total * staked) for each in mixed],
        Fraction(of_pairs, total * staked**2 * max(pairs, 1)),
    )


_Hands = tuple[tuple[str, str], tuple[str, str]]


def _told_apart(paytable: RoyalPaytable, decks: int) -> dict[_Hands, int]:
    """One of all pairs of hands that are alike to every chair, with the ordered ways to deal any of them: a combination
    is suited or not, and some chair's own, or its first.
    """
    alike: dict[object, _Hands] = {}
    found = Counter[_Hands]()
    seen = cache(lambda hand: _seen(paytable, hand))
    for player, banker, ways in openings(decks, decks * len(SUITS) * len(RANKS)):
        kind = (seen(player), seen(banker), player == banker)
        found[alike.setdefault(kind, (player, banker))] += ways
    return found


def _seen(paytable: RoyalPaytable, hand: tuple[str, str]) -> tuple[object, ...]:
    """What a paytable tells of a hand that is a Royal 9, or is none."""
    shown, (first, second) = combination(hand), hand
    places = ((n, own.index(shown) == 0) for n, own in enumerate(paytable.chairs) if shown in own)
    return hand == NEITHER, first[1] == second[1], *places


def _awards(paytable: RoyalPaytable, player: Sequence[str], banker: Sequence[str]) -> list[int]:
    """The cents that each chair is paid by the paytable itself; 0 of a meter's award."""
    shown, found = {combination(player), combination(banker)}, dict[object, int]()
    # Chairs whose own neither of the two is are alike.
    kinds = [own if shown.intersection(own) else None for own in paytable.chairs]
    for chair, kind in enumerate(kinds, 1):
        if kind not in found:
            reached = level(paytable, chair, player, banker)
            found[kind] = paytable.awards[reached].cents if reached else 0
    return [found[kind] for kind in kinds]


def _finals(player: bool, banker: bool, decks: int) -> Mapping[FinalHands, int]:
    """How a deal ends in which these hands are a Royal 9, one at least, with how often beside the others."""
    if player and banker:
        return {FinalHands(_NATURAL, _NATURAL, 2, 2, 0): 1}
    return {
        FinalHands(*((_NATURAL, points) if player else (points, _NATURAL)), 2, 2, int(pair)): ways
        for (points, pair), ways in _beside(decks).items()
    }


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
