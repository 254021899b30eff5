"""The numbers of a series at the end of a gaming day: what became of each, whether those in hand were counted (F2)."""

from collections import Counter
from collections.abc import Collection
from typing import Final

import msgspec
import sqlalchemy as sa

from projections.engine.once import once
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
def in_hand(connection: sa.Connection, day: str) -> list[InHand]:
    """The series whose unused forms are to be counted at the end of a gaming day, and those that were (F2)."""
    counts = {
        row.series: InHand(row.series, row.version, row.missing, row.beyond)
        for row in connection.execute(sa.select(IN_HAND.table).where(IN_HAND.table.c.day == day))
    }
    used = sa.union(
        *(sa.select(of.table.c.series).where(of.table.c.day == day) for of in (FORMS, LOST))
    )
    touched = set(connection.scalars(used)) - counts.keys()
    uncounted = [
        InHand(each.series, 0) for each in of_day(connection, day, touched) if each.in_hand
    ]
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
    """Every series received up to a gaming day, or those named, by its id (F1, F2). One is read after the other: each
    has an end, and all that ever were have none.
    """
    query = sa.select(*SERIES.columns).where(SERIES.table.c.received_day <= day)
    if series is not None:
        query = query.where(SERIES.table.c.series.in_(series))
    rows = connection.execute(query.order_by(SERIES.table.c.series)).all()
    return [
        _of_day(SeriesRow(*row), Counter(states(connection, day, row.series).values()))
        for row in rows
    ]


def _of_day(row: SeriesRow, many: Counter[str]) -> SeriesOfDay:
    issued, void, lost = many[ISSUED], many[VOID], many[GONE]
    in_hand = row.last - row.first + 1 - issued - void - lost
    return SeriesOfDay(row.series, row.first, row.last, issued, void, lost, in_hand)


def states(connection: sa.Connection, day: str, series: str) -> dict[int, str]:
    """What the numbers of a series were at the end of a gaming day: issued, void or lost; the others are in hand.

    A form voided on a later day was issued still; a lost one that turned up and was used is no more lost.
    """
    lost, forms = LOST.table.c, FORMS.table.c
    gone = sa.select(lost.number).where(lost.series == series, lost.day <= day)
    found = dict.fromkeys(connection.scalars(gone), GONE)
    used = sa.select(forms.number, forms.status, forms.voided_day, forms.table)
    for row in connection.execute(used.where(forms.series == series, forms.day <= day)):
        later = row.table is not None and row.voided_day is not None and row.voided_day > day
        found[row.number] = ISSUED if later else row.status
    return found
