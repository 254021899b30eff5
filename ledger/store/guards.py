"""What keeps events and seal from being changed: triggers, as the migrations made them; and whether the tables are
those that they made, and nothing stands beside them that answers in their place or the server's.

They stop a mistake, not somebody who owns the database; that one of them is gone shows that somebody did.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from typing import Any, Final, Self

import sqlalchemy as sa

from ledger.store import turns
from ledger.store.driver import ask, put, run, written
from ledger.store.schema import VERSION

_SQLITE: Final = """
SELECT lower(tbl_name), name, sql FROM sqlite_master WHERE type = 'trigger'
UNION ALL
SELECT lower(made.tbl_name), made.name, made.sql
FROM sqlite_master AS made JOIN pragma_index_list(made.tbl_name) AS i ON i.name = made.name
WHERE made.type = 'index' AND i.origin = 'c'
AND (i."unique" OR i.partial OR EXISTS (SELECT 1 FROM pragma_index_xinfo(made.name) WHERE cid = -2))
"""
_POSTGRESQL: Final = """
WITH made AS (SELECT oid, relname FROM pg_class WHERE relnamespace = :schema)
SELECT relname, tgname, replace(concat_ws(
  ' ', tgenabled, pg_get_triggerdef(t.oid, true), pg_get_functiondef(tgfoid)
), :prefix, '')
FROM made JOIN pg_trigger AS t ON tgrelid = made.oid
UNION ALL
SELECT relname, rulename, pg_get_ruledef(r.oid) FROM made JOIN pg_rewrite AS r ON ev_class = made.oid
WHERE rulename <> '_RETURN'
UNION ALL
SELECT made.relname, i.relname, replace(pg_get_indexdef(i.oid), :prefix, '')
FROM made JOIN pg_index ON indrelid = made.oid JOIN pg_class AS i ON i.oid = indexrelid
WHERE indexprs IS NOT NULL OR indpred IS NOT NULL
OR (indisunique OR made.relname = ANY (:kept)) AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)
UNION ALL
SELECT relname, stxname, '' FROM made JOIN pg_statistic_ext ON stxrelid = made.oid WHERE stxexprs IS NOT NULL
UNION ALL
SELECT relname, conname, pg_get_constraintdef(c.oid) FROM made JOIN pg_constraint AS c ON conrelid = made.oid
WHERE contype NOT IN ('p', 'u', 'n')
UNION ALL
SELECT relname, attname, pg_get_expr(adbin, adrelid)
FROM made JOIN pg_attrdef ON adrelid = made.oid JOIN pg_attribute ON attrelid = made.oid AND attnum = adnum
WHERE pg_get_expr(adbin, adrelid) !~ '^[''0-9]*(::[a-z ]+)?$'
"""
"""Triggers, those that say they are the server's own too: no table of the store has one. Rules, and what else refuses a
row, or has something worked out of it. An index refuses long values: what is not made of events has none but its own.
"""

_REACHED: Final = """
WITH reached AS (
  SELECT oid, nspname, oid = :schema AS ours FROM pg_namespace
  WHERE NOT starts_with(nspname, 'pg_') AND nspname <> 'information_schema' AND (
    nspname = ANY (:path) OR nspname IN (SELECT rolname FROM pg_roles) OR EXISTS (
      SELECT FROM pg_db_role_setting, unnest(setconfig) AS said
      WHERE starts_with(said, 'search_path=') AND strpos(said, nspname) > 0
    )
  )
)
SELECT 'function ' || p.oid::regprocedure::text FROM pg_proc AS p JOIN reached ON reached.oid = pronamespace
WHERE prorettype <> 'trigger'::regtype AND NOT EXISTS (
  SELECT FROM pg_depend AS d JOIN pg_extension AS e ON e.oid = refobjid JOIN pg_roles AS r ON r.oid = extowner
  WHERE rolsuper AND deptype = 'e' AND objid = p.oid AND d.classid = 'pg_proc'::regclass
)
UNION ALL
SELECT 'operator ' || o.oid::regoperator::text FROM pg_operator AS o JOIN reached ON reached.oid = oprnamespace
UNION ALL
SELECT c.oid::regclass::text FROM pg_class AS c JOIN reached ON reached.oid = relnamespace
WHERE NOT ours AND relname = ANY (:ours)
"""
"""What is found under a name that the program says, and is neither the server's nor the store's: what is called with
other types than its own is the one that fits best, wherever it stands. Schemas are reached by the path, which may be
another role's, or by a role's name. What a trigger calls is called by nothing else; an
extension of a superuser is the server's.
"""

_PATH: Final = "SELECT pg_catalog.current_setting('search_path'), pg_catalog.current_schemas(false)"
_MOVED: Final = "SELECT pg_catalog.set_config('search_path', :path, false)"
_SCHEMA: Final = "SELECT oid, quote_ident(nspname) || '.' FROM pg_namespace WHERE nspname = :name"

_TURNS: Final = """
SELECT name FROM unnest(CAST(:turns AS text[])) AS name WHERE NOT EXISTS (
  SELECT FROM pg_class JOIN pg_namespace AS n ON n.oid = relnamespace
  WHERE relkind = 'r' AND nspname || '.' || relname = name
)
"""
"""Turns that nobody can take any more, and so nobody writes."""

_COUNTED: Final = {
    "sqlite": """
