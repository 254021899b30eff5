"""The store's statements, as each database's driver takes them: on its own connection, parameters by position."""

from collections.abc import Sequence
from functools import cache
from typing import Any, Final

import msgspec

from ledger.store.conditions import (
    Condition,
    NoneBetween,
    NoneOfTopic,
    NoneSpelledAs,
    NothingHolding,
    StreamAt,
)
from ledger.store.schema import RARE

ROWS_A_STATEMENT: Final = 500
"""Databases limit the parameters of one statement: SQLite to 32,766."""

MANY_ROWS: Final = 50

CONDITIONS_A_STATEMENT: Final = 100
"""SQLite puts no more than 500 together."""

_PARAMETER: Final = {"sqlite": "?", "postgresql": "%s"}

_STREAM: Final = (
    "SELECT originator_version, topic, state FROM {table} WHERE originator_id = ?"
    " AND originator_version > ? AND originator_version <= ?"
    " ORDER BY originator_version {order} LIMIT ?"
)

_AFTER: Final = (
    "SELECT originator_id, originator_version, topic, state FROM events"
    " WHERE originator_id = ? AND originator_version > ? AND originator_version < 2147483648"
)
"""With a bound above, which nothing but a number is below on SQLite."""

_LAST_KEPT: Final = (
    "WITH kept AS (SELECT originator_version, topic, state FROM snapshots WHERE originator_id = ?"
    " AND originator_version <= ? ORDER BY originator_version DESC LIMIT 1)"
    " SELECT 0, originator_version, topic, state FROM kept UNION ALL"
    " SELECT 1, originator_version, topic, state FROM events WHERE originator_id = ?"
    " AND originator_version > coalesce((SELECT originator_version FROM kept), 0)"
    " AND originator_version <= ?"
)

_INSERT: Final = "INSERT INTO {table} (originator_id, originator_version, topic, state)"
_ARRAYS: Final = {
    "sqlite": "",
    "postgresql": " SELECT * FROM unnest(%s::text[], %s::int4[], %s::text[], %b::bytea[])",
}

_BEGIN: Final = {
    # A transaction that reads first is refused when it comes to write after somebody else did.
    "sqlite": "BEGIN IMMEDIATE",
    # The driver begins by itself; the table's trigger makes its writers wait for one another.
    "postgresql": "",
}

_OF_VERSION: Final = {
    "sqlite": "SELECT 1 FROM alembic_version WHERE version_num = ?",
    # The trigger looks too, once the writer has its turn: an upgrade can be under way.
    "postgresql": "",
}

_USED_UP: Final = {
    "sqlite": "SELECT 1 WHERE (SELECT max(position) FROM events) = ? OR EXISTS"
    " (SELECT 1 FROM sqlite_sequence WHERE name = 'events' AND seq = ?)",
    # It says so itself.
    "postgresql": "",
}

_CLAIM: Final = (
    "INSERT INTO idempotency_keys (key, request_sha256, answer, recorded_at) VALUES (?, ?, ?, ?)"
    " ON CONFLICT DO NOTHING"
)
_FIRST_SEQ: Final = (
    "INSERT INTO feed_sources (source, last_seq) VALUES (?, ?) ON CONFLICT DO NOTHING"
)
_NEXT_SEQ: Final = "UPDATE feed_sources SET last_seq = ? WHERE source = ? AND last_seq = ?"
_DIGESTS: Final = "INSERT INTO feed_digests (source, last_seq, digests) VALUES (?, ?, ?)"
_NEXT_SEQ_KEPT: Final = {
    "sqlite": "",
    "postgresql": f"WITH kept AS ({_DIGESTS}) {_NEXT_SEQ}",
}
_TRACK: Final = (
    "INSERT INTO tracking (name, position) VALUES (?, ?) ON CONFLICT (name)"
    " DO UPDATE SET position = excluded.position WHERE tracking.position < excluded.position"
)
_KEPT: Final = (
    "INSERT INTO passphrases (operator, kept, changed_at) VALUES (?, ?, ?) ON CONFLICT (operator)"
    " DO UPDATE SET kept = excluded.kept, changed_at = excluded.changed_at"
)

_HOLDING: Final = {"sqlite": "instr(state, ?)", "postgresql": "position(%b::bytea in state)"}

