"""All ordered deals counted out, for the polynomials that are kept of them. Run to write these anew:
`python -m tests.ledger.baccarat.counted`.

Cards of one rank, and among third cards all of one value, are counted together by how many are left.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from itertools import combinations_with_replacement, product
from math import perm
from typing import Final

from ledger.baccarat.hands import FinalHands, banker_draws, player_draws
from ledger.baccarat.odds import POLYNOMIALS
from ledger.values.cards import RANKS, SUITS, VALUE

_Values = tuple[int, int, int, int]

_VALUE_OF_RANK = tuple(VALUE[rank + SUITS[0]] for rank in RANKS)
_TWO_RANKS = tuple(combinations_with_replacement(range(len(RANKS)), 2))

MANY: Final = 10**15
"""Decks: more than twice any coefficient, so that the deals of so many decks tell all of them."""


def count(decks: int) -> dict[FinalHands, int]:
    """How many ordered six-card deals from a fresh shoe end in each way."""
    per_value = [0] * 10
    for value in _VALUE_OF_RANK:
        per_value[value] += len(SUITS) * decks
    ended: defaultdict[_Values, list[int]] = defaultdict(lambda: [0, 0, 0])
    for values, by_pairs in _openings(decks).items():
        left = list(per_value)
        for value in values:
            left[value] -= 1
        for player, banker, player_cards, banker_cards, ways in _thirds(values, left):
            so = ended[player, banker, player_cards, banker_cards]
            for pairs, opened in enumerate(by_pairs):
                so[pairs] += opened * ways
    return {
        FinalHands(*hands, pairs): ways
        for hands, so in ended.items()
        for pairs, ways in enumerate(so)
        if ways
    }


def coefficients(ways: int) -> list[int]:
    """Of a polynomial in the number of decks that has this value for MANY: of decks, its square, and so on."""
    found = []
    rest, digit = divmod(ways, MANY)
    while rest or digit:
        if digit > MANY // 2:
            digit, rest = digit - MANY, rest + 1
        found.append(digit)
        rest, digit = divmod(rest, MANY)
    return found[1:]


def written(counted: Mapping[FinalHands, int]) -> str:
    """The deals of MANY decks, as polynomials are kept: an ending a line."""
    lines = (json.dumps([final, coefficients(ways)]) for final, ways in sorted(counted.items()))
    return "[\n" + ",\n".join(lines) + "\n]\n"


def _openings(decks: int) -> dict[_Values, list[int]]:
    """The ordered ways to deal the first four cards, by the hands' values and then by how many
    hands are pairs.
    """
    openings: dict[_Values, list[int]] = {}
    for player, banker in product(_TWO_RANKS, _TWO_RANKS):
        ranks = Counter((*player, *banker))
        ways = 1
        for many in ranks.values():
            ways *= perm(len(SUITS) * decks, many)
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


if __name__ == "__main__":
    POLYNOMIALS.write_text(written(count(MANY)))
