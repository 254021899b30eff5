"""Refusals of `pit vig`."""

from typing import Final

from tests.cli.frame.reproducers.beginnings import (
    DIV,
    NOON,
    OPEN,
    OWING,
    REVERSE_ROUND,
    SEEN,
    SHOE,
    Cases,
)

CORRECT_VIG = (
    "day correct MB-01 vig-collected --lower 3.75 --names MB-01:2026-07-10:1 --seat 3 --document MC-1"
    " --reason misread --approved-by S-2"
)

CASES: Final[Cases] = {
    "usage.whose_vigorish": (OWING, "vig collect MB-01"),
    "nothing_owed.all": (SHOE, "vig collect MB-01 --all"),
    "unknown_table.shown": (OPEN, "vig outstanding --table MB01"),
    "more_than_owed": (OWING, "vig collect MB-01 3 5"),
    "nothing_owed": (OWING, "vig collect MB-01 4"),
    "table_closed.vigorish": (
        (
            *SEEN,
            CORRECT_VIG,
        ),
        "vig collect MB-01 3",
    ),
    "form_first": (DIV, 'vig uncollected MB-01 3 --reason "walked away" --supervisor S-2'),
    "forms_not_provided.uncollected": (
        OWING,
        "vig uncollected MB-01 3 --reason 'walked away' --supervisor S-2 --no-form 'would not wait'",
    ),
    "at_before_mark": (OWING, f"vig collect MB-01 3 {NOON}"),
    "nothing_owed_back": (OWING, "vig hand-back MB-01 3"),
    "more_than_owed_back": (
        (*OWING, "vig collect MB-01 3", REVERSE_ROUND),
        "vig hand-back MB-01 3 100",
    ),
}
