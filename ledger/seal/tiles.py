"""The tree as it is kept beside the events: hashes of leaves, and of every 256 of them, 65,536 of them and so on.

They are added as the log grows and never changed. Of what lies between, at most 255 hashes are put together anew.
"""

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import Any, Final, Self

import sqlalchemy as sa

from ledger.seal.leaf import Stored
from ledger.seal.merkle import SIZE, folded
from ledger.store.driver import ask, ask_some, put, value_of
from ledger.store.tables import checkpoints, seal_hashes
from ledger.values.errors import IntegrityFailure

BITS: Final = 8
TILE: Final = 1 << BITS
"""Hashes of a level that are put together to one of the next."""

KEEP: Final = (
    "Write nothing more to the store. Copy it, its journal and every checkpoint as they are; then compare them with a"
    " copy from before."
)

_ROWS: Final = {
    # What is not of its type is told as nothing: it hashes to nothing then, whatever SQLite makes of it.
    "sqlite": "SELECT position, CASE typeof(originator_id) WHEN 'text' THEN CAST(originator_id AS BLOB) END,"
    " CASE typeof(originator_version) WHEN 'integer' THEN originator_version END,"
    " CASE typeof(topic) WHEN 'text' THEN CAST(topic AS BLOB) END,"
    " CASE typeof(state) WHEN 'blob' THEN state END FROM events"
    " WHERE position > :after AND position <= :upto ORDER BY position LIMIT :many",
    "postgresql": "SELECT position, pg_catalog.convert_to(originator_id, 'UTF8'), originator_version,"
    " pg_catalog.convert_to(topic, 'UTF8'), state FROM events"
    " WHERE position > :after AND position <= :upto ORDER BY position LIMIT :many",
}

_GAP: Final = """
SELECT originator_id, originator_version - 1 FROM events AS e WHERE originator_version > 1 AND NOT EXISTS (
    SELECT 1 FROM events WHERE originator_id = e.originator_id
    AND originator_version = e.originator_version - 1
) ORDER BY position LIMIT 1
"""

_ROWS_OF: Final = (
    "SELECT first, hashes, position FROM seal_hashes WHERE level = :level AND first BETWEEN :first AND :last"
    " ORDER BY first"
)
_COUNTS: Final = (
    "SELECT level, first, length(hashes), position FROM seal_hashes ORDER BY level, first"
)
_AT: Final = "SELECT first FROM seal_hashes WHERE level = 0 AND position >= :position ORDER BY position LIMIT 1"
_BEFORE: Final = "SELECT position FROM seal_hashes WHERE level = 0 AND first < :first ORDER BY first DESC LIMIT 1"
_LAST: Final = (
    "SELECT first, length(hashes), position FROM seal_hashes WHERE level = :level"
    " ORDER BY first DESC LIMIT 1"
)
_ADD: Final = (
    "INSERT INTO seal_hashes (level, first, position, hashes)"
    " VALUES (:level, :first, :position, :hashes)"
)
_EVENTS_BEFORE: Final = "SELECT count(*) FROM events WHERE position < :position"
_SIGNED: Final = "SELECT size, key, note FROM checkpoints ORDER BY size, recorded_at, key"

MISSING: Final = "hashes that are kept beside the events are missing or were changed"

_TYPES: Final = {int: "integer", str: "text", bytes: "blob"}

ALL: Final = 2**63 - 1
"""A position behind every other."""

BEGINNING: Final = -(2**63)
"""A position before every other: none is given below 1, but one can be put there."""


def rows(connection: sa.Connection, after: int, limit: int, upto: int) -> Sequence[Stored]:
    """Up to `limit` events behind a position, byte by byte as they are stored."""
    # Readers of a whole log need no Row around each tuple.
    question = _ROWS[connection.dialect.name]
    found = ask_some(connection, question, limit, after=after, upto=upto, many=limit)
    return next(found, ())


def leaf_of(connection: sa.Connection, position: int) -> int:
    """Which leaf the event at a position is, by the log itself: how many stand before it."""
    return int(value_of(connection, _EVENTS_BEFORE, position=position))


