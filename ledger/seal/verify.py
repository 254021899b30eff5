"""The log held against its seal: every leaf hashed anew, every checkpoint against the tree that comes of it.

Nothing that is kept is believed: neither the hashes beside the events nor the checkpoints, whose signatures are
verified with keys that the asker has. What is found first is named, as an IntegrityFailure.
"""

from base64 import b64encode
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from ledger.seal import merkle
from ledger.seal.checkpoint import Checkpoint
from ledger.seal.leaf import Stored, hash_of
from ledger.seal.merkle import SIZE, folded
from ledger.seal.named import Deed, Difference, Source, first_difference
from ledger.seal.note import Note
from ledger.seal.tiles import BEGINNING, BITS, KEEP, MISSING, TILE, altered
from ledger.values.errors import IntegrityFailure
from ledger.values.numbers import counted

TILES_AT_ONCE: Final = 8
"""Events are read by so many times 256."""

READINGS_KEPT: Final = 64
"""After so many readings it is kept how far a verification came."""


@dataclass(frozen=True, slots=True)
class Signed:
    """A checkpoint that known keys signed. where: from where it is, as a person reads it. own: kept in the store. keys:
    their ids.
    """

    checkpoint: Checkpoint
    note: Note
    where: str
    own: bool
    keys: frozenset[bytes]


class Verified(NamedTuple):
    """What agrees. events: that were hashed now. size: of the tree. signed: leaves under the last checkpoint.

    position: of the last event.
    """

    events: int
    size: int
    signed: int
    position: int


@dataclass(slots=True)
class Tree:
    """The tree that comes of the events as they are. above: by level, every 256 of the level below put together.

    leaves: of the tile that is being filled, the `number`-th.
    """

    above: list[list[bytes]] = field(default_factory=list)
    leaves: list[bytes] = field(default_factory=list)
    number: int = 0

    def perfect(self, level: int, index: int) -> bytes:
        """As `merkle.Hashes` has it, of all tiles that are full and the one that is being filled."""
        kept, above = divmod(level, BITS)
        first = index << above
        row = self.above[kept - 1] if kept else self.leaves
        first -= 0 if kept else self.number * TILE
        return folded(row[first : first + (1 << above)])

    def close(self) -> None:
        """Put the tile, which is full, into the levels above."""
        row, level = self.leaves, 0
        while len(row) == TILE:
            if level == len(self.above):
                self.above.append([])
            self.above[level].append(folded(row))
            of = self.above[level]
            row = of[-TILE:] if len(of) % TILE == 0 else []
            level += 1
        self.number += 1
        self.leaves = []


class Start(NamedTuple):
    """Where to begin: behind a position, on a tree of full tiles that was verified before."""

    position: int = BEGINNING
    tree: Tree | None = None


def verify(
    source: Source,
    signed: Sequence[Signed],
    start: Start = Start(),  # noqa: B008  it cannot be changed
    progress: Callable[[int], None] | None = None,
    reached: Callable[[int, bytes], None] | None = None,
) -> Verified:
    """Hold every event against what is kept and what is signed. Raises IntegrityFailure for the first that is not as it
    was.

    start: where an earlier verification ended; what came before it is not read. reached: told now and then of how many
    events nothing is wrong, and the root over them.
    """
    run = _Run(source, sorted(signed, key=lambda each: each.checkpoint.size), start)
    run.read(progress, reached)
    run.judge()
    covered = max((each.checkpoint.size for each in signed), default=0)
    return Verified(run.events, run.size, covered, run.position)


