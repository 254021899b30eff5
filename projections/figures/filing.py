"""Corrections of days that were over, as they are filed by month (decision 58)."""

from typing import Final

import sqlalchemy as sa

from projections.engine.asked import rows_of
from projections.figures import closing, in_force
from projections.figures.closing import CORRECTIONS_VIEW, Correction, correction
from projections.figures.in_force import settings_of
from projections.figures.render import View
from projections.models.closings import CORRECTIONS

NEEDS: Final = (*closing.NEEDS, *in_force.NEEDS)


def filing(connection: sa.Connection, day: str) -> list[Correction]:
    """What was posted in the month up to a gaming day (ISO date) to days before that on which it was, where it is more
    than the property files, either way; as it was posted.
    """
    above = settings_of(connection).filing_above_cents
    rows = rows_of(connection, CORRECTIONS, _FILED, month=day[:7], day=day, above=above)
    return [correction(row) for row in rows]


_FILED: Final = (
    "WHERE day >= :month AND day <= :day AND of_day < day AND abs(cents) > :above"
    " ORDER BY day, at, stream, version"
)


VIEW: Final = View(
    Correction,
    "Nothing above the property's limit was corrected in this month.",
    CORRECTIONS_VIEW.sections,
)