class Kept:
    """The tree that a store keeps, as one connection sees it. size: its leaves. position: of the last event in it."""

    def __init__(self, connection: sa.Connection) -> None:
        self._connection = connection
        self._rows_of: Callable[[int, int], Sequence[Any]] = lru_cache(maxsize=64)(self._read)
        last = self._last(0)
        self.size, self.position = (0, BEGINNING) if last is None else last

    @classmethod
    def verified(cls, connection: sa.Connection) -> Self:
        """The same, all of it looked through first. Raises IntegrityFailure."""
        verify_types(connection, seal_hashes, "seal_altered")
        return cls(connection)

    def perfect(self, level: int, index: int) -> bytes:
        """As `merkle.Hashes` has it."""
        kept, above = divmod(level, BITS)
        number, at = divmod(index << above, TILE)
        found = split(self.tile(kept, number))[at : at + (1 << above)]
        # Where a row is gone there is nothing to put together, and what comes of it agrees with no root.
        return folded(found) if len(found) == 1 << above else b""

    def rows(self, after: int, limit: int) -> Sequence[Stored]:
        """Up to `limit` events behind a position."""
        return rows(self._connection, after, limit, ALL)

    def tile(self, level: int, number: int) -> bytes:
        """The hashes of a level from number * 256 on, as many as are kept."""
        return b"".join(row.hashes for row in self._rows_of(level, number))

    def ends(self, number: int) -> list[tuple[int, int]]:
        """Of a tile of leaves, where each of its rows ends: behind how many leaves, and at which position."""
        return [
            (row.first + len(row.hashes) // SIZE, row.position) for row in self._rows_of(0, number)
        ]

    def verify_rows(self) -> None:
        """Raise IntegrityFailure where what is kept is not row behind row, to the end of each level that so many leaves
        have, or a row above them stands for another event than they.
        """
        ends = dict[int, int]()
        size = {level: 0 for level in range(64) if self.size >> BITS * level}
        for level, first, length, position in ask(self._connection, _COUNTS):
            count = length // SIZE
            in_place = first == size.get(level) and 0 < count <= TILE - first % TILE
            if in_place:
                size[level] += count
                leaves = size[level] << BITS * level
                in_place = position == (
                    ends.get(leaves) if level else ends.setdefault(leaves, position)
                )
            if not in_place:
                raise altered(
                    f"hashes are kept where none belong: level {level}, from {first:,} on"
                )
        if any(count != self.size >> BITS * level for level, count in size.items()):
            raise altered(MISSING)

    def gap(self) -> tuple[str, int] | None:
        """A stream that lacks an event between others, and the version that it lacks."""
        found = ask(self._connection, _GAP)
        return (found[0][0], found[0][1]) if found else None

    def place(self, position: int) -> int | None:
        """Which leaf the event at a position is; None where it is none."""
        first = value_of(self._connection, _AT, position=position)
        if first is None:
            return None
        found = [each[0] for each in rows(self._connection, self._before(first), TILE, position)]
        return first + len(found) - 1 if found[-1:] == [position] else None

    def tile_after(self, size: int) -> tuple[int, int]:
        """The tile in which a leaf would be the next, and the position of the last event before that tile."""
        number = size // TILE
        return number, self._before(number * TILE)

    def level_size(self, level: int) -> int:
        """How many hashes of a level are kept."""
        last = self._last(level)
        return 0 if last is None else last[0]

    def _last(self, level: int) -> tuple[int, int] | None:
        for first, length, position in ask(self._connection, _LAST, level=level):
            return first + length // SIZE, position
        return None

    def _before(self, first: int) -> int:
        """The position of the last event under a row of leaves before one, or before all."""
        position = value_of(self._connection, _BEFORE, first=first)
        return BEGINNING if position is None else int(position)

    def _read(self, level: int, number: int) -> Sequence[Any]:
        first = number * TILE
        return ask(self._connection, _ROWS_OF, level=level, first=first, last=first + TILE - 1)


def verify_types(connection: sa.Connection, table: sa.Table, code: str) -> None:
    """Raise IntegrityFailure where a value is none of its column: SQLite takes any type in any column."""
    if connection.dialect.name != "sqlite":
        return
    found = value_of(connection, _of_another_type(table))
    if found is not None:
        raise IntegrityFailure(
            code,
            f"What is kept in {table.name} was changed: a value of {found} is of another type.",
            KEEP,
            column=f"{table.name}.{found}",
        )


@cache
def _of_another_type(table: sa.Table) -> str:
    others = {
        each.name: f"typeof(\"{each.name}\") <> '{_TYPES[each.type.python_type]}'"
        for each in table.c
    }
    named = " ".join(f"WHEN {other} THEN '{name}'" for name, other in others.items())
    return f"SELECT CASE {named} END FROM {table.name} WHERE {' OR '.join(others.values())} LIMIT 1"  # noqa: S608  our own names


def altered(what: str) -> IntegrityFailure:
    """The error that what is kept beside the events is not what was sealed. what: of it."""
    return IntegrityFailure(
        "seal_altered", f"The events are those that were signed, but {what}.", KEEP
    )


def split(hashes: bytes) -> list[bytes]:
    """The hashes of a row, one by one."""
    return [hashes[at : at + SIZE] for at in range(0, len(hashes), SIZE)]


def add(connection: sa.Connection, hashes: Sequence[tuple[int, bytes]]) -> None:
    """Keep the hashes of further leaves, each with its event's position, and of all that becomes full with them."""
    kept, level = Kept(connection), 0
    while hashes:
        first, above = kept.level_size(level), []
        while hashes:
            room = TILE - first % TILE
            some, hashes = hashes[:room], hashes[room:]
            joined = b"".join(each for _, each in some)
            at = some[-1][0]
            before = kept.tile(level, first // TILE) if first % TILE else b""
            put(connection, _ADD, level=level, first=first, position=at, hashes=joined)
            first += len(some)
            if first % TILE == 0:
                above.append((at, folded(split(before + joined))))
        hashes, level = above, level + 1


def signed(connection: sa.Connection) -> list[tuple[int, str, str]]:
    """Every checkpoint that is kept, in the order of their making: size, public key and note, as they stand there."""
    verify_types(connection, checkpoints, "checkpoint_altered")
    return [(size, key, note) for size, key, note in ask(connection, _SIGNED)]
