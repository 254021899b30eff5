"""The day's master report: everything accounting reads of a gaming day, in one (A4, A6)."""

from typing import Final

import msgspec
import sqlalchemy as sa

from projections import reconcile
from projections.figures import (
    awards,
    closing,
    comps,
    drop,
    exceptions,
    hours,
    inventory,
    meters,
    month_days,
    notes,
    performance,
    periods,
    prior,
    slips_in_hand,
    slips_matched,
    vig,
    win,
)
from projections.figures import day as day_figures
from projections.figures import forms as form_figures
from projections.figures.awards import Award
from projections.figures.closing import Acknowledged, Closing, Correction, Dispute
from projections.figures.comps import Comp
from projections.figures.day import DaySummary
from projections.figures.drop import Box, Drop
from projections.figures.exceptions import ExceptionFound
from projections.figures.forms import FormOfDay
from projections.figures.handle import By, Span
from projections.figures.hours import Coupons, HourOfTable
from projections.figures.inventory import Movement
from projections.figures.meters import MeterDay
from projections.figures.month_days import DayOfMonth
from projections.figures.notes import Note
from projections.figures.performance import Performance
from projections.figures.periods import Group, Period, WinOfPeriod
from projections.figures.prior import BesidePrior
from projections.figures.slips_in_hand import SlipSeriesNow
from projections.figures.slips_matched import SlipOfDay
from projections.figures.vig import Vigorish
from projections.figures.win import Win
from projections.reconcile import Finding
from projections.reports import told_once
from projections.reports.subject import Subject

NEEDS: Final = tuple(
    dict.fromkeys(
        (
            *day_figures.NEEDS,
            *periods.NEEDS,
            *hours.NEEDS,
            *performance.NEEDS,
            *vig.NEEDS,
            *form_figures.NEEDS,
            *meters.NEEDS,
            *inventory.NEEDS,
            *exceptions.NEEDS,
            *closing.NEEDS,
            *reconcile.NEEDS,
        )
    )
)


class Heading(msgspec.Struct, frozen=True, kw_only=True):
    """Whose report of which gaming day it is. zone: IANA name. Instants RFC 3339 UTC; ends_micros: the end again.

    position: of the last event counted.
    """

    property: str
    zone: str
    gaming_day: str
    starts_at: str
    ends_at: str
    ends_micros: int
    position: int


class Master(msgspec.Struct, frozen=True, kw_only=True):
    """The report. Each list is what the report of that name says of the day; money in cents.

    to_date: the property's day, month to date and year to date; beside: month and year beside the year before; month:
    its gaming days so far. drop, boxes: what was bought in for and counted, by table and by box. performance, bets: by
    table and by bet, against theory. tray: openers, closers, fills and credits. slips: these compared from both sides;
    slip_series: what became of each number. All of these that can be None are so on days that were signed before.
    closing: None while the day is open. notes: what was found out since it was closed; with none of it in the rest.
    """

    heading: Heading
    summary: DaySummary
    to_date: list[WinOfPeriod]
    beside: list[BesidePrior] | None
    month: list[DayOfMonth] | None
    tables: list[Win]
    pits: list[WinOfPeriod]
    games: list[WinOfPeriod]
    hours: list[HourOfTable]
    vigorish: list[Vigorish]
    forms: list[FormOfDay]
    complimentaries: list[Comp]
    meters: list[MeterDay]
    awards: list[Award]
    coupons: list[Coupons]
    drop: list[Drop] | None
    boxes: list[Box] | None
    performance: list[Performance] | None
    bets: list[Performance] | None
    tray: list[Movement]
    slips: list[SlipOfDay] | None
    slip_series: list[SlipSeriesNow] | None
    findings: list[Finding]
    acknowledged: list[Acknowledged]
    corrections: list[Correction]
    disputes: list[Dispute]
    exceptions: list[ExceptionFound]
    closing: Closing | None
    notes: list[Note]


_BY_NAME: Final = periods.view_without(
    "period", "group", "from_day", "to_day", "days", "days_unknown", "hands_unknown"
)

