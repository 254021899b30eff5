"""All read models."""

from typing import Final

from projections.engine import kept  # noqa: F401  its table is on the same MetaData once imported
from projections.engine.model import Projection
from projections.models import (
    closings,
    evidence,
    exceptions,
    forms,
    hours,
    inventory,
    late,
    meters,
    notes,
    places,
    pointers,
    rounds,
    shifts,
    stretches,
    table_win,
    vigorish,
)

PROJECTIONS: Final[tuple[Projection, ...]] = (
    rounds.PROJECTION,
    table_win.PROJECTION,
    vigorish.PROJECTION,
    inventory.PROJECTION,
    forms.PROJECTION,
    exceptions.PROJECTION,
    meters.PROJECTION,
    closings.PROJECTION,
    hours.PROJECTION,
    places.PROJECTION,
    pointers.PROJECTION,
    stretches.PROJECTION,
    shifts.PROJECTION,
    evidence.PROJECTION,
    notes.PROJECTION,
    late.PROJECTION,
)
"""In the order in which they are caught up and shown."""
