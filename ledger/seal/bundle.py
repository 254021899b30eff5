"""A proof that travels: events as they are stored, for each that it is in the log, and the checkpoint that says so.

It is JSON in one file, and is all that is needed beside a public key.
"""

from base64 import b64decode, b64encode
from binascii import Error as NotBase64
from collections.abc import Sequence
from typing import Final, NoReturn

import msgspec

from ledger.seal import checkpoint, merkle
from ledger.seal.checkpoint import Checkpoint
from ledger.seal.leaf import Stored, hash_of
from ledger.seal.merkle import Hashes
from ledger.seal.note import Key, Note
from ledger.values.errors import IntegrityFailure

FORMAT: Final = "pit-ledger-proof/v1"
MOST_BYTES: Final = 50_000_000


class Proved(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An event, which leaf it is, and the hashes that lead from it to the root, in base64."""

    position: int
    stream: str
    version: int
    topic: str
    state: str
    leaf: int
    proof: list[str]

    @property
    def row(self) -> Stored:
        """As it is stored."""
        stream, topic, state = (each.encode() for each in (self.stream, self.topic, self.state))
        return (self.position, stream, self.version, topic, state)


class Bundle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is proved (`round:MB-01:2026-07-11:17`), by which events, under which checkpoint."""

    format: str
    subject: str
    checkpoint: str
    events: list[Proved]


def prove(subject: str, tree: Hashes, note: Note, leaves: Sequence[tuple[int, Stored]]) -> Bundle:
    """The proof of some events, each with its leaf, under a checkpoint of the tree."""
    size = checkpoint.read(note).size
    events = [
        Proved(
            position=row[0],
            stream=row[1].decode(),
            version=row[2],
            topic=row[3].decode(),
            state=row[4].decode(),
            leaf=leaf,
            proof=[b64encode(each).decode() for each in merkle.inclusion(tree, leaf, size)],
        )
        for leaf, row in leaves
    ]
    return Bundle(FORMAT, subject, note.written(), events)


def written(bundle: Bundle) -> bytes:
    """A proof as it travels."""
    return msgspec.json.format(msgspec.json.encode(bundle)) + b"\n"


def opened(content: bytes, keys: Sequence[Key]) -> tuple[Bundle, Checkpoint, Note]:
    """A proof, of which everything holds: the checkpoint is signed by one of the keys, and every event is under it.

    Raises IntegrityFailure for one of which anything does not.
    """
    if len(content) > MOST_BYTES:
        _no_proof("it is too long")
    try:
        found = msgspec.json.decode(content, type=Bundle)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        _no_proof("it cannot be read, or is not whole")
    if found.format != FORMAT or not found.events:
        _no_proof("it is of another form, or empty")
    made, note = checkpoint.opened(found.checkpoint.encode(), *keys)
    before = -1
    for each in found.events:
        if each.leaf <= before:
            _no_proof("its events are not in the order of the log")
        before = each.leaf
        _verify(each, made)
    return found, made, note


def _verify(proved: Proved, made: Checkpoint) -> None:
    try:
        proof = [b64decode(each, validate=True) for each in proved.proof]
        hashed = hash_of(proved.row)
    except (NotBase64, ValueError):
        proof, hashed = [], b""
    if not merkle.included(proved.leaf, made.size, hashed, proof, made.root):
        raise IntegrityFailure(
            "not_in_the_log",
            f"Event {proved.version} of {proved.stream} at position {proved.position} is not shown to be in the log"
            f" of {made.origin}.",
            "Believe nothing of the file; ask for it again from whoever keeps the log.",
            stream=proved.stream,
            version=proved.version,
            position=proved.position,
        )


def _no_proof(why: str) -> NoReturn:
    raise IntegrityFailure(
        "proof_malformed",
        f"That is not a proof: {why}.",
        "Give the file as it was written by pit audit prove, or pit audit seal --since.",
    )
