"""All that is on record of forms, for tests: what is read of a few of them is held against it."""

import sqlalchemy as sa
from msgspec.json import decode

from projections.engine.asked import rows_of
from projections.figures.forms_matched import Original, Paper
from projections.models.forms import (
    DUPLICATES,
    FORMS,
    LOST,
    ORIGINALS,
    SERIES,
)


def everything(connection: sa.Connection) -> Paper:
    """All forms, their copies, series and counts; originals as they were read box by box."""
    counts = connection.execute(sa.select(ORIGINALS.table).order_by(*ORIGINALS.table.primary_key))
    boxes = [(row.day, row.table, decode(row.forms)) for row in counts]
    forms = rows_of(connection, FORMS)
    lost = rows_of(connection, LOST)
    duplicates = rows_of(connection, DUPLICATES)
    return Paper(
        series=rows_of(connection, SERIES),
        forms=forms,
        lost=lost,
        ahead={
            *((row.series, row.number) for row in forms),
            *((row.series, row.number) for row in lost),
        },
        originals=[Original(day, table, *form) for day, table, found in boxes for form in found],
        duplicates=duplicates,
        counted={(day, table) for day, table, _ in boxes},
        entered={row.day for row in duplicates},
    )
