"""Refusals of `pit report`."""

from typing import Final

from tests.cli.frame.reproducers.beginnings import (
    INIT,
    OWING,
    Cases,
)

CASES: Final[Cases] = {
    "usage.twice": (INIT, "report win --table MB-01 --table MB-02"),
    "unknown_period": (INIT, "report win --period week"),
    "file_exists": ((*INIT, "report day --html day.html"), "report day --html day.html"),
    "file_is_a_database": (INIT, "report day --html pit.db --force"),
    "file_is_a_secret": (
        (*INIT, "audit key new own.key --name pier-nine"),
        "report day --html own.key --force",
    ),
    "file_not_written": (INIT, "report day --html nowhere/day.html"),
    "bad_day": (INIT, "report win --day 11.7.2026"),
    "not_yet": (INIT, "report win --as-of 99"),
    "not_yet.time": (INIT, "report win --known-at 23:59"),
    "never_printed": (INIT, "report versions --day 2026-07-11"),
    "usage.of_a_day": (OWING, "report win --table MB-01 --period month"),
    "no_property": ((), "report win"),
}
