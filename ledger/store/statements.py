"""The store's statements, compiled once for each database.

They run on the driver's own connection: compiling and binding them anew each time takes longer than the server needs
for the rows.
"""

from collections.abc import Sequence
from functools import cache
from importlib import import_module
from typing import Any, Final

import msgspec
from sqlalchemy import (
    ClauseElement,
    ColumnElement,
    Dialect,
    Select,
    TextClause,
    bindparam,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.sql.compiler import SQLCompiler

from ledger.store import schema
from ledger.store.conditions import (
    Condition,
    NoneBetween,
    NoneOfTopic,
    NoneSpelledAs,
    NothingHolding,
    StreamAt,
)

ROWS_A_STATEMENT: Final = 500
"""Databases limit the parameters of one statement: SQLite to 32,766."""

MANY_ROWS: Final = 50

CONDITIONS_A_STATEMENT: Final = 100
"""SQLite puts no more than 500 together."""

_ARRAYS: Final = {
    "sqlite": "",
    "postgresql": " SELECT * FROM unnest(%s::text[], %s::int4[], %s::text[], %b::bytea[])",
}

_PARAMSTYLE: Final = {"sqlite": "qmark", "postgresql": "format"}

_HOLDING: Final = {
    "sqlite": "SELECT 1 FROM events WHERE position > ? AND topic <> ? AND instr(state, ?) > 0 LIMIT 1",
    "postgresql": "SELECT 1 FROM events WHERE position > %s AND topic <> %s"
    " AND position(%b::bytea in state) > 0 LIMIT 1",
}

_PARAMETER: Final = {"sqlite": "?", "postgresql": "%s"}

_STREAM: Final = (
    "SELECT originator_version, topic, state FROM {table} WHERE originator_id = {parameter}"
    " AND originator_version > {parameter} AND originator_version <= {parameter}"
    " ORDER BY originator_version {order} LIMIT {parameter}"
)

_AFTER: Final = (
    "SELECT originator_id, originator_version, topic, state FROM events"
    " WHERE originator_id = {parameter} AND originator_version > {parameter}"
)

_LAST_KEPT: Final = (
    "WITH kept AS (SELECT originator_version, topic, state FROM snapshots WHERE originator_id = {parameter}"
    " AND originator_version <= {parameter} ORDER BY originator_version DESC LIMIT 1)"
    " SELECT 0, originator_version, topic, state FROM kept UNION ALL"
    " SELECT 1, originator_version, topic, state FROM events WHERE originator_id = {parameter}"
    " AND originator_version > coalesce((SELECT originator_version FROM kept), 0)"
    " AND originator_version <= {parameter}"
)

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

_NEXT_SEQ_KEPT: Final = {
    "sqlite": "",
    "postgresql": "WITH kept AS (INSERT INTO feed_digests (source, last_seq, digests) VALUES (%s, %s, %b))"
    " UPDATE feed_sources SET last_seq = %s WHERE source = %s AND last_seq = %s",
}


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
    return _STREAM.format(table=table, parameter=_PARAMETER[database], order=order)


@cache
def streams_after(database: str, count: int) -> str:
    """Reads so many streams in any order: the name of each, and after which version."""
    each = _AFTER.format(parameter=_PARAMETER[database])
    return " UNION ALL ".join([each] * count)


@cache
def last_kept(database: str) -> str:
    """Reads a stream's last snapshot up to a version, and what came after it up to another: its name and the version,
    each twice.
    """
    return _LAST_KEPT.format(parameter=_PARAMETER[database])


@cache
def plain(question: Select[Any], database: str) -> tuple[str, list[tuple[str, Any]]]:
    """A question as the driver takes it, and its parameters in their order: the name, and the value unless another is
    given.
    """
    compiled = question.compile(dialect=_dialect(database))
    assert isinstance(compiled, SQLCompiler)  # noqa: S101  so is whatever selects
    return str(compiled), [(name, compiled.params[name]) for name in compiled.positiontup or ()]


@cache
def breaking(database: str, kinds: tuple[type[Condition], ...]) -> str:
    """Finds events that break conditions of these kinds, in one question: a row for each, with the condition's place.

    Its parameters are the fields of all conditions, one after the other.
    """
    finds = _finds(database)
    each = (
        f"SELECT {n} FROM ({finds[kind]}) AS found{n}"  # noqa: S608  our own statements
        for n, kind in enumerate(kinds)
    )
    return " UNION ALL ".join(each)


@cache
def _finds(database: str) -> dict[type[Condition], str]:
    """What finds an event that breaks a condition, by its kind."""
    dialect, events = _dialect(database), schema.events.c

    def found(*where: ColumnElement[bool] | TextClause) -> str:
        return str(select(events.position).where(*where).compile(dialect=dialect))

    stream, of_topic = events.originator_id, events.topic == bindparam("topic")
    return {
        StreamAt: found(
            stream == bindparam("stream"), events.originator_version > bindparam("version")
        ),
        NoneOfTopic: found(stream == bindparam("stream"), of_topic),
        NoneBetween: found(stream > bindparam("after"), stream < bindparam("before"), of_topic),
        NoneSpelledAs: found(
            of_topic,
            schema.RARE,
            stream != bindparam("stream"),
            func.lower(stream) == bindparam("small"),
        ),
        NothingHolding: _HOLDING[database],
    }


@cache
def statements(database: str) -> Statements:
    """The statements in the language of `sqlite` or `postgresql`."""
    dialect, upsert = _dialect(database), import_module(f"sqlalchemy.dialects.{database}").insert

    def text(statement: ClauseElement, *columns: str) -> str:
        return str(statement.compile(dialect=dialect, column_keys=columns or None))

    def rows(statement: ClauseElement) -> RowsInsert:
        whole = text(statement, "originator_id", "originator_version", "topic", "state")
        return _split(whole, _ARRAYS[database])

    sources, tracking = schema.feed_sources, schema.tracking
    return Statements(
        begin=_BEGIN[database],
        of_version=_OF_VERSION[database],
        used_up=_USED_UP[database],
        claim=text(upsert(schema.idempotency_keys).on_conflict_do_nothing()),
        first_seq=text(upsert(sources).on_conflict_do_nothing()),
        next_seq=text(
            update(sources).where(
                sources.c.source == bindparam("of"), sources.c.last_seq == bindparam("expected")
            ),
            "last_seq",
        ),
        digests=text(insert(schema.feed_digests)),
        next_seq_kept=_NEXT_SEQ_KEPT[database],
        track=text(_further(upsert(tracking))),
        passphrase=text(_replacing(upsert(schema.passphrases))),
        events=rows(insert(schema.events).returning(schema.events.c.position)),
        snapshots=rows(insert(schema.snapshots).returning(schema.snapshots.c.originator_version)),
    )


def _dialect(database: str) -> Dialect:
    module = import_module(f"sqlalchemy.dialects.{database}")
    made: Dialect = module.dialect(paramstyle=_PARAMSTYLE[database])
    return made


def _further(reader: Any) -> ClauseElement:
    """Notes how far a reader has come, where that is further than before."""
    moved: ClauseElement = reader.on_conflict_do_update(
        index_elements=["name"],
        set_={"position": reader.excluded.position},
        where=schema.tracking.c.position < reader.excluded.position,
    )
    return moved


def _replacing(secret: Any) -> ClauseElement:
    """Puts what is kept of a passphrase in the place of what was."""
    values = {name: secret.excluded[name] for name in ("kept", "changed_at")}
    replacing: ClauseElement = secret.on_conflict_do_update(
        index_elements=["operator"], set_=values
    )
    return replacing


def _split(whole: str, arrays: str) -> RowsInsert:
    head, _, rest = whole.partition(" VALUES ")
    row, returning, tail = rest.partition(" RETURNING ")
    return RowsInsert(head, row, returning + tail, arrays)
