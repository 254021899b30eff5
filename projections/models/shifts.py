"""When shifts begin, from which gaming day on: a setting of the property, with the clock by which it is meant."""

from typing import Final

import msgspec

from ledger.events.property import PropertyEstablished, PropertySettingsChanged
from projections.engine.model import Fact, Model, Projection, Rows


class PropertyClockRow(msgspec.Struct, gc=False):
    """Whose clock it is. zone: IANA name. cutoff: local time `HH:MM` at which a gaming day ends."""

    property: str
    zone: str = "UTC"
    cutoff: str = "00:00"


class ShiftsRow(msgspec.Struct, gc=False):
    """When shifts begin from a gaming day on, as was said last on it: local times, as a list in JSON.

    The day on which the property began has a row, whether or not it said anything of shifts.
    """

    day: str
    shifts: str = "[]"


PROPERTY_CLOCK: Final = Model("property_clock", PropertyClockRow, key=1)
SHIFTS: Final = Model("property_shifts", ShiftsRow, key=1)
PROJECTION: Final = Projection("shifts", (PROPERTY_CLOCK, SHIFTS))

_PROPERTY: Final = "property"


@PROJECTION.on(PropertyEstablished)
def _established(rows: Rows, fact: Fact[PropertyEstablished]) -> None:
    row = rows.at(PROPERTY_CLOCK, _PROPERTY)
    row.zone, row.cutoff = fact.event.zone, fact.event.cutoff
    rows.at(SHIFTS, fact.event.day)


@PROJECTION.on(PropertySettingsChanged)
def _changed(rows: Rows, fact: Fact[PropertySettingsChanged]) -> None:
    if fact.event.shifts is not None:
        said = msgspec.json.encode(fact.event.shifts).decode()
        rows.at(SHIFTS, fact.event.day).shifts = said
