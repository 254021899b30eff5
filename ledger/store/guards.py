"""What keeps events and seal from being changed: triggers, as the migrations made them; and whether the tables are
those that they made.

They stop a mistake, not somebody who owns the database; that one of them is gone shows that somebody did.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping
from hashlib import sha256
from typing import Final

import sqlalchemy as sa

from ledger.store.schema import VERSION

_SQLITE: Final = (
    "SELECT lower(tbl_name), name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY name"
)
_POSTGRESQL: Final = """
SELECT c.relname, t.tgname,
  t.tgenabled::text || ' ' || t.tgtype::text || ' ' || (t.tgqual IS NULL)::text || ' ' || p.prosrc
FROM pg_trigger AS t JOIN pg_proc AS p ON p.oid = t.tgfoid JOIN pg_class AS c ON c.oid = t.tgrelid
WHERE NOT t.tgisinternal AND c.relnamespace = current_schema()::regnamespace
UNION ALL
SELECT c.relname, r.rulename, pg_get_ruledef(r.oid)
FROM pg_rewrite AS r JOIN pg_class AS c ON c.oid = r.ev_class
WHERE r.rulename <> '_RETURN' AND c.relnamespace = current_schema()::regnamespace
"""
_COUNTED: Final = {
    "sqlite": """
SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'events'), 0) AS counter,
  (SELECT max(position) FROM events) AS last
""",
    "postgresql": """
SELECT CASE WHEN has_sequence_privilege(name, 'SELECT') THEN coalesce(pg_sequence_last_value(name), 0) END AS counter,
  (SELECT max(position) FROM events) AS last FROM CAST(pg_get_serial_sequence('events', 'position') AS regclass) AS name
""",
}
_VERSIONS: Final = "SELECT version_num FROM alembic_version"
_BY_ROW: Final = """
SELECT relname FROM pg_class WHERE relrowsecurity AND relnamespace = current_schema()::regnamespace
"""

_MADE: Final = {
    "sqlite": """
WITH made AS (SELECT name FROM sqlite_master WHERE type = 'table')
SELECT made.name, 'column', '', c.name FROM made, pragma_table_xinfo(made.name) AS c
UNION ALL
SELECT made.name, 'primary', '', c.name FROM made, pragma_table_xinfo(made.name) AS c WHERE c.pk
UNION ALL
SELECT made.name, 'unique', i.name, c.name
FROM made, pragma_index_list(made.name) AS i, pragma_index_info(i.name) AS c WHERE i.origin = 'u'
""",
    "postgresql": """
WITH made AS (
  SELECT oid, relname FROM pg_class
  WHERE relkind IN ('r', 'p') AND relnamespace = current_schema()::regnamespace
), columns AS (
  SELECT oid, relname, attnum, attname FROM made JOIN pg_attribute ON attrelid = oid
  WHERE attnum > 0 AND NOT attisdropped
)
SELECT relname, 'column', '', attname FROM columns
UNION ALL
SELECT relname, 'primary', '', attname FROM columns
JOIN pg_constraint ON conrelid = columns.oid AND attnum = ANY (conkey) WHERE contype = 'p'
UNION ALL
SELECT relname, 'unique', conname, attname FROM columns
JOIN pg_constraint ON conrelid = columns.oid AND attnum = ANY (conkey) WHERE contype = 'u'
""",
}
"""What each table has: its columns, those of its key, and those of what else is unique, by its name. SQLAlchemy reads
the same one table after the other with all that is known of each, which takes half of the check of a small store.
"""

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


def missing(connection: sa.Connection, ours: Collection[str]) -> list[str]:
    """The triggers that are gone, switched off or others than the migrations made, and those that are there besides, or
    rules. ours: the names of the store's tables.
    """
    expected, there = EXPECTED[connection.dialect.name], found(connection, ours)
    return sorted(name for name in expected | there if expected.get(name) != there.get(name))


def found(connection: sa.Connection, ours: Collection[str]) -> dict[str, str]:
    """The triggers and rules of the store's tables, and what each does, in short. One that is not called after its
    table is named with it.
    """
    query = _SQLITE if connection.dialect.name == "sqlite" else _POSTGRESQL
    return {
        name if name.startswith(table) else f"{name} on {table}": _short(text)
        for table, name, text in connection.exec_driver_sql(query)
        if table in ours
    }


def _short(text: str) -> str:
    return sha256(" ".join(text.split()).encode()).hexdigest()[:16]


def altered(connection: sa.Connection, tables: Mapping[str, sa.Table]) -> list[str]:
    """The store's tables that are no tables, or have not the columns and keys that the migrations made; the one that
    says their version, where it does not say this one alone.
    """
    made = defaultdict[tuple[str, str], dict[str, set[str]]](lambda: defaultdict(set))
    for table, kind, name, column in connection.exec_driver_sql(_MADE[connection.dialect.name]):
        made[table, kind][name].add(column)
    hidden = set[str]()
    if connection.dialect.name == "postgresql":
        hidden = set(connection.exec_driver_sql(_BY_ROW).scalars())
    names = {
        name
        for name, table in tables.items()
        if name in hidden
        or made[name, "column"][""] != {*table.columns.keys()}
        or made[name, "primary"][""] != {*table.primary_key.columns.keys()}
        or not _unique(table) <= {*map(frozenset, made[name, "unique"].values())}
    }
    if connection.exec_driver_sql(_VERSIONS).scalars().all() != [VERSION]:
        names.add("alembic_version")
    return sorted(names)


def set_back(connection: sa.Connection) -> tuple[int, int] | None:
    """Where the counter of positions stands, and the last event, if that is further: another would be put among those
    that readers have passed. None too where this role may not ask the counter.
    """
    row = connection.exec_driver_sql(_COUNTED[connection.dialect.name]).one()
    return None if None in row or row.counter >= row.last else (row.counter, row.last)


def _unique(table: sa.Table) -> set[frozenset[str]]:
    return {
        frozenset(each.columns.keys())
        for each in table.constraints
        if isinstance(each, sa.UniqueConstraint)
    }
