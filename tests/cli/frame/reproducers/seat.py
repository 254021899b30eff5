"""Refusals of `pit seat`."""

from typing import Final

from tests.cli.frame.reproducers.beginnings import (
    AFTERNOON,
    BETS,
    DIV,
    INIT,
    OPEN,
    OWING,
    SHOE_AT_NOON,
    SIGNED,
    Cases,
)

CASES: Final[Cases] = {
    "usage.argument": (INIT, "seat sit MB-01"),
    "usage.more": (INIT, "seat sit MB-01 3 4 5"),
    "usage.no_value": (INIT, "seat sit MB-01 3 --at"),
    "usage.no_flag": (INIT, "seat sit MB-01 3 --json=yes"),
    "usage.no_verb": (INIT, "seat --by C-1"),
    "no_author": (INIT, "seat sit MB-01 3"),
    "bad_config": (INIT, "seat sit MB-01 3"),
    "bad_seat": (OPEN, "seat sit MB-01 three"),
    "bad_time": (OPEN, "seat sit MB-01 3 --at noon"),
    "bad_value": (OPEN, "seat sit MB-01 15"),
    "ambiguous_time": (OPEN, "seat sit MB-01 3 --at 2026-11-01T01:30"),
    "time_out_of_range": (OPEN, "seat sit MB-01 3 --at 0999-07-11T18:00-04:00"),
    "unknown_table": (OPEN, "seat sit MB-10 3"),
    "seat_empty": (OPEN, "seat leave MB-01 3"),
    "seat_taken": ((*OPEN, "seat sit MB-01 3"), "seat sit MB-01 3"),
    "bad_id": (OPEN, 'seat sit MB-01 3 --by "Ann Lee"'),
    "table_closed": ((*OPEN, f"table close MB-01 --closer none {SIGNED}"), "seat sit MB-01 3"),
    "at_before_seat": ((*SHOE_AT_NOON, "seat sit MB-01 3"), f"seat leave MB-01 3 {AFTERNOON}"),
    "vigorish_owed.leaving": (OWING, "seat leave MB-01 3"),
    "vigorish_owed.form": (DIV, "seat leave MB-01 3"),
    "wager_at_stake": (BETS, "seat leave MB-01 3"),
    "store_busy": (OPEN, "seat sit MB-01 3"),
    "store_not_ready": (OPEN, "seat sit MB-01 3 --key k-1"),
}
