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
    ISSUED,
    LOST,
    ORIGINALS,
    ORIGINALS_READ,
    SERIES,
    VOID,
    LostRow,
)


def around(connection: sa.Connection, day: str) -> Paper:
    """What bears on a gaming day: the forms used or found on it, their copies on whatever day these were found, and
    what was counted and entered on the days of those forms.
    """
    serials = [serial for (serial,) in ask(connection, _OF_DAY, day=day)]
    return _paper(connection, serials, rows_of(connection, LOST, "WHERE day = :day", day=day))


def unsettled(connection: sa.Connection) -> Paper:
    """Of all days the forms that do not agree with their copies at first sight, copies of no form, and numbers lost.
    The others, nearly all, the database passes over.
    """
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

# One that differs counts for two, so that one that agrees is 1 and nothing else is.
_ISSUED: Final = f"""
    used.status = '{ISSUED}' AND used.dropped_day = used.day AND used.forwarded_day <= used.day
    AND coalesce(used.out_of_order, 0) = 0 AND coalesce(used.seated, used.patron) = used.patron
    AND 1 = (
        SELECT sum(CASE WHEN original.day = used.day AND original.cents = used.cents
            AND original."table" = used."table" AND original.printed IN ('', used."table") THEN 1 ELSE 2 END)
        FROM form_originals_read AS original WHERE original.serial = used.serial
    )
    AND 1 = (
        SELECT sum(CASE WHEN copy.void = 0 AND copy.day = used.day AND coalesce(copy.form_day, used.day) = used.day
            AND coalesce(copy.cents, used.cents) = used.cents AND coalesce(copy."table", used."table") = used."table"
            AND coalesce(copy.patron, used.patron) = used.patron THEN 1 ELSE 2 END)
        FROM form_duplicates AS copy WHERE copy.serial = used.serial
    )
"""  # noqa: S608  our own words
"""What is issued agrees: dropped and forwarded on its day, and each of its copies is there once and reads the same."""

_VOID: Final = f"""
    used.status = '{VOID}' AND coalesce(used.out_of_order, 0) = 0
    AND (used.forwarded_day <= used.day OR used.forwarded_day <= used.voided_day)
    AND NOT EXISTS (SELECT 1 FROM form_originals_read AS original WHERE original.serial = used.serial)
    AND 1 = (SELECT min(copy.void) FROM form_duplicates AS copy WHERE copy.serial = used.serial)
"""  # noqa: S608  likewise
"""What is void agrees: it is in no drop box, and its copies came to accounting marked VOID."""

_UNSETTLED: Final = f"""
    SELECT used.serial FROM forms AS used WHERE 0 = CASE WHEN ({_ISSUED}) OR ({_VOID}) THEN 1 ELSE 0 END
    UNION SELECT serial FROM forms_lost
    UNION SELECT original.serial FROM form_originals_read AS original
        WHERE NOT EXISTS (SELECT 1 FROM forms AS used WHERE used.serial = original.serial)
    UNION SELECT copy.serial FROM form_duplicates AS copy
        WHERE NOT EXISTS (SELECT 1 FROM forms AS used WHERE used.serial = copy.serial)
"""  # noqa: S608  likewise

_AHEAD: Final = """
    SELECT used.series, used.number FROM forms AS used JOIN form_series AS known ON known.series = used.series
    WHERE used.series IN (:names) AND used.number > known.next
    UNION
    SELECT gone.series, gone.number FROM forms_lost AS gone JOIN form_series AS known ON known.series = gone.series
    WHERE gone.series IN (:names) AND gone.number > known.next
"""
