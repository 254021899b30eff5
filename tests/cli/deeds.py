"""What somebody with the database can do to it: what is done, and the code by which it is named first.

Written for SQLite; `on_postgres` says the same to the other.
"""

from typing import Final

from tests.sealing import NEXT

ROUND = "MB-01:2026-07-11:1"


def replaced(old: str, new: str, topic: str) -> str:
    """Text within what was recorded is another one."""
    return (
        f"UPDATE events SET state = CAST(replace(CAST(state AS TEXT), '{old}', '{new}') AS BLOB)"
        f" WHERE topic = '{topic}'"
    )


WAGER, SETTLED, OPENED = "table.wagers_placed", "table.round_settled", "table.opened"
CLOSED, FILLED, BOUGHT = "table.closed", "table.chips_filled", "table.bought_in"
LAST = "(SELECT max(position) FROM events)"
OF_TABLE = "WHERE originator_id = 'table:MB-01' AND originator_version"
FREE = "(SELECT min(position) + 1 FROM events p WHERE position + 1 NOT IN (SELECT position FROM events))"
NO_SEAL = ("DELETE FROM seal_hashes", "DELETE FROM checkpoints")

EVENTS: dict[str, tuple[tuple[str, ...], str]] = {
    "a wager lowered": ((replaced("10000", "1000", WAGER),), "event_changed"),
    "a wager at another seat": ((replaced("[[3,", "[[4,", WAGER),), "event_changed"),
    "a wager on another bet": ((replaced('"banker"', '"player"', WAGER),), "event_changed"),
    "a payout raised": ((replaced("20000", "90000", SETTLED),), "event_changed"),
    "vigorish forgotten": ((replaced("500,", "0,", SETTLED),), "event_changed"),
    "a card exchanged": ((replaced("9c", "8c", "table.cards_dealt"),), "event_changed"),
    "who dealt": ((replaced("D-7", "D-8", OPENED),), "event_changed"),
    "who supervised": ((replaced("S-2", "S-3", OPENED),), "event_changed"),
    "who entered it": ((replaced("C-1", "C-9", WAGER),), "event_changed"),
    "when it happened": ((replaced('"at":17', '"at":16', WAGER),), "event_changed"),
    "when it was recorded": (
        (replaced('"recorded_at":17', '"recorded_at":16', WAGER),),
        "event_changed",
    ),
    "its gaming day": ((replaced("07-11", "07-10", BOUGHT),), "event_changed"),
    "an opener raised": ((replaced("1200000", "1210000", OPENED),), "event_changed"),
    "a closer lowered": ((replaced("_cents", "_centz", CLOSED),), "event_changed"),
    "a fill's amount": ((replaced("200000", "190000", FILLED),), "event_changed"),
    "a fill's slip": ((replaced("F-17", "F-18", FILLED),), "event_changed"),
    "a buy-in lowered": ((replaced("50000", "40000", BOUGHT),), "event_changed"),
    "vigorish collected": ((replaced("500", "400", "table.vigorish_collected"),), "event_changed"),
    "rules reworded": ((replaced("Midi", "Mini", "table.rules_adopted"),), "event_changed"),
    "rules under another hash": (
        (replaced('"sha256":"', '"sha256":"0', "table.rules_adopted"),),
        "event_changed",
    ),
    "the property's name": (
        (replaced("Harbor", "Harbour", "property.established"),),
        "event_changed",
    ),
    "the property's cut-off": (
        (replaced("06:00", "05:00", "property.established"),),
        "event_changed",
    ),
    "a space put in": ((replaced("{", "{ ", WAGER),), "event_changed"),
    "state as text": (
        (f"UPDATE events SET state = CAST(state AS TEXT) WHERE topic = '{WAGER}'",),
        "event_changed",
    ),
    "state of a later version as text": (
        ("UPDATE events SET state = CAST(state AS TEXT) WHERE topic = 'table.opened'",),
        "event_changed",
    ),
    "state as a number": (
        (f"UPDATE events SET state = 5 WHERE topic = '{WAGER}'",),
        "event_changed",
    ),
    "a version that is no number": (
        (f"UPDATE events SET originator_version = 'x' WHERE topic = '{BOUGHT}'",),
        "event_changed",
    ),
    "state emptied": ((f"UPDATE events SET state = x'' WHERE topic = '{WAGER}'",), "event_changed"),
    "another topic": (
        (f"UPDATE events SET topic = 'table.seat_left' WHERE topic = '{BOUGHT}'",),
        "event_changed",
    ),
    "topic as bytes": (
        (f"UPDATE events SET topic = CAST(topic AS BLOB) WHERE topic = '{BOUGHT}'",),
        "event_changed",
    ),
    "another stream": (
        (f"UPDATE events SET originator_id = 'table:MB-02' WHERE topic = '{BOUGHT}'",),
        "event_changed",
    ),
    "stream as bytes": (
        (
            f"UPDATE events SET originator_id = CAST(originator_id AS BLOB) WHERE topic = '{BOUGHT}'",
        ),
        "event_changed",
    ),
    "another version": (
        (f"UPDATE events SET originator_version = 99 WHERE topic = '{BOUGHT}'",),
        "event_changed",
    ),
    "a version below zero": (
        (f"UPDATE events SET originator_version = -1 WHERE topic = '{BOUGHT}'",),
        "event_changed",
    ),
    "two versions exchanged": (
        (
            f"UPDATE events SET originator_version = -1 {OF_TABLE} = 2",
            f"UPDATE events SET originator_version = 2 {OF_TABLE} = 3",
            f"UPDATE events SET originator_version = 3 {OF_TABLE} = -1",
        ),
        "event_changed",
    ),
    "the first event gone": (("DELETE FROM events WHERE position = 1",), "event_missing"),
    "an event gone": ((f"DELETE FROM events WHERE topic = '{BOUGHT}'",), "event_missing"),
    "a whole round gone": (
        (f"DELETE FROM events WHERE CAST(state AS TEXT) LIKE '%{ROUND}%'",),
        "event_missing",
    ),
    "a whole table gone": (
        ("DELETE FROM events WHERE originator_id = 'table:MB-01'",),
        "event_missing",
    ),
    "the last event gone": ((f"DELETE FROM events WHERE position = {LAST}",), "log_cut_off"),
    "the tail gone": (("DELETE FROM events WHERE position > 6",), "log_cut_off"),
    "everything gone": (("DELETE FROM events",), "log_cut_off"),
    "the tail gone and the seal with it": (
        ("DELETE FROM events WHERE position > 6", "DELETE FROM seal_hashes"),
        "log_cut_off",
    ),
    "an event put in before all": (
        ("INSERT INTO events VALUES (0, 'pit:P-9', 1, 'pit.table_joined', x'7b7d')",),
        "event_added",
    ),
    "an event where nobody reads": (
        ("INSERT INTO events VALUES (-7, 'pit:P-9', 1, 'pit.table_joined', x'7b7d')",),
        "event_added",
    ),
    "an event put in where one was": (
        (
            f"DELETE FROM events WHERE topic = '{BOUGHT}'",
            f"INSERT INTO events SELECT {FREE}, 'pit:P-9', 1, 'pit.table_joined', x'7b7d'",
        ),
        "event_changed",
    ),
    "moved to the end": (
        (f"UPDATE events SET position = 9000 WHERE topic = '{BOUGHT}'",),
        "event_moved",
    ),
    "moved before all": (
        (f"UPDATE events SET position = 0 WHERE topic = '{BOUGHT}'",),
        "event_moved",
    ),
    "all moved by one": (
        (
            "UPDATE events SET position = position + 1000",
            "UPDATE events SET position = position - 999",
        ),
        "event_moved",
    ),
    "two exchanged": (
        (
            "UPDATE events SET position = 9000 WHERE position = 7",
            "UPDATE events SET position = 7 WHERE position = 8",
            "UPDATE events SET position = 8 WHERE position = 9000",
        ),
        "event_moved",
    ),
    "hashes zeroed": (
        ("UPDATE seal_hashes SET hashes = zeroblob(length(hashes))",),
        "seal_altered",
    ),
    "hashes cut": (("UPDATE seal_hashes SET hashes = substr(hashes, 1, 64)",), "seal_altered"),
    "hashes as text": (("UPDATE seal_hashes SET hashes = 'x'",), "seal_altered"),
    "a place of hashes that is none": (
        ("UPDATE seal_hashes SET first = 'x' WHERE level = 0",),
        "seal_altered",
    ),
    "hashes gone": (("DELETE FROM seal_hashes",), "seal_altered"),
    "hashes of a level that is none": (
        ("INSERT INTO seal_hashes SELECT 7, first, position, hashes FROM seal_hashes",),
        "seal_altered",
    ),
    "hashes before the first": (
        ("INSERT INTO seal_hashes SELECT level, -256, -1, hashes FROM seal_hashes",),
        "seal_altered",
    ),
    "where hashes stand": (("UPDATE seal_hashes SET position = position - 1",), "seal_altered"),
    "an event and its hashes": (
        (replaced("10000", "1000", WAGER), "DELETE FROM seal_hashes"),
        "not_as_sealed",
    ),
    "a checkpoint's size": (("UPDATE checkpoints SET size = size - 1",), "checkpoint_altered"),
    "a checkpoint's root": (
        ("UPDATE checkpoints SET note = replace(note, substr(note, 18, 4), 'AAAA')",),
        "checkpoint_altered",
    ),
    "a checkpoint's signature": (
        (
            "UPDATE checkpoints SET note = substr(note, 1, length(note) - 9) || 'AAAAAAA=' || char(10)",
        ),
        "checkpoint_altered",
    ),
    "a checkpoint under another key": (
        (f"UPDATE checkpoints SET key = '{NEXT}'",),
        "checkpoint_altered",
    ),
    "a checkpoint under no key": (
        ("INSERT INTO checkpoints SELECT size, key || 'x', note, recorded_at FROM checkpoints",),
        "checkpoint_altered",
    ),
    "a checkpoint emptied": (("UPDATE checkpoints SET note = ''",), "checkpoint_altered"),
    "a checkpoint as bytes": (
        ("UPDATE checkpoints SET note = CAST(note AS BLOB)",),
        "checkpoint_altered",
    ),
    "a checkpoint of another log": (
        ("UPDATE checkpoints SET note = replace(note, 'harbor-house', 'harbor-mouse')",),
        "checkpoint_altered",
    ),
    "the seal gone and a wager lowered": (
        (*NO_SEAL, replaced("10000", "1000", WAGER)),
        "not_as_sealed",
    ),
    "the seal gone and the tail": (
        (*NO_SEAL, "DELETE FROM events WHERE position > 6"),
        "older_store",
    ),
}

