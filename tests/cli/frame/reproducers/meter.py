"""Refusals of `pit meter`."""

from typing import Final

from tests.cli.frame.reproducers.beginnings import (
    ADJUSTED,
    AFTERNOON,
    AWARD,
    BIG,
    BIG_LINKED,
    INIT,
    JACKPOT,
    LINKED,
    NOON,
    OTHER_LINK,
    PLAYED,
    RETIRE,
    REVERSE,
    SHOE,
    SHOE_AT_NOON,
    SIGNED,
    TAKEN_BACK,
    Cases,
)

LINKED_AT_NOON = (
    *SHOE_AT_NOON,
    f"{OTHER_LINK.replace('R9-3', 'R9-1')} {NOON}",
    f"{OTHER_LINK} {NOON}",
)

CASES: Final[Cases] = {
    "unknown_link": (SHOE, "meter show R9-1"),
    "link_exists": (LINKED, "meter install R9-1 --rules ma-midi --authorised-by M-1"),
    "no_royal_9": (INIT, "meter install R9-1 --rules div-mini --authorised-by M-1"),
    "reserve_too_large": (
        INIT,
        "meter install R9-1 --rules ma-midi --reserve major=901 --authorised-by M-1",
    ),
    "bad_rate": (INIT, "meter install R9-1 --rules ma-midi --reserve major=3% --authorised-by M-1"),
    "unknown_meter": (
        LINKED,
        "meter adjust R9-1 mayor --lower 5 --document MC-7 --reason x --authorised-by S-2 --second M-1",
    ),
    "correction_undocumented": (LINKED, "meter adjust R9-1 major --lower 50"),
    "tables_linked": ((*LINKED, OTHER_LINK), RETIRE),
    "award_waits": ((*JACKPOT, OTHER_LINK, "meter unlink R9-1 MB-01"), RETIRE),
    "no_such_balance": ((*LINKED, "meter unlink R9-1 MB-01"), RETIRE.replace("R9-3", "R9-1")),
    "link_retired": (
        (*LINKED, OTHER_LINK, "meter unlink R9-1 MB-01", RETIRE),
        "meter link R9-1 MB-01",
    ),
    "witness_missing": (LINKED, "meter read R9-1 major 50000"),
    "below_seed": (LINKED, f"meter adjust R9-1 major --lower 50 {ADJUSTED}"),
    "above_maximum": (BIG_LINKED, f"meter adjust R9-2 must_hit --raise 1000 {ADJUSTED}"),
    "no_correction": (LINKED, "meter adjust R9-1 major"),
    "table_linked": (LINKED, "meter link R9-1 MB-01"),
    "link_differs": (
        (*BIG, "meter install R9-1 --rules ma-midi --authorised-by M-1"),
        "meter link R9-1 MB-01",
    ),
    "link_differs.rates": (
        LINKED,
        "meter rates R9-1 --rules ma-big --notice-at 12:00 --document RS-12 --authorised-by M-1",
    ),
    "rates_unnoticed": (
        LINKED,
        "meter rates R9-1 --rules ma-midi --notice-at 19:00 --document RS-12 --authorised-by M-1",
    ),
    "not_linked": (PLAYED, "meter must-hit MB-01 3 --link R9-2"),
    "no_must_hit": (PLAYED, "meter must-hit MB-01 3 --link R9-1"),
    "no_such_result": (
        BIG_LINKED,
        "meter must-hit MB-01 3 --link R9-2 --round MB-01:2026-07-11:2",
    ),
    "round_in_progress.must_hit": (
        (
            *BIG_LINKED,
            "wager place MB-01 3 royal-9 5",
            "round bets-closed MB-01",
        ),
        "meter must-hit MB-01 3 --link R9-2 --round MB-01:2026-07-11:2",
    ),
    "took_no_part": (BIG_LINKED, "meter must-hit MB-01 4 --link R9-2"),
    "hit_already": (
        (*BIG_LINKED, "meter must-hit MB-01 3 --link R9-2"),
        "meter must-hit MB-01 3 --link R9-2",
    ),
    "no_such_award": (PLAYED, f"{AWARD} --supervisor S-2"),
    "supervisor_missing": (JACKPOT, AWARD),
    "tray_counted": (
        (*JACKPOT, f'table close MB-01 --closer "100x50 25x200 5x401" {SIGNED}'),
        f"{AWARD} --supervisor S-2",
    ),
    "award_stands": (JACKPOT, f"{AWARD} --supervisor S-2 --refused doubtful"),
    "award_not_settled": (JACKPOT, f"{AWARD} --supervisor S-2 --instead --cage"),
    "award_as_recorded": (
        (*JACKPOT, f"{AWARD} --supervisor S-2"),
        f"{AWARD} --supervisor S-2 --instead",
    ),
    "bad_award": (JACKPOT, f"meter award-reverse MB-01:2026-07-11:1:3:major {TAKEN_BACK}"),
    "unknown_award": (PLAYED, f"{REVERSE} {TAKEN_BACK}"),
    "award_not_paid": (JACKPOT, f"{REVERSE} {TAKEN_BACK} --handed-back cage"),
    "which_award": (
        (
            *BIG_LINKED,
            'round play MB-01 --wager 3:royal-9:5 --player "Ks 9c" --banker "2s 5d"',
            "meter must-hit MB-01 3 --link R9-2",
        ),
        f"{REVERSE.replace(':1/', ':2/')} {TAKEN_BACK}",
    ),
    "award_reversed": ((*JACKPOT, f"{REVERSE} {TAKEN_BACK}"), f"{REVERSE} {TAKEN_BACK}"),
    "award_reversed.must_hit": (
        (*BIG_LINKED, "meter must-hit MB-01 3 --link R9-2", f"{REVERSE} {TAKEN_BACK}"),
        "meter must-hit MB-01 3 --link R9-2",
    ),
    "unknown_link.near": (LINKED, "meter show R9-l"),
    "unknown_award.near": (JACKPOT, f"{REVERSE.replace('/3', '/4')} {TAKEN_BACK}"),
    "at_before_installation": (
        LINKED,
        f"meter adjust R9-1 major --raise 5 --document M-7 --reason x --authorised-by S-2 --second M-1 {NOON}",
    ),
    "at_before_linking": (
        (*LINKED_AT_NOON, "meter link R9-1 MB-01"),
        f"meter unlink R9-1 MB-01 {AFTERNOON}",
    ),
    "at_before_meters": (
        (*LINKED_AT_NOON, "meter link R9-1 MB-01", "meter unlink R9-1 MB-01"),
        f"{RETIRE} {AFTERNOON}",
    ),
}
