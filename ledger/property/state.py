"""What is known of the property: who it is, and the settings in force."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from ledger.events.base import Event
from ledger.events.property import (
    BLIND,
    PAPER,
    PROVABLE,
    PropertyEstablished,
    PropertySettingsChanged,
    Settings,
    shifts_on,
)
from ledger.values.calendar import read_calendar
from ledger.values.errors import Misused, Refused
from ledger.values.numbers import LARGEST_CENTS

MOST: Final[Mapping[str, int]] = {
    "clock_tolerance_minutes": 60,
    "late_after_minutes": 24 * 60,
    "count_window_minutes": 12 * 60,
    "undo_window_minutes": 24 * 60,
    "sign_within_minutes": 7 * 24 * 60,
    "award_limit_cents": LARGEST_CENTS,
    "largest_wager_cents": LARGEST_CENTS,
    "largest_buy_in_cents": LARGEST_CENTS,
    "largest_slip_cents": LARGEST_CENTS,
    "largest_drop_cents": LARGEST_CENTS,
    "table_minimum_cents": LARGEST_CENTS,
    "table_maximum_cents": LARGEST_CENTS,
    "hold_band_percent": 99,
    "hold_base_points": 100,
    "hold_base_months": 120,
    "hold_least_rounds": 1_000_000,
    "filing_above_cents": LARGEST_CENTS,
    "opener_report_cents": LARGEST_CENTS,
    "opener_copy_cents": LARGEST_CENTS,
    "drop_team_people": 20,
}
"""A setting is a whole number, of what its name ends in, from 0 to this; or a number for each of several rules."""


class Property(msgspec.Struct):
    """The property of a store. established: None before it has one. shifts: when they begin, by the day it was said.
    award_limits: that of fixed awards, in cents, by the moment from which on it holds.
    """

    version: int = 0
    established: PropertyEstablished | None = None
    settings: Settings = Settings()
    shifts: Mapping[str, Sequence[str]] = {}
    award_limits: Mapping[int, int] = {}

    def apply(self, event: Event) -> None:
        """Fold one event in."""
        if isinstance(event, PropertyEstablished):
            self.established = event
            self.shifts = {event.day: []}
        elif isinstance(event, PropertySettingsChanged):
            self.settings = self.settings.after(event)
            if event.shifts is not None:
                self.shifts = {**self.shifts, event.day: event.shifts}
            if event.award_limit_cents is not None:
                self.award_limits = {**self.award_limits, event.known_at: event.award_limit_cents}
        self.version += 1

    def shifts_on(self, day: str) -> Sequence[str]:
        """When shifts begin on a gaming day (ISO date)."""
        return shifts_on(self.shifts, day)

    def award_limit_at(self, at: int) -> int:
        """From how many cents on a fixed award that is won at a moment waits for a supervisor; 0 where none does."""
        since = [moment for moment in self.award_limits if moment <= at]
        return self.award_limits[max(since)] if since else 0


def verify_number(name: str, value: int | Mapping[str, int], _: str = "") -> None:
    """Raise Misused for a number that is out of bounds, of several rules any."""
    for each in value.values() if isinstance(value, Mapping) else (value,):
        _verify_bound(name, each)


def _verify_bound(name: str, value: int) -> None:
    if not 0 <= value <= MOST[name]:
        raise Misused(
            "bad_setting",
            f"{name} cannot be {value}.",
            f"It is a whole number of {name.rpartition('_')[2]} from 0 to {MOST[name]}.",
            setting=name,
            value=value,
        )


def verify_passphrases(name: str, of: Sequence[str], _: str = "") -> None:
    """Raise Misused for anybody of whom no passphrase can be asked."""
    unknown = [each for each in of if each not in PROVABLE]
    if unknown:
        raise Misused(
            "bad_setting",
            f"No passphrase can be asked of {unknown[0]!r}.",
            f"Name roles, and second for who signs besides: {', '.join(PROVABLE)}; none for nobody.",
            setting=name,
            value=unknown[0],
        )


def verify_counts(name: str, of: Sequence[str], _: str = "") -> None:
    """Raise Misused for anything that cannot be counted blind."""
    unknown = [each for each in of if each not in BLIND]
    if unknown:
        raise Misused(
            "bad_setting",
            f"{unknown[0]!r} is not counted blind.",
            f"Name what is: {', '.join(BLIND)}; none for nothing.",
            setting=name,
            value=unknown[0],
        )


def verify_paper(name: str, size: str, _: str = "") -> None:
    """Raise Misused for paper on which nothing is printed."""
    if size not in PAPER:
        raise Misused(
            "bad_setting",
            f"{size!r} is no size of paper.",
            f"It is {' or '.join(PAPER)}.",
            setting=name,
            value=size,
        )


def verify_shifts(_: str, shifts: Sequence[str], cutoff: str) -> None:
    """Raise Misused unless the first shift begins with the gaming day, and any other on a full hour, as win by the hour
    is kept. cutoff: local time `HH:MM`.
    """
    if not shifts:
        return
    clocks = [read_calendar("UTC", each).cutoff for each in shifts]
    start = read_calendar("UTC", cutoff).cutoff
    after = [(clock < start, clock) for clock in clocks]
    if clocks[0] != start or after != sorted(set(after)) or any(c.minute for c in clocks[1:]):
        raise Misused(
            "bad_shifts",
            f"A gaming day from {cutoff} to {cutoff} has no shifts that begin at {', '.join(shifts)}.",
            f"Begin with {cutoff}; the others follow on full hours, each once: 06:00-14:00-22:00.",
            shifts=shifts,
            cutoff=cutoff,
        )


def changed_settings(settings: Settings, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Those of the settings asked for that are not in force. Raises Refused where all of them are."""
    changed = settings.differing(asked)
    if not changed:
        raise Refused(
            "settings_in_force",
            "Exactly these settings are in force.",
            "Nothing is to be changed; pit property show tells what is in force.",
            settings=dict(asked),
        )
    return changed
