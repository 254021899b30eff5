"""What rows were at milestones of the log, so that looking back need not fold all of it.

A milestone is signed by nobody; a checkpoint is (ledger/seal). One stands after every `SPACING` positions, and is
known by its number. A row says after which milestone it last changed; when it changes again after a later one, what it
was until then is kept beside the live tables. So the books at a milestone are the rows that have not changed since, and
what is kept of those that have.

It saves time and states nothing: whoever rebuilds a read model makes it anew, and a check of the store holds a
milestone against the events.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from types import GenericAlias
from typing import Any, Final, NamedTuple

import msgspec
import sqlalchemy as sa

from ledger.store.driver import ask, put, put_each, run, run_each, value_of
from ledger.values.errors import IntegrityFailure

UNIT: Final = 25_000
"""Positions by which milestones are numbered; in older stores one stood after each of these."""

SPACING: Final = 2 * UNIT
"""Positions of the log from one milestone to the next, whole units."""

_LEVELS: Final = (2**63 // UNIT).bit_length()

_INTO: Final = "INSERT INTO past_rows (model, node, until, key, since, content)"
_KEEP_EACH: Final = f"{_INTO} VALUES (?, ?, ?, ?, ?, ?)"
_COLUMNS_OF_ALL: Final = (
    "%s::text[], %s::bigint[], %s::bigint[], %s::text[], %s::bigint[], %s::text[]"
)
_KEEP_ALL: Final = f"{_INTO} SELECT * FROM unnest({_COLUMNS_OF_ALL})"  # noqa: S608  of constants
_AT: Final = (
    "SELECT model, key, content FROM past_rows WHERE model IN (:tables) AND node IN ({nodes})"
    " AND since < :milestone AND until >= :milestone"
)
_RENAME: Final = "UPDATE past_rows SET model = :new WHERE model = :old"
_MARK_ANOTHER: Final = "UPDATE tracking SET name = :new WHERE name = :old"
_TRACK: Final = (
    "INSERT INTO tracking (name, position) SELECT value, :position FROM (:names) AS named WHERE true"
    " ON CONFLICT DO NOTHING"
)
_ROW: Final = msgspec.json.Decoder(list[Any]).decode
_COUNTED: Final = "SELECT max(position) FROM tracking"


class Was(NamedTuple):
    """Rows of a table as they were, at the milestones after `since`, up to and with `until`."""

    table: str
    since: int
    until: int
    rows: Sequence[Sequence[Any]]


def number(position: int) -> int:
    """The last milestone up to that event."""
    return (position - position % SPACING) // UNIT


def position(milestone: int) -> int:
    """The event after which a milestone stands."""
    return milestone * UNIT


def stands(position: int) -> bool:
    """Whether a milestone stands after an event, or the log begins there."""
    return position % SPACING == 0


def within(start: int, goal: int) -> int:
    """How far a batch may go that begins after an event: no milestone lies within it."""
    return min(goal, start - start % SPACING + SPACING)


def keep(connection: sa.Connection, start: int, was: Sequence[Was]) -> None:
    """Keep what rows were before a batch that begins after an event: in one plain statement, since every batch pays for
    it.
    """
    if not was:
        return
    kept = [
        (
            each.table,
            _node(each.since, each.until),
            each.until,
            f"{start}:{each.since}",
            each.since,
            msgspec.json.encode(each.rows).decode(),
        )
        for each in was
    ]
    if connection.dialect.name == "postgresql":
        columns = tuple(map(list, zip(*kept, strict=True)))
        run(connection, _KEEP_ALL, columns)
    else:
        run_each(connection, _KEEP_EACH, kept)


def at(
    connection: sa.Connection, tables: Mapping[str, type[msgspec.Struct]], milestone: int
) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """What is kept of rows of these tables that have changed since a milestone: the table, and the values then. Raises
    IntegrityFailure for what cannot be read as rows of that table. tables: what a row of each is, by its name.
    """
    last = number(value_of(connection, _COUNTED) or 0)
    nodes = [node for node in _nodes(milestone) if node <= last]
    question = _AT.format(nodes=", ".join(map(str, nodes)))
    for table, key, content in ask(connection, question, tables=[*tables], milestone=milestone):
        rows = _rows_of(tables[table])
        try:
            if key.startswith("["):
                found = msgspec.convert([_ROW(key) + _ROW(content)], rows.type)
            else:
                found = rows.decode(content)
        except msgspec.MsgspecError as error:
            raise _unreadable(table, error) from error
        for row in found:
            yield table, row


@cache
def _rows_of(row: type[msgspec.Struct]) -> msgspec.json.Decoder[list[tuple[Any, ...]]]:
    """Reads rows as they are kept: the value of each field, in their order."""
    kinds = tuple(field.type for field in msgspec.structs.fields(row))
    return msgspec.json.Decoder(GenericAlias(list, (GenericAlias(tuple, kinds),)))


def _unreadable(table: str, error: Exception) -> IntegrityFailure:
    return IntegrityFailure(
        "read_model_differs",
        f"What is kept of {table} at a milestone cannot be read: {error}.",
        "Copy the store first: it is the evidence of what made it differ. Then pit audit verify, and pit db"
        " rebuild, which makes milestones anew.",
        table=table,
    )


@lru_cache(maxsize=1_000)
def _node(since: int, until: int) -> int:
    """Of the numbers after one and up to another, the one that 2 divides most often."""
    low = (1 << (since ^ until).bit_length() - 1) - 1
    return until & ~low


def _nodes(milestone: int) -> list[int]:
    """Every number that can be the node of numbers of which this is one, of all milestones that positions have."""
    return [(milestone >> n + 1 << n + 1) | 1 << n for n in range(_LEVELS)]


def _mark(name: str) -> str:
    """Under which name the first milestone is tracked from which on what a read model was is kept."""
    return f"{name}:past"


def begin(connection: sa.Connection, tables: Mapping[str, Sequence[str]], start: int) -> None:
    """Before a batch is folded that begins at a milestone: keep what rows were from now on. tables: of each read model,
    by its name.

    One that begins with the log has no past that could be right.
    """
    if not start:
        clear(connection, tables)
    track(connection, [*map(_mark, tables)], start)


def track(connection: sa.Connection, names: list[str], position: int) -> None:
    """Have each of these names tracked, at a position where it is not yet."""
    put(connection, _TRACK, names=names, position=position)


def begun(connection: sa.Connection, names: Iterable[str]) -> int | None:
    """The first milestone from which on the past of all these read models is kept; None where one's is not."""
    wanted = [_mark(name) for name in names]
    query = "SELECT position FROM tracking WHERE name IN (:wanted)"
    found = [position for (position,) in ask(connection, query, wanted=wanted)]
    return number(max(found) + SPACING - 1) if len(found) == len(wanted) else None


