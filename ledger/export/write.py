"""The log copied, part by part, as far as a checkpoint covers it: what is copied can be proved.

Every event is hashed as it is copied and held against the hashes that are kept beside the log.
"""

from collections import defaultdict
from collections.abc import Iterator
from hashlib import sha256
from itertools import chain, pairwise
from typing import Final, NamedTuple

import msgspec
import sqlalchemy as sa
from msgspec.structs import replace

from ledger.export import parts
from ledger.export.columns import Head, Writer, day_closed, filed_under, head_of
from ledger.export.parts import FORMAT, Copy, File, Part, base64
from ledger.export.place import Place
from ledger.export.waiting import leaf_of_first_waiting
from ledger.seal import checkpoint, merkle, tiles, travelling
from ledger.seal.checkpoint import Checkpoint
from ledger.seal.leaf import Stored, hash_of
from ledger.seal.note import Key, Note
from ledger.seal.tiles import KEEP, TILE, Kept
from ledger.store.driver import value_of
from ledger.store.engine import snapshot
from ledger.store.errors import store_errors
from ledger.store.schema import HOW_MANY
from ledger.values.errors import IntegrityFailure, Refused
from ledger.values.progress import Progress

MOST: Final = 1 << 20
"""Leaves of a part: what is lost of the work where it is killed."""

HELD: Final = 1 << 17
"""Events that are held until they are written out as columns."""

_Rows = list[tuple[Stored, Head]]


class Exported(msgspec.Struct, frozen=True):
    """What there is of a property's log now. first: the leaf with which it begins; size: of the log up to its end;
    position: of its last event. added: events that came to it now; parts, files, bytes: of all of it. unsealed: events
    that no checkpoint covers yet, and withheld: those from the first count made blind on that waits for its second;
    neither are part of it.
    """

    origin: str
    first: int
    size: int
    position: int
    added: int
    parts: int
    files: int
    bytes: int
    unsealed: int
    withheld: int


class _Target(NamedTuple):
    """A checkpoint up to which is copied. key: that signed it, as the property has it."""

    checkpoint: Checkpoint
    note: Note
    key: str


def export(
    engine: sa.Engine,
    place: Place,
    since: Checkpoint | None = None,
    progress: Progress | None = None,
) -> Exported:
    """Copy what a folder lacks of the log up to its last checkpoint, or to before a count made blind that waits for its
    second. since: where nothing is there yet, leave out what this one covers.

    Raises Refused where the log was never sealed, or what is there is of another log; IntegrityFailure where an event
    is not the one that was sealed.
    """
    with store_errors(), snapshot(engine) as connection:
        tree = Kept.verified(connection)
        targets = _targets(connection, tree)
        origin = targets[-1].checkpoint.origin
        there = parts.copy_of(place, origin)
        begun = parts.begun(place, origin)
        run = _Run(connection, tree, place, progress)
        start = _start(there, tree, since)
        if begun is not None and (begun.first == start or not there.parts):
            _verify_same(begun, tree)
            start = run.make(begun)
        sealed = targets[-1].checkpoint.size
        waiting = leaf_of_first_waiting(connection, _before(tree, start))
        last = sealed if waiting is None else min(sealed, waiting)
        for target in targets:
            while start < (size := min(target.checkpoint.size, last)):
                end = min(size, start + MOST)
                start = run.make(_planned(tree, target, start, end))
        total = int(value_of(connection, HOW_MANY))
    return _told(parts.copy_of(place, origin), there.size, total - sealed, sealed - start)


def _targets(connection: sa.Connection, tree: Kept) -> list[_Target]:
    """The last checkpoint; before it, where a key took over, the last of the one before and the first of its own."""
    signed = tiles.signed(connection)
    if not signed:
        raise Refused(
            "never_sealed",
            "The log was never sealed: a copy of it could not be proved.",
            "Seal it: pit audit seal.",
        )
    handed = [pair for pair in pairwise(signed) if pair[0][1] != pair[1][1]]
    return [_target(tree, key, note) for _, key, note in (*chain(*handed), signed[-1])]


def _target(tree: Kept, key: str, written: str) -> _Target:
    made, note = checkpoint.opened(written.encode(), Key.read(key))
    if made.size > tree.size or merkle.root(tree, made.size) != made.root:
        raise _not_as_sealed(made.size)
    return _Target(made, note, key)


def _start(there: Copy, tree: Kept, since: Checkpoint | None) -> int:
    """The leaf with which to go on."""
    if there.parts:
        there.verify_together()
        _verify_same(there.parts[-1].part, tree)
        return there.size
    if since is None:
        return 0
    if since.size > tree.size or merkle.root(tree, since.size) != since.root:
        raise _of_another_log(since.origin, since.size)
    return since.size


