"""How commands seal the log: with which key, and where what it signed last is remembered."""

from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from cli.frame.options import session
from cli.frame.reading import progress
from ledger.values.errors import Misused, PitError
from ledger.values.files import read_small

if TYPE_CHECKING:
    from collections.abc import Callable

    from ledger.day.acts import MonthRead, Reconciled
    from ledger.desks.ledger import Done
    from ledger.events.act import Act
    from ledger.seal.note import Key
    from ledger.seal.sealing import Holder, Sealed
    from projections.queries.verify import Given

R = TypeVar("R", "Reconciled", "MonthRead")


def key_file(named: Path | None) -> Path:
    """The key file that was named, else the property's. Raises Misused where there is none."""
    found = named or session().seal_key
    if found is None:
        raise Misused(
            "no_seal_key",
            "No key is named to seal with.",
            "Say --key FILE, or set PIT_SEAL_KEY; pit audit key new FILE makes one.",
        )
    return found


def note_in(place: Path) -> bytes:
    """A checkpoint as it stands in a file, with its proof where it travels; of one that is too long, that it is."""
    from ledger.seal.note import MOST_BYTES

    return read_small(place, MOST_BYTES)


def own_keys() -> "list[Key]":
    """The public key of the property's key file, where there is one here."""
    from ledger.seal import keys

    place = session().seal_key
    return [] if place is None else [keys.read(place).key]


def remembered() -> "list[Given]":
    """What the property's key signed last, where it is here: an older store that was put back does not know of it."""
    from ledger.seal.memory import Memory
    from projections.queries.verify import Given

    place = session().seal_key
    if place is None:
        return []
    with Memory(place).held() as seen:
        note = seen.get(own_keys()[0].name)
    if note is None:
        return []
    return [Given(note.written().encode(), "that the key signed last", handed_out=False)]


def seal_log(
    named: Path | None = None, old: Path | None = None, *, old_lost: bool = False
) -> "Sealed":
    """Seal the whole log as it stands, with the key that was named, else the property's. old: the key before it."""
    from ledger.desks import seals

    return seals.seal(
        session().ledger,
        _holder(key_file(named)),
        None if old is None else _holder(old),
        old_lost=old_lost,
        progress=progress(),
    )


def _holder(place: Path) -> "Holder":
    from ledger.seal import keys
    from ledger.seal.memory import Memory
    from ledger.seal.sealing import Holder

    return Holder(keys.read(place), Memory(place))


def sealed(read: "R", act: "Callable[[R], Act]", *, key: str, dry_run: bool) -> "Act":
    """The act that signs a day or a month as it was read, with a checkpoint of the log where a key is named."""
    place = session().seal_key
    if place is None:
        return act(read)
    from ledger.desks import seals

    ledger, holder = session().ledger, _holder(place)
    return seals.with_books(
        ledger, holder, read, act, key=key, dry_run=dry_run, progress=progress()
    )


def seal_signed(done: "Done") -> None:
    """Seal what signed a day or a month with a checkpoint: that one cannot be over it. What stands in the way is said;
    the books are signed, and the next command that seals makes up for it, or the same one said again.
    """
    signed = any(getattr(each.event, "checkpoint", "") for each in done.events)
    if not signed or done.position is None or (done.repeated and session().seal_key is None):
        return
    try:
        seal_log()
    except PitError as error:
        click.echo(
            f"The books are signed. No checkpoint is over that yet: {error.refusal.message} pit audit seal makes one.",
            err=True,
        )
