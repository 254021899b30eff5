"""The settings of a property: in force from the event that changes them, the defaults before."""

import pytest

from tests.cli.conftest import Terminal

DEFAULTS = {
    "clock_tolerance_minutes": 2,
    "late_after_minutes": 15,
    "count_window_minutes": 60,
    "shifts": [],
}


def settings(terminal: Terminal) -> dict[str, object]:
    shown = terminal.json("property", "show")
    return {name: shown[name] for name in DEFAULTS}


def test_a_property_that_said_nothing_has_the_defaults(terminal: Terminal) -> None:
    assert settings(terminal) == DEFAULTS


def test_what_is_set_is_in_force_and_the_rest_stays(terminal: Terminal) -> None:
    terminal.does("property", "set", "clock-tolerance=5", "shifts=06-14-22")
    terminal.does("property", "set", "late-after=30")
    changed = {"clock_tolerance_minutes": 5, "late_after_minutes": 30}
    shifts = {"shifts": ["06:00", "14:00", "22:00"]}
    assert settings(terminal) == {**DEFAULTS, **changed, **shifts}
    terminal.does("property", "set", "shifts=none", "clock_tolerance=0")
    assert settings(terminal) == {**DEFAULTS, **changed, "clock_tolerance_minutes": 0}


def test_init_takes_settings_with_the_property_and_may_be_repeated(bare: Terminal) -> None:
    property_of = ("--name", "Wharf Hall", "--zone", "America/New_York", "--cutoff", "04:30")
    asked = ("init", *property_of, "--clock-tolerance", "1", "--shifts", "04:30-12-20")
    assert not bare.json(*asked)["repeated"]
    assert bare.json(*asked)["repeated"]
    assert settings(bare)["shifts"] == ["04:30", "12:00", "20:00"]
    assert settings(bare)["clock_tolerance_minutes"] == 1


@pytest.mark.parametrize("shifts", ["08-16", "06-22-14", "06-06", "06-14:30", "06-25"])
def test_shifts_begin_at_the_cutoff_and_follow_on_full_hours(
    on_file: Terminal, shifts: str
) -> None:
    assert on_file.run("property", "set", f"shifts={shifts}").exit_code == 2
    assert settings(on_file)["shifts"] == []


def test_the_time_is_told_before_what_is_in_force(terminal: Terminal) -> None:
    refused = terminal.run("property", "set", "late-after=15", "--at", "2027-01-01 12:00")
    assert "settings_in_force" in terminal.run("property", "set", "late-after=15").stderr
    assert "at_in_future" in refused.stderr


def test_a_dry_run_changes_nothing_and_a_key_repeats(terminal: Terminal) -> None:
    terminal.does("property", "set", "late-after=30", "--dry-run")
    assert settings(terminal) == DEFAULTS
    first = terminal.json("property", "set", "late-after=30", "--key", "k1")
    assert terminal.json("property", "set", "late-after=30", "--key", "k1") == {
        **first,
        "repeated": True,
    }
