"""Table win of many days, added up by the database as far as nothing of them is unknown: a year of a hundred tables is
tens of thousands of days.
"""

from collections.abc import Collection, Iterable, Mapping
from typing import Any, Final, NamedTuple

import sqlalchemy as sa

from ledger.store.driver import ask
from projections.engine.once import once
from projections.figures.stood_open import first_day, stood_uncounted
from projections.figures.win import BOOKS, LEFT_OWING, Win, between, figures_of, stand_still
from projections.models.table_win import TableWinRow


class Added(NamedTuple):
    """Days of a table, and what they come to: those that say the same of what is unknown, together. Its gaming day is
    the last of them; what is outstanding is so at the end of all days that were asked for.
    """

    of: Win
    days: Collection[str]


def added(
    connection: sa.Connection, first: str, last: str, apart: Collection[str] = ()
) -> list[Added]:
    """The books of tables from one gaming day (ISO date) to another, both included, in no order. apart: tables of which
    each day stands by itself.
    """
    begins = first_day(connection)
    if not begins or last < begins:
        return []
    return _added(connection, max(first, begins), last, frozenset(apart))


def of_days(connection: sa.Connection, first: str, last: str) -> list[tuple[Win, int]]:
    """The same by gaming day, in no order: books of tables together, without what their seats owe, and of how many."""
    begins = first_day(connection)
    if not begins or last < begins:
        return []
    asked = max(first, begins), last, frozenset[str]()
    sums = ask(connection, _SUMS_OF_DAYS, **_named(*asked))
    together = ((figures_of(row), row.tables) for row in sums)
    return [*together, *((each.of, 1) for each in _by_day(connection, *asked))]


@once
def _added(
    connection: sa.Connection, first: str, last: str, apart: frozenset[str]
) -> Iterable[Added]:
    if first == last:
        return [Added(each, (each.gaming_day,)) for each in between(connection, first, last)]
    together = _together(connection, _named(first, last, apart))
    return [*together, *_by_day(connection, first, last, apart)]


def _named(first: str, last: str, apart: frozenset[str]) -> dict[str, Any]:
    return {"first": first, "last": last, "month": last[:7], "apart": sorted(apart)}


def _together(connection: sa.Connection, asked: Mapping[str, Any]) -> list[Added]:
    days: dict[tuple[str, int | None], list[str]] = {}
    for table, hands, day in ask(connection, _DAYS, **asked):
        days.setdefault((table, hands), []).append(day)
    sums = ask(connection, _SUMS, **asked) if days else ()
    return [Added(figures_of(row), days[row.table, row.hands]) for row in sums]


@once
def _by_day(connection: sa.Connection, first: str, last: str, apart: frozenset[str]) -> list[Added]:
    """The days that stand by themselves, which the sums by table and those by day have in common."""
    found = ask(connection, _OTHERS, **_named(first, last, apart))
    rows = {(row.day, row.table): row for row in found}
    uncounted = stood_uncounted(connection, first, last)
    stand_still(connection, rows, uncounted)
    return [Added(figures_of(row), (day,)) for (day, _), row in rows.items()]


_OF_THE_TRAY: Final = ("opener", "closer", "buy_ins", "drop_cash", "drop_forms")
_OF_HANDS: Final = (
    "hand_result",
    "vig_assessed",
    "vig_collected",
    "vig_documented",
    "vig_uncollected",
)
_SUMMED: Final = tuple(
    name for name in TableWinRow.__struct_fields__ if name not in {"day", "table", "hands"}
)


def _all_known(figures: Iterable[str]) -> str:
    return " AND ".join(f"books.{name}_cents IS NOT NULL" for name in figures)


# Of a table that is run on its tray alone nothing is known of hands, whatever is kept.
_KNOWN: Final = f"""
    {_all_known(_OF_THE_TRAY)} AND (coalesce(books.hands, 1) = 0 OR {_all_known(_OF_HANDS)})
    AND books."table" NOT IN (:apart)
"""

# What the seats of each table owe at the end of the last day: by the months before, and the days since. PostgreSQL adds
# whole numbers up to a decimal.
_OWED: Final = f"""
    SELECT "table", CAST(sum(cents) AS BIGINT) AS owed FROM (
        SELECT "table", cents FROM table_owed WHERE month < :month
        UNION ALL SELECT DISTINCT "table", 0 FROM table_win WHERE day >= :first AND day <= :last
        UNION ALL SELECT "table", {LEFT_OWING} FROM table_win WHERE day >= :month AND day <= :last
    ) AS each_owed GROUP BY "table"
"""  # noqa: S608  our own words

# What a day's books have, and many days' have not.
_NOT_ASKED: Final = "NULL AS in_force, 0 AS contributions, 0 AS tray_awards_cents, 0 AS position"

_DAYS: Final = f"""
    SELECT books."table", books.hands, books.day FROM table_win AS books
    WHERE books.day >= :first AND books.day <= :last AND {_KNOWN}
"""  # noqa: S608  our own words

_SUMS_OF: Final = ", ".join(f"CAST(sum(books.{name}) AS BIGINT) AS {name}" for name in _SUMMED)

_SUMS: Final = f"""
    SELECT books."table", books.hands, max(books.day) AS day, owing.owed, {_NOT_ASKED}, {_SUMS_OF}
    FROM table_win AS books JOIN ({_OWED}) AS owing ON owing."table" = books."table"
    WHERE books.day >= :first AND books.day <= :last AND {_KNOWN}
    GROUP BY books."table", books.hands, owing.owed
"""  # noqa: S608  our own words

_SUMS_OF_DAYS: Final = f"""
    SELECT '' AS "table", books.hands, books.day, 0 AS owed, {_NOT_ASKED}, {_SUMS_OF},
        CAST(count(*) AS BIGINT) AS tables
    FROM table_win AS books WHERE books.day >= :first AND books.day <= :last AND {_KNOWN}
    GROUP BY books.day, books.hands
"""  # noqa: S608  our own words

_OTHERS: Final = f"""
    SELECT {BOOKS}, owing.owed, {_NOT_ASKED}
    FROM table_win AS books JOIN ({_OWED}) AS owing ON owing."table" = books."table"
    WHERE books.day >= :first AND books.day <= :last AND NOT ({_KNOWN})
"""  # noqa: S608  our own words