SUBJECTS: Final = (
    Subject("to_date", "To date", periods.view_without("group", "name")),
    Subject("beside", "Year before", prior.OF_THE_PROPERTY, may_lack=True),
    Subject("month", "Month", month_days.VIEW),
    Subject("tables", "Tables", win.VIEW),
    Subject("pits", "Pits", _BY_NAME),
    Subject("games", "Games", _BY_NAME),
    Subject("hours", "Hours", hours.VIEW),
    Subject("vigorish", "Vigorish", vig.VIEW),
    Subject("forms", "Forms", form_figures.VIEW, may_lack=True),
    Subject("complimentaries", "Complimentaries", comps.VIEW),
    Subject("meters", "Meters", meters.VIEW),
    Subject("awards", "Awards", awards.VIEW),
    Subject("coupons", "Coupons", hours.COUPONS),
    Subject("drop", "Drop", drop.VIEW),
    Subject("boxes", "Boxes", drop.BOXES, may_lack=True),
    Subject("performance", "Performance", performance.VIEW, may_lack=True),
    Subject("bets", "Bets", performance.VIEW, may_lack=True),
    Subject("tray", "Chips", inventory.VIEW, may_lack=True),
    Subject("slips", "Slips", slips_matched.VIEW, may_lack=True),
    Subject("slip_series", "Slip series", slips_in_hand.VIEW, may_lack=True),
    Subject(
        "findings",
        "Findings",
        told_once.VIEW,
        may_lack=True,
        told=lambda of: told_once.findings(of.findings, of.acknowledged),
    ),
    Subject(
        "acknowledged",
        "Acknowledged before",
        told_once.ACKNOWLEDGED_BEFORE,
        may_lack=True,
        told=lambda of: told_once.acknowledged_before(of.acknowledged, of.findings),
    ),
    Subject("corrections", "Corrections", closing.CORRECTIONS_VIEW),
    Subject("disputes", "Disputes", closing.DISPUTES_VIEW, may_lack=True),
    Subject(
        "exceptions",
        "Exceptions",
        told_once.EXCEPTIONS,
        may_lack=True,
        told=lambda of: told_once.exceptions_besides(of.exceptions, of.findings),
    ),
    Subject("notes", "Notes", notes.VIEW, may_lack=True),
)
"""In the order in which a person reads them."""


def master(connection: sa.Connection, heading: Heading) -> Master:
    """The master report of a gaming day."""
    day = heading.gaming_day
    tables = win.win(connection, day)
    return Master(
        heading=heading,
        summary=day_figures.day_summary(connection, day, tables),
        to_date=[
            row
            for length in Period
            for row in periods.period(connection, day, length, Group.PROPERTY)
        ],
        beside=prior.to_date(connection, day),
        month=month_days.month_days(connection, day),
        tables=tables,
        pits=periods.without_property(periods.period(connection, day, Period.DAY, Group.PIT)),
        games=periods.without_property(periods.period(connection, day, Period.DAY, Group.GAME)),
        hours=hours.hours(connection, day),
        vigorish=vig.vigorish(connection, day),
        forms=form_figures.forms(connection, day),
        complimentaries=comps.comps(connection, day, heading.ends_micros),
        meters=meters.meters(connection, day),
        awards=awards.awards(connection, day),
        coupons=hours.coupons(connection, day),
        drop=drop.drop(connection, day),
        boxes=drop.boxes(connection, day),
        performance=performance.performance(connection, Span(day, day), By.TABLE),
        bets=performance.performance(connection, Span(day, day), By.BET),
        tray=inventory.movements(connection, day, buy_ins=False),
        slips=slips_matched.of_day(connection, day),
        slip_series=slips_in_hand.series(connection, day),
        findings=reconcile.findings(connection, day, tables),
        acknowledged=closing.acknowledged(connection, day),
        corrections=closing.corrections(connection, day),
        disputes=closing.disputes(connection, day),
        exceptions=exceptions.exceptions(connection, day),
        closing=closing.closing(connection, day, tables),
        notes=[],
    )
