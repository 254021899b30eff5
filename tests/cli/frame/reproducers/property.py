"""Refusals of `pit property`."""

from typing import Final

from tests.cli.frame.reproducers.beginnings import (
    FILED,
    INIT,
    NOON,
    SET_LATE,
    TWO,
    Cases,
)

CASES: Final[Cases] = {
    "passphrase_needed": (TWO, f"{SET_LATE} --by A-1"),
    "passphrase_wrong": (TWO, f"{SET_LATE} --by A-1 --passphrase-file A-2.phrase"),
    "passphrase_locked": (TWO, f"{SET_LATE} {FILED}"),
    "passphrase_altered": (TWO, f"{SET_LATE} {FILED}"),
    "rules_unknown.limit": (INIT, "property set table-minimum.ma-mid=25"),
    "settings_in_force": (INIT, "property set clock-tolerance=2"),
    "unknown_setting": (INIT, "property set clock-tolerence=5"),
    "bad_setting": (INIT, "property set late-after=soon"),
    "bad_setting.range": (INIT, "property set clock-tolerance=600"),
    "bad_setting.minimum": (
        (*INIT, "property set table-maximum.ma-midi=500"),
        "property set table-minimum.ma-midi=501",
    ),
    "bad_shifts": (INIT, "property set shifts=08-16-00"),
    "at_before_property": (INIT, f"property set late-after=20 {NOON}"),
}
