"""What a count of an open tray stands for, and what moved meanwhile, by moments alone (decision 33, T1)."""

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from ledger.events import table as e
from ledger.events.act import Stamp
from ledger.events.base import Event
from ledger.table.reckoning import Ending, reckon, stated_again
from ledger.table.state import Table
from ledger.values.calendar import Shift

OLD, NEW = "2026-07-11", "2026-07-12"
HOUR = 3_600_000_000
CUTOFF = 1_000 * HOUR
WINDOW = HOUR // 2
SIGNED: dict[str, Any] = {"dealer": "D-7", "supervisor": "S-2"}


def shifts(day: str) -> list[Shift]:
    """Three a day, of eight hours, from the cut-off on."""
    start = CUTOFF + {OLD: -24, NEW: 0}[day] * HOUR
    starts = [start + n * 8 * HOUR for n in range(3)]
    return [
        Shift(f"{name} of {day}", at, at + 8 * HOUR)
        for name, at in zip(("day", "swing", "grave"), starts, strict=True)
    ]


def at_end_of(moment: int, *, opened_at: int = 0) -> Ending | None:
    return reckon(Table(opened_at=opened_at), moment, NEW, shifts, WINDOW, lambda _: []).ending


DAY_ENDED = Ending(CUTOFF, f"grave of {OLD}", OLD)
DAY_SHIFT = Ending(CUTOFF + 8 * HOUR, f"day of {NEW}", "")
SWING = Ending(CUTOFF + 16 * HOUR, f"swing of {NEW}", "")


@pytest.mark.parametrize(
    ("moment", "ending"),
    [
        (CUTOFF, DAY_ENDED),
        (CUTOFF + WINDOW, DAY_ENDED),
        (CUTOFF + WINDOW + 1, None),
        (CUTOFF + 8 * HOUR - 1, None),
        (CUTOFF + 8 * HOUR, DAY_SHIFT),
        (CUTOFF + 8 * HOUR + WINDOW, DAY_SHIFT),
        (CUTOFF + 16 * HOUR - 1, None),
        (CUTOFF + 16 * HOUR + 1, SWING),
        (CUTOFF + 24 * HOUR, None),
    ],
)
def test_a_count_stands_for_the_last_end_of_a_shift_that_is_near_enough(
    moment: int, ending: Ending | None
) -> None:
    """The end of the day's own last shift is the next day's matter."""
    assert at_end_of(moment) == ending


def test_a_count_stands_for_an_end_before_which_the_table_was_open() -> None:
    assert at_end_of(CUTOFF + 1, opened_at=CUTOFF - 1) == DAY_ENDED
    assert at_end_of(CUTOFF + 1, opened_at=CUTOFF) is None


def fill(at: int, cents: int, day: str = NEW) -> Event:
    facts: dict[str, Any] = {"at": at, "recorded_at": at, "by": "C-1", "day": day, "slip": "F-1"}
    return e.ChipsFilled(**facts, chips={1: cents}, cents=cents, **SIGNED)


def moved(count: int, *events: Event, all_of_them: bool = False) -> tuple[int, int, list[int]]:
    """Cents moved till a count and after it, and from when on events were asked for."""
    asked: list[int] = []

    def since(moment: int) -> list[Event]:
        asked.append(moment)
        return [event for event in events if all_of_them or event.at >= moment]

    found = reckon(Table(), count, NEW, shifts, WINDOW, since)
    return found.moved_cents, found.after_cents, asked


def test_what_moved_from_the_end_of_a_shift_to_the_count_is_worked_back() -> None:
    """Both moments are included; what comes after the count is apart."""
    end, count = DAY_SHIFT.at, DAY_SHIFT.at + 10
    fills = [fill(end - 1, 1), fill(end, 20), fill(end + 5, 300), fill(count, 4_000)]
    assert moved(count, *fills, fill(count + 1, 50_000)) == (4_320, 50_000, [end])


def test_of_the_end_of_a_day_what_belongs_to_that_day_is_put_to_it_even_after_the_count() -> None:
    """It is not in the tray that was counted, and is of the day for which the count stands."""
    count = CUTOFF + 10
    fills = [fill(CUTOFF + 5, 20), fill(CUTOFF + 5, 300, OLD), fill(count + 1, 4_000, OLD)]
    assert moved(count, *fills, fill(count + 1, 50_000)) == (20 - 4_000, 54_000, [CUTOFF])


def corrects(cents: int, moved_at: int, of_day: str, at: int = CUTOFF + HOUR) -> Event:
    facts: dict[str, Any] = {"at": at, "recorded_at": at, "by": "A-1", "day": NEW, "of_day": of_day}
    facts |= {"figure": "fills", "original": "F-1", "document": "MC-1", "reason": "misread"}
    return e.CorrectionPosted(**facts, cents=cents, approved_by="S-2", moved_at=moved_at)


def reverses(settled_at: int) -> Event:
    """A round of the day that has ended, whose player had lost $5.00."""
    lines = [e.SettledLine(3, "player", 500, "chips", "lose", 0, 0, "12(b)")]
    facts: dict[str, Any] = {"at": 1, "recorded_at": 1, "by": "C-1", "day": OLD, "lines": lines}
    facts |= {"round": f"MB-01:{OLD}:1", "reason": "misread", "approved_by": "S-2"}
    return e.RoundReversed(**facts, settled_at=settled_at)


