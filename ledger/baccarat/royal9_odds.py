"""Exact odds of the Royal 9 wager: all ordered deals of the first four cards, suits told apart.

Chairs differ in suits only, and a shoe holds as many cards of each: the first chair stands for all.
"""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from math import perm

from ledger.baccarat.odds import BetOdds
from ledger.baccarat.royal9 import FACES, RoyalAward, RoyalPaytable, level
from ledger.baccarat.vigorish import BPS
from ledger.cards import RANKS, SUITS

_FIRST_CHAIR = 1
_COMBINATIONS = [
    (face + face_suit, "9" + nine_suit)
    for face, face_suit, nine_suit in product(FACES, SUITS, SUITS)
]
_NEITHER = ("2s", "2h")
"""Two cards that are no Royal 9, in place of all such."""


def royal_9_odds(paytable: RoyalPaytable, decks: int, meters: Mapping[str, int]) -> BetOdds:
    """The odds of the wager while its meters stand at these cents. Deals are counted as six cards."""
    cards = decks * len(SUITS) * len(RANKS)
    total = perm(cards, 6)
    paid, won = Fraction(0), 0
    for player, banker, ways in _openings(decks, cards):
        reached = level(paytable, _FIRST_CHAIR, player, banker)
        if reached is not None:
            won += ways
            paid += ways * _amount(paytable.awards[reached], meters)
    rest = perm(cards - 4, 2)
    return BetOdds(
        ev=paid * rest / (total * paytable.wager_cents) - 1,
        win=won * rest,
        lose=total - won * rest,
        push=0,
    )


def _amount(award: RoyalAward, meters: Mapping[str, int]) -> Fraction:
    if not award.meter:
        return Fraction(award.cents)
    return Fraction(meters[award.meter] * award.share_bps, BPS)


def _openings(decks: int, cards: int) -> list[tuple[tuple[str, str], tuple[str, str], int]]:
    """Both hands with the ordered ways to deal them, where at least one of them is a Royal 9."""
    both = {
        (one, other): 4 * _ways((*one, *other), decks)
        for one, other in product(_COMBINATIONS, repeat=2)
    }
    openings = [(player, banker, ways) for (player, banker), ways in both.items()]
    for own in _COMBINATIONS:
        alone = 2 * _ways(own, decks) * perm(cards - 2, 2)
        alone -= sum(both[own, other] for other in _COMBINATIONS)
        openings += [(own, _NEITHER, alone), (_NEITHER, own, alone)]
    return openings


def _ways(cards: tuple[str, ...], decks: int) -> int:
    """The ways to deal these very cards, one after the other, first from a fresh shoe."""
    ways = 1
    for count in Counter(cards).values():
        ways *= perm(decks, count)
    return ways
