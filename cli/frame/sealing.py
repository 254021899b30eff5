"""How commands seal the log: with which key, and where what it signed last is remembered."""

from pathlib import Path
from typing import TYPE_CHECKING

from cli.frame.options import session
from cli.frame.reading import progress
from ledger.values.errors import Misused

if TYPE_CHECKING:
    from ledger.day.acts import Reconciled
    from ledger.seal.note import Key
    from ledger.seal.sealing import Sealed
    from projections.queries.verify import Given


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
    return [] if note is None else [Given(note.written().encode(), "that the key signed last")]


def seal_log(named: Path | None = None) -> "Sealed":
    """Seal the whole log as it stands, with the key that was named, else the property's."""
    from ledger.seal import keys, sealing
    from ledger.seal.memory import Memory

    place, ledger = key_file(named), session().ledger
    engine = ledger.journal.engine
    return sealing.seal(engine, keys.read(place), Memory(place), ledger.clock, progress())


def sealed(read: "Reconciled") -> "Reconciled":
    """A day as it is signed, with a checkpoint of the log where the property seals it."""
    if session().seal_key is None:
        return read
    from msgspec.structs import replace

    from ledger.seal import keys

    found = seal_log()
    public = keys.read(key_file(None)).key.written()
    return replace(read, checkpoint=found.note.written(), seal_key=public)
