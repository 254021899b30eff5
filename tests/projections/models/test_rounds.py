"""A row a round, whatever became of it."""

from typing import Any

from ledger.events import table as e
from projections.figures.rounds import NEEDS, Round, rounds
from tests.projections.log import AT, DAY, Story, folded

ID = f"MB-01:{DAY}:17"
RULES: dict[str, Any] = {"rules": "ma-midi", "rules_version": 2, "rules_sha256": "ab"}
WAGER = e.WagerLine(3, "banker", 2_000)
COUPON = e.WagerLine(3, "banker", 1_000, "coupon", "K-1")


def dealt() -> Story:
    story = Story().tell(e.SeatTaken, seat=3).tell(e.WagersPlaced, round=ID, wagers=[WAGER, COUPON])
    story.tell(e.NoMoreBets, round=ID, shoe="4", **RULES)
    story.tell(e.CardsDealt, round=ID, player=["Th", "2c"], banker=["5s", "Kd"], left=380)
    return story.tell(e.ThirdCardDealt, round=ID, hand="player", card="9d", rule="10", left=379)


def settled() -> Story:
    return dealt().tell(
        e.RoundSettled,
        at=AT + 1,
        by="c-2",
        round=ID,
        outcome="banker",
        player=["Th", "2c", "9d"],
        banker=["5s", "Kd"],
        player_points=1,
        banker_points=5,
        announce="player 1, banker 5, banker wins",
        lines=[
            e.SettledLine(3, "banker", 2_000, "chips", "win", 4_000, 100, "12(c)"),
            e.SettledLine(3, "banker", 1_000, "coupon", "win", 1_000, 50, "12(c)"),
        ],
    )


def row_of(story: Story) -> Round:
    with folded(story.recorded, NEEDS) as connection:
        (row,) = rounds(connection, DAY)
        assert row.round == ID
        return row


def test_a_round_in_progress_has_its_cards_and_no_figures() -> None:
    row = row_of(dealt())

    assert (row.status, row.shoe, row.table, row.gaming_day, row.n) == (
        "open",
        "4",
        "MB-01",
        DAY,
        17,
    )
    assert (row.player, row.banker) == (["Th", "2c", "9d"], ["5s", "Kd"])
    assert (row.staked, row.returned, row.vig, row.outcome, row.ended_at) == (None,) * 5
    assert (row.first_version, row.last_version) == (2, 5)


def test_a_settled_round_says_what_it_came_to() -> None:
    row = row_of(settled())

    assert (row.status, row.outcome, row.by) == ("settled", "banker", "c-2")
    assert (row.player_points, row.banker_points) == (1, 5)
    assert (row.staked, row.returned, row.vig) == (2_000, 5_000, 150)
    assert (row.rules, row.rules_version, row.rules_sha256) == ("ma-midi", 2, "ab")
    assert (row.opened_at, row.ended_at) == (
        "2026-07-11T20:00:00Z",
        "2026-07-11T20:00:00.000001Z",
    )
    assert (row.first_version, row.last_version) == (2, 6)


def test_vigorish_marked_or_taken_at_once_is_among_the_rounds_events() -> None:
    marked = settled().tell(e.VigorishMarked, round=ID, marks=[e.SeatCents(3, 150, ID)])
    taken = settled().tell(e.VigorishCollected, lines=[e.SeatCents(3, 150, ID)])
    later = settled().tell(e.SeatTaken, seat=4)
    later.tell(e.VigorishCollected, lines=[e.SeatCents(3, 150, ID)])

    assert [row_of(story).last_version for story in (marked, taken, later)] == [7, 7, 6]


def test_i6_a_void_round_comes_to_nothing() -> None:
    story = dealt().tell(e.RoundVoided, round=ID, reason="shoe ran out", returned=[WAGER, COUPON])

    row = row_of(story)

    assert (row.status, row.reason, row.outcome) == ("void", "shoe ran out", None)
    assert (row.staked, row.returned, row.vig) == (0, 0, 0)
    assert row.player == ["Th", "2c", "9d"]


def test_a_withdrawn_wager_is_among_the_rounds_events() -> None:
    story = Story().tell(e.WagersPlaced, round=ID, wagers=[WAGER])
    story.tell(e.WagerWithdrawn, round=ID, seat=3, bet="banker", wagers=[WAGER])

    assert (row_of(story).status, row_of(story).last_version) == ("open", 2)


def test_rounds_come_in_the_order_played() -> None:
    story = Story()
    for table, day, n in [
        ("MB-02", DAY, 1),
        ("MB-01", DAY, 10),
        ("MB-01", DAY, 9),
        ("MB-01", "2026-07-12", 1),
    ]:
        story.tell(e.WagersPlaced, f"table:{table}", round=f"{table}:{day}:{n}", wagers=[WAGER])

    with folded(story.recorded, NEEDS) as connection:
        of_day = [row.round for row in rounds(connection, DAY)]
        of_table = [row.round for row in rounds(connection, DAY, "MB-02")]

    assert of_day == [f"MB-01:{DAY}:9", f"MB-01:{DAY}:10", f"MB-02:{DAY}:1"]
    assert of_table == [f"MB-02:{DAY}:1"]
