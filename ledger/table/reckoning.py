"""What a count of an open tray stands for, and what moved meanwhile (T1, A3).

What the tray held at the end of the day is what was counted less what was moved from then to the count. What is on
record by then is worked back with the count; what happened by the count and is entered, reversed or corrected after it
has the count stated again. Of a day that is closed nothing changes later: its closer and the opener that goes with it
stay, and the open day has the variance.
"""

from collections.abc import Callable, Iterable, Sequence
from datetime import date, timedelta
from typing import Any

import msgspec

from ledger.events import table as e
from ledger.events.act import Stamp
from ledger.events.base import Event
from ledger.events.tray import moved_at, moved_between
from ledger.table.state import Table
from ledger.values.calendar import Shift


class Ending(msgspec.Struct, frozen=True):
    """The end of a shift (microseconds UTC) that a count comes after. day: that ended with it, "" where it goes on."""

    at: int
    shift: str
    day: str


class Reckoning(msgspec.Struct, frozen=True):
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
    after = sum(moved_between(event, at + 1) for event in events)
    if ending is None:
        return Reckoning(None, 0, after)
    moved = sum(_worked_back(event, ending.at, at, ending.day) for event in events)
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
    *,
    undone: Sequence[Event] = (),
) -> list[e.TrayCounted]:
    """The counts that stand for a moment before what an act moved and were made after it, with that worked back.

    events: of the table since then, the newest first: of several counts for a moment the one recorded last stands, as
    it was stated last. entered: what the act was recorded as. stamp: the act's. undone: all events of that act
    where it is taken back, so that it is worked back no more: what it had stated again itself, and was counted since,
    stands as it was counted.
    """
    found: dict[tuple[int, str], e.TrayCounted] = {}
    for event in events:
        if isinstance(event, e.TrayCounted) and event.stands_at:
            found.setdefault((event.stands_at, event.figure), event)
    taken_out = {
        (each.stands_at, each.figure) for each in undone if isinstance(each, e.TrayCounted)
    }
    again = []
    for counted in reversed(found.values()):
        of_day = _day_ended(counted)
        moved = sum(
            _worked_back(event, counted.stands_at, counted.at, of_day if counted.figure else "")
            for event in entered
        )
        stated = moved or (counted.stands_at, counted.figure) in taken_out
        if stated and not is_closed(of_day):
            said: dict[str, Any] = {"by": stamp.by, "recorded_at": stamp.recorded_at, "again": True}
            said |= {"source": stamp.source, "seq": stamp.seq}
            said["moved_cents"] = counted.moved_cents + (-moved if undone else moved)
            again.append(msgspec.structs.replace(counted, **said))
    return again


def _day_ended(counted: e.TrayCounted) -> str:
    """The gaming day that a count ended, or in which a shift did."""
    return _day_before(counted.day) if counted.figure == "opener" else counted.day


def _worked_back(event: Event, stands_at: int, at: int, ended: str) -> int:
    """Cents to be worked back from a count by an event. ended: the day for which the count stands, "" for a shift.

    A round belongs to the day on which it began, whenever it was settled: what comes after the count is put to it.
    What is put right belongs to the day on which it was wrong; but chips that move by it, as those of an award that is
    handed back, to the day on which they do.
    """
    of_day = event.day if moved_at(event) == event.at else getattr(event, "of_day", event.day)
    if ended and of_day <= ended:
        return -moved_between(event, at + 1)
    return moved_between(event, stands_at, at)


def _day_before(day: str) -> str:
    return (date.fromisoformat(day) - timedelta(days=1)).isoformat()
