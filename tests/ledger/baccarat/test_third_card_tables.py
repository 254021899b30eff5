"""W4: the third-card rules in every cell, against each regulator's own table, transcribed apart."""

from itertools import product

import pytest

from ledger.baccarat.hands import Draw, Hand, next_draw, read
from ledger.rules.source import packaged_ids
from ledger.values.cards import RANKS, VALUE
from ledger.values.errors import Refused
from tests.ledger.baccarat.layout import cards

# A hand of two cards for each point count, and a card for each value.
TWO_CARDS = {
    points: cards(text)
    for points, text in enumerate(
        ("Ks Qh", "As Kh", "2s Th", "As 2h", "4s Jh", "2s 3h", "9s 7h", "8s 9h", "3s 5h", "9s Kh")
    )
}
CARD_WORTH = dict(enumerate(cards("Td Ad 2d 3d 4d 5d 6d 7d 8d 9d")))

# ma-midi 10(c)(2)(iii), Table 1 (ma-big 11 prints the same): Player's third cards that Banker
# draws on.
MA_TABLE_1 = {
    0: set(range(10)),
    1: set(range(10)),
    2: set(range(10)),
    3: set(range(10)) - {8},
    4: {2, 3, 4, 5, 6, 7},
    5: {4, 5, 6, 7},
    6: {6, 7},
    7: set(),
}

# div (i)(3), Table 2. First column: Player has no third card; then third cards 0 to 9.
DIV_TABLE_2 = {
    0: "D DDDDDDDDDD",
    1: "D DDDDDDDDDD",
    2: "D DDDDDDDDDD",
    3: "D DDDDDDDDSD",
    4: "D SSDDDDDDSS",
    5: "D SSSSDDDDSS",
    6: "S SSSSSSDDSS",
    7: "S SSSSSSSSSS",
}


# The published rules of the house, "third card rules": Player's third cards that Banker draws on.
HOUSE_TABLE = {
    0: set(range(10)),
    1: set(range(10)),
    2: set(range(10)),
    3: {0, 1, 2, 3, 4, 5, 6, 7, 9},
    4: {2, 3, 4, 5, 6, 7},
    5: {4, 5, 6, 7},
    6: {6, 7},
    7: set(),
}

TRANSCRIBED = {
    "ma-midi": MA_TABLE_1,
    "ma-big": MA_TABLE_1,
    "div": {
        banker: {third for third, said in enumerate(row.split()[1]) if said == "D"}
        for banker, row in DIV_TABLE_2.items()
    },
    "house": HOUSE_TABLE,
    "md": None,  # amendments to other rules, which print no table
}
"""What each text draws by; a text that is new here needs its own."""


def test_w4_every_text_has_its_drawing_table_and_the_game_draws_by_it() -> None:
    assert TRANSCRIBED.keys() == set(packaged_ids("sources"))
    for table in filter(None, TRANSCRIBED.values()):
        for banker, third in product(range(8), range(10)):
            assert banker_draws(banker, third) == (third in table[banker])


def banker_draws(banker: int, third: int) -> bool:
    """Whether Banker draws after Player, on 5, has drawn a card of this value."""
    player = [*TWO_CARDS[5], CARD_WORTH[third]]
    draw = next_draw(player, TWO_CARDS[banker])
    return draw is not None and draw.hand is Hand.BANKER


@pytest.mark.parametrize(("banker", "third"), [*product(range(8), range(10))])
def test_ma_midi_10_c_table_1(banker: int, third: int) -> None:
    assert banker_draws(banker, third) == (third in MA_TABLE_1[banker])


@pytest.mark.parametrize(("banker", "third"), [*product(range(8), range(10))])
def test_div_i_3_table_2(banker: int, third: int) -> None:
    _, against_third = DIV_TABLE_2[banker].split()
    assert banker_draws(banker, third) == (against_third[third] == "D")


@pytest.mark.parametrize(("player", "banker"), [*product((6, 7), range(8))])
def test_ma_midi_10_c_1_and_div_table_2_banker_against_two_cards(player: int, banker: int) -> None:
    draw = next_draw(TWO_CARDS[player], TWO_CARDS[banker])
    assert (draw is not None) == (banker <= 5) == (DIV_TABLE_2[banker][0] == "D")
    assert draw in (None, Draw(Hand.BANKER, "draw.banker_against_two"))


