"""Refusals of `pit db`."""

from typing import Final

from tests.cli.frame.reproducers.beginnings import (
    DAY_CLOSED,
    FILL,
    INIT,
    ISSUED,
    OPEN,
    OWING,
    PLAYED,
    SHOE,
    SIGNED,
    UNDO,
    WAGER,
    Cases,
)

CASES: Final[Cases] = {
    "unknown_read_model": (INIT, "db rebuild vigorsh"),
    "event_missing": (OWING, "db check"),
    "store_damaged": (OWING, "db check"),
    "event_too_new": (OWING, "db check"),
    "event_unfit": (OWING, "db check"),
    "event_differs": (OWING, "db check"),
    "event_unreadable": (OWING, "db check"),
    "counter_set_back": (OWING, "db check"),
    "counter_used_up": (OWING, "db check"),
    "feed_digests": (OWING, "db check"),
    "feed_position": (OWING, "db check"),
    "meter_differs": (PLAYED, "db check"),
    "not_as_signed": (DAY_CLOSED, "db check"),
    "read_model_differs": ((*OWING, "vig outstanding"), "db check"),
    "snapshot_differs": (
        (*OPEN, f"table close MB-01 --closer none {SIGNED}"),
        "db check",
    ),
    "unknown_topic": (OWING, "db check"),
    "rules_altered": (OWING, "db check"),
    "count_differs": (OWING, "db check"),
    "undone_out_of_order": ((*SHOE, WAGER, UNDO), "db check"),
    "round_differs": (OWING, "db check"),
    "key_missing": ((*SHOE, FILL), "db check"),
    "form_differs": (ISSUED, "db check"),
    "key_without_events": ((*OWING, "vig collect MB-01 3 --key k-1"), "db check"),
    "guards_missing": (OWING, "db check"),
    "tables_altered": (OWING, "db check"),
    "value_unreadable": ((*OWING, "vig outstanding"), "db check"),
    "log_not_verified": (OWING, "db rebuild"),
    "no_roles": (INIT, "db roles"),
}
