"""What alone would explain the variance of a tray (A2)."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from projections.figures.narrowed import KINDS, PAIRS, Hand, Hour, Moved, Suspect, Wager, narrowed

FACES = (100, 500, 2500, 10_000, 50_000)


def of_kind(found: list[Suspect], kind: str) -> list[tuple[list[str], str]]:
    return [(each.of, each.message) for each in found if each.kind == kind]


def test_a_chip_that_is_missing_and_one_that_was_taken_for_another() -> None:
    assert of_kind(narrowed(-2500, [], [], [], FACES), "chips") == [
        (["$25.00"], "1 chip of $25.00 too few.")
    ]
    assert of_kind(narrowed(40_000, [], [], [], FACES), "chips") == [
        (["$100.00", "$500.00"], "1 chip of $100.00 counted for $500.00.")
    ]
    assert of_kind(narrowed(1500, [], [], [], FACES), "chips") == [
        (["$5.00"], "3 chips of $5.00 too many.")
    ]
    assert narrowed(700, [], [], [], FACES) == []


def test_a_round_an_hour_and_two_rounds_that_were_never_played() -> None:
    hands = [Hand("r1", 300, 0), Hand("r2", -700, 0), Hand("r3", 400, 0), Hand("r4", 0, 0)]
    hours = [Hour("h1", -400, ["r1", "r2"]), Hour("h2", 400, ["r3", "r4"])]
    found = narrowed(-400, hours, hands, [], [])
    never, twice = "never played, or entered twice", "played twice, entered once"
    assert of_kind(found, "hour") == [
        (["h1"], f"All hands of the hour were {twice}."),
        (["h2"], f"All hands of the hour were {never}."),
    ]
    assert of_kind(found, "round") == [(["r3"], f"It was {never}.")]
    assert of_kind(narrowed(400, [], hands, [], []), "rounds") == [
        (["r1", "r2"], "Both were never played, or entered twice.")
    ]


def test_a_wager_that_ended_otherwise_at_the_table() -> None:
    lost, won, pushed = (
        Wager(3, "banker", 500, 500, (500,)),
        Wager(4, "tie", 100, -800, (800,)),
        Wager(5, "player", 700, 0, (700,)),
    )
    hand = Hand("r1", 0, 0, [lost, won, pushed])

    def said(variance: int) -> list[str]:
        return [message for _, message in of_kind(narrowed(variance, [], [hand], [], []), "wager")]

    assert said(-1000) == ["Seat 3, $5.00 on banker, was paid $5.00."]
    assert said(-500) == ["Seat 3, $5.00 on banker, was handed back."]
    assert said(900) == ["Seat 4, $1.00 on tie, was collected."]
    assert said(800) == ["Seat 4, $1.00 on tie, was handed back."]
    assert said(700) == ["Seat 5, $7.00 on player, was collected."]
    assert said(-700) == ["Seat 5, $7.00 on player, was paid $7.00."]


def test_a_wager_that_was_paid_at_the_table_and_collected_on_record() -> None:
    """By what its rules pay, each of it: 8 to 1 on the tie, 12 or 20 to 1 on the small and the big one."""
    tie, six = Wager(4, "tie", 500, 500, (4000,)), Wager(5, "six", 100, -1200, (1200, 2000))
    found = of_kind(narrowed(-4500, [], [Hand("r1", -700, 0, [tie, six])], [], []), "wager")
    assert found == [(["r1"], "Seat 4, $5.00 on tie, was paid $40.00.")]
    found = of_kind(narrowed(-800, [], [Hand("r1", -700, 0, [tie, six])], [], []), "wager")
    assert found == [(["r1"], "Seat 5, $1.00 on six, was paid $20.00.")]


def test_vigorish_a_slip_and_digits_that_changed_places() -> None:
    moved = [
        Moved("fill", "F-17", 54_000),
        Moved("credit", "C-1", -54_000),
        Moved("buy_in", "seat 3", -7000),
    ]
    hand = Hand("r1", 0, 125)
    assert of_kind(narrowed(125, [], [hand], [], []), "vigorish") == [
        (["r1"], "Vigorish of $1.25 was taken, not recorded.")
    ]
    assert of_kind(narrowed(-125, [], [hand], [], []), "vigorish") == [
        (["r1"], "Vigorish of $1.25 was recorded as collected, not taken.")
    ]
    assert of_kind(narrowed(-54_000, [], [], moved, []), "fill") == [
        (["F-17"], "It was never done.")
    ]
    assert of_kind(narrowed(54_000, [], [], moved, []), "fill") == [
        (["F-17"], "It was done twice, entered once.")
    ]
    assert of_kind(narrowed(-9000, [], [], moved, []), "fill") == [
        (["F-17"], "It was $450.00: two digits exchanged.")
    ]
    assert of_kind(narrowed(9000, [], [], moved, []), "credit") == [
        (["C-1"], "It was $450.00: two digits exchanged.")
    ]
    assert of_kind(narrowed(7000, [], [], moved, []), "buy_in") == [
        (["seat 3"], "It was never done.")
    ]


amounts = st.integers(-40, 40).map(lambda n: n * 500)


@given(
    st.lists(amounts, max_size=12),
    st.lists(amounts, max_size=4),
    st.integers(-100, 100).map(lambda n: n * 500),
)
def test_law_what_is_told_would_explain_it_and_none_that_would_is_left_out(
    kept: list[int], moved: list[int], variance: int
) -> None:
    hands = [
        Hand(f"r{n}", cents, 0, [Wager(1, "player", abs(cents), cents)])
        for n, cents in enumerate(kept)
    ]
    slips = [Moved("fill", f"F-{n}", cents) for n, cents in enumerate(moved)]
    found = narrowed(variance, [], hands, slips, FACES)
    if variance == 0:
        assert found == []
        return
    assert [each.kind for each in found] == sorted((e.kind for e in found), key=KINDS.index)
    assert {of[0] for of, _ in of_kind(found, "round")} == {
        hand.round for hand in hands if abs(hand.kept) == abs(variance)
    }
    for sought, how in (
        (-variance, "Both were never played"),
        (variance, "Both were played twice"),
    ):
        pairs = [
            [one.round, two.round]
            for one, two in combinations(hands, 2)
            if one.kept + two.kept == sought and 0 not in {one.kept, two.kept}
        ]
        told = [of for of, said in of_kind(found, "rounds") if said.startswith(how)]
        assert len(told) == min(len(pairs), PAIRS)
        assert all(each in pairs for each in told)
