"""Series of slips at the end of a day: what became of each number, held against a count (A3)."""

from typing import Any, Final

from ledger.events import slip_series as series_events
from ledger.events import table as e
from ledger.events.form import Run
from projections.figures.slips import unaccounted
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


def missing(story: Story, day: str = DAY) -> list[str]:
    with folded(story.recorded, NEEDS) as connection:
        return [each.subject for each in unaccounted(connection, day)]


def test_a3_every_number_of_a_series_is_used_lost_or_in_hand() -> None:
    found = now(lost(used(received(), "F-1", "f-2", "X-3"), 4, 5))
    assert (found.received, found.used, found.lost, found.in_hand) == (9, 2, 2, 5)
    assert found.unused == "F-3, F-6 to F-9"
    assert (found.counted, found.missing, found.beyond) == (False, None, None)


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


def test_a3_numbers_that_are_lost_are_not_missing() -> None:
    story = used(received(), "F-1", "F-4")
    assert missing(story) == ["F-2 to F-3"]
    assert missing(lost(story, 2, 2)) == ["F-2 to F-3"]
    assert missing(lost(story, 3, 3, AFTER)) == ["F-2 to F-3"], "as it stood at the day's end"
    assert missing(lost(used(received(), "F-1", "F-4"), 2, 3)) == []
