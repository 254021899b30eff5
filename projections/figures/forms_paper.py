"""What is compared of forms: what bears on a gaming day, and of all days what does not agree at first sight (F6)."""

from typing import Final

import sqlalchemy as sa

from ledger.store.driver import ask
from projections.engine.asked import rows_of
from projections.engine.model import Model, R
from projections.figures.forms_matched import Original, Paper
from projections.models.forms import (
    DUPLICATES,
    FORMS,
    LOST,
    ORIGINALS,
    ORIGINALS_READ,
    SERIES,
    LostRow,
)


def around(connection: sa.Connection, day: str) -> Paper:
    """What bears on a gaming day: the forms used or found on it, their copies on whatever day these were found, and
    what was counted and entered on the days of those forms.
    """
    serials = [serial for (serial,) in ask(connection, _OF_DAY, day=day)]
    return _paper(connection, serials, rows_of(connection, LOST, "WHERE day = :day", day=day))


def unsettled(connection: sa.Connection) -> Paper:
    """Of all days the forms that do not agree with their copies at first sight, copies of no form, and numbers lost."""
    serials = [serial for (serial,) in ask(connection, _UNSETTLED)]
    return _paper(connection, serials, rows_of(connection, LOST))


def _paper(connection: sa.Connection, serials: list[str], lost: list[LostRow]) -> Paper:
    """What bears on forms and copies of these serials."""

    def of(model: Model[R], column: str, names: list[str]) -> list[R]:
        """The rows of which a column is one of these; of none nothing is asked."""
        which = f"WHERE {column} IN (:names)"
        return rows_of(connection, model, which, names=names) if names else []

    forms = of(FORMS, "serial", serials)
    duplicates = of(DUPLICATES, "serial", serials)
    read = of(ORIGINALS_READ, "serial", serials)
    days = sorted({form.day for form in forms})
    copies = {copy.serial for copy in read} | {copy.serial for copy in duplicates}
    strays = copies - {form.serial for form in forms}
    names = sorted({serial.rpartition("-")[0] for serial in strays})
    return Paper(
        series=of(SERIES, "series", names),
        forms=forms,
        lost=lost,
        ahead={*map(tuple, ask(connection, _AHEAD, names=names))} if names else set(),
        originals=[
            Original(row.day, row.table, row.serial, row.cents, row.printed) for row in read
        ],
        duplicates=duplicates,
        counted={(row.day, row.table) for row in of(ORIGINALS, "day", days)},
        entered={day for (day,) in ask(connection, _ENTERED, days=days)} if days else set(),
    )


_ENTERED: Final = "SELECT DISTINCT day FROM form_duplicates WHERE day IN (:days)"

_OF_DAY: Final = """
    SELECT serial FROM forms WHERE day = :day
    UNION SELECT serial FROM form_originals_read WHERE day = :day
    UNION SELECT serial FROM form_duplicates WHERE day = :day
"""
"""Of copies and forms those that are of a gaming day, or were found on it."""

_UNSETTLED: Final = "SELECT serial FROM forms_unsettled UNION SELECT serial FROM forms_lost"

_AHEAD: Final = """
    SELECT used.series, used.number FROM forms AS used JOIN form_series AS known ON known.series = used.series
    WHERE used.series IN (:names) AND used.number > known.next
    UNION
    SELECT gone.series, gone.number FROM forms_lost AS gone JOIN form_series AS known ON known.series = gone.series
    WHERE gone.series IN (:names) AND gone.number > known.next
"""
