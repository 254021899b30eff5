"""The numbers of a series at the end of a gaming day: what became of each, whether those in hand were counted (F2)."""

from collections import Counter, defaultdict
from collections.abc import Collection
from typing import Any, Final

import msgspec
import sqlalchemy as sa

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
        for row in connection.execute(sa.select(IN_HAND.table).where(IN_HAND.table.c.day == day))
    }
    used = sa.union(
        *(sa.select(of.table.c.series).where(of.table.c.day == day) for of in (FORMS, LOST))
    )
    touched = set(connection.scalars(used)) - counts.keys()
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
    query = sa.select(*SERIES.columns).where(SERIES.table.c.received_day <= day)
    if series is not None:
        query = query.where(SERIES.table.c.series.in_(series))
    rows = [SeriesRow(*row) for row in connection.execute(query.order_by(SERIES.table.c.series))]
    many = defaultdict[str, Counter[str]](Counter)
    for name, state, numbers in connection.execute(_many(day, [row.series for row in rows])):
        many[name][state] = numbers
    return [_of_day(row, many[row.series]) for row in rows]


def _of_day(row: SeriesRow, many: Counter[str]) -> SeriesOfDay:
    issued, void, lost = many[ISSUED], many[VOID], many[GONE]
    in_hand = row.last - row.first + 1 - issued - void - lost
    return SeriesOfDay(row.series, row.first, row.last, issued, void, lost, in_hand)


def _many(day: str, series: Collection[str]) -> sa.Select[Any]:
    """How many numbers of each series were issued, void or lost at the end of a gaming day; the others are in hand.

    A form voided on a later day was issued still; a lost one that turned up and was used is no more lost.
    """
    lost, forms = LOST.table.c, FORMS.table.c
    later = sa.and_(forms.table.is_not(None), forms.voided_day > day)
    state = sa.case((later, ISSUED), else_=forms.status).label("state")
    used = sa.and_(forms.series.in_(series), forms.day <= day)
    found = sa.exists().where(
        forms.series == lost.series, forms.number == lost.number, forms.day <= day
    )
    gone = sa.and_(lost.series.in_(series), lost.day <= day, ~found)
    of = sa.union_all(
        sa.select(forms.series, state).where(used),
        sa.select(lost.series, sa.literal(GONE).label("state")).where(gone),
    ).subquery()
    return sa.select(of.c.series, of.c.state, sa.func.count()).group_by(of.c.series, of.c.state)
