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
SELECT c.relname, t.tgname, concat_ws(
  ' ', t.tgenabled, pg_get_triggerdef(t.oid, true), replace(pg_get_functiondef(t.tgfoid), current_schema() || '.', '')
)
FROM pg_trigger AS t JOIN pg_class AS c ON c.oid = t.tgrelid
WHERE c.relnamespace = current_schema()::regnamespace
UNION ALL
SELECT c.relname, r.rulename, pg_get_ruledef(r.oid)
FROM pg_rewrite AS r JOIN pg_class AS c ON c.oid = r.ev_class
WHERE r.rulename <> '_RETURN' AND c.relnamespace = current_schema()::regnamespace
"""
"""Those that say they are the server's own too: no table of the store has one."""

_COUNTED: Final = {
    "sqlite": """
SELECT coalesce((SELECT CAST(seq AS INTEGER) FROM sqlite_sequence WHERE name = 'events'), 0) AS counter,
  coalesce((SELECT max(position) FROM events), 0) AS last
""",
    "postgresql": """
SELECT CASE WHEN has_sequence_privilege(name, 'SELECT') THEN coalesce(pg_sequence_last_value(name), 0) END AS counter,
  coalesce((SELECT max(position) FROM events), 0) AS last
FROM CAST(pg_get_serial_sequence('events', 'position') AS regclass) AS name
""",
}
_VERSIONS: Final = "SELECT version_num FROM alembic_version"
_APART: Final = """
SELECT relname FROM pg_class
WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')
AND (relrowsecurity OR relpersistence <> 'p'
  OR EXISTS (SELECT FROM pg_inherits WHERE pg_class.oid IN (inhrelid, inhparent)))
"""
"""Tables that hide rows, or hold such as stand elsewhere or are lost when the server falls."""

_DEFINITIONS: Final = {
    "sqlite": "SELECT name, sql FROM sqlite_master WHERE type = 'table'",
    "postgresql": """
SELECT relname, concat_ws(' ', relkind, (
  SELECT string_agg(concat_ws(
    ' ', attname, format_type(atttypid, atttypmod), attnotnull, attidentity, attgenerated, collname,
    pg_get_expr(adbin, adrelid)
  ), ', ' ORDER BY attnum)
  FROM pg_attribute LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
  LEFT JOIN pg_collation AS c ON c.oid = attcollation
  WHERE attrelid = made.oid AND attnum > 0 AND NOT attisdropped
), (
  SELECT string_agg(pg_get_constraintdef(oid), ', ' ORDER BY conname)
  FROM pg_constraint WHERE conrelid = made.oid AND contype <> 'n'
), (
  SELECT string_agg(concat_ws(' ', seqstart, seqincrement, seqmin, seqmax, seqcycle), ', ')
  FROM pg_sequence JOIN pg_depend ON objid = seqrelid AND classid = 'pg_class'::regclass
  WHERE refobjid = made.oid AND deptype = 'i'
))
FROM pg_class AS made WHERE relnamespace = current_schema()::regnamespace
""",
}
"""All that is said of a table. Constraints of NOT NULL are some servers' only; a column says the same."""

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
        "checkpoints_are_kept": "b7793acf241d202d",
        "events_are_kept": "a492556cf6768f25",
        "events_are_written_in_turn": "3d43376dcffc5492",
        "seal_hashes_are_kept": "ca8a3310c3830a91",
    },
}
"""By database and trigger, the beginning of the SHA-256 of what it does."""

DEFINED: Final[dict[str, dict[str, str]]] = {
    "sqlite": {
        "checkpoints": "a5508dae046d8d7a",
        "events": "0feb344d7745595a",
        "feed_digests": "ea9d46d0af0fb42a",
        "feed_sources": "12a247ea7880aa06",
        "idempotency_keys": "5f9f116d50ff25b2",
        "passphrases": "8f4a433d694ff693",
        "seal_hashes": "9e382a749fc8f041",
        "snapshots": "0777ffbdc6213c92",
        "tracking": "5d76dc815ad8cf6e",
    },
    "postgresql": {
        "checkpoints": "e0f39676fe6102d8",
        "events": "af7bb9d141aa6c49",
        "feed_digests": "5624d4212813fb28",
        "feed_sources": "9a69c39eb66c98e6",
        "idempotency_keys": "c614762f720244dc",
        "passphrases": "db26ee9cf546fd76",
        "seal_hashes": "863ad317de4531d2",
        "snapshots": "5d479423d0a86acf",
        "tracking": "33bfa1ada56c7b86",
    },
}
"""The same of the tables that are not made of events: what is refused, numbered or given by default in them."""


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
    apart = set[str]()
    if connection.dialect.name == "postgresql":
        apart = set(connection.exec_driver_sql(_APART).scalars())
    defined = definitions(connection)
    names = {
        name
        for name, table in tables.items()
        if name in apart
        or defined.get(name) != DEFINED[connection.dialect.name].get(name, defined.get(name))
        or made[name, "column"][""] != {*table.columns.keys()}
        or made[name, "primary"][""] != {*table.primary_key.columns.keys()}
        or not _unique(table) <= {*map(frozenset, made[name, "unique"].values())}
    }
    if connection.exec_driver_sql(_VERSIONS).scalars().all() != [VERSION]:
        names.add("alembic_version")
    return sorted(names)


def definitions(connection: sa.Connection) -> dict[str, str]:
    """How each table is made, in short."""
    rows = connection.exec_driver_sql(_DEFINITIONS[connection.dialect.name])
    return {table: _short(said) for table, said in rows}


def counted(connection: sa.Connection) -> tuple[int, int] | None:
    """Where the counter of positions stands, and the last event; 0 for either that is not there. None where this role
    may not ask the counter.
    """
    row = connection.exec_driver_sql(_COUNTED[connection.dialect.name]).one()
    return None if row.counter is None else (row.counter, row.last)


def _unique(table: sa.Table) -> set[frozenset[str]]:
    return {
        frozenset(each.columns.keys())
        for each in table.constraints
        if isinstance(each, sa.UniqueConstraint)
    }
