"""Cards as text, and what they are worth."""

import pytest

from ledger.values.cards import CARDS, INDEX, burn_amount, parse_card


@pytest.mark.parametrize("text", ["Th", "th", "TH", "10H", "10h", "T♥", "10♥"])
def test_one_card_has_one_canonical_text(text: str) -> None:
    assert parse_card(text) == "Th"


def test_every_card_is_read_and_has_a_place_of_its_own() -> None:
    assert [parse_card(card) for card in CARDS] == list(CARDS)
    assert sorted(INDEX.values()) == list(range(52))


@pytest.mark.parametrize(
    ("card", "further"), [("As", 1), ("2h", 2), ("9d", 9), ("Tc", 10), ("Js", 10), ("Kh", 10)]
)
def test_ma_midi_5_e_and_div_e_6_burn(card: str, further: int) -> None:
    assert burn_amount(card) == further
