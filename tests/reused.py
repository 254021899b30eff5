"""A store on PostgreSQL that one test has after another.

To copy a database and drop the copy costs several times what a test does in it, and whoever connects to a new one waits
for a server process that reads its catalogue. So what the next test begins with is written into the same tables: those
that the last one wrote to, or that hold something else. Where a test changed more than rows, or left somebody at work,
its store is not used again.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import compress
from typing import Any, Final, Self

import psycopg
from psycopg import sql

from ledger.store.schema import VERSION
from tests.engines import Prepared

_OURS: Final = 16_384
"""The first number of what is not the server's own."""

_OURSELVES: Final = "WHERE datname = current_database()"

_CATALOGUES: Final = (
    *(
        f"{catalogue} WHERE {number} >= {_OURS}"
        for number, catalogues in {
            "oid": "pg_class pg_attrdef pg_constraint pg_trigger pg_rewrite pg_proc",
            "attrelid": "pg_attribute",
            "indexrelid": "pg_index",
            "starelid": "pg_statistic",
        }.items()
        for catalogue in catalogues.split()
    ),
    *("pg_namespace", "pg_default_acl", "pg_extension", "alembic_version"),
    f"pg_database {_OURSELVES}",
    f"pg_db_role_setting WHERE setdatabase = (SELECT oid FROM pg_database {_OURSELVES})",
)
"""What of a store is no row of its books, in which a change leaves rows that are newer, more or fewer."""

_SPELLED: Final = " UNION ALL ".join(
    f"SELECT sum(hashtextextended(each::text, 0)) FROM (SELECT * FROM {catalogue}) AS each"
    for catalogue in _CATALOGUES
)
"""What that says: the same where a guard was put aside and is back."""

_AT_WORK: Final = f"""
SELECT count(*) FROM pg_stat_activity {_OURSELVES} AND pid <> pg_backend_pid() AND state <> 'idle'
"""
_TABLES: Final = """
SELECT relname, array(
    SELECT pg_get_functiondef(tgfoid) FROM pg_trigger
    WHERE tgrelid = pg_class.oid AND tgenabled = 'A' AND tgtype & 32 <> 0
)
FROM pg_class
WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> 'alembic_version'
ORDER BY relname
"""
"""Each, and what refuses that it is emptied."""

_LARGE: Final = """
SELECT name FROM unnest(%(tables)s::text[]) AS name WHERE pg_relation_size(name::regclass) > 300000
"""
"""A table that was written and emptied often enough is as large as one in which much was written."""

_REFUSES_NOTHING: Final = "AS 'BEGIN RETURN NULL; END'"


@dataclass(frozen=True)
class Rows:
    """What is in a store. tables: each that has rows, and those as PostgreSQL copies them; last: the last position, if
    any.
    """

    tables: dict[str, bytes]
    last: int | None


NONE: Final = Rows({}, None)
"""What the migrations leave."""


