"""Vigorish by seat: marked, collected oldest first, carried over (V3-V5)."""

import pytest

from ledger.events import table as e
from ledger.events.base import Event
from projections.figures.vig import NEEDS, Outstanding, outstanding, vigorish
from tests.projections.log import AT, DAY, Story, folded

NEXT_DAY = "2026-07-12"
SECOND = 1_000_000


def won(story: Story, n: int, seat: int, vig: int, *, at: int = AT, day: str = DAY) -> Story:
    """A Banker win of a seat whose vigorish is marked."""
    round_id = f"MB-01:{day}:{n}"
    line = e.SettledLine(seat, "banker", 20 * vig, "chips", "win", 40 * vig, vig, "12(c)")
    story.tell(
        e.RoundSettled,
        at=at,
        day=day,
        round=round_id,
        outcome="banker",
        player=["2s", "3s"],
        banker=["4s", "4h"],
        player_points=5,
        banker_points=8,
        announce="",
        lines=[line],
    )
    marks = [e.SeatCents(seat, vig, round_id)]
    return story.tell(e.VigorishMarked, at=at, recorded_at=at, day=day, round=round_id, marks=marks)


def paid(story: Story, seat: int, *parts: tuple[int, int], day: str = DAY) -> Story:
    lines = [e.SeatCents(seat, cents, f"MB-01:{DAY}:{n}") for n, cents in parts]
    return story.tell(e.VigorishCollected, day=day, lines=lines)


def owed(story: Story, table: str | None = None) -> list[Outstanding]:
    with folded(story.recorded, NEEDS) as connection:
        return outstanding(connection, table)


def test_v3_a_seat_owes_since_its_oldest_mark() -> None:
    story = won(won(Story(), 1, seat=3, vig=25), 2, seat=3, vig=100, at=AT + 90 * SECOND)
    for n in range(3, 11):
        won(story, n, seat=3, vig=25, at=AT + 100 * SECOND)

    (row,) = owed(story)

    assert (row.table, row.seat, row.cents) == ("MB-01", 3, 325)
    assert row.since == "2026-07-11T20:00:00Z"
    assert row.rounds == [f"MB-01:{DAY}:{n}" for n in range(1, 11)]


def test_v3_part_of_what_is_owed_takes_away_the_oldest_marks_first() -> None:
    story = won(won(Story(), 1, seat=3, vig=25), 2, seat=3, vig=100, at=AT + 90 * SECOND)

    (row,) = owed(paid(story, 3, (1, 25), (2, 40)))

    assert (row.cents, row.since) == (60, "2026-07-11T20:01:30Z")
    assert row.rounds == [f"MB-01:{DAY}:2"]

    (row,) = owed(paid(story, 3, (2, 59)))

    assert (row.cents, row.rounds) == (1, [f"MB-01:{DAY}:2"])


def test_v4_nothing_is_owed_when_all_is_collected() -> None:
    story = won(Story(), 1, seat=3, vig=25)

    assert owed(paid(story, 3, (1, 25))) == []


@pytest.mark.parametrize(
    ("kind", "facts", "figure"),
    [
        (e.VigorishCollected, {}, "collected"),
        (e.VigorishDocumented, {"serial": "CVF-1001"}, "documented"),
        (e.VigorishUncollected, {"reason": "left", "supervisor": "S-2"}, "uncollected"),
    ],
)
def test_v5_what_is_settled_in_whatever_way_is_owed_no_more(
    kind: type[Event], facts: dict[str, str], figure: str
) -> None:
    story = won(Story(), 1, seat=3, vig=100)
    story.tell(kind, lines=[e.SeatCents(3, 60, f"MB-01:{DAY}:1")], **facts)

    with folded(story.recorded, NEEDS) as connection:
        days = (DAY, "2026-07-13", "2026-08-01")
        (day,), (later,), (month,) = (vigorish(connection, each) for each in days)
    assert getattr(day, figure) == 60
    assert [each.outstanding for each in (day, later, month)] == [40, 40, 40]


def test_v3_vigorish_taken_as_the_winner_is_paid_is_never_owed() -> None:
    story = won(Story(), 1, seat=3, vig=25)
    del story.recorded[-1]
    paid(story, 3, (1, 25))

    with folded(story.recorded, NEEDS) as connection:
        assert outstanding(connection) == []
        (row,) = vigorish(connection, DAY)
    assert (row.assessed, row.collected, row.outstanding) == (25, 25, 0)


def test_seats_are_in_order_and_one_table_can_be_asked_for() -> None:
    story = won(won(Story(), 1, seat=10, vig=25), 2, seat=9, vig=25)
    marks = [e.SeatCents(1, 50, f"MB-00:{DAY}:1")]
    story.tell(e.VigorishMarked, "table:MB-00", round=f"MB-00:{DAY}:1", marks=marks)

    assert [(row.table, row.seat) for row in owed(story)] == [
        ("MB-00", 1),
        ("MB-01", 9),
        ("MB-01", 10),
    ]
    assert [row.seat for row in owed(story, "MB-00")] == [1]


def test_decision_18_a_day_shows_what_earlier_days_left_standing() -> None:
    story = won(won(Story(), 1, seat=3, vig=25), 2, seat=4, vig=100)
    paid(story, 4, (2, 30), day=NEXT_DAY)

    with folded(story.recorded, NEEDS) as connection:
        first, second = vigorish(connection, DAY), vigorish(connection, NEXT_DAY)
        third = vigorish(connection, "2026-07-13")

    assert [(r.seat, r.assessed, r.collected, r.outstanding) for r in first] == [
        (3, 25, 0, 25),
        (4, 100, 0, 100),
    ]
    assert [(r.seat, r.assessed, r.collected, r.outstanding) for r in second] == [
        (3, 0, 0, 25),
        (4, 0, 30, 70),
    ]
    assert [(r.seat, r.gaming_day, r.outstanding) for r in third] == [
        (3, "2026-07-13", 25),
        (4, "2026-07-13", 70),
    ]


def test_a_seat_that_paid_all_before_is_not_shown() -> None:
    story = paid(won(Story(), 1, seat=3, vig=25), 3, (1, 25))

    with folded(story.recorded, NEEDS) as connection:
        assert [row.seat for row in vigorish(connection, DAY)] == [3]
        assert vigorish(connection, NEXT_DAY) == []
