"""Which tables stood open on a gaming day: as their openers and closers tell, whatever else was recorded or not."""

from collections.abc import Iterator
from typing import Final

import sqlalchemy as sa

from ledger.store.driver import ask, value_of
from ledger.values.calendar import days
from projections.engine.engine import BEGUN
from projections.engine.once import once


def stood_open(connection: sa.Connection, first: str, last: str) -> set[tuple[str, str]]:
    """Day and table wherever a table stood open at some moment of a gaming day, from one day (ISO date) to another,
    both included: it was counted on it, or was open from before, whatever came later. Of days to come nothing is said.
    """
    counted = ask(connection, _COUNTED, first=first, last=_begun(connection, last))
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
    day = value_of(connection, "SELECT min(day) FROM table_win")
    if day is not None:
        yield day


def _begun(connection: sa.Connection, last: str) -> str:
    begun: str = connection.get_execution_options().get(BEGUN, last)
    return min(last, begun)


@once
def _until_counted(connection: sa.Connection, first: str, last: str) -> Iterator[tuple[str, str]]:
    """From each day that a table ends open, or from before, to the day on which it is counted next."""
    open_before: list[str] = []
    if first > first_day(connection):
        open_before += (table for (table,) in ask(connection, _OPEN_BEFORE, first=first))
    counted_first: dict[str, str] = {}
    if open_before:
        counted_first |= map(tuple, ask(connection, _FIRST_COUNTED, first=first, last=last))
    for table in open_before:
        until = counted_first.get(table)
        yield from ((day, table) for day in days(first, until or last) if day != until)
    for day, table, until in ask(connection, _LEFT_OPEN, first=first, last=last):
        between = days(day, until or last)
        yield from ((each, table) for each in between if each not in {day, until})


# Where neither is known, a table is as it was. One that is counted over the cut-off has a closer, and the next day
# begins with its opener.
_COUNTED: Final = """
    SELECT day, "table" FROM table_win
    WHERE day >= :first AND day <= :last AND (opener_cents IS NOT NULL OR closer_cents IS NOT NULL)
"""

_FIRST_COUNTED: Final = """
    SELECT "table", min(day) FROM table_win
    WHERE day >= :first AND day <= :last AND (opener_cents IS NOT NULL OR closer_cents IS NOT NULL)
    GROUP BY "table"
"""

_LEFT_OPEN: Final = """
    SELECT day, "table", counted_next FROM (
        SELECT day, "table", closer_cents, lead(day) OVER (PARTITION BY "table" ORDER BY day) AS counted_next
        FROM table_win
        WHERE day >= :first AND day <= :last AND (opener_cents IS NOT NULL OR closer_cents IS NOT NULL)
    ) AS counted
    WHERE closer_cents IS NULL
"""

# Table by table: the last of each is found by an index, however many days there are.
_OPEN_BEFORE: Final = """
    SELECT books."table"
    FROM (SELECT DISTINCT "table" FROM table_win WHERE day < :first) AS tables
    JOIN table_win AS books ON books."table" = tables."table" AND books.day = (
        SELECT counted.day FROM table_win AS counted
        WHERE counted."table" = tables."table" AND counted.day < :first
        AND (counted.opener_cents IS NOT NULL OR counted.closer_cents IS NOT NULL)
        ORDER BY counted.day DESC LIMIT 1
    )
    WHERE books.closer_cents IS NULL
"""
