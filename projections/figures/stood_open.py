"""Which tables stood open on a gaming day: as their openers and closers tell, whatever else was recorded or not."""

from functools import cache
from typing import Final

import sqlalchemy as sa

from ledger.values.calendar import days
from projections.engine.engine import BEGUN
from projections.models.table_win import TABLE_WIN


def stood_open(connection: sa.Connection, first: str, last: str) -> set[tuple[str, str]]:
    """Day and table wherever a table stood open at some moment of a gaming day, from one day (ISO date) to another,
    both included: it was counted on it, or was open from before, whatever came later. Of days to come nothing is said.
    """
    last = min(last, connection.get_execution_options().get(BEGUN, last))
    if last < first:
        return set()
    counted = _counted(connection, first, last)
    is_open = _open_before(connection, first)
    found: set[tuple[str, str]] = set()
    for day in days(first, last):
        left_open = counted.get(day, {})
        found.update((day, table) for table in is_open | left_open.keys())
        is_open = {
            *(is_open - left_open.keys()),
            *(table for table, stays in left_open.items() if stays),
        }
    return found


# Where neither is known, a table is as it was. One that is counted over the cut-off has a closer, and the next day
# begins with its opener.
_COUNTED = sa.or_(
    TABLE_WIN.table.c.opener_cents.is_not(None), TABLE_WIN.table.c.closer_cents.is_not(None)
)

_LEFT_OPEN: Final = sa.select(
    TABLE_WIN.table.c.day,
    TABLE_WIN.table.c.table,
    TABLE_WIN.table.c.closer_cents.is_(None).label("open"),
).where(
    TABLE_WIN.table.c.day >= sa.bindparam("first"),
    TABLE_WIN.table.c.day <= sa.bindparam("last"),
    _COUNTED,
)


def _counted(connection: sa.Connection, first: str, last: str) -> dict[str, dict[str, bool]]:
    """By day and table, whether a table that was counted was left open at the end of the day."""
    found: dict[str, dict[str, bool]] = {}
    for row in connection.execute(_LEFT_OPEN, {"first": first, "last": last}):
        found.setdefault(row.day, {})[row.table] = bool(row.open)
    return found


def _open_before(connection: sa.Connection, day: str) -> set[str]:
    """Tables that a day begins with, open."""
    return set(connection.scalars(_last_counts(), {"first": day}))


@cache
def _last_counts() -> sa.Select[tuple[str]]:
    of, before = TABLE_WIN.table, TABLE_WIN.table.alias("before")
    first = sa.bindparam("first", type_=sa.String)
    tables = sa.select(before.c.table).where(before.c.day < first).distinct().subquery()
    last = (
        sa.select(of.c.day)
        .where(of.c.table == tables.c.table, of.c.day < first, _COUNTED)
        .order_by(of.c.day.desc())
        .limit(1)
        .scalar_subquery()
    )
    books = TABLE_WIN.table.alias("books")
    return sa.select(books.c.table).where(
        books.c.table == tables.c.table, books.c.day == last, books.c.closer_cents.is_(None)
    )
