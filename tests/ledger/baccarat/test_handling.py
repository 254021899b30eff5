"""T10: who is handed the cards to turn."""

import pytest

from ledger.baccarat.handling import handed_to, next_offered
from ledger.rules.loader import load

MIDI = load("ma-midi").offering
BIG = load("ma-big").offering
MINI = load("div-mini").offering


def test_ma_midi_8_c_1_the_highest_wager_on_the_hand() -> None:
    assert handed_to(MIDI, {2: 5000, 7: 2500, 9: 4999}) == 2


def test_ma_midi_8_c_6_of_equal_wagers_the_seat_closest_to_the_dealer_counterclockwise() -> None:
    assert handed_to(MIDI, {2: 5000, 7: 5000, 4: 5000}) == 7


def test_ma_big_9_d_6_a_big_tables_seats_rise_counterclockwise() -> None:
    assert handed_to(BIG, {2: 5000, 12: 5000}) == 2


def test_div_g_3_iii_e_the_highest_seat_is_the_last_counterclockwise() -> None:
    assert handed_to(MINI, {3: 5000, 8: 5000}) == 3


@pytest.mark.parametrize("stakes", [{}, {3: 0}])
def test_ma_big_9_d_7_the_dealer_turns_them_when_nobody_wagered(stakes: dict[int, int]) -> None:
    assert handed_to(BIG, stakes) is None


def test_ma_midi_8_d_relinquished_to_the_right_and_then_on_counterclockwise() -> None:
    seated = {1, 5, 6, 9}
    assert next_offered(MIDI, seated, 6) == 5
    assert next_offered(MIDI, seated, 6, declined={5}) == 1
    assert next_offered(MIDI, seated, 6, declined={5, 1}) == 9
    assert next_offered(MIDI, seated, 1) == 9


def test_ma_midi_8_d_the_dealer_turns_them_when_nobody_accepts() -> None:
    assert next_offered(MIDI, {1, 5, 6, 9}, 6, declined={5, 1, 9}) is None
    assert next_offered(MIDI, {6}, 6) is None


def test_div_k_5_and_ma_big_9_f_go_to_the_rising_seat() -> None:
    assert next_offered(MINI, {2, 4, 6}, 4) == 6
    assert next_offered(BIG, {2, 4, 12}, 12) == 2
