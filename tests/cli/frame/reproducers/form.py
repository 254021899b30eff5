"""Refusals of `pit form`."""

from typing import Final

from tests.cli.frame.reproducers.beginnings import (
    DIV,
    FORMS,
    INIT,
    ISSUED,
    LOST,
    NOON,
    ON_FORM,
    OWING,
    RECEIVED,
    SIGNERS,
    VOID,
    Cases,
)

CASES: Final[Cases] = {
    "unknown_series.near": (FORMS, "form show CFV-1001"),
    "form_unused.print": (FORMS, "form print CVF-1001 form.html"),
    "form_unused.near": (ISSUED, "form show CVF-1011"),
    "form_compared": (
        (*ISSUED, "day duplicates today --form CVF-1001:3.75"),
        VOID,
    ),
    "form_forwarded": ((*ISSUED, "form forward CVF"), VOID),
    "form_lost": ((*FORMS, LOST), LOST),
    "form_lost.used": ((*FORMS, LOST), VOID),
    "run_of_forms": (FORMS, "form count CVF --from 1001 --to 1001 --from 1002"),
    "numbers_reversed.counted": (FORMS, "form count CVF --from 1002 --to 1001"),
    "numbers_reversed.lost": (FORMS, f"{LOST.replace('1001', '1002')} --to 1001"),
    "form_listed_twice.counted": (
        FORMS,
        "form count CVF --from 1001 --to 1002 --from 1002 --to 1002",
    ),
    "original_in_box": ((*ISSUED, f"form drop CVF-1001 {SIGNERS}"), VOID),
    "seat_taken_since": (
        (*ISSUED, "seat leave MB-01 3", "seat sit MB-01 3"),
        VOID,
    ),
    "bad_serial": (FORMS, "form show CVF"),
    "bad_series": (INIT, "form receive CVF/1 --first 1 --last 9"),
    "pit_and_clerks": (INIT, f"{RECEIVED} --pit P-1"),
    "form_unused": (FORMS, "form show CVF-1001"),
    "unknown_series": (FORMS, "form forward CV"),
    "unknown_series.shown": (FORMS, "form show CV-1"),
    "at_before_receipt": ((*INIT, RECEIVED), f"form assign CVF --pit P-1 --clerk C-1 {NOON}"),
    "at_before_issue": (ISSUED, f"form drop CVF-1001 {SIGNERS} {NOON}"),
    "clerk_differs": (
        (*DIV, f"{RECEIVED} --pit P-1 --clerk C-1 --clerk C-2"),
        f"{ON_FORM} --clerk C-2",
    ),
    "form_dropped": (
        (*ISSUED, f"form drop CVF-1001 {SIGNERS}"),
        f"form drop CVF-1001 {SIGNERS}",
    ),
    "form_not_issued": ((*FORMS, VOID), f"form drop CVF-1001 {SIGNERS}"),
    "form_not_next": (FORMS, ON_FORM.replace("1001", "1002")),
    "form_of_another_pit": ((*DIV, f"{RECEIVED} --pit P-2 --clerk C-1"), ON_FORM),
    "form_signed_twice": (FORMS, ON_FORM.replace("B-2", "D-7")),
    "form_used": ((*FORMS, VOID), ON_FORM),
    "forms_not_provided": (OWING, ON_FORM),
    "not_of_series": (FORMS, ON_FORM.replace("1001", "2001")),
    "not_the_clerk": ((*DIV, f"{RECEIVED} --pit P-1 --clerk C-2"), ON_FORM),
    "nothing_to_forward": (FORMS, "form forward CVF"),
    "numbers_reversed": (INIT, "form receive CVF --first 1002 --last 1001"),
    "patron_signature": (FORMS, ON_FORM.replace("--patron-signed", "")),
    "series_known": (FORMS, RECEIVED),
    "series_not_in_pit": ((*DIV, RECEIVED), ON_FORM),
    "series_too_long": (INIT, "form receive CVF --first 1 --last 1001001"),
    "series_used_up": (
        (*FORMS, VOID, VOID.replace("1001", "1002")),
        ON_FORM.replace("1001", "1002"),
    ),
    "statement_by_others": (
        FORMS,
        ON_FORM.replace("--patron-signed", '--statement "left the table" --stated-by C-1'),
    ),
    "witness_differs": (ISSUED, "form drop CVF-1001 --dealer D-7 --pit-boss B-3"),
}
