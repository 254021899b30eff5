"""The Merkle tree of RFC 6962, 2.1: roots, proofs that a leaf is in it, proofs that a later tree only went on.

How to hash a range is asked of whoever keeps the hashes; what is written here is the same over a list in memory and
over tables. Checking a proof needs no tree.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache, reduce
from hashlib import sha256
from typing import Final, Protocol

EMPTY: Final = sha256(b"").digest()
"""The root of a tree without leaves."""

SIZE: Final = 32
"""Bytes of a hash."""


class Hashes(Protocol):
    """Hashes of the leaves of a tree."""

    def perfect(self, level: int, index: int) -> bytes:
        """The hash over 2**level leaves, from leaf index * 2**level on: level 0 is the leaf itself."""
        ...


class Leaves:
    """A tree in memory, made of the hashes of its leaves."""

    def __init__(self, hashes: Sequence[bytes]) -> None:
        self._hashes = hashes
        self._above = lru_cache(maxsize=None)(self._joined)

    def perfect(self, level: int, index: int) -> bytes:
        """As `Hashes` has it."""
        return self._above(level, index) if level else self._hashes[index]

    def _joined(self, level: int, index: int) -> bytes:
        return node_hash(self.perfect(level - 1, 2 * index), self.perfect(level - 1, 2 * index + 1))


class Growing:
    """A tree that grows leaf by leaf, of which no more is kept than its right edge. edge: that of the tree which it
    goes on from, of so many leaves.
    """

    def __init__(self, size: int = 0, edge: Sequence[bytes] = ()) -> None:
        self.size = size
        self._edge = [*edge]

    @property
    def root(self) -> bytes:
        """The root of the leaves so far."""
        return reduce(lambda right, left: node_hash(left, right), reversed(self._edge or [EMPTY]))

    def add(self, leaf: bytes) -> None:
        """Add the hash of a leaf."""
        size, joined = self.size, leaf
        while size & 1:
            joined = node_hash(self._edge.pop(), joined)
            size >>= 1
        self._edge.append(joined)
        self.size += 1


def node_hash(left: bytes, right: bytes) -> bytes:
    """The hash of two hashes."""
    return sha256(b"\x01" + left + right).digest()


def folded(hashes: Sequence[bytes]) -> bytes:
    """The hash over 2**n hashes that stand beside each other."""
    row = hashes
    while len(row) > 1:
        row = [
            sha256(b"\x01" + row[at] + row[at + 1]).digest()  # a call a node is what this takes
            for at in range(0, len(row), 2)
        ]
    return row[0]


def root(hashes: Hashes, size: int) -> bytes:
    """The root of the tree of the first `size` leaves."""
    return _span(hashes, 0, size) if size else EMPTY


def edge(hashes: Hashes, size: int) -> list[bytes]:
    """The right edge of the tree of the first `size` leaves: the hashes over the perfect trees that they divide into,
    the largest first, which is all that one needs to go on from them.
    """
    found, start = [], 0
    for level in reversed(range(size.bit_length())):
        if size >> level & 1:
            found.append(hashes.perfect(level, start >> level))
            start += 1 << level
    return found


def inclusion(hashes: Hashes, index: int, size: int) -> list[bytes]:
    """The proof that a leaf is in the tree of the first `size` leaves (PATH of RFC 6962). 0 <= index < size."""
    if not 0 <= index < size:
        raise ValueError(f"leaf {index} of {size}")
    return _path(hashes, index, 0, size)


def consistency(hashes: Hashes, old: int, new: int) -> list[bytes]:
    """The proof that the tree of `new` leaves begins with that of `old` (PROOF of RFC 6962). 0 < old <= new."""
    if not 0 < old <= new:
        raise ValueError(f"{old} leaves of {new}")
    return _subproof(hashes, old, 0, new, whole=True)


def included(index: int, size: int, leaf: bytes, proof: Sequence[bytes], of: bytes) -> bool:
    """Whether a proof leads from a leaf's hash to a root. A proof too long or too short leads nowhere."""
    if not 0 <= index < size or not _are_hashes(leaf, *proof):
        return False
    rest = iter(proof)
    try:
        found = _climb(index, size, leaf, rest)
    except StopIteration:
        return False
    return found == of and next(rest, None) is None


def extends(
    old: int, new: int, proof: Sequence[bytes], root_of_old: bytes, root_of_new: bytes
) -> bool:
    """Whether a proof shows that the tree of `new` leaves begins with that of `old`, by their roots. Where another root
    is claimed for `old`, the two trees contradict each other, and the proof is the evidence.
    """
    if not 0 < old <= new or not _are_hashes(root_of_old, *proof):
        return False
    rest = iter(proof)
    try:
        found = _walk(old, new, root_of_old, rest)
    except StopIteration:
        return False
    return found == (root_of_old, root_of_new) and next(rest, None) is None


def _are_hashes(*values: bytes) -> bool:
    return all(len(each) == SIZE for each in values)


def _split(size: int) -> int:
    """The largest power of two below a size: so many leaves stand on the left."""
    return 1 << (size - 1).bit_length() - 1


def _span(hashes: Hashes, start: int, end: int) -> bytes:
    size = end - start
    if size == 1 << size.bit_length() - 1:
        level = size.bit_length() - 1
        return hashes.perfect(level, start >> level)
    middle = start + _split(size)
    return node_hash(_span(hashes, start, middle), _span(hashes, middle, end))


def _path(hashes: Hashes, index: int, start: int, end: int) -> list[bytes]:
    if end - start == 1:
        return []
    middle = start + _split(end - start)
    if index < middle:
        return [*_path(hashes, index, start, middle), _span(hashes, middle, end)]
    return [*_path(hashes, index, middle, end), _span(hashes, start, middle)]


def _subproof(hashes: Hashes, old: int, start: int, end: int, *, whole: bool) -> list[bytes]:
    if old == end:
        return [] if whole else [_span(hashes, start, end)]
    middle = start + _split(end - start)
    if old <= middle:
        left = _subproof(hashes, old, start, middle, whole=whole)
        return [*left, _span(hashes, middle, end)]
    right = _subproof(hashes, old, middle, end, whole=False)
    return [*right, _span(hashes, start, middle)]


def _climb(index: int, size: int, leaf: bytes, rest: Iterator[bytes]) -> bytes:
    """The root that a leaf leads to, taking from a proof what stands beside the way."""
    if size == 1:
        return leaf
    left = _split(size)
    if index < left:
        below = _climb(index, left, leaf, rest)
        return node_hash(below, next(rest))
    below = _climb(index - left, size - left, leaf, rest)
    return node_hash(next(rest), below)


def _walk(old: int, new: int, known: bytes | None, rest: Iterator[bytes]) -> tuple[bytes, bytes]:
    """The roots of both trees. known: the old one's, where it stands in the new one as it is; else the proof has it."""
    if old == new:
        one = next(rest) if known is None else known
        return one, one
    left = _split(new)
    if old <= left:
        before, after = _walk(old, left, known, rest)
        return before, node_hash(after, next(rest))
    before, after = _walk(old - left, new - left, None, rest)
    beside = next(rest)
    return node_hash(beside, before), node_hash(beside, after)
