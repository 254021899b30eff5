"""What a verification found to agree, as a person reads it."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ledger.values.numbers import counted

if TYPE_CHECKING:
    from ledger.export.verify import Verified
    from projections.queries.check import Checked
    from projections.queries.verify import Audited


def told(found: "Audited") -> Iterator[str]:
    """What agrees, and what nobody vouches for."""
    if found.checkpoints:
        yield (
            f"As recorded: {counted(found.events, 'event')}."
            f" Sealed by {counted(found.checkpoints, 'checkpoint')}: the first {found.sealed:,} of the log."
        )
        yield from (f"  signed by {key}" for key in found.keys)
        if not found.keys_given:
            yield "  The keys are the store's own: compare them with those that were handed out."
        for key in found.took_over_alone:
            yield f"  {key} took over without the signature of the key before it."
    else:
        yield f"{counted(found.events, 'event')}, and no checkpoint: nothing says that they were not changed."
    if found.verified_before:
        yield f"Verified before, and not read again: {counted(found.verified_before, 'event')}."
    if found.checkpoints and found.unsealed:
        yield f"{counted(found.unsealed, 'event')} came in since the last checkpoint; nothing is over that yet."
    if found.checked is not None:
        yield from checked(found.checked)


def copied(found: "Verified") -> Iterator[str]:
    """What agrees of a copy of the log."""
    first, last = found.first + 1, found.first + found.events
    which = f"all {last:,} events" if first == 1 else f"the events {first:,} to {last:,}"
    yield f"{found.origin}: {which} of the log that are here are as they were sealed."
    yield from (f"  signed by {key}" for key in found.keys)
    for key in found.took_over_alone:
        yield f"  {key} took over without the signature of the key before it."


def checked(found: "Checked") -> Iterator[str]:
    """What was held against each other in the store itself."""
    yield (
        f"Folded without a gap: {counted(found.events, 'event')} in {counted(found.streams, 'stream')};"
        f" {counted(found.snapshots, 'snapshot')} compared."
    )
    yield f"Settled again, each under its own rules, with the same result: {counted(found.rounds, 'round')}."
    yield f"The read models equal a rebuild: {', '.join(found.read_models)}."
    if found.passphrases is None:
        yield "What is kept of passphrases was not compared: this role does not read it."
    yield "Nothing is wrong."
