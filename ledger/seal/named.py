"""Which event is not the one that was sealed, and what was done to it: changed, taken out, put in, moved, cut off.

Known of the log as it was are the hashes of its leaves, in order. Whatever stands elsewhere now hashes to one of them
once it is hashed at the position that it had.
"""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from itertools import islice
from typing import Final, NamedTuple, Protocol

from ledger.seal.leaf import Stored, hash_of
from ledger.seal.tiles import TILE, split

WINDOW: Final = 65_536
"""Leaves that are looked through for where an event went."""

NEAR: Final = 4_096
POSITIONS: Final = 64
"""So many events are tried at so many positions."""


class Deed(StrEnum):
    """What was done to an event."""

    CHANGED = "changed"
    MISSING = "missing"
    ADDED = "added"
    MOVED = "moved"
    CUT_OFF = "cut_off"


class Source(Protocol):
    """A log and the tree that is kept beside it."""

    @property
    def size(self) -> int:
        """How many leaves are kept."""
        ...

    def rows(self, after: int, limit: int) -> Sequence[Stored]:
        """Up to `limit` events behind a position."""
        ...

    def tile(self, level: int, number: int) -> bytes:
        """The hashes of a level from number * 256 on, as many as are kept."""
        ...

    def ends(self, number: int) -> Sequence[tuple[int, int]]:
        """Of a tile of leaves, where each of its rows ends: behind how many leaves, and at which position."""
        ...

    def gap(self) -> tuple[str, int] | None:
        """A stream that lacks an event between others, and the version that it lacks."""
        ...


class Difference(NamedTuple):
    """The first leaf that is not as it was. after: the position of the event before it. row: what stands there, or the
    event that was moved. position: where that one was.
    """

    deed: Deed
    leaf: int
    after: int
    row: Stored | None = None
    position: int = 0


def first_difference(source: Source, tile: int, after: int) -> Difference:
    """The first event from a tile on that is not as it was. after: the position of the event before the tile."""
    rows = source.rows(after, WINDOW)
    kept = list(islice(_kept(source, tile), WINDOW))
    hashes = [hash_of(row) for row in rows]
    at = next(
        (n for n, (was, now) in enumerate(zip(kept, hashes, strict=False)) if was != now),
        min(len(kept), len(rows)),
    )
    leaf, after = tile * TILE + at, rows[at - 1][0] if at else after
    if at == len(rows):
        return Difference(Deed.CUT_OFF, leaf, after)
    row, was, now = rows[at], kept[at] if at < len(kept) else b"", hashes[at]
    moved = _moved(was, rows[at : at + NEAR], after)
    if moved is None and now in kept[at:]:
        return Difference(Deed.MISSING, leaf, after)
    here = was in hashes[at:]
    if moved is None and here:
        moved = _moved_here(row, kept[at:], after)
    if moved is not None:
        return Difference(Deed.MOVED, leaf, after, *moved)
    return Difference(Deed.ADDED if here else Deed.CHANGED, leaf, after, row, row[0])


def _kept(source: Source, tile: int) -> Iterator[bytes]:
    """The hashes of leaves from a tile on."""
    while hashes := source.tile(0, tile):
        yield from split(hashes)
        if tile * TILE + len(hashes) // 32 >= source.size:
            return
        tile += 1


def _moved(was: bytes, rows: Sequence[Stored], after: int) -> tuple[Stored, int] | None:
    """The event whose place this was, where it stands elsewhere now, and its position then."""
    first, here = max(after + 1, 0), rows[0][0]
    # Behind the one that stands here now, only this one can have stood.
    tried = [
        *((position, rows) for position in range(first, min(here, first + POSITIONS) + 1)),
        *((position, rows[:1]) for position in range(here + 1, here + POSITIONS)),
    ]
    for position, those in tried:
        for row in those:
            if hash_of((position, *row[1:])) == was:
                return row, position
    return None


def _moved_here(row: Stored, kept: Sequence[bytes], after: int) -> tuple[Stored, int] | None:
    """The event that stands here, where it stood further on, and its position then."""
    known = frozenset(kept)
    first = max(after + 1, 0)
    for position in range(first, first + NEAR):
        if hash_of((position, *row[1:])) in known:
            return row, position
    return None
