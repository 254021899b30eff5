"""A report as it is printed, on a page or in a workbook: of a gaming day or of a month, by the same way (A4, A6)."""

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from zoneinfo import ZoneInfo

import msgspec

from projections.figures.chart import Chart
from projections.figures.render import Column
from projections.reports import master, summary
from projections.reports.master import Heading, Master
from projections.reports.signature import Closed, Signature
from projections.reports.subject import Subject

if TYPE_CHECKING:
    from projections.reports.charts import Drawn
    from projections.reports.monthly import Month, MonthHeading

PRELIMINARY: Final = "preliminary"
AUDITED: Final = "audited"
"""The versions of a report: while it can still change, and as two people signed it (decision 61)."""


class Part(NamedTuple):
    """A subject with its rows, and what a page draws of them."""

    subject: Subject
    rows: Sequence[msgspec.Struct]
    charts: Sequence[Chart]


class Printed(NamedTuple):
    """What is printed of a report. title: `Master report`. span: what it is of, `Gaming day`, and name: which one.

    lines: of its summary, each with its value. drawn: the charts of a workbook. signatures: of those who signed it.
    closing: how it was closed, None while it is open.
    """

    title: str
    span: str
    name: str
    heading: "Heading | MonthHeading"
    lines: Sequence[tuple[Column, Any]]
    parts: Sequence[Part]
    drawn: Sequence[Chart]
    signatures: Sequence[Signature]
    closing: Closed | None

    @property
    def of(self) -> str:
        """What it is of: `gaming day 2026-07-11`."""
        return f"{self.span.lower()} {self.name}"

    @property
    def version(self) -> str:
        """Which version it is: `Master report, preliminary`."""
        return f"{self.title}, {PRELIMINARY if self.closing is None else AUDITED}"

    @property
    def signed(self) -> str:
        """Whether it is closed, when, and who signed, in one sentence."""
        if self.closing is None:
            return f"The {self.span.split()[-1].lower()} is open: its figures can still change."
        at = datetime.fromisoformat(self.closing.at).astimezone(ZoneInfo(self.heading.zone))
        by, second = self.closing.by, self.closing.second
        return f"Closed {at:%Y-%m-%d %H:%M}, signed by {by} and {second}."

    @property
    def sealed(self) -> str:
        """The checkpoint that was signed with it, and below it the public key; "" where none was."""
        by = self.closing
        return f"{by.checkpoint}{by.seal_key}" if by is not None and by.checkpoint else ""

    @property
    def warning(self) -> str:
        """What is said first of all where the figures are not those that were signed; "" where they are."""
        return self.closing.warning if self.closing else ""


def of_day(report: Master, signatures: Sequence[Signature] = (), *, draws: bool = True) -> Printed:
    """The day's master report. signatures: of those who signed it. draws: whether there is room for charts."""
    heading = report.heading
    drawn: Drawn = {}
    in_workbook: Sequence[Chart] = ()
    if draws:
        from projections.reports import charts  # noqa: PLC0415  a screen has no room for any

        drawn = charts.of_day(report)
        in_workbook = charts.of_workbook(drawn, heading.gaming_day)
    return Printed(
        title="Master report",
        span="Gaming day",
        name=heading.gaming_day,
        heading=heading,
        lines=[(line, getattr(report.summary, line.field)) for line in summary.LINES],
        parts=_parts(master.SUBJECTS, report, drawn),
        drawn=in_workbook,
        signatures=signatures,
        closing=report.closing,
    )


def of_month(report: "Month", signatures: Sequence[Signature] = ()) -> Printed:
    """The month's report. signatures: of those who signed it."""
    from projections.reports import charts, monthly  # noqa: PLC0415  a day's report needs neither

    heading, drawn = report.heading, charts.of_month(report)
    return Printed(
        title="Master report",
        span="Month",
        name=heading.month,
        heading=heading,
        lines=[(x, getattr(report.summary, x.field)) for x in monthly.LINES if report.summary],
        parts=_parts(monthly.SUBJECTS, report, drawn),
        drawn=charts.known(drawn),
        signatures=signatures,
        closing=report.closing,
    )


def _parts(subjects: Sequence[Subject], report: msgspec.Struct, drawn: "Drawn") -> list[Part]:
    return [Part(each, each.rows(report), drawn.get(each.field, ())) for each in subjects]
