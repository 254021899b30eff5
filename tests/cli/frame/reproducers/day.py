"""Refusals of `pit day`."""

from typing import Final

from tests.cli.frame.reproducers.beginnings import (
    AFTERNOON,
    CLOSE,
    CORRECT,
    COUNTED,
    DAY_CLOSED,
    FILED,
    FILL,
    FILLED,
    INIT,
    OPEN,
    OPENER,
    OWING,
    PLAYED_BEFORE,
    REVERSED,
    SEEN,
    SHOE_AT_NOON,
    SIGN,
    SIGNED,
    THEN,
    TWO,
    Cases,
)

APPROVED = "--document MC-1 --reason typed --approved-by S-2"
CLOSE_MONTH = "day close --month 2026-06 --second A-2 --yes"
CORRECT_FILL = (
    "day correct MB-01 fills --names {} --of-day 2026-07-11 --document MC-1 --reason misread"
    " --approved-by S-2"
)

CASES: Final[Cases] = {
    "nothing_to_sign": (TWO, f"{SIGN} --by A-2"),
    "not_yours_to_sign": (TWO, f"{SIGN} --yes {FILED}"),
    "not_yours_to_refuse": (TWO, f"{SIGN} --refuse --reason x"),
    "at_before_proposal": (TWO, f"{SIGN} --refuse --reason x {FILED} {THEN}"),
    "day_closed.copy": (DAY_CLOSED, "day duplicates 2026-07-10 --form CVF-1001:1:MB-01:A --by A-1"),
    "day_not_over": (INIT, "day close 2026-07-11 --second A-2 --yes"),
    "month_not_over": (INIT, CLOSE_MONTH.replace("06", "07")),
    "month_days_open": (
        (
            *INIT,
            f"table open MB-01 --rules ma-midi --pit P-1 {OPENER} {SIGNED} --at 2026-06-30T12:00",
        ),
        CLOSE_MONTH,
    ),
    "month_closed": ((*INIT, f"--by A-1 {CLOSE_MONTH}"), CLOSE_MONTH),
    "day_blocked": (PLAYED_BEFORE, CLOSE),
    "earlier_day_open": (
        (
            *SEEN,
            f"table open MB-02 --rules ma-midi --pit P-1 {OPENER} {SIGNED} --at 2026-07-09T12:00",
        ),
        CLOSE,
    ),
    "finding_blocks": (
        PLAYED_BEFORE,
        "day acknowledge 2026-07-10 drop_not_counted:MB-01 --reason later",
    ),
    "findings_not_acknowledged": (COUNTED, CLOSE),
    "acknowledged_already": (SEEN, SEEN[-1]),
    "unknown_finding": (COUNTED, "day reconcile explain tray_varance:MB-01 --day 2026-07-10"),
    "not_confirmed": (SEEN, CLOSE.removesuffix(" --yes")),
    "no_day": (OWING, CORRECT.replace("MB-01:2026-07-11:1", "F-17")),
    "day_differs": (OWING, f"{CORRECT} --of-day 2026-07-10"),
    "day_to_come": (
        OPEN,
        CORRECT.replace("hand-result", "fills") + f" --of-day 2026-07-11 {THEN}",
    ),
    "figure_unknown": (
        OWING,
        CORRECT.replace("hand-result", "drop").replace("MB-01:2026-07-11:1", "box")
        + " --of-day 2026-07-11",
    ),
    "figure_below_zero": (
        FILLED,
        f"{CORRECT_FILL.format('F-17')} --lower 20000000",
    ),
    "accounting_missing": (FILLED, f"{CORRECT_FILL.format('F-17')} --raise 20000000"),
    "unknown_slip": (FILLED, f"{CORRECT_FILL.format('F-99')} --raise 5"),
    "seat_missing": (OWING, CORRECT.replace("hand-result", "vig-collected")),
    "more_than_owed.corrected": (
        OWING,
        CORRECT.replace("hand-result", "vig-collected").replace("--raise 5", "--raise 500")
        + " --approved-by A-1 --seat 3",
    ),
    "forms_not_provided.corrected": (
        OWING,
        CORRECT.replace("hand-result", "vig-documented").replace("--raise 5", "--raise 1")
        + " --seat 3",
    ),
    "too_many_approve": (OWING, f"{CORRECT} --approved-by A-1 --approved-by A-2"),
    "not_an_amount": (OWING, CORRECT.replace("--raise 5", "--raise 0")),
    "unknown_round.corrected": (OWING, CORRECT.replace(":1 ", ":9 ")),
    "two_corrections.books": (OPEN, f"{CORRECT} --lower 5"),
    "never_counted": (
        OPEN,
        f"day correct MB-01 closer --lower 100 --names closer --of-day today {APPROVED}",
    ),
    "seat_not_meant": (
        (*OPEN, "chips buy-in MB-01 3 100"),
        f"day correct MB-01 buy-ins --lower 5 --names buy-ins --seat 3 --of-day today {APPROVED}",
    ),
    "names_otherwise": (
        OPEN,
        f"day correct MB-01 opener --lower 100 --names K-1 --of-day today {APPROVED}",
    ),
    "no_buy_in": (
        (*OPEN, "chips buy-in MB-01 5 100"),
        f'day correct MB-01 buy-ins --lower 100 --names "seat 3" --of-day today {APPROVED}',
    ),
    "bad_month": (INIT, "day close --month 2026-13 --second A-2"),
    "unknown_slip.near": (FILLED, f"{CORRECT_FILL.format('F-71')} --raise 5"),
    "nothing_counted": (OPEN, "day count today --table MB-01"),
    "bad_box": (INIT, "day count today --file boxes.csv"),
    "box_typed_and_filed": (INIT, "day count today --file boxes.csv --cash 20"),
    "which_box": (OPEN, "day count today --cash 20"),
    "duplicate_not_entered": (
        INIT,
        'day take-back today --duplicate CVF-1001 --reason "it is CVF-1002"',
    ),
    "bad_duplicate": (INIT, "day duplicates today --file duplicates.csv"),
    "bad_form": (OPEN, "day count today --table MB-01 --cash 100 --form CVF-1001"),
    "no_duplicates": (INIT, "day duplicates today"),
    "file_unreadable": (INIT, "day duplicates today --file latin-1.csv"),
    "no_such_file.duplicates": (INIT, "day duplicates today --file missing.csv"),
    "amount_too_large.read": (OPEN, f"day count today --table MB-01 --cash {'9' * 40}"),
    "bad_count": (OPEN, "day count today --table MB-01 --notes 0x5"),
    "count_does_not_add_up": (OPEN, "day count today --table MB-01 --cash 100 --notes 20x4"),
    "count_below_correction": (
        (
            *(*OPEN, "day count today --table MB-01 --cash 100"),
            CORRECT_FILL.replace("fills --names {}", "drop --lower 100 --names box"),
        ),
        "day count today --table MB-01 --cash 20 --recount",
    ),
    "drop_already_counted": (
        (*OPEN, "day count today --table MB-01 --cash 100"),
        "day count today --table MB-01 --cash 120",
    ),
    "no_such_note": (OPEN, "day count today --table MB-01 --machine 20x1 --hand 25x1"),
    "bad_box_number": (OPEN, "day count today --table MB-01 --cash 100 --box 'no. 7'"),
    "team_too_small": (OPEN, "day count today --table MB-01 --cash 100 --team CT-1,ct-1,CT-2"),
    "box_out_of_order": (
        OPEN,
        "day count today --table MB-01 --cash 100 --pulled 2026-07-11T17:00 --opened 2026-07-11T16:00",
    ),
    "box_not_named": (
        (
            *(*OPEN, "day count today --table MB-01 --box 1 --cash 100"),
            "day count today --table MB-01 --box 2 --cash 100",
        ),
        "day count today --table MB-01 --cash 120 --recount",
    ),
    "notes_twice": (OPEN, "day count today --table MB-01 --notes 20x1 --hand 20x1"),
    "drop_not_counted": (OPEN, "day count today --table MB-01 --cash 120 --recount"),
    "table_not_open_that_day": (OPEN, "day count 2026-07-10 --table MB-01 --cash 100"),
    "at_before_box": (
        OPEN,
        "day count today --table MB-01 --cash 100 --opened 2026-07-11T17:00 --at 2026-07-11T16:00",
    ),
    "at_before_day": (INIT, "day duplicates 2026-07-12 --void CVF-1001"),
    "at_before_days_end": (INIT, "day close 2026-07-10 --second A-2 --yes --at 2026-07-10T12:00"),
    "at_before_month": (INIT, f"{CLOSE_MONTH} --at 2026-06-30T12:00"),
    "at_before_entry": (
        (*SHOE_AT_NOON, FILL),
        f"{CORRECT_FILL.format('F-17')} --lower 5 {AFTERNOON}",
    ),
    "duplicate_entered": (
        (*INIT, "day duplicates today --form CVF-1001:3.75"),
        "day duplicates today --void CVF-1001",
    ),
    "form_listed_twice": (
        OPEN,
        "day count today --table MB-01 --cash 0 --form CVF-1001:1 --form CVF-1001:2",
    ),
    "round_reversed": (REVERSED, CORRECT),
}
