"""The books for other programs: the log copied, and a copy held against the property's key."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ledger.desks.ledger import Ledger
from ledger.export import parts, write
from ledger.export.place import Place
from ledger.export.verify import Verified, verify
from ledger.export.write import Exported
from ledger.seal import travelling
from ledger.seal.note import Key
from ledger.values.errors import IntegrityFailure
from ledger.values.progress import Progress


def events(
    ledger: Ledger, to: str, since: bytes | None = None, progress: Progress | None = None
) -> Exported:
    """Copy what a folder lacks of the log as far as it is sealed. to: a path, or an address that fsspec knows. since:
    a checkpoint; where nothing is there yet, what it covers is left out.

    Raises Refused, IntegrityFailure, Misused.
    """
    begins = None if since is None else travelling.read(since).checkpoint
    return write.export(ledger.journal.engine, Place(to), begins, progress)


class Exports(NamedTuple):
    """What agrees of each property's export; and of each that does not, what was found first."""

    verified: list[Verified]
    faults: list[IntegrityFailure]


def verified(
    folders: Iterable[str], keys: Sequence[Key], progress: Progress | None = None
) -> Exports:
    """Every property's export in some folders, held against the keys: no database is needed. Raises NotFound."""
    found = Exports([], [])
    for each in parts.copies(map(Place, folders)):
        try:
            found.verified.append(verify(each, keys, progress))
        except IntegrityFailure as fault:
            found.faults.append(fault)
    return found
