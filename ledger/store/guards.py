"""What keeps events and seal from being changed: triggers, as the migrations made them.

They stop a mistake, not somebody who owns the database; that one of them is gone shows that somebody did.
"""

from hashlib import sha256
from typing import Final

import sqlalchemy as sa

_SQLITE: Final = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name IN ({tables}) ORDER BY name"
_POSTGRESQL: Final = """
SELECT t.tgname, t.tgenabled::text || ' ' || t.tgtype::text || ' ' || (t.tgqual IS NULL)::text || ' ' || p.prosrc
FROM pg_trigger AS t JOIN pg_proc AS p ON p.oid = t.tgfoid
WHERE NOT t.tgisinternal AND t.tgrelid IN ({tables}) ORDER BY t.tgname
"""

GUARDED: Final = ("events", "seal_hashes", "checkpoints")

EXPECTED: Final[dict[str, dict[str, str]]] = {
    "sqlite": {
        "checkpoints_are_not_changed": "b4776774d7b1ea9d",
        "checkpoints_are_not_deleted": "8411ed579c0f7aa0",
        "checkpoints_are_not_replaced": "0518340ea6c781e8",
        "events_are_not_changed": "8d64d0d27e79b37d",
        "events_are_not_deleted": "e86899f075e478e2",
        "events_are_not_replaced": "f9acc33b9acda301",
        "seal_hashes_are_not_changed": "d9d433ec0fdc7703",
        "seal_hashes_are_not_deleted": "e2b7cb9000f3b878",
        "seal_hashes_are_not_replaced": "b0a37aa1c27f7611",
    },
    "postgresql": {
        "checkpoints_are_kept": "b544deef1200b311",
        "events_are_kept": "4f8f06a9d08f54eb",
        "events_are_written_in_turn": "883f6299ce8c926e",
        "seal_hashes_are_kept": "b544deef1200b311",
    },
}
"""By database and trigger, the beginning of the SHA-256 of what it does."""


def missing(connection: sa.Connection) -> list[str]:
    """The triggers that are gone, switched off or others than the migrations made, and those that are there besides."""
    expected, there = EXPECTED[connection.dialect.name], found(connection)
    return sorted(name for name in expected | there if expected.get(name) != there.get(name))


def found(connection: sa.Connection) -> dict[str, str]:
    """The triggers of the guarded tables, and what each does, in short."""
    if connection.dialect.name == "sqlite":
        query = _SQLITE.format(tables=", ".join(f"'{each}'" for each in GUARDED))
    else:
        query = _POSTGRESQL.format(tables=", ".join(f"'{each}'::regclass" for each in GUARDED))
    rows = connection.exec_driver_sql(query)
    return {name: sha256(" ".join(text.split()).encode()).hexdigest()[:16] for name, text in rows}