def clear(connection: sa.Connection, tables: Mapping[str, Sequence[str]]) -> None:
    """Throw away what rows of read models were. tables: of each of them, by its name."""
    kept = [table for each in tables.values() for table in each]
    put(connection, "DELETE FROM past_rows WHERE model IN (:tables)", tables=kept)
    put(connection, "DELETE FROM tracking WHERE name IN (:marks)", marks=[*map(_mark, tables)])


def clear_all(connection: sa.Connection) -> None:
    """Throw away what rows of all read models were: in a file that is handed on, where nobody looks back."""
    put(connection, "DELETE FROM past_rows")


def rename(
    connection: sa.Connection, old: str, new: str, tables: Iterable[tuple[str, str]]
) -> None:
    """Have the past of one read model be another's. tables: their old and new names."""
    put_each(connection, _RENAME, [{"old": before, "new": after} for before, after in tables])
    put(connection, _MARK_ANOTHER, old=_mark(old), new=_mark(new))


def take_over(connection: sa.Connection, aside: str, name: str, tables: Sequence[str]) -> None:
    """Take over from another file the past of a read model, which has none here. tables: its own."""
    of = f"SELECT * FROM {aside}.past_rows WHERE model IN (:tables)"  # noqa: S608  a schema's name
    put(connection, f"INSERT INTO main.past_rows {of}", tables=[*tables])
    mark = f"SELECT * FROM {aside}.tracking WHERE name = :mark"  # noqa: S608  likewise
    put(connection, f"INSERT INTO main.tracking {mark}", mark=_mark(name))
