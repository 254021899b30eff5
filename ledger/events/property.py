"""The property: its name and its gaming day. Stream `property`."""

from ledger.events.base import Event

STREAM = "property"


class PropertyEstablished(Event, frozen=True, kw_only=True):
    """The store belongs to this property. zone: IANA name. cutoff: local time `HH:MM` at which a gaming day ends."""

    name: str
    zone: str
    cutoff: str
