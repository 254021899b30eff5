"""The gaming day: a property's own day, in its own time zone, from cut-off to cut-off.

A day is named for the calendar date on which it begins. Where clocks change it has 23 or 25 hours. Instants are integer
microseconds since 1970 UTC, so a repeated local hour is never ambiguous here.
"""

from calendar import monthrange
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from ledger.values.errors import Misused

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
_HOUR: Final = 3_600_000_000
_QUARTER: Final = _HOUR // 4
FIRST_YEAR, LAST_YEAR = 1970, 9000


def to_micros(moment: datetime) -> int:
    """Microseconds since 1970 UTC of an aware datetime.

    Raises Misused for a naive one, or one at the ends of the calendar, whose gaming day has none.
    """
    if moment.tzinfo is None:
        raise Misused(
            "time_without_offset",
            "A time needs its offset from UTC.",
            "Write it as 2026-07-11T23:30:00-04:00.",
        )
    if not FIRST_YEAR <= moment.year <= LAST_YEAR:
        raise Misused(
            "time_out_of_range",
            f"The year {moment.year} is not one in which this was played.",
            "Check the time.",
            year=moment.year,
        )
    return (moment - _EPOCH) // _MICROSECOND


def from_micros(at: int) -> datetime:
    """The aware UTC datetime of an instant in microseconds."""
    return _EPOCH + timedelta(microseconds=at)


class Shift(NamedTuple):
    """A shift of a gaming day: `06:00-14:00`, from an instant to another (microseconds), the second not included."""

    name: str
    start: int
    end: int


def verify_day(day: str) -> None:
    """Raise Misused for what is no gaming day as it is kept: there are other ways to write a date."""
    try:
        if date.fromisoformat(day).isoformat() == day:
            return
    except ValueError:
        pass
    raise Misused("bad_day", f"{day!r} is not a gaming day.", "Write it as 2026-07-11.", day=day)


def days(first: str, last: str) -> Iterator[str]:
    """The gaming days (ISO dates) from one to another, both included."""
    day = date.fromisoformat(first)
    while day.isoformat() <= last:
        yield day.isoformat()
        day += timedelta(days=1)


@dataclass(slots=True)
class GamingCalendar:
    """Which gaming day an instant belongs to.

    zone: IANA name, such as America/New_York. cutoff: local time at which one day ends and the next begins.
    Raises Misused for an unknown zone.
    """

    zone: str
    cutoff: time
    _tz: ZoneInfo = field(init=False, repr=False, compare=False)
    _last: tuple[int, int, str] = field(init=False, repr=False, compare=False, default=(0, 0, ""))

    def __post_init__(self) -> None:
        try:
            self._tz = ZoneInfo(self.zone)
        except (ZoneInfoNotFoundError, ValueError, OSError) as error:
            raise Misused(
                "unknown_time_zone",
                f"{self.zone!r} is not a time zone.",
                "Use an IANA name such as America/New_York.",
                zone=self.zone,
            ) from error

    @property
    def tz(self) -> ZoneInfo:
        """The property's time zone, for showing instants to people."""
        return self._tz

    def start_of(self, day: date) -> int:
        """The instant (microseconds) at which a gaming day begins."""
        return to_micros(datetime.combine(day, self.cutoff, self._tz).astimezone(UTC))

    def start_at(self, at: int) -> int:
        """The instant at which the gaming day of a moment began; both in microseconds UTC."""
        return self.start_of(date.fromisoformat(self.day_of(at)))

    def bounds(self, day: date) -> tuple[int, int]:
        """The instants [start, end) of a gaming day."""
        return self.start_of(day), self.start_of(day + timedelta(days=1))

    def end_of(self, day: str) -> int:
        """The instant (microseconds) at which a gaming day (ISO date) is over."""
        return self.bounds(date.fromisoformat(day))[1]

    def end_of_month(self, month: str) -> int:
        """The instant (microseconds) at which the last gaming day of a month (`2026-07`) is over."""
        year, number = map(int, month.split("-"))
        return self.end_of(f"{month}-{monthrange(year, number)[1]}")

    def shifts(self, day: str, starts: Sequence[str]) -> list[Shift]:
        """The shifts of a gaming day (ISO date). starts: local times `HH:MM`, the first the cut-off; none: one."""
        first = date.fromisoformat(day)
        clocks = [time.fromisoformat(each) for each in starts] or [self.cutoff]
        days = [first + timedelta(days=clock < self.cutoff) for clock in clocks]
        moments = [
            to_micros(datetime.combine(on, clock, self._tz).astimezone(UTC))
            for on, clock in zip(days, clocks, strict=True)
        ]
        names = [clock.strftime("%H:%M") for clock in clocks]
        return [
            Shift(f"{name}-{following}", start, end)
            for name, following, start, end in zip(
                names,
                [*names[1:], names[0]],
                moments,
                [*moments[1:], self.end_of(day)],
                strict=True,
            )
        ]

    def day_of(self, at: int) -> str:
        """The gaming day (ISO date) of an instant in microseconds."""
        start, end, day = self._last
        if start <= at < end:
            return day
        local = from_micros(at).astimezone(self._tz).date()
        for candidate in (local, local - timedelta(days=1), local + timedelta(days=1)):
            start, end = self.bounds(candidate)
            if start <= at < end:
                self._last = (start, end, candidate.isoformat())
                return self._last[2]
        raise AssertionError(f"no gaming day holds {at}")


def read_calendar(zone: str, cutoff: str) -> GamingCalendar:
    """The calendar of a time zone and a cut-off written `HH:MM`. Raises Misused for either."""
    try:
        return GamingCalendar(zone, time.fromisoformat(cutoff))
    except ValueError:
        raise Misused(
            "bad_cutoff", f"{cutoff!r} is not a time of day.", "Write it as 06:00.", cutoff=cutoff
        ) from None


def hour_of(zone: str, at: int) -> int:
    """The instant at which the local hour of an instant began; both in microseconds UTC."""
    return at - (at + _offset(zone, at // _QUARTER)) % _HOUR


@lru_cache(maxsize=1_024)
def _offset(zone: str, quarter: int) -> int:
    """Local time less UTC, in microseconds; clocks change at full quarters of an hour only."""
    local = from_micros(quarter * _QUARTER).astimezone(ZoneInfo(zone))
    return to_micros(local.replace(tzinfo=UTC)) - quarter * _QUARTER
