"""A month or a year: what each of its days or months came to against theory, and table win to date."""

from typing import TYPE_CHECKING, cast

from cli.serve.asked import Asked
from cli.serve.of_report import as_part

if TYPE_CHECKING:
    from projections.figures.chart import Chart
    from projections.figures.performance import Performance
    from projections.pages import Page
    from projections.queries.report import Rows


def month(asked: Asked) -> "Rows":
    """Day by day."""
    return _performance(asked, "day", "month")


def year(asked: Asked) -> "Rows":
    """Month by month."""
    return _performance(asked, "month", "year")


def _performance(asked: Asked, by: str, length: str) -> "Rows":
    from projections.queries.report import report

    return report(asked.ledger, asked.moment, "performance", asked.day, length=length, group=by)


def month_page(asked: Asked, found: "Rows") -> "Page":
    """The days, and win by table from the first of the month on."""
    return _page(asked, found, f"Month {asked.named['month']}", "month")


def year_page(asked: Asked, found: "Rows") -> "Page":
    """The months, and win by table from the first of the year on."""
    return _page(asked, found, f"Year {asked.named['year']}", "year")


def _page(asked: Asked, found: "Rows", title: str, length: str) -> "Page":
    from projections.pages import page
    from projections.queries.report import report

    win = report(asked.ledger, asked.moment, "win", asked.day, length=length, group="table")
    return page(
        "period.html",
        title=title,
        upto=asked.day,
        parts=[
            as_part(asked, found, "Against theory", _charts(found)),
            as_part(asked, win, "Table win to date"),
        ],
        position=found.position,
    )


def _charts(found: "Rows") -> "list[Chart]":
    """Win, and hold against its band, as far as anything was played."""
    from projections.figures.chart import Chart, Point
    from projections.figures.render import Kind

    rows = [each for each in cast("list[Performance]", found.rows) if each.name]
    if not rows:
        return []
    won = [Point(each.name or "", each.win) for each in rows]
    hold = [
        Point(each.name or "", each.hold_bps, each.theory_hold_bps, each.band_bps) for each in rows
    ]
    told = "Win from the hands, and hold of the handle beside the band that chance leaves it."
    return [
        Chart("Win", told, won, in_time=True, adds=True),
        Chart("Hold against its band", told, hold, Kind.SHARE, against=True),
    ]