SELECT coalesce((SELECT CAST(seq AS INTEGER) FROM sqlite_sequence WHERE name = 'events'), 0) AS counter,
  coalesce((SELECT max(position) FROM events), 0) AS last
""",
    "postgresql": """
SELECT CASE WHEN has_sequence_privilege(name, 'SELECT') THEN coalesce(pg_sequence_last_value(name), 0) END AS counter,
  coalesce((SELECT max(position) FROM {prefix}events), 0) AS last
FROM CAST(pg_get_serial_sequence('{prefix}events', 'position') AS regclass) AS name
""",
}
_VERSIONS: Final = "SELECT version_num FROM {prefix}alembic_version"
_APART: Final = """
SELECT relname FROM pg_class
WHERE relnamespace = :schema AND relkind IN ('r', 'p')
AND (relrowsecurity OR relpersistence <> 'p'
  OR EXISTS (SELECT FROM pg_inherits WHERE pg_class.oid IN (inhrelid, inhparent))
  OR EXISTS (
    SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid
    AND refclassid NOT IN ('pg_class'::regclass, 'pg_namespace'::regclass)
  ))
"""
"""Tables that hide rows, or hold such as stand elsewhere or are lost when the server falls; or that rest on what is not
the server's own: a domain, whose condition is a program, another order of texts.
"""

_DEFINITIONS: Final = {
    "sqlite": "SELECT name, sql FROM sqlite_master WHERE type = 'table'",
    "postgresql": """
SELECT relname, replace(concat_ws(' ', relkind, (
  SELECT string_agg(concat_ws(
    ' ', attname, format_type(atttypid, atttypmod), attnotnull, attidentity, attgenerated, attstorage, collname,
    pg_get_expr(adbin, adrelid)
  ), ', ' ORDER BY attnum)
  FROM pg_attribute LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
  LEFT JOIN pg_collation AS c ON c.oid = attcollation
  WHERE attrelid = made.oid AND attnum > 0 AND NOT attisdropped
), (
  SELECT string_agg(pg_get_constraintdef(oid), ', ' ORDER BY conname)
  FROM pg_constraint WHERE conrelid = made.oid AND contype <> 'n'
), (
  SELECT string_agg(concat_ws(' ', seqstart, seqincrement, seqmin, seqmax, seqcycle, seqcache), ', ')
  FROM pg_sequence JOIN pg_depend ON objid = seqrelid AND classid = 'pg_class'::regclass
  WHERE refobjid = made.oid AND deptype = 'i'
)), :prefix, '')
FROM pg_class AS made WHERE relnamespace = :schema AND relname = ANY (:kept)
""",
}
"""All that is said of a table that is not made of events. Constraints of NOT NULL are some servers' only; a column says
the same.
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
  WHERE relkind IN ('r', 'p') AND relnamespace = :schema
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
        "ix_events_rare on events": "110a81c1c01054bf",
        "ix_events_rare_topic on events": "d23c79b40719370f",
        "ix_meter_rounds_day_table_round on meter_rounds": "d17f4e83602bf610",
        "seal_hashes_are_not_changed": "d9d433ec0fdc7703",
        "seal_hashes_are_not_deleted": "e2b7cb9000f3b878",
        "seal_hashes_are_not_replaced": "b0a37aa1c27f7611",
    },
    "postgresql": {
        "checkpoints_are_kept": "b7793acf241d202d",
        "events_are_kept": "a492556cf6768f25",
        "events_are_written_in_turn": "3d43376dcffc5492",
        "ix_events_rare on events": "ea8398c41f38bc18",
        "ix_events_rare_topic on events": "32081bee4af8b9f2",
        "ix_meter_rounds_day_table_round on meter_rounds": "d58370acf706ac1e",
        "seal_hashes_are_kept": "ca8a3310c3830a91",
    },
}
"""By database, of each trigger and index of some rows the beginning of the SHA-256 of what it does."""

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
        "checkpoints": "f65d2b714d92fcd3",
        "events": "7c83d382f5d92f87",
        "feed_digests": "4df046b0ad03c72e",
        "feed_sources": "30ef701fb4d63c30",
        "idempotency_keys": "8c0dec0e9d04095a",
        "passphrases": "817afc58001e5778",
        "seal_hashes": "4810eca8b4458ef9",
        "snapshots": "73b3498455c347cd",
        "tracking": "e2aadd80039282b2",
    },
}
"""The same of the tables that are not made of events: what is refused, numbered or given by default in them."""


