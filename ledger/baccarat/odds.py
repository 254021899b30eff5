"""Exact odds of every bet: all ordered deals from a fresh shoe, counted in whole numbers.

Every deal is counted as six cards; where a round takes fewer, the rest may be any. Cards of one
rank, and among third cards all of one value, are counted together by how many are left. Nothing is
sampled.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import perm
from types import MappingProxyType
from typing import Final

from ledger.baccarat.hands import FinalHands, banker_draws, player_draws
from ledger.baccarat.offering import Offering, Result, Verdict
from ledger.baccarat.verdicts import verdict
from ledger.baccarat.vigorish import BPS
from ledger.baccarat.wagers import Bet
from ledger.values.cards import RANKS, SUITS, VALUE

Progress = Callable[[int, int], None]
_Values = tuple[int, int, int, int]

_VALUE_OF_RANK = tuple(VALUE[rank + SUITS[0]] for rank in RANKS)
_TWO_RANKS = tuple(combinations_with_replacement(range(len(RANKS)), 2))


@dataclass(frozen=True, slots=True)
class BetOdds:
    """A bet over all ordered deals. ev: the player's expectation per unit staked. win, lose, push:
    deals.

    Vigorish counts at its exact rate: its rounding depends on the stake.
    """

    ev: Fraction
    win: int
    lose: int
    push: int

    @property
    def total(self) -> int:
        return self.win + self.lose + self.push

    @property
    def ev_percent(self) -> str:
        """The expectation in percent, to four decimals: `-1.2351`."""
        scaled = round(self.ev * 1_000_000)
        whole, rest = divmod(abs(scaled), 10_000)
        return f"{'-' if scaled < 0 else ''}{whole}.{rest:04d}"


def odds_of(
    offering: Offering, decks: int | None = None, progress: Progress | None = None
) -> dict[Bet, BetOdds]:
    """The odds of every bet offered, Royal 9 apart. decks: those of the offering unless given.

    House Money counts as taken. What is pressed has the expectation of the wager it is pressed
    onto, given the pair.
    """
    return odds_in(deals(decks or offering.decks, progress), offering)


_COUNTED: Final[dict[int, Mapping[FinalHands, int]]] = {}


def deals(decks: int, progress: Progress | None = None) -> Mapping[FinalHands, int]:
    """How many ordered six-card deals from a fresh shoe end in each way: counted when it is first asked for.

    progress: called with the steps done and their number.
    """
    if decks not in _COUNTED:
        _COUNTED[decks] = MappingProxyType(_count(decks, progress))
    return _COUNTED[decks]


def _count(decks: int, progress: Progress | None) -> dict[FinalHands, int]:
    per_value = [0] * 10
    for value in _VALUE_OF_RANK:
        per_value[value] += len(SUITS) * decks
    openings = _openings(decks)
    ended: defaultdict[tuple[int, int, int, int], list[int]] = defaultdict(lambda: [0, 0, 0])
    for done, (values, by_pairs) in enumerate(openings.items(), start=1):
        left = list(per_value)
        for value in values:
            left[value] -= 1
        none, one, both = by_pairs
        for player, banker, player_cards, banker_cards, ways in _thirds(values, left):
            so = ended[player, banker, player_cards, banker_cards]
            so[0] += none * ways
            so[1] += one * ways
            so[2] += both * ways
        if progress and (done % 100 == 0 or done == len(openings)):
            progress(done, len(openings))
    return {
        FinalHands(*hands, pairs): ways
        for hands, so in ended.items()
        for pairs, ways in enumerate(so)
        if ways
    }


def odds_in(counted: Mapping[FinalHands, int], offering: Offering) -> dict[Bet, BetOdds]:
    """The odds of every bet offered, Royal 9 apart, over deals already counted."""
    return {bet: _odds(counted, offering, bet) for bet in offering.bets if bet is not Bet.ROYAL_9}


def _odds(counted: Mapping[FinalHands, int], offering: Offering, bet: Bet) -> BetOdds:
    by_result = dict.fromkeys(Result, 0)
    by_verdict: defaultdict[Verdict, int] = defaultdict(int)
    for final, ways in counted.items():
        ended = verdict(offering, bet, final)
        by_result[ended.result] += ways
        by_verdict[ended] += ways
    won = sum(gain(offering, ended) * ways for ended, ways in by_verdict.items())
    return BetOdds(
        ev=Fraction(won, sum(counted.values())),
        win=by_result[Result.WIN],
        lose=by_result[Result.LOSE],
        push=by_result[Result.PUSH],
    )


def gain(offering: Offering, ended: Verdict) -> Fraction:
    """What a unit staked gains the player, vigorish at its exact rate."""
    rate = Fraction(offering.vigorish.rate_bps, BPS) if offering.vigorish else Fraction(0)
    owed = rate if ended.vigorish else Fraction(0)
    if ended.result is Result.WIN:
        return Fraction(ended.pays, ended.per) * (1 - owed)
    return -owed if ended.result is Result.PUSH else Fraction(-1)


def _openings(decks: int) -> dict[_Values, list[int]]:
    """The ordered ways to deal the first four cards, by the hands' values and then by how many
    hands are pairs.
    """
    openings: dict[_Values, list[int]] = {}
    for player, banker in product(_TWO_RANKS, _TWO_RANKS):
        ranks = Counter((*player, *banker))
        ways = 1
        for count in ranks.values():
            ways *= perm(len(SUITS) * decks, count)
        for first, second in (player, banker):
            if first != second:
                ways *= 2
        values = (*_sorted_values(player), *_sorted_values(banker))
        pairs = (player[0] == player[1]) + (banker[0] == banker[1])
        openings.setdefault(values, [0, 0, 0])[pairs] += ways
    return openings


def _sorted_values(ranks: tuple[int, int]) -> tuple[int, int]:
    first, second = sorted(_VALUE_OF_RANK[rank] for rank in ranks)
    return first, second


def _thirds(values: _Values, left: list[int]) -> Iterator[tuple[int, int, int, int, int]]:
    """Each way the round can go on: point counts, numbers of cards, and the ways to deal the fifth
    and sixth card.

    left: how many cards of each value are left in the shoe.
    """
    player_two, banker_two = (values[0] + values[1]) % 10, (values[2] + values[3]) % 10
    rest = sum(left)
    if not player_draws(player_two, banker_two):
        if not banker_draws(player_two, banker_two, None):
            yield player_two, banker_two, 2, 2, rest * (rest - 1)
            return
        for third in range(10):
            yield player_two, (banker_two + third) % 10, 2, 3, left[third] * (rest - 1)
        return
    for third in range(10):
        player = (player_two + third) % 10
        if not banker_draws(player_two, banker_two, third):
            yield player, banker_two, 3, 2, left[third] * (rest - 1)
            continue
        for fourth in range(10):
            ways = left[third] * (left[fourth] - (third == fourth))
            yield player, (banker_two + fourth) % 10, 3, 3, ways
