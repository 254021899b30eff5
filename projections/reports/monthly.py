"""The month's report: everything accounting reads of a month, in one, and how it was closed (A4, A6)."""

from typing import Final

import msgspec
import sqlalchemy as sa

from projections.figures import filing, month_days, performance, periods, prior
from projections.figures.closing import Correction
from projections.figures.handle import By, Span
from projections.figures.month_days import DayOfMonth
from projections.figures.months import MonthClosing
from projections.figures.performance import Performance
from projections.figures.periods import Group, Period, WinOfPeriod
from projections.figures.prior import BesidePrior
from projections.figures.render import Column, Kind
from projections.reports.subject import Subject

NEEDS: Final = tuple(
    dict.fromkeys((*periods.NEEDS, *prior.NEEDS, *performance.NEEDS, *filing.NEEDS))
)


class MonthHeading(msgspec.Struct, frozen=True, kw_only=True):
    """Whose report of which month (`2026-07`) it is. zone: IANA name. Instants RFC 3339 UTC.

    to_day: the last gaming day that counts, of a month that is not over. position: of the last event counted.
    """

    property: str
    zone: str
    month: str
    starts_at: str
    ends_at: str
    to_day: str
    position: int


class Month(msgspec.Struct, frozen=True, kw_only=True):
    """The report. Money in cents. Each list is what the report of that name says of the month.

    summary: of the property, None where nothing is recorded. beside: the month, and the year up to it, beside the year
    before. days: its gaming days. performance, bets: by table and by bet, against theory. filing: corrections of days
    that were over, above the property's limit. closing: None while the month is open, and where it is looked back to.
    """

    heading: MonthHeading
    summary: WinOfPeriod | None
    beside: list[BesidePrior]
    days: list[DayOfMonth]
    tables: list[WinOfPeriod]
    pits: list[WinOfPeriod]
    games: list[WinOfPeriod]
    performance: list[Performance]
    bets: list[Performance]
    filing: list[Correction]
    closing: MonthClosing | None


_BY_NAME: Final = periods.view_without("period", "group", "from_day", "to_day")

SUBJECTS: Final = (
    Subject("beside", "Year before", prior.OF_THE_PROPERTY, may_lack=True),
    Subject("days", "Days", month_days.OF_THE_MONTH),
    Subject("tables", "Tables", _BY_NAME),
    Subject("pits", "Pits", _BY_NAME),
    Subject("games", "Games", _BY_NAME),
    Subject("performance", "Performance", performance.VIEW, may_lack=True),
    Subject("bets", "Bets", performance.VIEW, may_lack=True),
    Subject("filing", "Filing", filing.VIEW),
)
"""In the order in which a person reads them."""

LINES: Final = (
    Column("tables", "Tables", Kind.COUNT),
    Column("days", "Gaming days", Kind.COUNT),
    Column("days_unknown", "Days on which win is unknown", Kind.COUNT),
    Column("hands_unknown", "Days without all hands", Kind.COUNT),
    Column("rounds", "Rounds settled", Kind.COUNT),
    Column("voids", "Rounds void", Kind.COUNT),
    Column("drop", "Drop", Kind.MONEY),
    Column("win_tray", "Win from the tray", Kind.MONEY),
    Column("hold_bps", "Hold", Kind.SHARE),
    Column("win_hands", "Win from the hands", Kind.MONEY),
    Column("fills", "Fills", Kind.MONEY),
    Column("credits", "Credits", Kind.MONEY),
    Column("vig_brought_forward", "Vigorish brought forward", Kind.MONEY),
    Column("vig_assessed", "Vigorish assessed", Kind.MONEY),
    Column("vig_collected", "Vigorish collected", Kind.MONEY),
    Column("vig_documented", "Vigorish documented", Kind.MONEY),
    Column("vig_uncollected", "Vigorish uncollected", Kind.MONEY),
    Column("vig_outstanding", "Vigorish outstanding", Kind.MONEY),
)
"""The lines of its summary."""


def month(connection: sa.Connection, heading: MonthHeading) -> Month:
    """The report of a month, as far as it is none of how it was closed."""
    to_day = heading.to_day
    span = Span(Period.MONTH.first(to_day), to_day)
    every = periods.period(connection, to_day, Period.MONTH, Group.TABLE)
    return Month(
        heading=heading,
        summary=next((row for row in every if row.group == Group.PROPERTY), None),
        beside=prior.to_date(connection, to_day),
        days=month_days.month_days(connection, to_day),
        tables=periods.without_property(every),
        pits=_by(connection, to_day, Group.PIT),
        games=_by(connection, to_day, Group.GAME),
        performance=performance.performance(connection, span, By.TABLE),
        bets=performance.performance(connection, span, By.BET),
        filing=filing.filing(connection, to_day),
        closing=None,
    )


def _by(connection: sa.Connection, day: str, group: Group) -> list[WinOfPeriod]:
    return periods.without_property(periods.period(connection, day, Period.MONTH, group))
