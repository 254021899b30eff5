"""The two hands: their point counts, who is dealt a third card, and whether a finished round is
legal.

A hand is its cards in the order dealt. The regulators' two third-card tables agree in every cell;
this is that table.
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from types import MappingProxyType
from typing import Final, NamedTuple

from ledger.values.cards import VALUE
from ledger.values.errors import Refused

NO_SECTIONS: Final[Mapping[str, str]] = MappingProxyType({})
"""Where it is not known under which text a hand was dealt."""


class Hand(StrEnum):
    PLAYER = "player"
    BANKER = "banker"


class Outcome(StrEnum):
    PLAYER = "player"
    BANKER = "banker"
    TIE = "tie"


class Draw(NamedTuple):
    """A third card that is due, and the key of the section that requires it."""

    hand: Hand
    rule: str


class FinalHands(NamedTuple):
    """All of a finished round that wagers depend on, chairs' own combinations apart.

    player, banker: point counts. player_cards, banker_cards: 2 or 3. pairs: how many hands began
    with a pair.
    """

    player: int
    banker: int
    player_cards: int
    banker_cards: int
    pairs: int

    @property
    def outcome(self) -> Outcome:
        if self.player == self.banker:
            return Outcome.TIE
        return Outcome.PLAYER if self.player > self.banker else Outcome.BANKER

    @property
    def player_natural(self) -> bool:
        return self.player_cards == 2 and self.player >= 8

    @property
    def banker_natural(self) -> bool:
        return self.banker_cards == 2 and self.banker >= 8

    @property
    def banker_three_card_7(self) -> bool:
        """Banker wins with a 7 of three cards: Dragon 7 (ma-midi 1), Fortune 7 on a Fortune 7
        table.
        """
        return self.banker == 7 and self.banker_cards == 3 and self.player < 7

    @property
    def player_three_card_8(self) -> bool:
        """Player wins with an 8 of three cards: Panda 8 (ma-midi 1)."""
        return self.player == 8 and self.player_cards == 3 and self.banker < 8

    @property
    def player_one_up(self) -> bool:
        """Player wins by exactly one point, with any number of cards (md 12J)."""
        return self.player == self.banker + 1


# Row: Banker's first two cards. Column: value of Player's third card, 0 to 9. D draws, S stays.
BANKER_DRAWS = (
    "DDDDDDDDDD",
    "DDDDDDDDDD",
    "DDDDDDDDDD",
    "DDDDDDDDSD",
    "SSDDDDDDSS",
    "SSSSDDDDSS",
    "SSSSSSDDSS",
    "SSSSSSSSSS",
)

_PLAYER_DRAWS = Draw(Hand.PLAYER, "draw.player")
_BANKER_DRAWS_AGAINST_TWO = Draw(Hand.BANKER, "draw.banker_against_two")
_BANKER_DRAWS_LOW = Draw(Hand.BANKER, "draw.banker_low")
_BANKER_DRAWS_BY_TABLE = Draw(Hand.BANKER, "draw.banker_by_table")


def points(cards: Sequence[str]) -> int:
    """The Point Count, 0 to 9 (ma-midi 6(b), div (a)(3))."""
    return sum([VALUE[card] for card in cards]) % 10


def player_draws(player_two: int, banker_two: int) -> bool:
    """Whether Player takes a third card, by both hands' first two cards (ma-midi 10(a)(b))."""
    return player_two <= 5 and banker_two <= 7


def banker_draws(player_two: int, banker_two: int, player_third: int | None) -> bool:
    """Whether Banker takes a third card (ma-midi 10(a)(c), div (i)(3)).

    player_third: the value of Player's third card, or None when Player has none.
    """
    if player_two >= 8 or banker_two >= 8:
        return False
    if player_third is None:
        return banker_two <= 5
    return BANKER_DRAWS[banker_two][player_third] == "D"


def next_draw(player: Sequence[str], banker: Sequence[str]) -> Draw | None:
    """Whose third card is due now, or None when both hands are complete.

    Both hands hold their first two cards at least; a third card already dealt is taken as it is.
    """
    player_two, banker_two = points(player[:2]), points(banker[:2])
    if len(player) == 2 and player_draws(player_two, banker_two):
        return _PLAYER_DRAWS
    third = VALUE[player[2]] if len(player) == 3 else None
    if len(banker) == 3 or not banker_draws(player_two, banker_two, third):
        return None
    if third is None:
        return _BANKER_DRAWS_AGAINST_TWO
    return _BANKER_DRAWS_LOW if banker_two <= 2 else _BANKER_DRAWS_BY_TABLE


