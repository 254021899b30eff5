"""Refusals of `pit undo`."""

from typing import Final

from tests.cli.frame.reproducers.beginnings import (
    ADJUSTED,
    AWARD,
    BIG_LINKED,
    FILL,
    JACKPOT,
    LINKED,
    OPEN,
    PLAYED,
    SHOE,
    UNDO,
    WAGER,
    Cases,
)

CASES: Final[Cases] = {
    "corrected_since": (
        (*LINKED, PLAYED[-1], f"meter adjust R9-1 k9_player --lower 0.25 {ADJUSTED}"),
        UNDO,
    ),
    "undo_out_of_reach": ((*SHOE, FILL, f"{UNDO} --approved-by S-2"), UNDO),
    "not_the_last_act": ((*SHOE, WAGER), f"{UNDO} --entry 5"),
    "cannot_be_undone": ((*SHOE, WAGER, "round void MB-01 --reason misdeal"), UNDO),
    "opening_rested_upon": (
        (*OPEN, "day count today --table MB-01 --cash 100"),
        f"{UNDO} --approved-by S-2",
    ),
    "meters_moved": (
        (*JACKPOT, f"{AWARD} --cage --supervisor S-2"),
        UNDO,
    ),
    "award_at_once": ((*BIG_LINKED, "meter must-hit MB-01 3 --link R9-2"), UNDO),
    "approval_missing": ((*SHOE, FILL), UNDO),
    "approval_own": ((*SHOE, WAGER), f"{UNDO} --approved-by C-1"),
    "reason_missing": ((*SHOE, FILL), "undo MB-01 --approved-by S-2"),
}
