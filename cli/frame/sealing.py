"""How commands seal the log: with which key, and where what it signed last is remembered."""

from pathlib import Path
from typing import TYPE_CHECKING

from cli.frame.options import session
from cli.frame.reading import progress
from ledger.values.errors import Misused
from ledger.values.files import read_small

if TYPE_CHECKING:
    from ledger.seal.note import Key
    from ledger.seal.sealing import Holder, Sealed
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
        holder(key_file(named)),
        None if old is None else holder(old),
        old_lost=old_lost,
        progress=progress(),
    )


def holder(place: Path) -> "Holder":
    """The key of a file, and what it signed last."""
    from ledger.seal import keys
    from ledger.seal.memory import Memory
    from ledger.seal.sealing import Holder

    return Holder(keys.read(place), Memory(place))