_BREAKING: Final[dict[type[Condition], str]] = {
    StreamAt: "originator_id = ? AND originator_version > ?",
    NoneOfTopic: "originator_id = ? AND topic = ?",
    NoneBetween: "originator_id > ? AND originator_id < ? AND topic = ?",
    NoneSpelledAs: f"topic = ? AND {RARE} AND originator_id <> ? AND lower(originator_id) = ?",
    NothingHolding: "position > ? AND topic <> ? AND {holding} > 0 LIMIT 1",
}
"""Which events break a condition, by its kind."""


Row = tuple[str, int, str, bytes]
"""Stream, version, topic, state."""


class RowsInsert(msgspec.Struct, frozen=True):
    """An insert of any number of rows, split around its row of parameters.

    arrays: what takes the place of many rows on PostgreSQL: one array a column, which the server takes
    apart. For a batch that is a third of the driver's work; for one round it is more than the rows are.
    """

    head: str
    row: str
    tail: str
    arrays: str

    def of(self, rows: Sequence[Row]) -> tuple[str, list[Any]]:
        """The statement for these rows, with its parameters."""
        if self.arrays and len(rows) >= MANY_ROWS:
            return self.head + self.arrays + self.tail, list(map(list, zip(*rows, strict=True)))
        values = [value for row in rows for value in row]
        return f"{self.head} VALUES {', '.join([self.row] * len(rows))}{self.tail}", values


class Statements(msgspec.Struct, frozen=True):
    """Parameters are given by position, in the order of the table's columns but for these.

    begin: starts a transaction that writes, where the driver does not.
    next_seq_kept: digests and then next_seq in one, where another question costs more than the rows.
    of_version: finds whether the store is of a version, where no trigger looks. used_up: whether a position,
    said twice, was given, where the last one is not told from a full disk.
    claim, first_seq, next_seq (new, source, expected), track: change no row where it must not be. passphrase: puts one
    in the place of another.
    events, snapshots: return positions, or versions.
    """

    begin: str
    of_version: str
    used_up: str
    claim: str
    first_seq: str
    next_seq: str
    digests: str
    next_seq_kept: str
    track: str
    passphrase: str
    events: RowsInsert
    snapshots: RowsInsert


@cache
def stream(database: str, table: str, *, desc: bool) -> str:
    """Reads a stream, in order or in reverse: its name, after and up to which version, and how many rows."""
    order = "DESC" if desc else "ASC"
    return _marked(_STREAM.format(table=table, order=order), database)


@cache
def streams_after(database: str, count: int) -> str:
    """Reads so many streams in any order: the name of each, and after which version."""
    return _marked(" UNION ALL ".join([_AFTER] * count), database)


@cache
def last_kept(database: str) -> str:
    """Reads a stream's last snapshot up to a version, and what came after it up to another: its name and the version,
    each twice.
    """
    return _marked(_LAST_KEPT, database)


@cache
def breaking(database: str, kinds: tuple[type[Condition], ...]) -> str:
    """Finds events that break conditions of these kinds, in one question: a row for each, with the condition's place.

    Its parameters are the fields of all conditions, one after the other.
    """
    holding = _HOLDING[database]
    found = " UNION ALL ".join(
        f"SELECT {n} FROM (SELECT 1 FROM events WHERE {_BREAKING[kind]}) AS found{n}"  # noqa: S608  our own statements
        for n, kind in enumerate(kinds)
    )
    return _marked(found, database).format(holding=holding)


@cache
def statements(database: str) -> Statements:
    """The statements in the language of `sqlite` or `postgresql`."""
    return Statements(
        begin=_BEGIN[database],
        of_version=_OF_VERSION[database],
        used_up=_USED_UP[database],
        claim=_marked(_CLAIM, database),
        first_seq=_marked(_FIRST_SEQ, database),
        next_seq=_marked(_NEXT_SEQ, database),
        digests=_marked(_DIGESTS, database),
        next_seq_kept=_marked(_NEXT_SEQ_KEPT[database], database),
        track=_marked(_TRACK, database),
        passphrase=_marked(_KEPT, database),
        events=_rows("events", "position", database),
        snapshots=_rows("snapshots", "originator_version", database),
    )


def _rows(table: str, returning: str, database: str) -> RowsInsert:
    row = f"({', '.join([_PARAMETER[database]] * 4)})"
    return RowsInsert(
        _INSERT.format(table=table), row, f" RETURNING {returning}", _ARRAYS[database]
    )


def _marked(statement: str, database: str) -> str:
    """With the marks that a driver has for parameters."""
    return statement.replace("?", _PARAMETER[database])
