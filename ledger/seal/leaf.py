"""An event as a leaf of the tree: one sequence of bytes, which no other event has.

    position    8 bytes, big-endian, unsigned
    version     8 bytes, big-endian, unsigned
    stream      its length in bytes: 4, big-endian, unsigned
    topic       its length
    state       its length
    stream, topic, state: the bytes themselves, one after the other

The names are UTF-8; the state is the bytes that are stored. The lengths come first, so nothing can move from one part
to the next. `docs/seal.md` has a worked example.
"""

from hashlib import sha256
from struct import Struct, error
from typing import Final

Stored = tuple[int, bytes, int, bytes, bytes]
"""An event as it is stored: position, stream, version in the stream, topic, state. Names are UTF-8."""

_HEAD: Final = Struct(">QQIII")

UNREADABLE: Final = b""
"""In place of a hash: what stands there cannot be an event."""


def leaf(position: int, stream: bytes, version: int, topic: bytes, state: bytes) -> bytes:
    """The bytes of a leaf. Raises struct.error or TypeError for what no event is made of."""
    head = _HEAD.pack(position, version, len(stream), len(topic), len(state))
    return head + stream + topic + state


def hash_of(row: Stored) -> bytes:
    """The hash of an event as a leaf; UNREADABLE where a row is none, as only a damaged store has it."""
    try:
        return sha256(b"\x00" + leaf(*row)).digest()
    except (error, TypeError):
        return UNREADABLE
