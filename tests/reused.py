"""A store on PostgreSQL that one test has after another.

To copy a database and drop the copy costs several times what a test does in it, and whoever connects to a new one waits
for a server process that reads its catalogue. So what a test wrote is emptied, and what the next begins with is written
into the same tables. Where a test changed more than rows, or left somebody at work, its store is not used again.
"""

from dataclasses import dataclass
from typing import Any, Final, Self

import psycopg
from psycopg import sql

from ledger.store.schema import VERSION

_CATALOGUES: Final = (
    *("pg_class", "pg_attribute", "pg_attrdef", "pg_constraint", "pg_index", "pg_trigger"),
    *("pg_rewrite", "pg_proc", "pg_namespace", "pg_statistic", "pg_default_acl", "pg_extension"),
)
"""What of a database is no row of its tables, in which a change leaves rows that are newer, more or fewer."""

_CATALOGUED: Final = " UNION ALL ".join(
    f"SELECT count(*), count(*) FILTER (WHERE age(xmin) < age(%(since)s::xid)) FROM {each}"
    for each in (*_CATALOGUES, "pg_database WHERE datname = current_database()")
)
_AT_WORK: Final = """
SELECT count(*) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'
"""
_WRITTEN: Final = """
SELECT relname, array(
    SELECT tgname FROM pg_trigger WHERE tgrelid = pg_class.oid AND tgenabled = 'A' AND tgtype & 32 <> 0
)
FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND pg_relation_size(oid) > 0
ORDER BY relname
"""
"""By name: the log takes nothing before `alembic_version` says of which version the store is."""


@dataclass(frozen=True)
class Rows:
    """What is in a store. tables: each that has rows, as PostgreSQL copies it; last: the last position, if any."""

    tables: dict[str, bytes]
    last: int | None


class Reused:
    """The store in a database of its own, whose tables the migrations made; with nobody at work in it."""

    def __init__(self, name: str, url: str) -> None:
        self.name, self.url = name, url
        self._connection = psycopg.connect(url, autocommit=True)
        self._run(f"SET lock_timeout = '2s'; SET pit.version = '{VERSION}'")
        self._settle()
        self._settled = self._catalogued()

    def close(self) -> None:
        """Leave it."""
        self._connection.close()

    def rows(self) -> Rows | None:
        """All that is in it. None where more than rows was made: they do not do."""
        if self._catalogued() != self._settled:
            return None
        tables = {}
        for table, _ in self._run(_WRITTEN):
            with self._connection.cursor().copy(_copy(table, "TO STDOUT")) as copying:
                tables[table] = b"".join(copying)
        [(last,)] = self._run("SELECT last_value FROM pg_sequences")
        return Rows(tables, last)

    def begins_with(self, rows: Rows) -> Self:
        """Write these into its empty tables."""
        for table, content in rows.tables.items():
            with self._connection.cursor().copy(_copy(table, "FROM STDIN")) as copying:
                copying.write(content)
        last = {"last": rows.last or 1, "called": rows.last is not None}
        self._run("SELECT setval('events_position_seq', %(last)s, %(called)s)", **last)
        return self

    def emptied(self) -> bool:
        """Empty its tables, if it can be used again. Whether it can."""
        try:
            if self._catalogued() != self._settled or self._run(_AT_WORK) != [(0,)]:
                return False
            self.empty()
        except psycopg.Error:  # Somebody cut the connection, or holds what is to be emptied.
            return False
        return True

    def empty(self) -> None:
        """Empty its tables."""
        written = self._run(_WRITTEN)
        guards = [
            (sql.Identifier(table), sql.Identifier(guard))
            for table, all_ in written
            for guard in all_
        ]
        off, on = (
            [sql.SQL(f"ALTER TABLE {{}} {how} TRIGGER {{}}").format(*each) for each in guards]
            for how in ("DISABLE", "ENABLE ALWAYS")
        )
        tables = sql.SQL(", ").join(sql.Identifier(table) for table, _ in written)
        empty = sql.SQL("TRUNCATE {}").format(tables)
        self._run(sql.SQL("; ").join([*off, empty, *on]))
        self._settle()

    def _settle(self) -> None:
        [(self._since,)] = self._run("SELECT pg_current_xact_id()::xid::text")

    def _catalogued(self) -> list[Any]:
        return self._run(_CATALOGUED, since=self._since)

    def _run(self, statement: str | sql.Composed, **values: Any) -> list[Any]:
        found = self._connection.execute(statement, values or None)
        return found.fetchall() if found.description else []


def _copy(table: str, whither: str) -> sql.Composed:
    return sql.SQL(f"COPY {{}} {whither} (FORMAT binary)").format(sql.Identifier(table))
