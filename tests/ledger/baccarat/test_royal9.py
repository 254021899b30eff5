"""P1, P2: the level a Royal 9 wager reaches with the first four cards."""

from itertools import product

import pytest

from ledger.baccarat.offering import Offering
from ledger.baccarat.royal9 import Level, RoyalPaytable, combination, is_apart, level
from ledger.baccarat.wagers import Bet
from ledger.rules.loader import load
from ledger.values.cards import CARDS
from tests.ledger.baccarat.layout import cards, on, only, round_of

# ma-midi 12(i), Table 2, as printed: the suits of the face card and of the nine, chair by chair.
TABLE_2 = """
spades/hearts spades/diamonds
clubs/hearts clubs/diamonds
hearts/spades hearts/clubs
diamonds/spades diamonds/clubs diamonds/hearts
"""


def paytable(offering: Offering) -> RoyalPaytable:
    assert offering.royal_9 is not None
    return offering.royal_9


MIDI = paytable(load("ma-midi").offering)
BIG = paytable(load("ma-big").offering)


def test_ma_midi_12_i_table_2_every_chairs_three_combinations() -> None:
    printed = [
        tuple(f"{face}{first[0]}9{second[0]}" for face in "KQJ")
        for first, second in (pair.split("/") for pair in TABLE_2.split())
    ]
    assert list(MIDI.chairs) == printed


def test_decision_21_a_big_tables_chairs_are_twelve_unsuited_kings() -> None:
    assert sorted(chair for (chair,) in BIG.chairs) == sorted(
        f"K{king}9{nine}" for king, nine in product("shdc", "shdc") if king != nine
    )


@pytest.mark.parametrize(
    ("hand", "expected"),
    [("Ks 9h", "Ks9h"), ("9h Ks", "Ks9h"), ("9c Jc", "Jc9c"), ("Ts 9h", ""), ("9s 9h", "")],
)
def test_ma_midi_12_i_a_royal_9_is_a_nine_and_a_face_card(hand: str, expected: str) -> None:
    assert combination(cards(hand)) == expected


@pytest.mark.parametrize(
    ("chair", "player", "banker", "reached"),
    [
        (1, "Ks 9h", "9h Ks", "exact_match"),
        (1, "Qs 9h", "9h Qs", "exact_match"),
        (1, "Ks 9h", "Js 9h", "any_two"),
        (1, "Js 9h", "Qs 9h", "any_two"),
        (1, "2s 3h", "Ks 9h", "banker_king_9"),
        (1, "Ks 9h", "2s 3h", "player_king_9"),
        (1, "Ks 9h", "Kd 9d", "player_king_9"),
        (1, "Ks 9s", "Ks 9h", "banker_king_9"),
        (1, "Qs 9h", "2s 3h", "any"),
        (2, "Ks 9h", "Ks 9h", "tie"),
        (2, "Ks 9s", "Jd 9d", "suited_tie"),
        (2, "Ks 9s", "Jd 9c", "tie"),
        (2, "Ks 9s", "2d 3c", "any_suited"),
        (2, "2d 3c", "9c Jc", "any_suited"),
        (2, "2d 3c", "9c Js", "any"),
        (2, "2d 9c", "4c Js", None),
    ],
)
def test_ma_midi_12_i_levels(chair: int, player: str, banker: str, reached: str | None) -> None:
    assert level(MIDI, chair, cards(player), cards(banker)) == reached


@pytest.mark.parametrize(
    ("chair", "player", "banker", "reached"),
    [
        (1, "Ks 9h", "9h Ks", "exact_match"),
        (1, "Qs 9h", "9h Qs", "tie"),
        (1, "Ks 9h", "Js 9h", "player_king_9"),
        (1, "2s 3h", "Ks 9h", "banker_king_9"),
        (2, "Ks 9h", "9h Ks", "other_identical_king_9"),
        (2, "Ks 9s", "9s Ks", "suited_tie"),
        (2, "Ks 9h", "Qc 9h", "tie"),
        (2, "9d Qd", "2c 2h", "any_suited"),
        (2, "9d Qs", "2c 2h", "any"),
        (2, "Td 9s", "2c 2h", None),
    ],
)
def test_ma_big_13_i_levels(chair: int, player: str, banker: str, reached: str | None) -> None:
    assert level(BIG, chair, cards(player), cards(banker)) == reached


def test_decision_8_the_highest_award_only() -> None:
    assert list(MIDI.awards) == [
        "exact_match",
        "any_two",
        "banker_king_9",
        "player_king_9",
        "suited_tie",
        "tie",
        "any_suited",
        "any",
    ]
    fixed = [award.cents for award in MIDI.awards.values()]
    assert fixed == [0, 0, 0, 0, 150_000, 25_000, 5_000, 2_500]


def test_p1_a_level_is_reached_exactly_when_a_hand_is_a_royal_9() -> None:
    faces_and_nines = [card for card in CARDS if card[0] in "9TJQK"]
    two = [[first, second] for first in faces_and_nines for second in faces_and_nines[:8]]
    for player, banker in product(two[::7], two[::5]):
        won = level(MIDI, 3, player, banker) is not None
        assert won == bool(combination(player) or combination(banker))


@pytest.mark.parametrize(
    ("player", "banker", "returned"),
    [
        ("Ks 9d", "2d 2c", 2500),
        ("Ks 9s", "2d 2c", 5000),
        ("Ks 9s", "Jd 9d", 150_000),
        ("Ks 9d", "Jd 9d", 25_000),
        ("Ks 7d", "2d 2c 3h", 0),
    ],
)
def test_decision_9_fixed_awards_are_for_one(player: str, banker: str, returned: int) -> None:
    line = only(round_of("ma-midi", player, banker, on(Bet.ROYAL_9, 500, seat=9)))
    assert (line.cents, line.returned, line.vig) == (500, returned, 0)
    assert line.rule == "ma-midi 12(i)"


def test_p1_an_award_of_a_meter_is_not_paid_by_the_round() -> None:
    line = only(round_of("ma-midi", "Ks 9h", "Ks 9h", on(Bet.ROYAL_9, 500, seat=1)))
    assert (line.result, line.returned) == ("win", 0)


def test_p1_a_round_says_who_won_and_how_each_royal_9_ended() -> None:
    settled = round_of(
        "ma-midi", "Ks 9s", "2d 2c", *(on(Bet.ROYAL_9, 500, seat) for seat in (9, 7))
    )
    assert (settled.outcome, settled.player_points, settled.banker_points) == ("player", 9, 4)
    assert [(line.seat, line.result, line.tender, line.returned) for line in settled.lines] == [
        (9, "win", "chips", 5_000),
        (7, "win", "chips", 5_000),
    ]
    lost = only(round_of("ma-midi", "Ks 7d", "2d 2c 3h", on(Bet.ROYAL_9, 500, seat=9)))
    assert (lost.result, lost.tender) == ("lose", "chips")


@pytest.mark.parametrize(
    ("meter", "limit", "apart"),
    [
        ("", 0, False),
        ("", 1, True),
        ("", 2_500, True),
        ("", 2_501, False),
        ("major", 0, True),
        ("major", 9_999, True),
    ],
)
def test_p1_an_award_of_a_meter_or_from_the_limit_on_is_handed_over_apart(
    meter: str, limit: int, *, apart: bool
) -> None:
    award = MIDI.awards[Level.ANY]._replace(meter=meter)
    assert is_apart(award, limit) is apart


def test_p2_every_level_belongs_to_a_printed_table() -> None:
    assert set(MIDI.awards) | set(BIG.awards) == set(Level)
