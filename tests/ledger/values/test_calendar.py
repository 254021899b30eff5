"""The gaming day (A5): zone and cut-off, days of 23 and 25 hours, the repeated hour."""

from datetime import date, datetime, time, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.values.calendar import GamingCalendar, from_micros, to_micros, verify_day
from ledger.values.errors import Misused

HOUR = 3_600_000_000
NEW_YORK = GamingCalendar("America/New_York", time(6))


def micros(text: str) -> int:
    return to_micros(datetime.fromisoformat(text))


@pytest.mark.parametrize(
    ("moment", "day"),
    [
        ("2026-07-12T03:30:00Z", "2026-07-11"),
        ("2026-07-12T09:59:59Z", "2026-07-11"),
        ("2026-07-12T10:00:00Z", "2026-07-12"),
    ],
)
def test_x37_late_night_play_counts_on_the_day_that_began_before(moment: str, day: str) -> None:
    assert NEW_YORK.day_of(micros(moment)) == day


@pytest.mark.parametrize(
    ("day", "hours"),
    [(date(2026, 3, 7), 23), (date(2026, 7, 11), 24), (date(2026, 10, 31), 25)],
)
def test_a5_days_have_23_24_or_25_hours(day: date, hours: int) -> None:
    start, end = NEW_YORK.bounds(day)
    assert end - start == hours * HOUR


def test_a5_the_repeated_hour_is_two_different_hours() -> None:
    calendar = GamingCalendar("America/New_York", time(1, 30))
    first, second = micros("2026-11-01T01:45:00-04:00"), micros("2026-11-01T01:45:00-05:00")
    assert second - first == HOUR
    assert calendar.day_of(first) == calendar.day_of(second) == "2026-11-01"
    assert calendar.day_of(micros("2026-11-01T01:29:59-04:00")) == "2026-10-31"


def test_a5_a_cutoff_in_the_missing_hour_still_parts_two_days() -> None:
    calendar = GamingCalendar("America/New_York", time(2, 30))
    start, _ = calendar.bounds(date(2026, 3, 8))
    assert calendar.day_of(start) == "2026-03-08"
    assert calendar.day_of(start - 1) == "2026-03-07"


@given(
    at=st.datetimes(min_value=datetime(2000, 1, 1), max_value=datetime(2060, 1, 1)),  # noqa: DTZ001  made aware below
    zone=st.sampled_from(
        ["America/New_York", "Europe/Dublin", "Asia/Macau", "Australia/Lord_Howe"]
    ),
    cutoff=st.times(),
)
def test_every_instant_has_exactly_one_gaming_day(at: datetime, zone: str, cutoff: time) -> None:
    calendar = GamingCalendar(zone, cutoff.replace(second=0, microsecond=0))
    moment = to_micros(at.astimezone(calendar.tz))
    day = date.fromisoformat(calendar.day_of(moment))
    start, end = calendar.bounds(day)
    assert start <= moment < end
    assert calendar.bounds(day - timedelta(days=1))[1] == start


def test_a_time_without_offset_is_refused() -> None:
    with pytest.raises(Misused, match="offset"):
        to_micros(datetime(2026, 7, 11))  # noqa: DTZ001  the fault under test


def test_an_unknown_zone_is_refused() -> None:
    with pytest.raises(Misused, match="not a time zone"):
        GamingCalendar("Mars/Olympus", time(6))


def test_micros_and_datetimes_are_inverse() -> None:
    assert to_micros(from_micros(1_783_900_800_123_456)) == 1_783_900_800_123_456


def test_instants_are_microseconds_since_1970() -> None:
    assert micros("1970-01-01T00:00:00Z") == 0
    assert micros("2026-07-11T18:00:00-04:00") == 1_783_807_200_000_000
    assert from_micros(1_783_807_200_000_001) == datetime.fromisoformat(
        "2026-07-11T22:00:00.000001Z"
    )


@pytest.mark.parametrize("day", ["20260711", "2026-W28-6", "2026-7-11", "11.7.2026", "", "2026-07"])
def test_a_day_is_written_in_one_way(day: str) -> None:
    """Its stream is named for it: another way to write it would be another day."""
    verify_day("2026-07-11")
    with pytest.raises(Misused, match="not a gaming day"):
        verify_day(day)