def _verify_same(there: Part, tree: Kept) -> None:
    """What is there is what the log begins with. Raises Refused."""
    if there.size > tree.size or base64(merkle.root(tree, there.size)) != there.root:
        raise _of_another_log(there.origin, there.size)


def _planned(tree: Kept, target: _Target, first: int, size: int) -> Part:
    """A part without its files."""
    made, proof, old = target.checkpoint, list[bytes](), 0
    if size < made.size:
        proof, old = merkle.consistency(tree, size, made.size), size
    return Part(
        format=FORMAT,
        origin=made.origin,
        first=first,
        size=size,
        position=_position(tree, size),
        before=[base64(each) for each in merkle.edge(tree, first)],
        root=base64(merkle.root(tree, size)),
        checkpoint=travelling.written(target.note, old, proof),
        key=target.key,
    )


def _before(tree: Kept, leaf: int) -> int:
    """The position behind which a leaf is."""
    return _position(tree, leaf) if leaf else tiles.BEGINNING


def _position(tree: Kept, size: int) -> int:
    """Of the last of so many leaves."""
    number, before = tree.tile_after(size)
    inside = size - number * TILE
    return tree.rows(before, inside)[-1][0] if inside else before


class _Run:
    """What makes one part after the other."""

    def __init__(
        self, connection: sa.Connection, tree: Kept, place: Place, progress: Progress | None
    ) -> None:
        self._connection = connection
        self._tree = tree
        self._place = place
        self._progress = progress

    def make(self, part: Part) -> int:
        """Write the files of a part, and then that it is there. Returns where the next begins."""
        parts.begin(self._place, part)
        files = _Files()
        for row in self._rows(part):
            files.add(row)
        written = []
        for (month, table), content, rows in files.close():
            path = parts.path_of(month, table, part.name)
            self._place.write(f"{parts.folder_of(part.origin)}/{path}", content)
            digest = sha256(content).hexdigest()
            written.append(File(path, month, table, rows, len(content), digest))
        parts.add(self._place, replace(part, files=written, closed=files.closed))
        return part.size

    def _rows(self, part: Part) -> Iterator[Stored]:
        """The events of a part, each the one that was sealed. Raises IntegrityFailure."""
        leaf, after = part.first, _before(self._tree, part.first)
        while leaf < part.size:
            # Up to the end of a tile, so that each is held against the hashes of one.
            most = min(TILE - leaf % TILE, part.size - leaf)
            found = self._tree.rows(after, most)
            kept = tiles.split(self._tree.tile(0, leaf // TILE))[leaf % TILE :][:most]
            if [hash_of(row) for row in found] != kept:
                raise _not_as_sealed(leaf + most)
            yield from found
            leaf, after = leaf + most, found[-1][0]
            if self._progress is not None:
                self._progress(after, part.position)


class _Files:
    """The files of a part while they are made, by month and table. closed: the last day that was closed in them."""

    def __init__(self) -> None:
        self._writers: dict[tuple[str, str], Writer] = {}
        self._rows: defaultdict[tuple[str, str], _Rows] = defaultdict(list)
        self._held = 0
        self.closed = ""

    def add(self, row: Stored) -> None:
        head = head_of(row[4])
        self._rows[filed_under(row, head)].append((row, head))
        self.closed = max(self.closed, day_closed(row))
        self._held += 1
        if self._held >= HELD:
            self._write_out()

    def close(self) -> Iterator[tuple[tuple[str, str], bytes, int]]:
        """Each file, and how many events it has."""
        self._write_out()
        for of, writer in sorted(self._writers.items()):
            yield of, writer.close(), writer.rows

    def _write_out(self) -> None:
        for of, rows in self._rows.items():
            self._writers.setdefault(of, Writer()).add(rows)
        self._rows.clear()
        self._held = 0


def _told(now: Copy, before: int, unsealed: int, withheld: int) -> Exported:
    every = [each.part for each in now.parts]
    return Exported(
        origin=now.origin,
        first=now.first,
        size=now.size,
        position=every[-1].position if every else 0,
        added=now.size - max(before, now.first),
        parts=len(every),
        files=sum(len(each.files) for each in every),
        bytes=sum(file.bytes for each in every for file in each.files),
        unsealed=unsealed,
        withheld=withheld,
    )


def _not_as_sealed(size: int) -> IntegrityFailure:
    return IntegrityFailure(
        "seal_differs",
        f"Among the first {size:,} events of the log is one that is not as it was sealed.",
        f"Nothing more was exported; pit audit verify says which it is. {KEEP}",
        events=size,
    )


def _of_another_log(origin: str, size: int) -> Refused:
    return Refused(
        "export_of_another_log",
        f"What is there of {origin}, {size:,} events, is not what this log begins with.",
        "Name another folder; where it is a copy of this very log, one of the two was changed: pit audit verify.",
        origin=origin,
        events=size,
    )
