"""The numbers of a series at the end of a gaming day: what became of each, whether those in hand were counted (F2)."""

from collections import Counter, defaultdict
from collections.abc import Collection
from typing import Final

import msgspec
import sqlalchemy as sa

from ledger.store.driver import ask
from projections.engine.asked import rows_of
from projections.engine.once import if_recorded, once
from projections.models.forms import FORMS, IN_HAND, ISSUED, LOST, SERIES, VOID, SeriesRow

GONE: Final = "lost"


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
    used = """SELECT series FROM forms WHERE day = :day
        UNION SELECT series FROM forms_lost WHERE day = :day"""
    touched = {series for (series,) in ask(connection, used, day=day)} - counts.keys()
    left = of_day(connection, day, touched) if touched else []
    uncounted = [InHand(each.series, 0) for each in left if each.in_hand]
    return sorted((*counts.values(), *uncounted), key=lambda each: each.series)


def in_hand_differs(each: InHand) -> str:
    """How a count of unused forms differs from the record, in words."""
    said = (("Not there", each.missing), ("There against the record", each.beyond))
    return " ".join(f"{what}: {serials}." for what, serials in said if serials)


class SeriesOfDay(msgspec.Struct, frozen=True):
    """What became of the numbers of a series up to the end of a gaming day: each is counted once."""

    series: str
    first: int
    last: int
    issued: int
    void: int
    lost: int
    in_hand: int


def of_day(
    connection: sa.Connection, day: str, series: Collection[str] | None = None
) -> list[SeriesOfDay]:
    """Every series received up to a gaming day, or those named, by its id (F1, F2)."""
    received = rows_of(connection, SERIES, "WHERE received_day <= :day", day=day)
    rows = [row for row in received if series is None or row.series in series]
    many = defaultdict[str, Counter[str]](Counter)
    for name, state, numbers in ask(connection, _MANY, day=day, names=[row.series for row in rows]):
        many[name][state] = numbers
    return [_of_day(row, many[row.series]) for row in rows]


def _of_day(row: SeriesRow, many: Counter[str]) -> SeriesOfDay:
    issued, void, lost = many[ISSUED], many[VOID], many[GONE]
    in_hand = row.last - row.first + 1 - issued - void - lost
    return SeriesOfDay(row.series, row.first, row.last, issued, void, lost, in_hand)


# A form voided on a later day was issued still; a lost one that turned up and was used is no more lost.
_MANY: Final = f"""
    SELECT series, state, count(*) FROM (
        SELECT series, CASE WHEN "table" IS NOT NULL AND voided_day > :day THEN '{ISSUED}' ELSE status END AS state
        FROM forms WHERE series IN (:names) AND day <= :day
        UNION ALL
        SELECT series, '{GONE}' FROM forms_lost AS gone
        WHERE series IN (:names) AND day <= :day AND NOT EXISTS (
            SELECT 1 FROM forms AS found
            WHERE found.series = gone.series AND found.number = gone.number AND found.day <= :day
        )
    ) AS numbers GROUP BY series, state
"""  # noqa: S608  our own words
"""How many numbers of each series were issued, void or lost at the end of a gaming day; the others are in hand."""