def read(
    player: Sequence[str], banker: Sequence[str], sections: Mapping[str, str] = NO_SECTIONS
) -> FinalHands:
    """Check that both hands are complete and legal, and read what wagers depend on.

    sections: by which a refusal cites what it goes by. Raises Refused `hand_incomplete` (a card is still due) or
    `hand_illegal` (a card was not authorised).
    """
    player_cards, banker_cards = len(player), len(banker)
    if not 2 <= player_cards <= 3 or not 2 <= banker_cards <= 3:
        _refuse_count(player, banker, sections)
    if (player_cards, banker_cards) != _cards_due(player, banker):
        _refuse_third_cards(player, banker, sections)
    pairs = (player[0][0] == player[1][0]) + (banker[0][0] == banker[1][0])
    return FinalHands(points(player), points(banker), player_cards, banker_cards, pairs)


def _cards_due(player: Sequence[str], banker: Sequence[str]) -> tuple[int, int]:
    """How many cards each hand must have, given the cards it was dealt."""
    player_two = (VALUE[player[0]] + VALUE[player[1]]) % 10
    banker_two = (VALUE[banker[0]] + VALUE[banker[1]]) % 10
    if not player_draws(player_two, banker_two):
        return 2, 2 + banker_draws(player_two, banker_two, None)
    if len(player) == 2:
        return 3, 2
    return 3, 2 + banker_draws(player_two, banker_two, VALUE[player[2]])


def _cited(sections: Mapping[str, str], key: str) -> str:
    section = sections.get(key, "")
    return f" [{section}]" if section else ""


def _refuse_count(
    player: Sequence[str], banker: Sequence[str], sections: Mapping[str, str]
) -> None:
    more = f"no hand is dealt more than one additional card{_cited(sections, 'draw.once')}"
    for name, cards in (("Player", player), ("Banker", banker)):
        if len(cards) < 2:
            raise Refused(
                "hand_incomplete",
                f"The round is not complete: {name} has {len(cards)} of its first two cards.",
                "Deal the first four cards, Player first.",
                player=list(player),
                banker=list(banker),
            )
        if len(cards) > 3:
            raise Refused(
                "hand_illegal",
                f"{name} has {len(cards)} cards: {more}.",
                "Enter the cards as they were dealt.",
                player=list(player),
                banker=list(banker),
            )


def _refuse_third_cards(
    player: Sequence[str], banker: Sequence[str], sections: Mapping[str, str]
) -> None:
    player_due, banker_due = _cards_due(player, banker)
    facts = {"player": list(player), "banker": list(banker)}
    if len(player) != player_due:
        hand, cards, due = "Player", player, player_due
    else:
        hand, cards, due = "Banker", banker, banker_due
    due_now = next_draw(player, banker)
    drawn = due_now.rule if due_now else ""
    why, rule = _why_not(hand, player, banker)
    if len(cards) < due:
        raise Refused(
            "hand_incomplete",
            f"The round is not complete: {hand} must draw on {points(cards)}{_cited(sections, drawn)}.",
            f"Deal {hand}'s third card.",
            **facts,
        )
    raise Refused(
        "hand_illegal",
        f"{why}{_cited(sections, rule)}: {hand} may not draw a third card, and has {cards[2]}.",
        "Enter the hands as the rules deal them; a card drawn in error is an irregularity.",
        **facts,
    )


def _why_not(hand: str, player: Sequence[str], banker: Sequence[str]) -> tuple[str, str]:
    """Why a hand draws no third card, and the key of the section that says so."""
    player_two, banker_two = points(player[:2]), points(banker[:2])
    if player_two >= 8:
        return f"Player has a natural {player_two}", "draw.natural"
    if banker_two >= 8:
        return f"Banker has a natural {banker_two}", "draw.natural"
    if hand == "Player":
        return f"Player stays on {player_two}", "stay.player"
    if len(player) == 2:
        return f"Banker stays on {banker_two}", "stay.banker_against_two"
    key = "stay.banker_7" if banker_two == 7 else "stay.banker_by_table"
    return f"Banker stays on {banker_two} against a third card worth {VALUE[player[2]]}", key
