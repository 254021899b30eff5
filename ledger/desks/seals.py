"""The ledger's log sealed: for itself, for a witness, and with the books that are signed.

A seal is no event: it stands beside the log, as what it covers must not change by it.
"""

from collections.abc import Callable
from typing import Final, TypeVar

from msgspec.structs import replace

from ledger.day.acts import MonthRead, Reconciled
from ledger.desks.ledger import Ledger
from ledger.events.act import Act
from ledger.events.day import DayClosed
from ledger.events.month import MonthClosed
from ledger.seal import sealing, travelling
from ledger.seal.sealing import Holder, Sealed, Terms
from ledger.values.progress import Progress

_SEALED: Final = (DayClosed, MonthClosed)

R = TypeVar("R", Reconciled, MonthRead)


def seal(
    ledger: Ledger,
    holder: Holder,
    old: Holder | None = None,
    *,
    old_lost: bool = False,
    progress: Progress | None = None,
) -> Sealed:
    """Seal the whole log as it stands. old: the key before, which hands over. old_lost: that there is none any more.

    Raises IntegrityFailure where the log does not go on from what the key signed before; Refused for another key than
    the property's, or one to which the key before does not hand over.
    """
    terms = Terms(ledger.loader.property_now().settings.seal_key, old, old_lost)
    return sealing.seal(ledger.journal.engine, holder, ledger.clock, terms, progress)


def for_witness(ledger: Ledger, sealed: Sealed, since: bytes | None = None) -> str:
    """A checkpoint as it travels to a witness, with the proof that it goes on from the one in `since`, if any.

    Raises IntegrityFailure where that is no checkpoint.
    """
    if since is None:
        return travelling.written(sealed.note, 0, [])
    old = travelling.read(since).checkpoint
    proof = sealing.proof_since(ledger.journal.engine, old, sealed.checkpoint)
    return travelling.written(sealed.note, old.size, proof)


def has_grown(ledger: Ledger, sealed: Sealed, events: int) -> bool:
    """Whether so many events have come in since the log was sealed."""
    return len(ledger.journal.select_rows(sealed.position, events)) >= events


def with_books(
    ledger: Ledger,
    holder: Holder,
    read: R,
    act: Callable[[R], Act],
    *,
    key: str,
    dry_run: bool,
    progress: Progress | None = None,
) -> Act:
    """The act that signs a day or a month as it was read, with a checkpoint of the log.

    A dry run seals nothing, and nor does an act that is refused, that waits for a second signature, or was done before:
    it is decided first, and whoever signs has proven who they are.
    """
    public = holder.signer.key.written()
    unsealed = act(replace(read, seal_key=public))
    if dry_run:
        return unsealed
    done = ledger.do(unsealed, key=key, dry_run=True)
    if done.repeated or not any(isinstance(each.event, _SEALED) for each in done.events):
        return unsealed
    ledger.identify(unsealed)
    checkpoint = seal(ledger, holder, progress=progress).note.written()
    return act(replace(read, checkpoint=checkpoint, seal_key=public))
