"""What a count of an open tray stands for, and what moved meanwhile (T1, A3).

What the tray held at the end of the day is what was counted less what was moved from then to the count. Only events
that are on record when the count is can be worked back: of a day that is closed nothing changes later.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date, timedelta

from ledger.events.base import Event
from ledger.events.tray import into_tray
from ledger.table.state import Table
from ledger.values.calendar import Shift


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of a shift (microseconds UTC) that a count comes after. day: that ended with it, "" where it goes on."""

    at: int
    shift: str
    day: str


@dataclass(frozen=True, slots=True)
class Reckoning:
    """What is known of a count besides what was counted. ending: that it stands for. Cents: moved from then to the
    count, and moved after the count by events that are on record already.
    """

    ending: Ending | None
    moved_cents: int
    after_cents: int


def reckon(
    table: Table,
    at: int,
    day: str,
    shifts: Callable[[str], list[Shift]],
    window: int,
    since: Callable[[int], Iterable[Event]],
) -> Reckoning:
    """What a count of an open table at a moment stands for, and what moved meanwhile.

    day: of the count. shifts: those of a gaming day. window: microseconds from the end of a shift to the last count
    that stands for it. since: the events of the table at or after a moment, of whichever day.
    """
    ending = _ending(table, at, day, shifts, window)
    events = list(since(at if ending is None else ending.at))
    after = sum(into_tray(event) for event in events if event.at > at)
    if ending is None:
        return Reckoning(None, 0, after)
    moved = sum(into_tray(event) for event in events if event.at <= at)
    if ending.day:
        # A round belongs to the day on which it began, whenever it was settled.
        straddling = [event for event in events if event.day <= ending.day]
        moved -= sum(into_tray(event) for event in straddling)
    return Reckoning(ending, moved, after)


def _ending(
    table: Table, at: int, day: str, shifts: Callable[[str], list[Shift]], window: int
) -> Ending | None:
    """The last end of a day or shift before the count, where it is near enough and the table was open then."""
    before = (date.fromisoformat(day) - timedelta(days=1)).isoformat()
    last = shifts(before)[-1]
    endings = [Ending(last.end, last.name, before)]
    endings += [Ending(shift.end, shift.name, "") for shift in shifts(day)[:-1]]
    ending = max((each for each in endings if each.at <= at), key=lambda each: each.at)
    # One that opens as the day begins was counted for that day: the day before it was not open.
    return ending if at - ending.at <= window and table.opened_at < ending.at else None
