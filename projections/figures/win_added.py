"""Table win of many days, added up by the database as far as nothing of them is unknown: a year of a hundred tables is
tens of thousands of days.
"""

from collections.abc import Collection, Iterable, Mapping
from functools import cache
from typing import Any, Final, NamedTuple

import sqlalchemy as sa

from projections.engine.once import once
from projections.figures.stood_open import first_day, stood_uncounted
from projections.figures.win import Win, between, figures_of, left_owing, stand_still
from projections.models.table_win import TABLE_OWED, TABLE_WIN


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


@once
def _added(
    connection: sa.Connection, first: str, last: str, apart: Collection[str]
) -> Iterable[Added]:
    if first == last:
        return [Added(each, (each.gaming_day,)) for each in between(connection, first, last)]
    asked = {"first": first, "last": last, "month": last[:7], "apart": sorted(apart)}
    return [*_together(connection, asked), *_by_day(connection, asked)]


def _together(connection: sa.Connection, asked: Mapping[str, Any]) -> list[Added]:
    days: dict[tuple[str, int | None], list[str]] = {}
    for table, hands, day in connection.execute(_days(), asked):
        days.setdefault((table, hands), []).append(day)
    sums = connection.execute(_sums(), asked) if days else ()
    return [Added(figures_of(row), days[row.table, row.hands]) for row in sums]


def _by_day(connection: sa.Connection, asked: Mapping[str, Any]) -> list[Added]:
    rows = {(row.day, row.table): row for row in connection.execute(_others(), asked)}
    uncounted = stood_uncounted(connection, asked["first"], asked["last"])
    stand_still(connection, rows, uncounted)
    return [Added(figures_of(row), (day,)) for (day, _), row in rows.items()]


_OF: Final = TABLE_WIN.table.c
_OF_THE_TRAY: Final = ("opener", "closer", "buy_ins", "drop_cash", "drop_forms")
_OF_HANDS: Final = (
    "hand_result",
    "vig_assessed",
    "vig_collected",
    "vig_documented",
    "vig_uncollected",
)
_SUMMED: Final = tuple(
    column for column in _OF if column.name not in {"day", "table", "hands", "milestone"}
)
_IN_SPAN: Final = sa.and_(_OF.day >= sa.bindparam("first"), _OF.day <= sa.bindparam("last"))
_KNOWN: Final = sa.and_(
    *(_OF[f"{name}_cents"].is_not(None) for name in _OF_THE_TRAY),
    # Of a table that is run on its tray alone nothing is known of hands, whatever is kept.
    sa.or_(
        sa.func.coalesce(_OF.hands, 1) == 0,
        sa.and_(*(_OF[f"{name}_cents"].is_not(None) for name in _OF_HANDS)),
    ),
    _OF.table.not_in(sa.bindparam("apart", expanding=True)),
)


@cache
def _days() -> sa.Select[Any]:
    return sa.select(_OF.table, _OF.hands, _OF.day).where(_IN_SPAN, _KNOWN)


@cache
def _sums() -> sa.Select[Any]:
    # PostgreSQL adds whole numbers up to a decimal.
    sums = (sa.cast(sa.func.sum(each), sa.BigInteger).label(each.name) for each in _SUMMED)
    day, owed = sa.func.max(_OF.day).label("day"), _owed()
    return (
        sa.select(_OF.table, _OF.hands, day, *sums, owed.c.owed, *_not_asked())
        .join(owed, owed.c.table == _OF.table)
        .where(_IN_SPAN, _KNOWN)
        .group_by(_OF.table, _OF.hands, owed.c.owed)
    )


@cache
def _others() -> sa.Select[Any]:
    owed = _owed()
    return (
        sa.select(TABLE_WIN.table, owed.c.owed, *_not_asked())
        .join(owed, owed.c.table == _OF.table)
        .where(_IN_SPAN, sa.not_(_KNOWN))
    )


def _not_asked() -> list[sa.Label[Any]]:
    """What a day's books have, and many days' have not."""
    return [
        sa.literal_column(value).label(name)
        for name, value in (
            ("in_force", "NULL"),
            ("contributions", "0"),
            ("tray_awards_cents", "0"),
            ("position", "0"),
        )
    ]


def _owed() -> sa.Subquery:
    """What the seats of each table owe at the end of the last day: by the months before, and the days since."""
    months = TABLE_OWED.table.c
    month = sa.bindparam("month", type_=sa.Text())
    each = sa.union_all(
        sa.select(months.table, months.cents).where(months.month < month),
        sa.select(_OF.table, sa.literal_column("0")).where(_IN_SPAN).distinct(),
        sa.select(_OF.table, left_owing(TABLE_WIN.table)).where(
            _OF.day >= month, _OF.day <= sa.bindparam("last")
        ),
    ).subquery()
    total = sa.cast(sa.func.sum(each.c.cents), sa.BigInteger).label("owed")
    return sa.select(each.c.table, total).group_by(each.c.table).subquery()
