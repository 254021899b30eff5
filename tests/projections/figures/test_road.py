"""The roads of a shoe, as a table's display has them."""

from collections.abc import Iterable

from projections.figures.road import Bead, bead, bead_plate, big_road

BANKER, PLAYER, TIE = "banker", "player", "tie"


def beads(outcomes: Iterable[str]) -> list[Bead]:
    return [bead(f"MB-01:2026-07-11:{n}", won, "7d Qh", "9c Kh") for n, won in enumerate(outcomes)]


def road(outcomes: Iterable[str]) -> dict[tuple[int, int], str]:
    return {(each.column, each.row): each.outcome for each in big_road(beads(outcomes))}


def ties(outcomes: Iterable[str]) -> dict[tuple[int, int], int]:
    return {(each.column, each.row): each.ties for each in big_road(beads(outcomes)) if each.ties}


def test_the_bead_plate_has_every_outcome_six_to_a_column() -> None:
    ran = beads([BANKER, TIE, PLAYER, BANKER, BANKER, PLAYER, TIE])
    assert bead_plate(ran) == [ran[:6], ran[6:]]
    assert bead_plate([]) == []


def test_a_pair_is_of_one_rank_in_the_first_two_cards() -> None:
    assert bead("R", PLAYER, "Th Td", "9c Kh 9d") == Bead("R", PLAYER, True, False)
    assert bead("R", BANKER, "Th Kd 2c", "9c 9h 9d") == Bead("R", BANKER, False, True)


def test_the_big_road_begins_a_column_with_each_change_and_a_tie_takes_no_place() -> None:
    ran = [BANKER, BANKER, TIE, TIE, BANKER, PLAYER, TIE, BANKER]
    assert road(ran) == {
        (0, 0): BANKER,
        (0, 1): BANKER,
        (0, 2): BANKER,
        (1, 0): PLAYER,
        (2, 0): BANKER,
    }
    assert ties(ran) == {(0, 1): 2, (1, 0): 1}


def test_ties_before_any_win_stand_where_the_first_one_will() -> None:
    assert road([TIE, TIE]) == {(0, 0): ""}
    assert road([TIE, TIE, PLAYER, PLAYER]) == {(0, 0): PLAYER, (0, 1): PLAYER}
    assert ties([TIE, TIE, PLAYER, PLAYER, TIE]) == {(0, 0): 2, (0, 1): 1}


def test_a_run_longer_than_a_column_turns_to_the_right_and_the_next_one_meets_it() -> None:
    placed = road([BANKER] * 8 + [PLAYER] * 6 + [BANKER])
    assert {at for at, won in placed.items() if won == BANKER} == {
        *((0, row) for row in range(6)),
        *((1, 5), (2, 5)),
        (2, 0),
    }
    assert {at for at, won in placed.items() if won == PLAYER} == {
        *((1, row) for row in range(5)),
        (2, 4),
    }


def test_a_run_that_has_turned_stays_in_its_row() -> None:
    placed = road([BANKER] * 7 + [PLAYER] * 8)
    assert {at for at, won in placed.items() if won == PLAYER} == {
        *((1, row) for row in range(5)),
        *((2, 4), (3, 4), (4, 4)),
    }


def test_no_place_is_taken_twice() -> None:
    ran = [BANKER] * 9 + [PLAYER] * 9 + [BANKER] * 9 + [PLAYER] * 9
    assert len(road(ran)) == len(ran)
