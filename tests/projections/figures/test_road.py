"""The roads of a shoe, as a table's display has them."""

from projections.figures.road import bead_plate, big_road

BANKER, PLAYER, TIE = "banker", "player", "tie"


def test_the_bead_plate_has_every_outcome_six_to_a_column() -> None:
    ran = [BANKER, TIE, PLAYER, BANKER, BANKER, PLAYER, TIE]
    assert bead_plate(ran) == [ran[:6], [TIE]]
    assert bead_plate([]) == []


def test_the_big_road_begins_a_column_with_each_change_and_leaves_ties_out() -> None:
    assert big_road([TIE, BANKER, BANKER, TIE, BANKER, PLAYER, BANKER]) == {
        (0, 0): BANKER,
        (0, 1): BANKER,
        (0, 2): BANKER,
        (1, 0): PLAYER,
        (2, 0): BANKER,
    }


def test_a_run_longer_than_a_column_turns_to_the_right_and_the_next_one_meets_it() -> None:
    road = big_road([BANKER] * 8 + [PLAYER] * 6 + [BANKER])
    assert {at for at, won in road.items() if won == BANKER} == {
        *((0, row) for row in range(6)),
        *((1, 5), (2, 5)),
        (2, 0),
    }
    assert {at for at, won in road.items() if won == PLAYER} == {
        *((1, row) for row in range(5)),
        (2, 4),
    }
