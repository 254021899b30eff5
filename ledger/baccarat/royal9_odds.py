"""Exact odds of the Royal 9 wager: all ordered deals of the first four cards, suits told apart.

Chairs differ in suits only, and a shoe holds as many cards of each: for the wager as a whole the first chair stands
for all. Level by level, each can be asked for by itself.
"""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from math import perm
from typing import Final, NamedTuple

from ledger.baccarat.odds import BetOdds
from ledger.baccarat.royal9 import FACES, Level, RoyalAward, RoyalPaytable, level
from ledger.baccarat.vigorish import BPS
from ledger.values.cards import RANKS, SUITS

_FIRST_CHAIR = 1
_COMBINATIONS = [
    (face + face_suit, "9" + nine_suit)
    for face, face_suit, nine_suit in product(FACES, SUITS, SUITS)
]
NEITHER = ("2s", "2h")
"""Two cards that are no Royal 9, in place of all such."""


class LevelOdds(NamedTuple):
    """A level that one chair's wager can reach. ways: ordered deals of the first four cards of all `total`.

    returned: what it pays back on average per unit staked, its meter at the cents that were asked for.
    """

    level: Level
    award: RoyalAward
    ways: int
    total: int
    returned: Fraction

    @property
    def probability(self) -> Fraction:
        """How likely it is, from a fresh shoe."""
        return Fraction(self.ways, self.total)


def royal_9_levels(
    paytable: RoyalPaytable, decks: int, meters: Mapping[str, int], chair: int = _FIRST_CHAIR
) -> list[LevelOdds]:
    """Every level of the paytable, highest first, for one chair while its meters stand at these cents."""
    total = perm(decks * len(SUITS) * len(RANKS), 4)
    reached = _reached(paytable, decks, chair)
    return [
        LevelOdds(
            each,
            award,
            reached[each],
            total,
            reached[each] * _amount(award, meters) / (total * paytable.wager_cents),
        )
        for each, award in paytable.awards.items()
    ]


_REACHED: Final[dict[object, Mapping[Level | None, int]]] = {}


def _reached(paytable: RoyalPaytable, decks: int, chair: int) -> Mapping[Level | None, int]:
    """The ordered deals that reach each level, whatever it pays: counted when it is first asked for."""
    asked = (tuple(paytable.awards), paytable.chairs, decks, chair)
    if asked not in _REACHED:
        reached = Counter[Level | None]()
        for player, banker, ways in openings(decks, decks * len(SUITS) * len(RANKS)):
            reached[level(paytable, chair, player, banker)] += ways
        _REACHED[asked] = reached
    return _REACHED[asked]


def royal_9_odds(paytable: RoyalPaytable, decks: int, meters: Mapping[str, int]) -> BetOdds:
    """The odds of the wager while its meters stand at these cents. Deals are counted as six cards."""
    levels = royal_9_levels(paytable, decks, meters)
    rest = perm(decks * len(SUITS) * len(RANKS) - 4, 2)
    won, total = sum(each.ways for each in levels), levels[0].total
    return BetOdds(
        ev=sum((each.returned for each in levels), Fraction(-1)),
        win=won * rest,
        lose=(total - won) * rest,
        push=0,
    )


def _amount(award: RoyalAward, meters: Mapping[str, int]) -> Fraction:
    if not award.meter:
        return Fraction(award.cents)
    return Fraction(meters[award.meter] * award.share_bps, BPS)


@cache
def openings(decks: int, cards: int) -> list[tuple[tuple[str, str], tuple[str, str], int]]:
    """Both hands with the ordered ways to deal them, one of them at least a Royal 9: for every chair the same."""
    ways = [4 * _ways(4, twice, decks) for twice in range(3)]
    both = {
        (one, other): ways[(one[0] == other[0]) + (one[1] == other[1])]
        for one, other in product(_COMBINATIONS, repeat=2)
    }
    openings = [(*hands, dealt) for hands, dealt in both.items()]
    for own in _COMBINATIONS:
        alone = 2 * _ways(2, 0, decks) * perm(cards - 2, 2)
        alone -= sum(both[own, other] for other in _COMBINATIONS)
        openings += [(own, NEITHER, alone), (NEITHER, own, alone)]
    return openings


def _ways(cards: int, twice: int, decks: int) -> int:
    """The ways to deal so many certain cards, one after the other, first from a fresh shoe; so many come twice."""
    return int(perm(decks, 2) ** twice * decks ** (cards - 2 * twice))
