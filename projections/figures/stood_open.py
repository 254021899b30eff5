"""Which tables stood open on a gaming day: as their openers and closers tell, whatever else was recorded or not."""

from collections.abc import Iterator
from functools import cache
from typing import Any, Final

import sqlalchemy as sa

from ledger.values.calendar import days
from projections.engine.engine import BEGUN
from projections.engine.once import once
from projections.models.table_win import TABLE_WIN


def stood_open(connection: sa.Connection, first: str, last: str) -> set[tuple[str, str]]:
    """Day and table wherever a table stood open at some moment of a gaming day, from one day (ISO date) to another,
    both included: it was counted on it, or was open from before, whatever came later. Of days to come nothing is said.
    """
    counted = connection.execute(_COUNTED, {"first": first, "last": _begun(connection, last)})
    return {*map(tuple, counted), *stood_uncounted(connection, first, last)}


def stood_uncounted(connection: sa.Connection, first: str, last: str) -> set[tuple[str, str]]:
    """Those of the days and tables on which it was not counted, but was open from before."""
    last, begins = _begun(connection, last), first_day(connection)
    if not begins or last < max(first, begins):
        return set()
    return set(_until_counted(connection, max(first, begins), last))


def first_day(connection: sa.Connection) -> str:
    """The first gaming day (ISO date) with something on a table's books; "" where there is none."""
    return next(iter(_first_day(connection)), "")


@once
def _first_day(connection: sa.Connection) -> Iterator[str]:
    day = connection.scalar(_FIRST_DAY)
    if day is not None:
        yield day


def _begun(connection: sa.Connection, last: str) -> str:
    begun: str = connection.get_execution_options().get(BEGUN, last)
    return min(last, begun)


@once
def _until_counted(connection: sa.Connection, first: str, last: str) -> Iterator[tuple[str, str]]:
    """From each day that a table ends open, or from before, to the day on which it is counted next."""
    span = {"first": first, "last": last}
    open_before: list[str] = []
    if first > first_day(connection):
        open_before += connection.scalars(_open_before(), {"first": first})
    counted_first: dict[str, str] = {}
    if open_before:
        counted_first |= map(tuple, connection.execute(_FIRST_COUNTED, span))
    for table in open_before:
        until = counted_first.get(table)
        yield from ((day, table) for day in days(first, until or last) if day != until)
    for day, table, until in connection.execute(_LEFT_OPEN, span):
        between = days(day, until or last)
        yield from ((each, table) for each in between if each not in {day, until})


# Where neither is known, a table is as it was. One that is counted over the cut-off has a closer, and the next day
# begins with its opener.
_OF: Final = TABLE_WIN.table.c
_IS_COUNTED: Final = sa.or_(_OF.opener_cents.is_not(None), _OF.closer_cents.is_not(None))
_IN_SPAN: Final = (_OF.day >= sa.bindparam("first"), _OF.day <= sa.bindparam("last"), _IS_COUNTED)
_FIRST_DAY: Final = sa.select(sa.func.min(_OF.day))
_COUNTED: Final = sa.select(_OF.day, _OF.table).where(*_IN_SPAN)
_FIRST_COUNTED: Final = (
    sa.select(_OF.table, sa.func.min(_OF.day)).where(*_IN_SPAN).group_by(_OF.table)
)
_NEXT: Final = sa.func.lead(_OF.day).over(partition_by=_OF.table, order_by=_OF.day)
_IN_ORDER: Final = (
    sa.select(_OF.day, _OF.table, _OF.closer_cents, _NEXT.label("next")).where(*_IN_SPAN).subquery()
)
_LEFT_OPEN: Final = sa.select(_IN_ORDER.c.day, _IN_ORDER.c.table, _IN_ORDER.c.next).where(
    _IN_ORDER.c.closer_cents.is_(None)
)


@cache
def _open_before() -> sa.Select[Any]:
    """Tables that a day begins with, open."""
    of, before = TABLE_WIN.table, TABLE_WIN.table.alias("before")
    first = sa.bindparam("first", type_=sa.String)
    tables = sa.select(before.c.table).where(before.c.day < first).distinct().subquery()
    last = (
        sa.select(of.c.day)
        .where(of.c.table == tables.c.table, of.c.day < first, _IS_COUNTED)
        .order_by(of.c.day.desc())
        .limit(1)
        .scalar_subquery()
    )
    books = TABLE_WIN.table.alias("books")
    return sa.select(books.c.table).where(
        books.c.table == tables.c.table, books.c.day == last, books.c.closer_cents.is_(None)
    )
