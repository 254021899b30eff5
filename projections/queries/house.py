"""The property of the books: who it is, and its settings as they are in force now."""

import msgspec

from ledger.desks.ledger import Ledger
from ledger.events.property import Settings


class House(Settings, frozen=True, kw_only=True):
    """A property with its settings. zone: IANA name. cutoff: local time `HH:MM` at which a gaming day ends."""

    name: str
    zone: str
    cutoff: str


def paper(ledger: Ledger) -> str:
    """The size of paper on which the property prints now: `letter` or `a4`."""
    return ledger.loader.property_now().settings.paper_size


def house(ledger: Ledger) -> House:
    """The property and its settings. Raises NotFound before it is established."""
    known, in_force = ledger.property, ledger.loader.property_now().settings
    return House(
        name=known.name,
        zone=known.zone,
        cutoff=known.cutoff,
        **msgspec.structs.asdict(in_force),
    )
