"""A witness: cosigns a checkpoint of somebody else's log where it goes on from the last one that they signed.

What is checked and what is remembered is one step: a witness never signs two histories, not even at once.
"""

from ledger.seal import checkpoint, merkle
from ledger.seal import note as signed_note
from ledger.seal.checkpoint import Checkpoint
from ledger.seal.memory import Memory
from ledger.seal.note import Key, Note, Signer
from ledger.seal.travelling import Travelled
from ledger.values.errors import IntegrityFailure
from ledger.values.numbers import counted


def cosign(
    travelled: Travelled, log: Key, witness: Signer, memory: Memory, seconds: int
) -> tuple[Note, Checkpoint | None]:
    """The checkpoint with the witness's signature, and the one that it goes on from; None where it is their first.

    log: whose log it is; its signature is verified. seconds: since 1970. Raises IntegrityFailure.
    """
    checkpoint.opened(travelled.note.written().encode(), log)
    new = travelled.checkpoint
    with memory.held() as seen:
        known = seen.get(new.origin)
        last = checkpoint.read(known) if known is not None else None
        if last is not None and known is not None:
            _verify(travelled, last, known, log)
        signed = checkpoint.cosign(travelled.note, seconds, witness)
        seen.put(new.origin, signed)
        return signed, last


def _verify(travelled: Travelled, last: Checkpoint, known: Note, log: Key) -> None:
    """Raise IntegrityFailure unless a checkpoint goes on from the last one."""
    new = travelled.checkpoint
    if new.size == last.size and new.root != last.root:
        if not signed_note.verified(known, [log]):
            raise _not_on(last, known, "another key signed other events than those that")
        raise IntegrityFailure(
            "histories_contradict",
            f"Two histories of {new.origin} were signed: its first {new.size:,} events are said to be others than those"
            " that you witnessed.",
            "Keep both notes: they are the evidence, and need no store.",
            one=f"\n{known.written()}",
            other=f"\n{travelled.note.written()}",
        )
    if new.size < last.size:
        raise IntegrityFailure(
            "older_store",
            f"The checkpoint is of {counted(new.size, 'event')}, and you witnessed {last.size:,}: it is an"
            " older one, or an older copy was put back.",
            "Ask for a checkpoint of today. Where there is none of so many events, keep yours and report it.",
            sealed_events=last.size,
            events=new.size,
            checkpoint=known.written(),
        )
    if last.size in {new.size, 0}:
        return
    if travelled.old != last.size:
        raise IntegrityFailure(
            "proof_missing",
            f"Nothing shows that the checkpoint goes on from that of {counted(last.size, 'event')}, the last one"
            " you signed.",
            "Ask for it with its proof: pit audit seal --since with that checkpoint.",
            sealed_events=last.size,
            checkpoint=known.written(),
        )
    if not merkle.extends(last.size, new.size, travelled.proof, last.root, new.root):
        raise _not_on(last, known, f"the proof does not lead from the {last.size:,} events that")


def _not_on(last: Checkpoint, known: Note, why: str) -> IntegrityFailure:
    return IntegrityFailure(
        "log_does_not_go_on",
        f"The log does not go on from what was sealed: {why} you witnessed.",
        "Sign nothing, keep both files, and have the store verified against yours: pit audit verify --against.",
        sealed_events=last.size,
        checkpoint=known.written(),
    )