def test_what_is_put_right_is_of_the_day_on_which_it_was_wrong() -> None:
    """Chips that move by it are of the day on which they do."""
    count = CUTOFF + 10
    later = CUTOFF + HOUR
    for event, worked_back in (
        (corrects(7, count + 1, OLD), -7),
        (corrects(7, count, OLD), 0),
        (corrects(7, CUTOFF + 5, NEW), 7),
        (corrects(7, later, OLD), 0),
        (corrects(7, CUTOFF + 5, OLD, at=CUTOFF + 5), 7),
        (reverses(count + 1), 500),
        (reverses(count), 0),
        (fill(count, 7, OLD), 0),
    ):
        assert moved(count, event, all_of_them=True)[0] == worked_back


def test_a_count_that_stands_for_no_end_works_nothing_back() -> None:
    count = CUTOFF + 2 * HOUR
    fills = [fill(CUTOFF, 1), fill(count, 20), fill(count + 1, 300)]
    assert moved(count, *fills) == (0, 300, [count])


# -- stated again

COUNTED, ENDED = CUTOFF + 10, CUTOFF
STAMP = Stamp("C-9", COUNTED + 50, COUNTED + 60, NEW, "feed-1", 7)


def counts(figure: str, at: int = COUNTED, stands_at: int = ENDED, moved: int = 1_000) -> Event:
    """A count that stands for the end of a day, as closer or as opener, or for that of a shift."""
    day = OLD if figure == "closer" else NEW
    facts: dict[str, Any] = {"at": at, "recorded_at": at, "by": "C-1", "day": day, "nth": 2}
    facts |= {"tray": {"1": 5}, "tray_cents": 500, "expected_cents": 500, **SIGNED}
    return e.TrayCounted(**facts, figure=figure, stands_at=stands_at, moved_cents=moved)


def again(counted: Event, moved: int) -> Event:
    """The same, by who acts now, with so much worked back."""
    said: dict[str, Any] = {"by": "C-9", "recorded_at": COUNTED + 60, "source": "feed-1", "seq": 7}
    return msgspec.structs.replace(counted, **said, again=True, moved_cents=moved)


def stated(
    newest_first: list[Event], *entered: Event, closed: str = "", undone: Sequence[Event] = ()
) -> list[e.TrayCounted]:
    return stated_again(newest_first, entered, STAMP, lambda day: day == closed, undone=undone)


CLOSER, OPENER, SHIFT = counts("closer"), counts("opener"), counts("")
DURING, BEFORE, AFTER = (fill(at, 7) for at in (CUTOFF + 5, CUTOFF - 5, COUNTED + 1))
LATE = fill(COUNTED + 1, 7, OLD)


def test_t1_what_moved_between_an_end_and_its_count_has_the_count_stated_again() -> None:
    """The oldest first, whatever else was recorded since; both moments are included."""
    since = [fill(COUNTED, 1), OPENER, counts("opener", stands_at=0), CLOSER]
    assert stated(since, DURING) == [again(CLOSER, 1_007), again(OPENER, 1_007)]
    assert stated([SHIFT], DURING) == [again(SHIFT, 1_007)]
    for at, moved in ((ENDED, 1_003), (COUNTED, 1_003)):
        assert stated([SHIFT], fill(at, 3)) == [again(SHIFT, moved)]
    assert stated([CLOSER], DURING, fill(CUTOFF + 6, -20)) == [again(CLOSER, 987)]


def test_t1_a_count_stays_where_nothing_moved_that_it_holds_and_of_a_closed_day() -> None:
    for other in (BEFORE, AFTER, fill(CUTOFF + 5, 0)):
        assert stated([OPENER, CLOSER, SHIFT], other) == []
    assert stated([OPENER, CLOSER], DURING, closed=OLD) == []
    assert stated([OPENER, CLOSER, SHIFT], DURING, closed=NEW) == [
        again(CLOSER, 1_007),
        again(OPENER, 1_007),
    ]


def test_t1_what_is_of_the_day_that_ended_is_put_to_it_after_its_count() -> None:
    """The count of a shift knows no day: what came after it is not in it."""
    assert stated([SHIFT, OPENER, CLOSER], LATE) == [again(CLOSER, 993), again(OPENER, 993)]
    assert stated([CLOSER], fill(CUTOFF + 5, 7, OLD)) == []
    assert stated([SHIFT], fill(CUTOFF + 5, 7, OLD)) == [again(SHIFT, 1_007)]


def test_t1_of_several_counts_for_a_moment_the_last_stands_as_it_was_stated_last() -> None:
    last = again(CLOSER, 1_007)
    assert stated([last, CLOSER], DURING) == [again(CLOSER, 1_014)]
    another = counts("closer", at=COUNTED + 3)
    assert stated([CLOSER, another], DURING) == [again(CLOSER, 1_007)]
    earlier = counts("closer", at=ENDED + 7, stands_at=ENDED + 1)
    assert stated([CLOSER, earlier], DURING) == [again(earlier, 1_007), again(CLOSER, 1_007)]


def test_t1_what_is_taken_back_is_worked_back_no_more() -> None:
    """What the act had stated again itself is stated again though nothing moved by it: as it was counted since."""
    assert stated([CLOSER], DURING, undone=[DURING]) == [again(CLOSER, 993)]
    assert stated([CLOSER], BEFORE, undone=[BEFORE]) == []
    since = counts("closer", moved=0)
    assert stated([since, OPENER], undone=[DURING, CLOSER]) == [again(since, 0)]
    assert stated([since], undone=[counts("opener"), counts("closer", stands_at=ENDED - 1)]) == []
