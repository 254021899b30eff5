"""What a count of an open tray stands for, and what moved meanwhile (T1, A3).

What the tray held at the end of the day is what was counted less what was moved from then to the count. What is on
record by then is worked back with the count; what happened before the count and is entered after it has the count
stated again. Of a day that is closed nothing changes later: its closer and the opener that goes with it stay, and the
open day has the variance.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

import msgspec

from ledger.events import table as e
from ledger.events.act import Stamp
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
    before = _day_before(day)
    last = shifts(before)[-1]
    endings = [Ending(last.end, last.name, before)]
    endings += [Ending(shift.end, shift.name, "") for shift in shifts(day)[:-1]]
    ending = max((each for each in endings if each.at <= at), key=lambda each: each.at)
    # One that opens as the day begins was counted for that day: the day before it was not open.
    return ending if at - ending.at <= window and table.opened_at < ending.at else None


def stated_again(
    events: Iterable[Event],
    entered: Sequence[Event],
    stamp: Stamp,
    is_closed: Callable[[str], bool],
) -> list[e.TrayCounted]:
    """The counts made after an act that stand for a moment before it, with what it moved worked back.

    events: of the table since the act, the newest first, so that of a count the last statement is taken. entered: what
    the act was recorded as. stamp: the act's.
    """
    found: dict[tuple[int, int, str], e.TrayCounted] = {}
    for event in events:
        if isinstance(event, e.TrayCounted) and 0 < event.stands_at <= stamp.at < event.at:
            found.setdefault((event.at, event.stands_at, event.figure), event)
    again = []
    for counted in reversed(found.values()):
        moved = sum(into_tray(event) for event in entered if _is_after(event, counted))
        if moved and not is_closed(_day_ended(counted)):
            said: dict[str, Any] = {"by": stamp.by, "recorded_at": stamp.recorded_at, "again": True}
            said |= {"source": stamp.source, "seq": stamp.seq}
            said["moved_cents"] = counted.moved_cents + moved
            again.append(msgspec.structs.replace(counted, **said))
    return again


def _day_ended(counted: e.TrayCounted) -> str:
    """The gaming day that a count ended, or in which a shift did."""
    return _day_before(counted.day) if counted.figure == "opener" else counted.day


def _is_after(event: Event, counted: e.TrayCounted) -> bool:
    """A round belongs to the day on which it began, whenever it was settled: it is before the closer of that day."""
    return not counted.figure or event.day > _day_ended(counted)


def _day_before(day: str) -> str:
    return (date.fromisoformat(day) - timedelta(days=1)).isoformat()
