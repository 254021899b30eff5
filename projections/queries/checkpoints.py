"""The checkpoints that were made of the log, how much of it the last one covers, and when it was verified last."""

from base64 import b64encode
from typing import Any

import msgspec

from ledger.desks.ledger import Ledger
from ledger.seal import checkpoint, tiles, verifications
from ledger.seal import note as signed_note
from ledger.store.engine import snapshot
from ledger.store.errors import store_errors
from projections.figures.arithmetic import rfc3339


class Kept(msgspec.Struct, frozen=True, kw_only=True):
    """A checkpoint in the store. size: how many events the log had. signed_by: whose signatures it bears, by the names
    of their keys. note: as it travels; root: over those events, in base64.
    """

    origin: str
    size: int
    root: str
    signed_by: list[str]
    note: str


class VerifiedLast(msgspec.Struct, frozen=True):
    """What pit audit verify came to. at: RFC 3339 UTC. position: of the log's last event then. program: its version.
    answer: what it printed as JSON; an `error` where something was wrong.
    """

    at: str
    position: int
    program: str
    answer: dict[str, Any]


class Sealed(msgspec.Struct, frozen=True, kw_only=True):
    """The seal. position: of the log's last event. checkpoints: the newest first; none where nothing was ever sealed.
    verified: the last time, None where that is not on record: whoever only reads the store leaves nothing there.

    Nothing is verified here, which pit audit verify does: it is what the store says of itself.
    """

    position: int
    checkpoints: list[Kept]
    verified: VerifiedLast | None


def sealed(ledger: Ledger) -> Sealed:
    """What there is of the seal, as the store has it. Raises IntegrityFailure where a checkpoint cannot be read."""
    with store_errors(), snapshot(ledger.journal.engine) as connection:
        kept, last = tiles.signed(connection), verifications.last(connection)
    return Sealed(
        position=ledger.position,
        checkpoints=[_shown(text) for *_, text in reversed(kept)],
        verified=None if last is None else VerifiedLast(rfc3339(last.at), *last[1:]),
    )


def _shown(written: str) -> Kept:
    note = signed_note.read(written.encode(errors="replace"))
    made = checkpoint.read(note)
    return Kept(
        origin=made.origin,
        size=made.size,
        root=b64encode(made.root).decode(),
        signed_by=[each.name for each in note.signatures],
        note=written,
    )