@pytest.mark.parametrize(("player", "banker"), [*product(range(8), range(8))])
def test_ma_midi_10_b_and_div_i_2_player_draws_to_five(player: int, banker: int) -> None:
    draw = next_draw(TWO_CARDS[player], TWO_CARDS[banker])
    assert (draw == Draw(Hand.PLAYER, "draw.player")) == (player < 6)


@pytest.mark.parametrize(
    ("player", "banker"),
    [hands for hands in product(range(10), range(10)) if max(hands) >= 8],
)
def test_ma_midi_10_a_and_div_i_1_a_natural_ends_the_dealing(player: int, banker: int) -> None:
    assert next_draw(TWO_CARDS[player], TWO_CARDS[banker]) is None


def test_ma_midi_10_each_draw_names_its_rule() -> None:
    drawn = [*TWO_CARDS[5], CARD_WORTH[6]]
    assert next_draw(drawn, TWO_CARDS[2]) == Draw(Hand.BANKER, "draw.banker_low")
    assert next_draw(drawn, TWO_CARDS[6]) == Draw(Hand.BANKER, "draw.banker_by_table")


def test_w4_a_finished_round_is_taken_exactly_when_no_card_is_due() -> None:
    thirds = (None, 0, 5, 8)
    for player, banker, third, fourth in product(range(10), range(10), thirds, thirds):
        players = TWO_CARDS[player] + ([] if third is None else [CARD_WORTH[third]])
        bankers = TWO_CARDS[banker] + ([] if fourth is None else [CARD_WORTH[fourth]])
        if is_finished(player, banker, third, fourth):
            final = read(players, bankers)
            assert (final.player_cards, final.banker_cards) == (len(players), len(bankers))
        else:
            with pytest.raises(Refused) as refused:
                read(players, bankers)
            assert refused.value.refusal.code in {"hand_incomplete", "hand_illegal"}


def is_finished(player: int, banker: int, third: int | None, fourth: int | None) -> bool:
    """By the tables above: whether exactly the third cards that are due lie there."""
    if max(player, banker) >= 8:
        return third is None and fourth is None
    if (third is not None) != (player < 6):
        return False
    due = banker < 6 if third is None else third in MA_TABLE_1[banker]
    return (fourth is not None) == due


@pytest.mark.parametrize(
    ("player", "banker", "code", "says"),
    [
        ("Ks", "5d 2d", "hand_incomplete", "Player has 1 of its first two cards"),
        ("Ks 5s", "", "hand_incomplete", "Banker has 0 of its first two cards"),
        ("Ks 2s 2d 3d", "Kh 7h", "hand_illegal", "Player has 4 cards"),
        ("Ks 5s", "Kh 7h", "hand_incomplete", "Player must draw on 5"),
        ("Ks 5s 4d", "Kh 5h", "hand_incomplete", "Banker must draw on 5"),
        ("Ks 6s 4d", "Kh 5h", "hand_illegal", "Player stays on 6: Player may not draw"),
        ("Ks 6s", "Kh 6h 2d", "hand_illegal", "Banker stays on 6: Banker may not draw"),
        ("Ks 5s 8d", "Kh 3h 2d", "hand_illegal", "Banker stays on 3 against a third card worth 8"),
        ("Ks 9s", "Kh 3h 2d", "hand_illegal", "Player has a natural 9: Banker may not draw"),
        ("Ks 5s 8d", "Kh 8h", "hand_illegal", "Banker has a natural 8: Player may not draw"),
    ],
)
def test_w4_a_refusal_says_which_card_is_due_or_not_allowed(
    player: str, banker: str, code: str, says: str
) -> None:
    with pytest.raises(Refused) as refused:
        read(cards(player), cards(banker))
    assert refused.value.refusal.code == code
    assert says in refused.value.refusal.message


def test_ma_midi_6_a_values() -> None:
    worth = {rank: VALUE[rank + "s"] for rank in RANKS}
    assert worth == dict(zip("A23456789TJQK", (*range(1, 10), 0, 0, 0, 0), strict=True))