class Reused:
    """The store in a database of its own, whose tables the migrations made; with nobody at work in it."""

    def __init__(self, name: str, url: str) -> None:
        self.name, self.url = name, url
        self._connection = psycopg.connect(url, autocommit=True)
        self._connection._prepared = Prepared()
        self._connection.execute(
            "SET lock_timeout = '2s'; SET plan_cache_mode = force_generic_plan;"
            f" SET check_function_bodies = off; SET pit.version = '{VERSION}'"
        )
        self._guards: dict[str, list[str]] = dict(self._run(_TABLES))
        self._holds, self._counts = NONE, dict.fromkeys(self._guards, 0)
        self._settle()
        self._catalogue, self._spelled = self._looked(_CATALOGUES), self._run(_SPELLED)

    def close(self) -> None:
        """Leave it."""
        self._connection.close()

    def rows(self) -> Rows | None:
        """All that is in it. None where more than rows was made: they do not do."""
        if not self._is_as_made():
            return None
        tables = {}
        for table, (count, _) in self._books().items():
            if count:
                with self._connection.cursor().copy(_copy(table, "TO STDOUT")) as copying:
                    tables[table] = b"".join(copying)
        [(last,)] = self._run("SELECT last_value FROM pg_sequences")
        return Rows(tables, last)

    def begins_with(self, rows: Rows) -> Self:
        """Have it hold these and no others: what it holds already, and nobody wrote to, stays."""
        held, now = self._holds.tables, self._books()
        other = [
            table
            for table, found in now.items()
            if found != (self._counts[table], 0) or held.get(table) != rows.tables.get(table)
        ]
        self._empty(other)
        for table in other:
            self._counts[table] = self._fill(table, rows.tables.get(table))
        last = {"last": rows.last or 1, "called": rows.last is not None}
        self._run("SELECT setval('events_position_seq', %(last)s, %(called)s)", **last)
        self._holds = rows
        self._settle()
        return self

    def is_free(self) -> bool:
        """Whether another test can have it."""
        return self._is_as_made() and self._run(_AT_WORK) == [(0,)]

    def _fill(self, table: str, content: bytes | None) -> int:
        if content is None:
            return 0
        cursor = self._connection.cursor()
        with cursor.copy(_copy(table, "FROM STDIN")) as copying:
            copying.write(content)
        return cursor.rowcount

    def _empty(self, tables: list[str]) -> None:
        """To cut off a table makes new files of it and of its indexes, and whoever is connected plans anew what reads
        it: where it has few rows, to delete them takes a fiftieth of the time. What guards one refuses nothing
        meanwhile; were it put aside, all that reads the table would be planned anew too.
        """
        large = {name for (name,) in self._run(_LARGE, tables=tables)}
        on = {guard for table in tables for guard in self._guards[table]}
        off = [guard.partition("AS $function$")[0] + _REFUSES_NOTHING for guard in on]
        emptied = [
            sql.SQL("TRUNCATE {}" if table in large else "DELETE FROM {}").format(
                sql.Identifier(table)
            )
            for table in tables
        ]
        self._run(sql.SQL("; ").join([*map(sql.SQL, off), *emptied, *map(sql.SQL, on)]))
        if large:
            self._spelled = self._run(_SPELLED)

    def _books(self) -> dict[str, tuple[int, int]]:
        """How many rows each table has, and how many of them are new."""
        # Most tables are empty, and to see that takes a fifth of counting.
        is_filled = ", ".join(f"EXISTS (SELECT FROM {table})" for table in self._guards)
        [found] = self._run(f"SELECT {is_filled}")
        filled = [*compress(self._guards, found)]
        counted = zip(filled, self._looked(filled), strict=True)
        return {**dict.fromkeys(self._guards, (0, 0)), **dict(counted)}

    def _is_as_made(self) -> bool:
        try:
            is_old = self._looked(_CATALOGUES) == self._catalogue
            return is_old or self._run(_SPELLED) == self._spelled
        except psycopg.Error:  # Somebody cut the connection, or dropped a table.
            return False

    def _looked(self, tables: Sequence[str]) -> list[tuple[int, int]]:
        if not tables:
            return []
        looks = " UNION ALL ".join(
            f"SELECT count(*), count(*) FILTER (WHERE age(xmin) < age(%(since)s::xid)) FROM {each}"
            for each in tables
        )
        return self._connection.execute(looks, {"since": self._since}).fetchall()

    def _settle(self) -> None:
        [(self._since,)] = self._run("SELECT pg_current_xact_id()::xid::text")

    def _run(self, statement: str | sql.Composed, **values: Any) -> list[Any]:
        found = self._connection.execute(
            statement, values or None, prepare=isinstance(statement, str)
        )
        return found.fetchall() if found.description else []


def _copy(table: str, whither: str) -> sql.Composed:
    return sql.SQL(f"COPY {{}} {whither} (FORMAT binary)").format(sql.Identifier(table))
