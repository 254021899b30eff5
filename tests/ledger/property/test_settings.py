"""A property's settings: what is none, what value none can have, and from when on each holds."""

from typing import Any

import pytest

from ledger.desks.property import VERIFIED, verify
from ledger.events.property import PAPER, PropertyEstablished, PropertySettingsChanged, Settings
from ledger.property.state import MOST, Property, changed_settings
from ledger.values.errors import Misused, Refused

CUTOFF = "06:00"


def said(day: str, **settings: Any) -> PropertySettingsChanged:
    return PropertySettingsChanged(by="A-1", at=1, recorded_at=1, day=day, **settings)


def refused(**settings: Any) -> str:
    with pytest.raises(Misused) as caught:
        verify(settings, CUTOFF)
    return caught.value.refusal.code


def test_every_setting_is_verified_shown_and_recorded() -> None:
    assert VERIFIED.keys() == set(Settings.__struct_fields__)
    assert MOST.keys() < VERIFIED.keys()
    assert VERIFIED.keys() < set(PropertySettingsChanged.__struct_fields__)


@pytest.mark.parametrize("name", MOST)
def test_a_setting_is_taken_up_to_its_bound_and_not_beyond(name: str) -> None:
    by_rules = isinstance(getattr(Settings(), name), dict)
    for value, code in ((0, ""), (MOST[name], ""), (MOST[name] + 1, "bad"), (-1, "bad")):
        asked: dict[str, Any] = {name: {"ma-midi": value} if by_rules else value}
        if code:
            assert refused(**asked) == "bad_setting"
        else:
            verify(asked, CUTOFF)


def test_a_setting_that_there_is_not_is_named() -> None:
    assert refused(colour=1) == "unknown_setting"


@pytest.mark.parametrize(
    "shifts", [["06:00"], ["06:00", "14:00", "22:00"], ["06:00", "22:00", "02:00"], []]
)
def test_shifts_begin_at_the_cut_off_and_follow_on_full_hours(shifts: list[str]) -> None:
    verify({"shifts": shifts}, CUTOFF)


@pytest.mark.parametrize(
    "shifts",
    [
        ["07:00", "15:00"],
        ["06:00", "22:00", "14:00"],
        ["06:00", "14:00", "14:00"],
        ["06:00", "14:30"],
    ],
    ids=["not at the cut-off", "out of order", "twice", "on a half hour"],
)
def test_other_shifts_are_refused(shifts: list[str]) -> None:
    assert refused(shifts=shifts) == "bad_shifts"


@pytest.mark.parametrize("size", PAPER)
def test_paper_is_of_a_size_that_there_is(size: str) -> None:
    verify({"paper_size": size}, CUTOFF)
    assert refused(paper_size=f"{size}0") == "bad_setting"


def test_settings_hold_from_when_they_were_said_and_shifts_by_the_day() -> None:
    there = Property()
    there.apply(
        PropertyEstablished(
            by="A-1",
            at=1,
            recorded_at=1,
            day="2026-07-01",
            name="Harbor House",
            zone="America/New_York",
            cutoff=CUTOFF,
        )
    )
    there.apply(said("2026-07-05", shifts=["06:00", "18:00"], largest_wager_cents=500))
    there.apply(said("2026-07-09", table_minimum_cents={"ma-midi": 100, "div": 200}))
    there.apply(said("2026-07-10", table_minimum_cents={"div": 0}))
    assert there.version == 4
    assert there.settings == Settings(
        shifts=["06:00", "18:00"],
        largest_wager_cents=500,
        table_minimum_cents={"ma-midi": 100},
    )
    days = ("2026-06-01", "2026-07-04", "2026-07-05", "2026-08-01")
    assert [len(there.shifts_on(day)) for day in days] == [0, 0, 2, 2]


def test_only_what_is_not_in_force_is_changed_and_nothing_to_change_is_refused() -> None:
    asked = {"undo_window_minutes": 10, "largest_drop_cents": 5}
    assert changed_settings(Settings(), asked) == {"largest_drop_cents": 5}
    with pytest.raises(Refused) as caught:
        changed_settings(Settings(largest_drop_cents=5), asked)
    assert caught.value.refusal.code == "settings_in_force"
