"""Whose names are verified: those registered as operators before the event that names them was recorded.

What a name was worth then stays so: who registers later does not verify what was entered before.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, cast

import msgspec

from ledger.operator_events import STREAM, OperatorRegistered

if TYPE_CHECKING:
    from ledger.application import Pit

UNVERIFIED = "unverified"


class Named(msgspec.Struct, frozen=True):
    """A name on record. name, licence: of the operator; None where the name was taken as given."""

    operator: str
    verified: bool
    name: str | None = None
    licence: str | None = None

    @property
    def told(self) -> str:
        """`Ida Moreau, licence L-207`, or `unverified`."""
        return f"{self.name}, licence {self.licence}" if self.verified else UNVERIFIED


def verified(pit: "Pit", names: Iterable[tuple[str, str, int]]) -> list[Named]:
    """What was known of names when the events that bear them were recorded, in the order of the names.

    names: each with the stream and version of its event; of a name that comes twice the first event counts.
    """
    registered = {
        recorded.event.operator: recorded
        for recorded in pit.stream(STREAM)
        if isinstance(recorded.event, OperatorRegistered)
    }
    first: dict[str, tuple[str, int]] = {}
    for name, stream, version in names:
        first.setdefault(name, (stream, version))
    found = []
    for name, place in first.items():
        entry = registered.get(name)
        named = Named(name, verified=False)
        if entry is not None:
            since = cast("int", pit.journal.position_of(STREAM, entry.originator_version))
            if since < cast("int", pit.journal.position_of(*place)):
                person = cast("OperatorRegistered", entry.event)
                named = Named(name, verified=True, name=person.name, licence=person.licence)
        found.append(named)
    return found
