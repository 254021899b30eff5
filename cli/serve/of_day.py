"""A gaming day: its master report, and what each finding rests on."""

from typing import TYPE_CHECKING

from cli.serve.asked import Asked

if TYPE_CHECKING:
    from projections.pages import Page
    from projections.queries.explained import Explained
    from projections.reports.master import Master


def master(asked: Asked) -> "Master":
    """The day's master report."""
    from projections.queries.report import master_report

    return master_report(asked.ledger, asked.moment, asked.day)


def day_page(asked: Asked, found: "Master") -> "Page":
    """The report as it is printed."""
    from projections.queries.printed import report_shown

    return report_shown(asked.ledger, found)


def finding(asked: Asked) -> "Explained":
    """A finding of the day, and what it rests on."""
    from projections.queries.explained import explain_finding

    return explain_finding(asked.ledger, asked.moment, asked.day, asked.named["finding"])