class _Run:
    """One reading of the log. differing: the first tile that is not what is kept of it, and the position before it.
    beside: what is kept above it, and where it is said to stand.
    """

    def __init__(self, source: Source, signed: Sequence[Signed], start: Start) -> None:
        self.events, self.position = 0, start.position
        self._tree = start.tree or Tree()
        self.size = self._tree.number * TILE
        self._source, self._signed = source, signed
        self._ahead = [each for each in signed if each.checkpoint.size > self.size]
        self._roots: dict[int, bytes] = {0: merkle.EMPTY}
        self._differing: tuple[int, int] | None = None
        self._beside_differs = False

    def read(
        self,
        progress: Callable[[int], None] | None,
        reached: Callable[[int, bytes], None] | None,
    ) -> None:
        """Read the log to its end."""
        readings = 0
        while rows := self._source.rows(self.position, TILES_AT_ONCE * TILE):
            for at in range(0, len(rows), TILE):
                self._take(rows[at : at + TILE])
            readings += 1
            if reached is not None and readings % READINGS_KEPT == 0 and self._nothing_wrong():
                reached(self.size, merkle.root(self._tree, self.size))
            if progress is not None:
                progress(self.position)
        if self._differing is None and self.size < self._source.size:
            self._differing = (self.size // TILE, self.position)

    def _nothing_wrong(self) -> bool:
        """Whether all that was read is what is kept and what is signed, to the end of a tile."""
        signed = (each for each in self._signed if each.checkpoint.size in self._roots)
        return (
            self._differing is None
            and not self._beside_differs
            and self.size == self._tree.number * TILE
            and all(map(self._holds, signed))
        )

    def _take(self, rows: Sequence[Stored]) -> None:
        """The events of the next tile: against the hashes that are kept of it, and every checkpoint that ends there."""
        tree = self._tree
        tree.leaves = [hash_of(row) for row in rows]
        known = max(0, min(self._source.size - self.size, TILE))
        if self._differing is None and known:
            kept, found = self._source.tile(0, tree.number), b"".join(tree.leaves[:known])
            if kept != found:
                self._differing = (tree.number, self.position)
        for end, position in self._source.ends(tree.number):
            nth = end - self.size
            self._beside_differs |= 0 < nth <= len(rows) and rows[nth - 1][0] != position
        self.events += len(rows)
        self.size += len(rows)
        self.position = rows[-1][0]
        full = len(rows) == TILE
        self._note_roots(self.size - full)
        if full:
            tree.close()
            self._hold_above()
            self._note_roots(self.size)

    def _note_roots(self, upto: int) -> None:
        """The roots that the tree had where checkpoints were made of it. One at the end of a tile is of full tiles."""
        while self._ahead and self._ahead[0].checkpoint.size <= upto:
            size = self._ahead.pop(0).checkpoint.size
            if size not in self._roots:
                self._roots[size] = merkle.root(self._tree, size)

    def _hold_above(self) -> None:
        """What is kept of levels above: of each its last hash, as it comes to be."""
        for level, row in enumerate(self._tree.above, 1):
            last = len(row) - 1
            at = last % TILE * SIZE
            if last < self._source.size >> (level * BITS):
                kept = self._source.tile(level, last // TILE)[at : at + SIZE]
                self._beside_differs |= kept != row[last]
            if len(row) % TILE:
                return

    # -- what came of it

    def judge(self) -> None:
        """Name the first thing that is not as it was. Raises IntegrityFailure."""
        if self._differing is not None:
            self._judge_event(first_difference(self._source, *self._differing))
        for each in self._signed:
            root = self._roots.get(each.checkpoint.size)
            if root is not None and root != each.checkpoint.root:
                raise self._not_as_signed(each, root)
        for each in self._signed:
            if each.checkpoint.size > self.size:
                raise self._too_short(each)
        own = max((each.checkpoint.size for each in self._signed if each.own), default=0)
        if self._beside_differs or self._source.size < own:
            raise altered(MISSING)

    def _holds(self, signed: Signed) -> bool:
        return self._roots.get(signed.checkpoint.size) == signed.checkpoint.root

    def _judge_event(self, found: Difference) -> None:
        """An event is not the one whose hash is kept, or the hash was changed: the next signature tells which."""
        over = next((each for each in self._signed if each.checkpoint.size > found.leaf), None)
        if over is not None and self._holds(over):
            raise altered(f"the hash of leaf {found.leaf:,} is not what was signed")
        raise _named(self._source, found, signed=over is not None)

    def _not_as_signed(self, signed: Signed, root: bytes) -> IntegrityFailure:
        """The events and the hashes that are kept agree, and not with a signature: they were changed together."""
        over = [each for each in self._signed if each.own and self._holds(each)]
        later = next(
            (
                each
                for each in over
                if each.checkpoint.size >= signed.checkpoint.size and each.keys & signed.keys
            ),
            None,
        )
        if not signed.own and later is not None:
            return self._contradiction(signed, root, later)
        before = [
            each.checkpoint.size
            for each in self._signed
            if self._holds(each) and each.checkpoint.size < signed.checkpoint.size
        ]
        first, size = max(before, default=0) + 1, signed.checkpoint.size
        return IntegrityFailure(
            "not_as_sealed",
            f"Among the events {first:,} to {size:,} of the log is one that is not as it was sealed: the hashes kept"
            f" beside them were changed with it. The checkpoint is {signed.where}.",
            KEEP,
            first=first,
            last=size,
            checkpoint=signed.note.written(),
        )

    def _contradiction(self, signed: Signed, root: bytes, own: Signed) -> IntegrityFailure:
        """Two histories of one origin, both signed with one key: all that somebody else needs to see it."""
        size, whole = signed.checkpoint.size, own.checkpoint.size
        proof = merkle.consistency(self._tree_of(whole), size, whole)
        return IntegrityFailure(
            "histories_contradict",
            f"Two histories of {signed.checkpoint.origin} were signed: the first {size:,} events of one are not those"
            " of the other.",
            "Keep both notes and the proof: they are the evidence, and need no store.",
            one=f"\n{signed.note.written()}",
            other=f"\n{own.note.written()}",
            root_of_other_at_size_of_one=_base64(root),
            proof=[_base64(each) for each in proof],
        )

    def _tree_of(self, size: int) -> "merkle.Hashes":
        """The whole tree again, for a proof: nobody needs one but to show a contradiction."""
        hashes, position = list[bytes](), BEGINNING
        while len(hashes) < size:
            rows = self._source.rows(position, TILES_AT_ONCE * TILE)
            hashes += map(hash_of, rows)
            position = rows[-1][0]
        return merkle.Leaves(hashes)

    def _too_short(self, signed: Signed) -> IntegrityFailure:
        """More was signed than is there, and nothing that is kept says so but the checkpoint."""
        size, gone = signed.checkpoint.size, signed.checkpoint.size - self.size
        facts: dict[str, Any] = {"sealed_events": size, "events": self.size}
        if signed.own:
            return _cut_off(gone, max(self.position, 0), facts)
        return IntegrityFailure(
            "older_store",
            f"The checkpoint {signed.where} is of {counted(size, 'event')}; this store has {self.size:,} and"
            " nothing in it says that there were more: an older copy was put back, or the end was cut off with its"
            " seal.",
            KEEP,
            **facts,
            checkpoint=signed.note.written(),
        )


def _named(source: Source, found: Difference, *, signed: bool) -> IntegrityFailure:
    """What was done to an event, in a sentence. signed: a checkpoint is over it."""
    after = max(found.after, 0)
    facts: dict[str, Any] = {"leaf": found.leaf, "after_position": after, "signed": signed}
    row = found.row
    if found.deed is Deed.CUT_OFF:
        return _cut_off(source.size - found.leaf, after, facts)
    if row is None:  # Deed.MISSING
        gap = source.gap()
        which = f"event {gap[1]} of {gap[0]}" if gap else "an event"
        facts |= {"stream": gap[0], "version": gap[1]} if gap else {}
        return IntegrityFailure(
            "event_missing", f"After position {after:,} {which} is missing.", KEEP, **facts
        )
    stream, topic = (_text(each) for each in (row[1], row[3]))
    facts |= {"stream": stream, "version": row[2], "topic": topic, "position": row[0]}
    what = f"Event {row[2]} of {stream}, {topic}, at position {row[0]:,},"
    if found.deed is Deed.MOVED:
        return IntegrityFailure(
            "event_moved", f"{what} stood at {found.position:,}.", KEEP, **facts, was=found.position
        )
    if found.deed is Deed.ADDED:
        return IntegrityFailure("event_added", f"{what} was not in the log.", KEEP, **facts)
    return IntegrityFailure("event_changed", f"{what} is not what was recorded.", KEEP, **facts)


def _cut_off(gone: int, position: int, facts: dict[str, Any]) -> IntegrityFailure:
    return IntegrityFailure(
        "log_cut_off",
        f"The log ends at position {position:,}; sealed after it and gone: {counted(gone, 'event')}.",
        KEEP,
        **{**facts, "after_position": position, "gone": gone},
    )


def _text(name: object) -> str:
    return name.decode(errors="replace") if isinstance(name, bytes) else repr(name)


def _base64(value: bytes) -> str:
    return b64encode(value).decode()
