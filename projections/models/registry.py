"""All read models."""

from typing import Final

from projections.engine import kept  # noqa: F401  its table is on the same MetaData once imported
from projections.engine.model import Projection
from projections.models import (
    closings,
    evidence,
    instants,
    late,
    limits,
    places,
    pointers,
    stretches,
    table_win,
)
from projections.models import exceptions as exceptions_model
from projections.models import forms as forms_model
from projections.models import hours as hours_model
from projections.models import inventory as inventory_model
from projections.models import meters as meters_model
from projections.models import notes as notes_model
from projections.models import rounds as rounds_model
from projections.models import shifts as shifts_model
from projections.models import vigorish as vigorish_model

PROJECTIONS: Final[tuple[Projection, ...]] = (
    rounds_model.PROJECTION,
    table_win.PROJECTION,
    vigorish_model.PROJECTION,
    inventory_model.PROJECTION,
    forms_model.PROJECTION,
    exceptions_model.PROJECTION,
    meters_model.PROJECTION,
    closings.PROJECTION,
    hours_model.PROJECTION,
    places.PROJECTION,
    pointers.PROJECTION,
    stretches.PROJECTION,
    shifts_model.PROJECTION,
    evidence.PROJECTION,
    notes_model.PROJECTION,
    late.PROJECTION,
    limits.PROJECTION,
    instants.PROJECTION,
)
"""In the order in which they are caught up and shown."""
