"""A log in memory with its tree, for what is done to it byte by byte."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256

from ledger.seal import merkle
from ledger.seal.checkpoint import Checkpoint
from ledger.seal.leaf import Stored, hash_of
from ledger.seal.merkle import Leaves
from ledger.seal.note import Note
from ledger.seal.verify import Signed, Verified, verify
from ledger.values.errors import IntegrityFailure


def leaf_hash(entry: bytes) -> bytes:
    """The hash of a leaf, as RFC 6962, 2.1 writes it down."""
    return sha256(b"\x00" + entry).digest()


@dataclass
class Log:
    """Events, and the hashes that are kept of them; `kept` stays as it is where events are altered. rows_end: as
    `ends`, by tile.
    """

    events: list[Stored]
    kept: list[list[bytes]] = field(default_factory=list)
    rows_end: dict[int, list[tuple[int, int]]] = field(default_factory=dict)

    def sealed(self) -> "Log":
        """The log with the tree that belongs to it."""
        row = [hash_of(each) for each in self.events]
        self.kept = [row]
        while len(row) >= 256:
            row = [merkle.folded(row[n : n + 256]) for n in range(0, len(row) - 255, 256)]
            self.kept.append(row)
        return self

    @property
    def size(self) -> int:
        return len(self.kept[0])

    def rows(self, after: int, limit: int) -> Sequence[Stored]:
        start = bisect_right(self.events, after, key=lambda row: row[0])
        return self.events[start : start + limit]

    def tile(self, level: int, number: int) -> bytes:
        row = self.kept[level] if level < len(self.kept) else []
        return b"".join(row[256 * number : 256 * number + 256])

    def ends(self, number: int) -> Sequence[tuple[int, int]]:
        return self.rows_end.get(number, ())

    def gap(self) -> tuple[str, int] | None:
        seen = dict[bytes, int]()
        for _, stream, version, *_ in self.events:
            if version != seen.get(stream, 0) + 1:
                return stream.decode(), version - 1
            seen[stream] = version
        return None

    def checkpoint(
        self, size: int | None = None, *, own: bool = True, key: bytes = b"log."
    ) -> Signed:
        """As it would be signed of the first events, with the key of an id."""
        of = len(self.events) if size is None else size
        tree = Leaves([hash_of(row) for row in self.events])
        made = Checkpoint("harbor-house", of, merkle.root(tree, of))
        return Signed(made, Note(made.text()), "of the test", own, frozenset({key}))

    def verified(self, *signed: Signed) -> Verified:
        return verify(self, signed)

    def altered(self, *events: Stored) -> "Log":
        """The same with other events in the order of their positions, and the hashes that are kept."""
        return Log(sorted(events, key=lambda row: row[0]), self.kept)

    def named(self, *signed: Signed) -> tuple[str, object]:
        """What is said of it: the code, and the position or leaf."""
        try:
            verify(self, signed)
        except IntegrityFailure as error:
            facts = error.refusal.facts
            return error.refusal.code, facts.get("position", facts.get("after_position"))
        return "nothing", None


def played(count: int) -> Log:
    """A log of so many events of three streams; positions have holes."""
    events: list[Stored] = []
    for n in range(count):
        stream, version = b"table:MB-%02d" % (n % 3), n // 3 + 1
        state = b'{"by":"C-1","seat":%d}' % n
        events.append((2 * n + n // 5 + 1, stream, version, b"table.seat_taken", state))
    return Log(events).sealed()
