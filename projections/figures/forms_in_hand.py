"""Whether the unused forms of a series were counted at the end of a gaming day (F2)."""

from typing import Final

import msgspec
import sqlalchemy as sa

from ledger.store.driver import ask
from projections.engine.asked import rows_of
from projections.engine.once import if_recorded, once
from projections.models.forms import FORMS, IN_HAND, LOST


class InHand(msgspec.Struct, frozen=True):
    """A series of which a form was used or lost on a gaming day, and that has unused ones at its end. version: of the
    count of these, 0 where they were not counted. missing, beyond: serials, None where there are none.
    """

    series: str
    version: int
    missing: str | None = None
    beyond: str | None = None


@once
@if_recorded(IN_HAND, FORMS, LOST)
def in_hand(connection: sa.Connection, day: str) -> list[InHand]:
    """The series whose unused forms are to be counted at the end of a gaming day, and those that were (F2)."""
    counts = {
        row.series: InHand(row.series, row.version, row.missing, row.beyond)
        for row in rows_of(connection, IN_HAND, "WHERE day = :day", day=day)
    }
    left = {series for (series,) in ask(connection, _LEFT, day=day)} - counts.keys()
    uncounted = (InHand(series, 0) for series in left)
    return sorted((*counts.values(), *uncounted), key=lambda each: each.series)


_LEFT: Final = """
    SELECT series FROM form_series AS known WHERE received_day <= :day
    AND series IN (
        SELECT series FROM forms WHERE day = :day UNION SELECT series FROM forms_lost WHERE day = :day
    ) AND (
        last - first + 1 > issued + void + lost
        OR EXISTS (
            SELECT 1 FROM forms AS used WHERE used.series = known.series AND used.day > :day
            AND NOT EXISTS (
                SELECT 1 FROM forms_lost AS gone
                WHERE gone.series = used.series AND gone.number = used.number AND gone.day <= :day
            )
        )
        OR EXISTS (
            SELECT 1 FROM forms_lost AS gone WHERE gone.series = known.series AND gone.day > :day
            AND NOT EXISTS (
                SELECT 1 FROM forms AS used WHERE used.series = gone.series AND used.number = gone.number
                AND used.day <= :day
            )
        )
    )
"""
"""Of a gaming day the series of which a form was used or lost and some are left at its end: now still, or they went on
a later day.
"""


def in_hand_differs(each: InHand) -> str:
    """How a count of unused forms differs from the record, in words."""
    said = (("Not there", each.missing), ("There against the record", each.beyond))
    return " ".join(f"{what}: {serials}." for what, serials in said if serials)