RECORDS: dict[str, tuple[tuple[str, ...], str]] = {
    "a read model": (("UPDATE rounds SET staked_cents = 1",), "read_model_differs"),
    "a mark of vigorish": (("DELETE FROM vigorish_days",), "read_model_differs"),
    "table win": (("UPDATE table_win SET buy_ins_cents = 0",), "read_model_differs"),
    "a pointer": (("DELETE FROM rules_pointers",), "read_model_differs"),
    "a feed's place": (("INSERT INTO feed_sources VALUES ('reader-9', 5)",), "feed_position"),
    "a key": (
        ("UPDATE idempotency_keys SET answer = x'5b5d' WHERE key LIKE 'key:%'",),
        "key_without_events",
    ),
    "a key that is gone": (
        ("DELETE FROM idempotency_keys WHERE key LIKE 'key:%'",),
        "key_missing",
    ),
    "a slip's number": (
        ("DELETE FROM idempotency_keys WHERE key = 'fill:F-17'",),
        "key_missing",
    ),
    "a slip's number given back": (
        ("INSERT INTO idempotency_keys VALUES ('back:fill:F-17', '', x'', 0)",),
        "key_missing",
    ),
    "a snapshot": (
        (
            "UPDATE snapshots SET state = CAST(replace(CAST(state AS TEXT), 'MB-01', 'MB-02') AS BLOB)",
        ),
        "snapshot_differs",
    ),
    "a snapshot of no event": (
        ("INSERT INTO snapshots SELECT originator_id, 9999, topic, state FROM snapshots",),
        "snapshot_differs",
    ),
    "another version beside the store's": (
        ("INSERT INTO alembic_version VALUES ('0041')",),
        "tables_altered",
    ),
    "the counter of positions": (
        ("UPDATE sqlite_sequence SET seq = 3 WHERE name = 'events'",),
        "counter_set_back",
    ),
    "a counter of positions that is none": (
        ("UPDATE sqlite_sequence SET seq = 'x' WHERE name = 'events'",),
        "counter_set_back",
    ),
    "no position left": (
        (f"UPDATE sqlite_sequence SET seq = {2**63 - 1} WHERE name = 'events'",),
        "counter_used_up",
    ),
    "a trigger gone": (("DROP TRIGGER events_are_not_changed",), "guards_missing"),
    "a table in another's place": (
        ("ALTER TABLE table_win RENAME TO t", "CREATE VIEW table_win AS SELECT * FROM t"),
        "tables_altered",
    ),
    "how far a read model counts": (
        ("UPDATE tracking SET position = 9999 WHERE name = 'table_win'",),
        "read_model_differs",
    ),
    "a column more": (("ALTER TABLE events ADD COLUMN note TEXT",), "tables_altered"),
}
"""What the seal is not over: it is found in the second half, with no event altered."""

