"""What a verification found to agree, as a person reads it."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from projections.queries.check import Checked
    from projections.queries.verify import Audited


def told(found: "Audited") -> Iterator[str]:
    """What agrees, and what nobody vouches for."""
    if found.checkpoints:
        yield (
            f"{found.events:,} events are what they were when they were recorded,"
            f" by {found.checkpoints:,} checkpoints over {found.sealed:,} of them."
        )
        yield from (f"  signed by {key}" for key in found.keys)
        if not found.keys_given:
            yield "  The keys are the store's own: compare them with those that were handed out."
        for key in found.took_over_alone:
            yield f"  {key} took over without the signature of the key before it."
    else:
        yield f"{found.events:,} events, and no checkpoint: nothing says that they were not changed."
    if found.verified_before:
        yield f"{found.verified_before:,} more were verified before, and were not read again."
    if found.checkpoints and found.unsealed:
        yield f"{found.unsealed:,} events came in since the last checkpoint; nothing is over them yet."
    if found.checked is not None:
        yield from checked(found.checked)


def checked(found: "Checked") -> Iterator[str]:
    """What was held against each other in the store itself."""
    yield (
        f"{found.events:,} events in {found.streams:,} streams fold without a gap;"
        f" {found.snapshots:,} snapshots agree."
    )
    yield f"{found.rounds:,} rounds were settled again under their own rules, and agree."
    yield f"The read models equal a rebuild: {', '.join(found.read_models)}."
    yield "Nothing is wrong."