class Catalogue:
    """What the database says of itself. tables: the store's own."""

    def __init__(self, connection: sa.Connection, tables: Mapping[str, sa.Table]) -> None:
        self._connection = connection
        self._tables = tables
        self._database = connection.dialect.name
        self._given: dict[str, Any] = {"prefix": ""}

    @contextmanager
    def opened(self) -> Iterator[Self]:
        """Look at it. Meanwhile a server finds no names but its own: what somebody put beside them could answer."""
        if self._database != "postgresql":
            yield self
            return
        ((before, path),) = ask(self._connection, _PATH)
        put(self._connection, _MOVED, path="pg_catalog")
        path = [each for each in path if each != "pg_catalog"]
        ((schema, prefix),) = ask(self._connection, _SCHEMA, name=path[0] if path else "")
        self._given = {"schema": schema, "prefix": prefix, "path": path, "ours": [*self._tables]}
        self._given["kept"] = [*DEFINED[self._database]]
        self._given["turns"] = [f"{turns.SCHEMA}.{each}" for each in turns.ALL]
        yield self
        put(self._connection, _MOVED, path=before)

    def missing(self) -> list[str]:
        """The triggers that are gone, switched off or others than the migrations made; and what is there besides that
        acts on a table, or is found in the place of what the program says.
        """
        expected, there = EXPECTED[self._database], self.found()
        names = {name for name in expected | there if expected.get(name) != there.get(name)}
        gone = {name for (name,) in self._asked(_TURNS)} if "schema" in self._given else set()
        return sorted(names | gone | self.reached())

    def found(self) -> dict[str, str]:
        """The triggers and rules of the store's tables and their like, and what each does, in short. One that is not
        called after its table is named with it.
        """
        query = _SQLITE if self._database == "sqlite" else _POSTGRESQL
        return {
            name if name.startswith(table) else f"{name} on {table}": _short(text)
            for table, name, text in self._asked(query)
            if table in self._tables
        }

    def reached(self) -> set[str]:
        """What a server finds under a name that the program says, and is neither its own nor the store's."""
        return {name for (name,) in self._asked(_REACHED)} if "schema" in self._given else set()

    def altered(self) -> list[str]:
        """The store's tables that are no tables, or have not the columns and keys that the migrations made; the one
        that says their version, where it does not say this one alone.
        """
        made = defaultdict[tuple[str, str], dict[str, set[str]]](lambda: defaultdict(set))
        for table, kind, name, column in self._asked(_MADE[self._database]):
            made[table, kind][name].add(column)
        apart = {name for (name,) in self._asked(_APART)} if "schema" in self._given else set()
        defined, kept = self.definitions(), DEFINED[self._database]
        names = {
            name
            for name, table in self._tables.items()
            if name in apart
            or defined.get(name) != kept.get(name)
            or _parts(table)
            != (
                made[name, "column"][""],
                made[name, "primary"][""],
                {*map(frozenset, made[name, "unique"].values())},
            )
        }
        if [version for (version,) in self._asked(_VERSIONS)] != [VERSION]:
            names.add("alembic_version")
        return sorted(names)

    def definitions(self) -> dict[str, str]:
        """How each table that is not made of events is made, in short."""
        said = self._asked(_DEFINITIONS[self._database])
        return {table: _short(text) for table, text in said if table in DEFINED[self._database]}

    def counted(self) -> tuple[int, int] | None:
        """Where the counter of positions stands, and the last event; 0 for either that is not there. None where this
        role may not ask the counter.
        """
        ((counter, last),) = self._asked(_COUNTED[self._database])
        return None if counter is None else (counter, last)

    def _asked(self, query: str) -> list[Any]:
        sql = written(query.replace("{prefix}", self._given["prefix"]), self._database)
        found: list[Any] = run(self._connection, sql, self._given).fetchall()
        return found


def _short(text: str) -> str:
    return sha256(" ".join(text.split()).encode()).hexdigest()[:16]


@cache
def _parts(table: sa.Table) -> tuple[set[str], set[str], set[frozenset[str]]]:
    """The columns of a table as it was made, those of its key, and those of what else is unique."""
    unique = (each for each in table.constraints if isinstance(each, sa.UniqueConstraint))
    return (
        {*table.columns.keys()},
        {*table.primary_key.columns.keys()},
        {frozenset(each.columns.keys()) for each in unique},
    )
