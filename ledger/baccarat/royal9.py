"""Royal 9: the level that a chair's wager reaches with the first four cards (ma-midi 12(i), ma-big
13(i)).

A Royal 9 is a nine and any face card. A chair's own combinations are not suited; the first of them
is its King's.
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple, assert_never

FACES = "JQK"


class Level(StrEnum):
    """What the four cards can be to a chair."""

    EXACT_MATCH = "exact_match"
    ANY_TWO = "any_two"
    BANKER_KING_9 = "banker_king_9"
    PLAYER_KING_9 = "player_king_9"
    OTHER_IDENTICAL_KING_9 = "other_identical_king_9"
    SUITED_TIE = "suited_tie"
    TIE = "tie"
    ANY_SUITED = "any_suited"
    ANY = "any"


class RoyalAward(NamedTuple):
    """What a level pays: fixed cents, or a share of a meter in basis points.

    Both are amounts for one: the stake is not returned.
    """

    cents: int
    meter: str = ""
    share_bps: int = 0


def is_apart(award: RoyalAward, limit_cents: int) -> bool:
    """Whether an award is no part of what the dealer hands over with the wagers: it is a meter's, or fixed and at
    the property's limit or above it. limit_cents: 0 for none.
    """
    return bool(award.meter) or 0 < limit_cents <= award.cents


class RoyalPaytable(NamedTuple):
    """awards: levels, highest first. chairs: each chair's own combinations as `Ks9h`, chair 1
    first. Fixed stake in cents.
    """

    wager_cents: int
    awards: Mapping[Level, RoyalAward]
    chairs: tuple[tuple[str, ...], ...]


def combination(cards: Sequence[str]) -> str:
    """A hand's first two cards as a Royal 9 combination, face card first (`Ks9h`), or "" when they
    are none.
    """
    first, second = cards[0], cards[1]
    if first[0] == "9" and second[0] in FACES:
        return second + first
    if second[0] == "9" and first[0] in FACES:
        return first + second
    return ""


def level(
    paytable: RoyalPaytable, seat: int, player: Sequence[str], banker: Sequence[str]
) -> Level | None:
    """The highest level the seat's wager reaches, or None when it loses."""
    players, bankers = combination(player), combination(banker)
    if not players and not bankers:
        return None
    own = paytable.chairs[seat - 1]
    for reached in paytable.awards:
        if _reaches(reached, paytable.chairs, own, players, bankers):
            return reached
    return None


def _reaches(  # noqa: PLR0911  one line for each level of the printed tables
    reached: Level,
    chairs: tuple[tuple[str, ...], ...],
    own: tuple[str, ...],
    player: str,
    banker: str,
) -> bool:
    match reached:
        case Level.EXACT_MATCH:
            return player == banker and player in own
        case Level.ANY_TWO:
            return player != banker and player in own and banker in own
        case Level.BANKER_KING_9:
            return banker == own[0]
        case Level.PLAYER_KING_9:
            return player == own[0]
        case Level.OTHER_IDENTICAL_KING_9:
            return player == banker and any(player == chair[0] for chair in chairs if chair != own)
        case Level.SUITED_TIE:
            return _suited(player) and _suited(banker)
        case Level.TIE:
            return bool(player and banker)
        case Level.ANY_SUITED:
            return _suited(player) or _suited(banker)
        case Level.ANY:
            return True
        case _:
            assert_never(reached)


def _suited(royal: str) -> bool:
    return bool(royal) and royal[1] == royal[3]
