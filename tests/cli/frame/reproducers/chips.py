"""Refusals of `pit chips`."""

from typing import Final

from tests.cli.frame.reproducers.beginnings import (
    AFTERNOON,
    DAY_CLOSED,
    FILL,
    FILLED,
    INIT,
    NOON,
    ON_ITS_WAY,
    OPEN,
    OPEN_AT_NOON,
    PREPARE,
    RECEIVE,
    REQUEST,
    SIGNED,
    SLIPS_LOST,
    STOCK,
    THEN,
    VOID_SLIP,
    Cases,
)

CASES: Final[Cases] = {
    "day_closed": (DAY_CLOSED, f"chips buy-in MB-01 3 100 {THEN}"),
    "day_closed.part": (DAY_CLOSED, "chips parts 2026-07-10 table --fill F-17:2000 --by A-1"),
    "slip_unused": (FILLED, "chips show credit F-17"),
    "slip_unused.print": (FILLED, "chips print fill F-18 slip.html"),
    "money_unreadable": (OPEN, "chips buy-in MB-01 3 20.505"),
    "money_negative": (OPEN, "chips buy-in MB-01 3 -- -20"),
    "bad_part": (INIT, "chips parts today cage --file parts.csv"),
    "bad_slip": (INIT, "chips parts today cage --fill F-17"),
    "no_parts": (INIT, "chips parts today cage"),
    "unknown_kind": (OPEN, REQUEST.replace("fill", "refill")),
    "unknown_side": (INIT, "chips parts today bank --fill F-17:2000"),
    "amount_too_large": (OPEN, "chips buy-in MB-01 3 1000000000000"),
    "tray_cannot_hold": (
        OPEN,
        f'chips credit MB-01 --slip C-7 --chips "100x51" {SIGNED}',
    ),
    "tray_cannot_hold.sum": (
        (*OPEN, "chips buy-in MB-01 3 9000"),
        f'chips credit MB-01 --slip C-7 --chips "100x31" {SIGNED}',
    ),
    "beyond_limit": (
        (*OPEN, "property set largest-buy-in=5000"),
        "chips buy-in MB-01 3 5000.01",
    ),
    "no_such_seat": (OPEN, "chips buy-in MB-01 12 20"),
    "number_used": ((*OPEN, FILL), FILL),
    "at_in_future": (OPEN, f"{FILL} --at 2027-07-11T18:00"),
    "at_before_opening": (OPEN, f"{FILL} {NOON}"),
    "bad_prefix": (INIT, STOCK.replace("F-", "F-1")),
    "slips_received": ((*INIT, STOCK), STOCK),
    "slips_not_received": (INIT, SLIPS_LOST),
    "slips_lost": ((*INIT, STOCK, SLIPS_LOST), SLIPS_LOST),
    "slips_listed_twice": (
        (*INIT, STOCK),
        "chips unused fill --prefix F- --from 1 --to 9 --from 9 --to 12",
    ),
    "slip_entered": (
        (*INIT, "chips parts today cage --fill F-17:2000"),
        "chips parts today cage --fill f-17:2000",
    ),
    "chips_requested": ((*OPEN, REQUEST), REQUEST),
    "chips_not_requested": (OPEN, PREPARE),
    "slip_not_on_its_way": (OPEN, RECEIVE),
    "slip_not_on_its_way.near": (ON_ITS_WAY, RECEIVE.replace("F-17", "F-71")),
    "void_without_cage": (ON_ITS_WAY, VOID_SLIP.replace("--cage G-1", "")),
    "at_before_request": ((*OPEN_AT_NOON, REQUEST), f"{PREPARE} {AFTERNOON}"),
    "at_before_preparation": (
        (*OPEN_AT_NOON, f"{REQUEST} {NOON}", PREPARE),
        f"{RECEIVE} {AFTERNOON}",
    ),
    "key_reused": (
        (*OPEN, "chips buy-in MB-01 3 20 --key k-1"),
        "chips buy-in MB-01 3 40 --key k-1",
    ),
}
