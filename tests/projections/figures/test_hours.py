"""Win by hour: on the property's clock, and adding up to the day (A4, A5)."""

from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.events import table as e
from ledger.events.award import AwardHandedOver
from ledger.events.property import STREAM, PropertyEstablished
from ledger.values.calendar import from_micros, hour_of, read_calendar
from projections.engine.engine import as_of
from projections.figures import hours, win
from tests.projections.history import make_up
from tests.projections.log import AT, DAY, Log, Story, folded

HOUR = 3_600_000_000
ZONES = ("America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe", "UTC", "Europe/London")


def established(zone: str) -> Story:
    return Story().tell(
        PropertyEstablished, stream=STREAM, name="Harbor House", zone=zone, cutoff="06:00"
    )


def settled(story: Story, n: int, *lines: e.SettledLine, **facts: Any) -> Story:
    cards: dict[str, Any] = {"player": ["7d", "Qh"], "banker": ["9c", "Kh"]}
    score: dict[str, Any] = {"player_points": 7, "banker_points": 9, "announce": ""}
    return story.tell(
        e.RoundSettled,
        round=f"MB-01:{DAY}:{n}",
        outcome="banker",
        lines=list(lines),
        **{**cards, **score, **facts},
    )


def lost(cents: int) -> e.SettledLine:
    return e.SettledLine(3, "player", cents, "chips", "lose", 0, 0, "12")


def coupon(result: str, returned: int) -> e.SettledLine:
    return e.SettledLine(3, "player", 2_500, "coupon", result, returned, 0, "12")


@given(zone=st.sampled_from(ZONES), at=st.integers(AT, AT + 400 * 24 * HOUR))
def test_an_hour_begins_at_a_full_hour_of_the_propertys_clock(zone: str, at: int) -> None:
    calendar = read_calendar(zone, "06:00")
    start = hour_of(zone, at)
    local = from_micros(start).astimezone(calendar.tz)

    assert start <= at < start + HOUR
    changed = local.utcoffset() != from_micros(at).astimezone(calendar.tz).utcoffset()
    assert changed or (local.minute, local.second) == (0, 0)


def test_a5_the_hour_that_comes_twice_is_two_hours_and_the_one_left_out_none() -> None:
    """2026-11-01 01:30 in New York comes twice; 2026-03-08 has no 02:30."""
    first, second = 1_793_511_000_000_000, 1_793_514_600_000_000
    story = established("America/New_York")
    for n, at in enumerate((first, second), 1):
        settled(story, n, lost(100 * n), at=at, day="2026-10-31")

    with folded(story.recorded, hours.NEEDS) as connection:
        rows = hours.hours(connection, "2026-10-31")

    assert [(row.hour, row.win_hands) for row in rows] == [
        ("2026-11-01T05:00:00Z", 100),
        ("2026-11-01T06:00:00Z", 200),
    ]


def test_a_round_counts_in_the_hour_in_which_it_is_settled_and_vigorish_when_it_is_paid() -> None:
    story = settled(established("America/New_York"), 1, lost(2_000))
    paid = [e.SeatCents(3, 100, f"MB-01:{DAY}:1")]
    story.tell(e.VigorishCollected, lines=paid, at=AT + HOUR)
    story.tell(e.VigorishDocumented, serial="CVF-1", lines=paid, at=AT + HOUR)
    story.tell(AwardHandedOver, round="r", seat=3, meter="major", cents=500, at=AT + 2 * HOUR)

    with folded(story.recorded, hours.NEEDS) as connection:
        rows = hours.hours(connection, DAY)

    figures = [(r.rounds, r.hand_result, r.vig_collected, r.vig_documented) for r in rows]
    assert figures == [(1, 2_000, 0, 0), (0, 0, 100, 100), (0, -500, 0, 0)]
    assert [r.win_hands for r in rows] == [2_000, 200, -500]


@settings(max_examples=5, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_a2_the_hours_of_a_table_add_up_to_its_days_win_from_the_hands(seed: int) -> None:
    made = make_up(Random(seed), rounds=10)
    engine = as_of((*hours.NEEDS, *win.NEEDS), Log(made.recorded))
    with engine.connect() as connection:
        for day in sorted({day for day, _ in made.books}):
            by_hour: dict[str, int] = {}
            for row in hours.hours(connection, day):
                by_hour[row.table] = by_hour.get(row.table, 0) + row.win_hands
            books = {of.table: of.win_hands for of in win.win(connection, day)}
            assert {table: by_hour.get(table, 0) for table in books} == {
                table: won or 0 for table, won in books.items()
            }
    engine.dispose()


def test_coupons_are_counted_apart_and_stay_with_the_player_on_a_push() -> None:
    story = settled(
        established("UTC"), 1, coupon("win", 2_500), coupon("lose", 0), coupon("push", 0)
    )

    with folded(story.recorded, hours.NEEDS) as connection:
        assert hours.coupons(connection, DAY) == [hours.Coupons("MB-01", DAY, 3, 2, 5_000, 2_500)]


def test_a4_a_correction_counts_in_the_hour_in_which_it_is_posted() -> None:
    story = settled(established("UTC"), 1, lost(2_000))
    for n, (figure, cents) in enumerate(
        (("hand_result", -500), ("vig_collected", 25), ("fills", 9))
    ):
        story.tell(
            e.CorrectionPosted,
            at=AT + HOUR,
            figure=figure,
            cents=cents,
            of_day=DAY,
            original=f"MB-01:{DAY}:1",
            document=f"C-{n}",
            reason="paid on the wrong hand",
            approved_by="M-1",
        )

    with folded(story.recorded, (*hours.NEEDS, *win.NEEDS)) as connection:
        rows = hours.hours(connection, DAY)
        (books,) = win.win(connection, DAY)

    assert [row.win_hands for row in rows] == [2_000, -475]
    assert books.win_hands == 1_525
