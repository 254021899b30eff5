"""Which keys a log is sealed with: those that the asker has, and those that took over from them.

The property names the key that takes over, in the log; the key before signs a checkpoint over that, and the new one
signs the same. The old one's signature is over the name of its successor: two signatures below one note would say
nothing by themselves, as anybody can put theirs there.
"""

from collections.abc import Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

from ledger.seal import note as signed_note
from ledger.seal.note import Key, Note
from ledger.values.errors import IntegrityFailure, Refused

KEEP_BOTH = (
    "Ask the property on paper which keys are its own, and verify with --key for each of them. Until then believe only"
    " the key that was handed out."
)


class Sealing(NamedTuple):
    """A checkpoint of so many events, and the key that it stands under. where: as a person reads it."""

    size: int
    key: Key
    note: Note
    where: str


class Named(NamedTuple):
    """The property names its key, in the event that is that leaf; "" for none."""

    leaf: int
    key: str


class Succession(NamedTuple):
    """Keys of a log, one after the other. alone: those that took over without the signature of the one before.

    fault: the first thing that is not as it should be, unless the asker vouches for it.
    """

    keys: list[Key]
    alone: list[str]
    fault: IntegrityFailure | None


def succession(
    sealings: Sequence[Sealing], named: Sequence[Named], given: Sequence[Key]
) -> Succession:
    """Who sealed a log. sealings: in the order in which they were made. given: keys that the asker has; where there are
    none, the first one is believed.
    """
    reigns = [list(each) for _, each in groupby(sealings, key=lambda each: each.key)]
    own = [reign[0].key for reign in reigns]
    alone, fault = list[str](), _not_in_force(sealings, named)
    for before, reign in pairwise(reigns):
        if _handed_over(before[-1].key, reign[0], named):
            continue
        if before[-1].key in given and reign[0].key in given:
            alone.append(reign[0].key.written())
        elif fault is None:
            fault = _not_handed_over(before[-1].key, reign[0])
    if given and not any(each in given for each in own):
        own = []  # Nobody whom the asker knows sealed it.
    return Succession(list(dict.fromkeys((*given, *own))), list(dict.fromkeys(alone)), fault)


def key_in_force(named: Sequence[Named], size: int) -> str:
    """The key that the property had named within its first `size` events; "" where it had none."""
    return next((each.key for each in reversed(named) if each.leaf < size), "")


def other_seal_key(required: str, key: str) -> Refused:
    """The error that a key is not the one that the property names."""
    return Refused(
        "other_seal_key",
        f"The property is sealed under {required}"
        + (f", not under {key}." if key else ", and no key is named to seal with."),
        "Name the file of that key with PIT_SEAL_KEY or --key; one that takes over is named first: pit property set"
        " seal-key=KEY.",
        required=required,
        key=key,
    )


def not_handed_over(before: str, key: Key) -> Refused:
    """The error that a log would be sealed with another key than before, which does not say so."""
    return Refused(
        "key_not_handed_over",
        f"The log was sealed under {before}, which does not hand over to {key.written()}.",
        "Name it: pit property set seal-key=KEY. Then say --old with the file of the one before; where that is lost,"
        " --old-lost, and whoever verifies needs both keys.",
        before=before,
        key=key.written(),
    )


def _handed_over(old: Key, first: Sealing, named: Sequence[Named]) -> bool:
    """Whether a key signed the first checkpoint of its successor, over the event that names it."""
    try:
        signed = bool(signed_note.verified(first.note, [old]))
    except IntegrityFailure:
        return False
    return signed and key_in_force(named, first.size) == first.key.written()


def _not_in_force(sealings: Sequence[Sealing], named: Sequence[Named]) -> IntegrityFailure | None:
    for each in sealings:
        required, key = key_in_force(named, each.size), each.key.written()
        if required and key != required:
            return IntegrityFailure(
                "other_seal_key",
                f"The checkpoint {each.where} stands under {key}; the property was sealed under {required} then.",
                KEEP_BOTH,
                required=required,
                key=key,
            )
    return None


def _not_handed_over(before: Key, first: Sealing) -> IntegrityFailure:
    return IntegrityFailure(
        "key_not_handed_over",
        f"{first.key.written()} took over without the signature of {before.written()}: the checkpoint {first.where}.",
        KEEP_BOTH,
        before=before.written(),
        key=first.key.written(),
        checkpoint=first.note.written(),
    )
