"""Series of slips at the end of a day: what became of each number, held against a count (A3)."""

from typing import Any, Final

from hypothesis import given
from hypothesis import strategies as st

from ledger.events import slip_series as series_events
from ledger.events import table as e
from ledger.events.form import Run
from ledger.values.runs import named
from projections.figures.slips import not_received, unaccounted
from projections.figures.slips_in_hand import NEEDS, SlipSeriesNow, in_hand, series
from tests.projections.log import DAY, Story, folded

BEFORE, AFTER = "2026-07-10", "2026-07-12"
FILLS: Final[dict[str, Any]] = {"stream": "slips:fill:f-", "kind": "fill", "prefix": "F-"}
SIGNED: Final = {"dealer": "D-7", "supervisor": "S-2"}


def received(first: int = 1, last: int = 9) -> Story:
    told = {**FILLS, "first": first, "last": last, "day": BEFORE}
    return Story().tell(series_events.SlipsReceived, **told)


def used(story: Story, *slips: str, day: str = DAY) -> Story:
    for slip in slips:
        story.tell(e.ChipsFilled, slip=slip, chips={100: 1}, cents=100, day=day, **SIGNED)
    return story


def lost(story: Story, first: int, last: int, day: str = DAY) -> Story:
    gone = {"reason": "burnt", "authorised_by": "B-2", "day": day}
    return story.tell(series_events.SlipsLost, **FILLS, first=first, last=last, **gone)


def counted(story: Story, *runs: Run) -> Story:
    return story.tell(series_events.SlipsCounted, **FILLS, counted=list(runs))


def now(story: Story, day: str = DAY) -> SlipSeriesNow:
    with folded(story.recorded, NEEDS) as connection:
        (only,) = series(connection, day)
    return only


def touched(story: Story, day: str = DAY) -> bool:
    with folded(story.recorded, NEEDS) as connection:
        return any(each.touched for each in in_hand(connection, day))


def shown(story: Story, day: str = DAY) -> list[tuple[str, str]]:
    with folded(story.recorded, NEEDS) as connection:
        return [(each.kind, each.subject) for each in unaccounted(connection, day)]


def test_a3_every_number_of_a_series_is_used_lost_or_in_hand() -> None:
    found = now(lost(used(received(), "F-1", "f-2", "X-3"), 4, 5))
    assert (found.received, found.used, found.lost, found.in_hand) == (9, 2, 2, 5)
    assert found.unused == "F-3, F-6 to F-9"
    assert (found.counted, found.missing, found.beyond) == (False, None, None)


@given(st.lists(st.tuples(st.integers(0, 11), st.sampled_from((BEFORE, DAY, AFTER)))))
def test_a3_numbers_in_hand_are_those_not_used_up_to_the_day(
    used_on: list[tuple[int, str]],
) -> None:
    story = received()
    for number, day in used_on:
        used(story, f"F-{number}", day=day)
    with folded(story.recorded, NEEDS) as connection:
        days = {day: series(connection, day) for day in (BEFORE, DAY, AFTER)}
    for day, (found,) in days.items():
        gone = {number for number, of in used_on if of <= day}
        left = [range(number, number + 1) for number in range(1, 10) if number not in gone]
        assert (found.unused, found.in_hand) == (named("F-", left), len(left))
        assert found.used == len(gone.intersection(range(1, 10)))


def test_a3_a_count_is_held_against_the_record_of_its_day() -> None:
    story = counted(used(received(), "F-1"), Run(1, 3), Run(5, 9))
    used(story, "F-2", day=AFTER)
    found = now(story)
    assert (found.counted, found.missing, found.beyond) == (True, "F-4", "F-1")
    assert not now(story, AFTER).counted


def test_a3_a_series_is_counted_on_days_on_which_it_was_used_or_lost_some() -> None:
    story = used(received(), "F-1")
    assert [touched(story, day) for day in (BEFORE, DAY, AFTER)] == [False, True, False]
    assert touched(lost(story, 7, 7, AFTER), AFTER)


def test_a3_numbers_that_were_received_are_not_passed_over_whatever_became_of_them() -> None:
    assert shown(lost(used(received(), "F-1", "F-9"), 2, 3)) == []
    story = used(received(3, 5), "F-3", "F-9")
    assert shown(story) == [("slip_missing", "F-6 to F-8"), ("slip_not_received", "F-9")]
    story = used(received(3, 5), "F-1", "F-07", day=DAY)
    assert [each for each in shown(story) if each[0] == "slip_missing"] == [
        ("slip_missing", "F-02"),
        ("slip_missing", "F-06"),
    ]


def test_a3_a_series_that_was_received_later_is_held_against_nothing_before() -> None:
    story = used(Story(), "F-1", "F-3")
    story.tell(series_events.SlipsReceived, **FILLS, first=4, last=9, day=AFTER)
    assert shown(story) == [("slip_missing", "F-2")]
    assert shown(used(story, "F-4", "X-1", day=AFTER), AFTER) == []


def test_a3_slips_from_before_the_first_delivery_are_used_up_without_a_finding() -> None:
    story = used(received(11, 20), "F-9", "F-10", "F-11", day=AFTER)
    assert shown(story, AFTER) == []
    assert shown(used(story, "F-21", day=AFTER), AFTER) == [("slip_not_received", "F-21")]
    story.tell(series_events.SlipsReceived, **FILLS, first=31, last=40, day=AFTER)
    story = used(story, "F-30", day=AFTER)
    assert ("slip_not_received", "F-30") in shown(story, AFTER), "between two deliveries"


def test_a3_a_slip_that_was_lost_and_used_is_named_on_the_later_of_the_two_days() -> None:
    story = used(lost(received(), 3, 4), "f-3", day=AFTER)
    named = [("slip_lost_and_used", "f-3")]
    assert (shown(story, DAY), shown(story, AFTER)) == ([], named)
    found = now(story, AFTER)
    assert (found.used, found.lost) == (1, 1)
    story = lost(used(received(), "f-3"), 3, 4, AFTER)
    assert (shown(story, DAY), shown(story, AFTER)) == ([], named)


def test_a3_a_slip_that_came_later_is_carried_no_further() -> None:
    story = used(received(1, 1), "F-1", "F-4")
    with folded(story.recorded, NEEDS) as connection:
        (found,) = [each for each in unaccounted(connection, DAY) if each.passed]
    assert not_received(found, {"fill:f-": [range(2, 4)]}) == []
    assert not_received(found, {"fill:f-": [range(3, 5)], "fill:g-": [range(1, 9)]}) == [
        found._replace(subject="F-2", passed=range(2, 3))
    ]


def steps(slips: int) -> int:
    """What the database does to say what a day's slips show, after so many of the day before: in tens."""
    before = used(received(last=2 * slips), *(f"F-{n}" for n in range(1, slips + 1)), day=BEFORE)
    story = used(before, *(f"F-{n}" for n in range(slips + 1, slips + 10)))
    ticks: list[None] = []
    with folded(lost(story, 2 * slips, 2 * slips).recorded, NEEDS) as connection:
        driver: Any = connection.connection.driver_connection
        driver.set_progress_handler(lambda: ticks.append(None), 10)
        assert unaccounted(connection, DAY) == []
        driver.set_progress_handler(None, 10)
    return len(ticks)


def test_a3_what_a_days_slips_show_is_found_without_those_that_were_used_before() -> None:
    """A lost slip is looked for among the numbers that were, and a used one among those that were lost."""
    assert steps(3_000) < 1.5 * steps(300)