BY_ITSELF: Final[dict[str, str]] = {
    "all moved by one": "read_model_differs",
    "a wager lowered": "read_model_differs",
    "a wager at another seat": "snapshot_differs",
    "a wager on another bet": "read_model_differs",
    "a payout raised": "snapshot_differs",
    "vigorish forgotten": "read_model_differs",
    "a card exchanged": "read_model_differs",
    "who dealt": "snapshot_differs",
    "who supervised": "read_model_differs",
    "who entered it": "read_model_differs",
    "when it happened": "snapshot_differs",
    "when it was recorded": "snapshot_differs",
    "its gaming day": "read_model_differs",
    "an opener raised": "count_differs",
    "a closer lowered": "event_unreadable",
    "a fill's amount": "count_differs",
    "a fill's slip": "read_model_differs",
    "a buy-in lowered": "snapshot_differs",
    "vigorish collected": "snapshot_differs",
    "rules reworded": "rules_altered",
    "rules under another hash": "rules_altered",
    "the property's cut-off": "read_model_differs",
    "state as text": "event_unreadable",
    "state of a later version as text": "event_unreadable",
    "state as a number": "event_unreadable",
    "a version that is no number": "event_missing",
    "state emptied": "event_unreadable",
    "another topic": "snapshot_differs",
    "topic as bytes": "unknown_topic",
    "another stream": "event_missing",
    "stream as bytes": "event_missing",
    "another version": "event_missing",
    "a version below zero": "event_missing",
    "two versions exchanged": "event_missing",
    "the first event gone": "read_model_differs",
    "an event gone": "event_missing",
    "a whole round gone": "event_missing",
    "a whole table gone": "snapshot_differs",
    "the last event gone": "read_model_differs",
    "the tail gone": "snapshot_differs",
    "everything gone": "snapshot_differs",
    "the tail gone and the seal with it": "snapshot_differs",
    "an event put in before all": "event_added",
    "an event where nobody reads": "event_added",
    "an event put in where one was": "event_unreadable",
    "moved to the end": "event_missing",
    "moved before all": "event_added",
    "two exchanged": "event_missing",
    "an event and its hashes": "read_model_differs",
    "the seal gone and a wager lowered": "read_model_differs",
    "the seal gone and the tail": "snapshot_differs",
}
"""What the store says of it without its seal, by `pit db check`; of the others it says nothing."""

OF_SQLITE: Final = frozenset(
    {
        "state as text",
        "state of a later version as text",
        "state as a number",
        "topic as bytes",
        "stream as bytes",
        "a version that is no number",
        "hashes as text",
        "a place of hashes that is none",
        "a checkpoint as bytes",
    }
)
"""A column has one type elsewhere."""
