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

    return master_report(asked.ledger, asked.moment, asked.day, asked.progress)


def day_page(asked: Asked, found: "Master") -> "Page":
    """The report as it is printed, below a light for each table."""
    from datetime import date, timedelta

    from projections.queries.lights import lights
    from projections.queries.printed import report_shown

    day = date.fromisoformat(found.heading.gaming_day)
    printed = report_shown(asked.ledger, found)
    tables = {each.table for each in found.tables}
    beside = {
        "lights": lights(asked.ledger, asked.moment, found),
        "apart": [each for each in found.findings if each.table not in tables],
        "before": day - timedelta(days=1),
        "after": day + timedelta(days=1),
        "played": bool(found.hours),
    }
    return printed._replace(template="day.html", context={**printed.context, **beside})


def finding(asked: Asked) -> "Explained":
    """A finding of the day, and what it rests on."""
    from projections.queries.explained import explained

    named = asked.named["finding"]
    return explained(asked.ledger, asked.moment, asked.day, named, asked.progress).told


def finding_page(asked: Asked, found: "Explained") -> "Page":
    """What does not agree, what would explain it, and the events that it rests on."""
    from projections.pages import page
    from projections.queries.event import position_of
    from projections.queries.event_lines import describe
    from projections.queries.explained import explained, none_because
    from projections.queries.words import local

    zone = asked.ledger.calendar.tz
    of = explained(asked.ledger, asked.moment, asked.day, found.id, asked.progress)
    return page(
        "finding.html",
        title="Finding",
        subtitle=found.id,
        day=asked.day,
        finding=found,
        none_because=none_because(of.finding),
        zone=zone,
        events=[
            {
                "position": position_of(asked.ledger, each),
                "said": describe(each),
                "by": each.event.by,
                "at": local(each.event.at, zone),
                "round": getattr(each.event, "round", ""),
            }
            for each in of.events
        ],
    )
