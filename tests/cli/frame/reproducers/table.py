"""Refusals of `pit table`."""

from typing import Final

from tests.cli.frame.reproducers.beginnings import (
    AFTERNOON,
    BETS,
    DAY_CLOSED,
    FILL,
    INIT,
    NOON,
    NOTICE,
    OPEN,
    OPENER,
    OWING,
    RESHUFFLED,
    SHOE_AT_NOON,
    SIGNED,
    STAFF,
    Cases,
)

ON_DUTY = f"table open MB-01 --rules ma-midi --pit P-1 {OPENER}"

CASES: Final[Cases] = {
    "unknown_operator": (STAFF, f"{ON_DUTY} --dealer D-77 --supervisor S-2"),
    "operator_suspended": (
        (*STAFF, 'operator suspend D-7 --reason "licence expired"'),
        f"{ON_DUTY} --dealer D-7 --supervisor S-2",
    ),
    "role_required": (STAFF, f"{ON_DUTY} --dealer S-2 --supervisor D-7"),
    "later_day_closed": (
        DAY_CLOSED,
        f"table open MB-02 --rules ma-midi --pit P-1 {OPENER} {SIGNED} --at 2026-07-09T12:00",
    ),
    "not_at_shift_end": (
        OPEN,
        f"table count MB-01 --tray 100x85 {SIGNED} --shift 14-22",
    ),
    "usage": (INIT, "table opne MB-01"),
    "usage.option": (INIT, "table open MB-01 --rule ma-midi"),
    "usage.missing": (INIT, "table close MB-01"),
    "unknown_store_url": ((), "--db mysql://pit table list"),
    "bad_chips": (INIT, f"table open MB-01 --rules ma-midi --pit P-1 --opener 100-50 {SIGNED}"),
    "bad_chips.twice": (OPEN, f"table close MB-01 --closer '25x4 25x5' {SIGNED}"),
    "bad_chips.none": (OPEN, f"table close MB-01 --closer '' {SIGNED}"),
    "bad_table_code": (INIT, f"table open MB/1 --rules ma-midi --pit P-1 {OPENER} {SIGNED}"),
    "looks_like_another": (OPEN, f"{OPEN[-1].replace('MB-01', 'MB-0l')}"),
    "opener_missing": (OPEN, f"table open MB-02 --rules ma-midi --pit P-1 {SIGNED}"),
    "opener_missing.offered": (
        (*OPEN, f"table close MB-01 --closer '5x20 100x50' {SIGNED}"),
        f"table open MB-01 {SIGNED}",
    ),
    "new_table": (INIT, f"table open MB-01 {OPENER} {SIGNED}"),
    "rules_unknown": (INIT, f"table open MB-01 --rules ma-mid --pit P-1 {OPENER} {SIGNED}"),
    "amount_too_large.chips": (OPEN, f"table close MB-01 --closer 100x99999999999999 {SIGNED}"),
    "bad_inventory": (OPEN, f"table close MB-01 --closer 0x5 {SIGNED}"),
    "counted_alone": (
        (*OPEN, "property set blind-counts=closer", f"table close MB-01 --closer 100x50 {SIGNED}"),
        f"table close MB-01 --closer 100x51 {SIGNED}",
    ),
    "notice_missing.opening": (
        INIT,
        f"table open MB-01 --rules ma-midi --option {RESHUFFLED} --pit P-1 {OPENER} {SIGNED}",
    ),
    "pit_differs": (
        OPEN,
        f"table open MB-02 --rules ma-midi --option {RESHUFFLED} --pit P-1 {OPENER} {SIGNED} {NOTICE}",
    ),
    "round_in_progress": (BETS, f"table close MB-01 --closer none {SIGNED}"),
    "rules_differ": (
        (*OPEN, f"table close MB-01 --closer none {SIGNED}"),
        f"table open MB-01 --rules ma-midi-ez {OPENER} {SIGNED}",
    ),
    "signed_twice": (
        INIT,
        f"table open MB-01 --rules ma-midi --pit P-1 {OPENER} --dealer D-7 --supervisor D-7",
    ),
    "name_missing": (
        INIT,
        f"table open MB-01 --rules ma-midi --pit P-1 {OPENER} --dealer D-7 --supervisor ' '",
    ),
    "table_open": (OPEN, f"table open MB-01 {OPENER} {SIGNED}"),
    "vigorish_owed.table": (OWING, f"table close MB-01 --closer none {SIGNED}"),
    "at_before_close": (
        (*OPEN, f"table close MB-01 --closer none {SIGNED}"),
        f"table open MB-01 {OPENER} {SIGNED} {NOON}",
    ),
    "at_before_last_act": (
        (*SHOE_AT_NOON, FILL),
        f"table close MB-01 --closer none {SIGNED} {AFTERNOON}",
    ),
    "at_before_notice": (
        INIT,
        f"{OPEN[-1]} {NOON} --notice-at 2026-07-11T15:00 --authorised-by M-1",
    ),
    "store_not_set_up": ((), "table list"),
    "store_too_new": (OPEN, "table list"),
    "store_too_old": (OPEN, "table list"),
    "store_unreadable": ((), "table list"),
    "store_unreachable": ((), "--db postgresql://pit@127.0.0.1:1/pit table list"),
}
