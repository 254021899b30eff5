"""Playing cards as text: rank then suit, `Th` for the ten of hearts."""

from collections.abc import Mapping
from types import MappingProxyType

from ledger.values.errors import Misused

RANKS = "A23456789TJQK"
SUITS = "shdc"
CARDS = tuple(rank + suit for suit in SUITS for rank in RANKS)

INDEX: Mapping[str, int] = MappingProxyType({card: place for place, card in enumerate(CARDS)})
"""Each card's place in a deck in order, 0 to 51."""

VALUE: Mapping[str, int] = MappingProxyType(
    {card: (RANKS.index(card[0]) + 1) % 10 if card[0] not in "JQK" else 0 for card in CARDS}
)
"""Each card's value in the game: ace 1, 2 to 9 their face, ten and faces 0 (ma-midi 6(a), div
(a)(2)).
"""

_SUIT_SIGNS = {"♠": "s", "♥": "h", "♦": "d", "♣": "c"}
_SPELLINGS = {"10" + suit: "T" + suit for suit in SUITS}


def parse_card(text: str, field: str = "card") -> str:
    """Read one card, as `Th`, `th`, `10H` or `T♥`, and return it as `Th`.

    Raises Misused `unknown_card`, naming the token and the field it stood in.
    """
    if text in INDEX:
        return text
    rank, suit = text[:-1].upper(), text[-1:].lower()
    suit = _SUIT_SIGNS.get(suit, suit)
    card = _SPELLINGS.get(rank + suit, rank + suit)
    if card not in INDEX:
        raise Misused(
            "unknown_card",
            f"{field}: {text!r} is not a card.",
            "Write rank then suit: A 2-9 T J Q K, then s h d c.",
            field=field,
            token=text,
        )
    return card


def burn_amount(card: str) -> int:
    """How many further cards are burned after this first one: ten and faces 10, ace 1 (ma-midi
    5(e), div (e)(6)).
    """
    return VALUE[card] or 10
