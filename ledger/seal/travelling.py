"""What travels to a witness: a checkpoint, and the proof that it goes on from the one they know (C2SP tlog-witness).

    old SIZE
    a hash of the proof in base64, a line each

    the checkpoint as a signed note

Where there is nothing to prove, the note stands alone.
"""

from base64 import b64decode, b64encode
from binascii import Error as NotBase64
from collections.abc import Sequence
from typing import NamedTuple

from ledger.seal import checkpoint
from ledger.seal import note as signed_note
from ledger.seal.checkpoint import Checkpoint
from ledger.seal.merkle import SIZE
from ledger.seal.note import Note
from ledger.values.errors import IntegrityFailure

_MOST_HASHES = 63


class Travelled(NamedTuple):
    """A checkpoint with a proof that it goes on from one of size `old`; 0 where nothing is proved."""

    note: Note
    checkpoint: Checkpoint
    old: int
    proof: list[bytes]


def written(note: Note, old: int, proof: Sequence[bytes]) -> str:
    """A checkpoint as it travels."""
    if not old:
        return note.written()
    hashes = "".join(f"{b64encode(each).decode()}\n" for each in proof)
    return f"old {old}\n{hashes}\n{note.written()}"


def read(content: bytes) -> Travelled:
    """A checkpoint as it travels; nobody has verified it yet. Raises IntegrityFailure."""
    head, blank, rest = content.partition(b"\n\n")
    if not content.startswith(b"old ") or not blank:
        note = signed_note.read(content)
        return Travelled(note, checkpoint.read(note), 0, [])
    first, *lines = head.decode(errors="replace").split("\n")
    size = first.removeprefix("old ")
    note = signed_note.read(rest)
    if not (size.isascii() and size.isdigit() and len(size) < 20) or len(lines) > _MOST_HASHES:
        raise _no_proof()
    return Travelled(note, checkpoint.read(note), int(size), [_hash(each) for each in lines])


def _hash(line: str) -> bytes:
    try:
        found = b64decode(line, validate=True)
    except (NotBase64, ValueError):
        found = b""
    if len(found) != SIZE or b64encode(found).decode() != line:
        raise _no_proof()
    return found


def _no_proof() -> IntegrityFailure:
    return IntegrityFailure(
        "proof_malformed",
        "That is not a proof: what stands above the checkpoint cannot be read.",
        "Give the file as it was written by pit audit prove, or pit audit seal --since.",
    )
