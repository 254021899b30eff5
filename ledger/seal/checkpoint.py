"""Checkpoints (C2SP tlog-checkpoint): origin, size and root of the tree, as a signed note; and their cosignatures."""

import re
from base64 import b64decode, b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ledger.seal import note as signed_note
from ledger.seal.note import Key, Note, Signer
from ledger.values.errors import IntegrityFailure, Misused
from ledger.values.numbers import counted

_TEXT: Final = re.compile(r"([^\n]+)\n(0|[1-9][0-9]{0,18})\n([A-Za-z0-9+/]{43}=)\n")
"""Lines of one's own are not taken: no monitor could verify them."""


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The state of a tree. origin: whose log it is. size: its leaves."""

    origin: str
    size: int
    root: bytes

    def text(self) -> str:
        """The text of its note."""
        return f"{self.origin}\n{self.size}\n{b64encode(self.root).decode()}\n"


def make(origin: str, size: int, root: bytes, *signers: Signer) -> Note:
    """A checkpoint signed by the log's own key; by two where one takes over.

    Raises Misused for the key of a witness.
    """
    for signer in signers:
        _require(signer, signed_note.ED25519, "seals a log")
    return signed_note.sign(Checkpoint(origin, size, root).text(), *signers)


def read(note: Note) -> Checkpoint:
    """The checkpoint in a note, whoever signed it. Raises IntegrityFailure."""
    found = _TEXT.fullmatch(note.text)
    root = b64decode(found[3]) if found else b""
    if found is None or b64encode(root).decode() != found[3]:
        raise IntegrityFailure(
            "no_checkpoint",
            "That note is not a checkpoint.",
            "A checkpoint has three lines above its signatures: origin, size, root.",
        )
    return Checkpoint(found[1], int(found[2]), root)


def opened(content: bytes, *keys: Key) -> tuple[Checkpoint, Note]:
    """A checkpoint that is signed by one of the keys at least; by that of a log, one of this log. Raises
    IntegrityFailure.
    """
    note = signed_note.read(content)
    found = read(note)
    signers = [key for key, _ in signed_note.verified(note, keys)]
    verify_origin(found, [each for each in signers if each.algorithm == signed_note.ED25519])
    if not signers:
        raise IntegrityFailure(
            "not_signed",
            f"The checkpoint of {found.origin} at {counted(found.size, 'event')} is signed by none of the keys given.",
            "Name with --key the public key of whoever signed it, as they handed it out themselves.",
            signed_by=[f"{each.name}+{each.key.hex()}" for each in note.signatures],
        )
    return found, note


def verify_origin(found: Checkpoint, logs: Sequence[Key]) -> None:
    """Raise IntegrityFailure for a checkpoint of another log than these keys seal, which is called as they are."""
    names = sorted({each.name for each in logs})
    if names and found.origin not in names:
        raise IntegrityFailure(
            "other_origin",
            f"The checkpoint is of {found.origin}, and the log is sealed as {names[0]}.",
            f"Give a checkpoint of {names[0]}.",
            origin=found.origin,
            key=names[0],
        )


def cosign(note: Note, seconds: int, witness: Signer) -> Note:
    """A checkpoint with the signature of a witness, at so many seconds since 1970. Raises Misused for a log's key."""
    _require(witness, signed_note.COSIGNATURE, "witnesses")
    data = witness.sign(signed_note.cosigned(note.text, seconds))
    return note.with_signature(witness.signature(seconds.to_bytes(8, "big") + data))


def _require(signer: Signer, algorithm: int, does: str) -> None:
    if signer.key.algorithm != algorithm:
        raise wrong_kind(signer.key, does)


def wrong_kind(key: Key, does: str) -> Misused:
    """The error that a key is not one that does what it is named for."""
    return Misused(
        "wrong_kind_of_key",
        f"{key.name} is not a key that {does}.",
        "One key seals, another one witnesses: pit audit key new, and pit audit key new --witness.",
        key=key.written(),
    )
