"""A month or a year: what each of its days or months came to against theory, and table win to date."""

from typing import TYPE_CHECKING, cast

from cli.serve.asked import Asked
from cli.serve.of_report import as_part, report_of

if TYPE_CHECKING:
    from projections.figures.chart import Chart
    from projections.figures.performance import Performance
    from projections.figures.periods import WinOfPeriod
    from projections.pages import Page
    from projections.queries.report import Rows


def month(asked: Asked) -> "Rows":
    """Day by day."""
    return _performance(asked, "day", "month")


def year(asked: Asked) -> "Rows":
    """Month by month."""
    return _performance(asked, "month", "year")


def _performance(asked: Asked, by: str, length: str) -> "Rows":
    return report_of(asked, "performance", length=length, group=by)


def month_page(asked: Asked, found: "Rows") -> "Page":
    """The days, the hours, and win by table from the first of the month on."""
    return _page(asked, found, f"Month {asked.named['month']}", "month", "gaming day")


def year_page(asked: Asked, found: "Rows") -> "Page":
    """The months, the hours, and win by table from the first of the year on."""
    return _page(asked, found, f"Year {asked.named['year']}", "year", "month")


def _page(asked: Asked, found: "Rows", title: str, length: str, by: str) -> "Page":
    from projections.pages import page

    hours = _performance(asked, "hour", length)
    win = report_of(asked, "win", length=length, group="table")
    return page(
        "period.html",
        title=title,
        upto=asked.day,
        parts=[
            as_part(asked, found, "Against theory", [*_win(found, by), *_hold(found, by)]),
            as_part(asked, hours, "By hour", _win(hours, "hour of the property's clock")),
            as_part(asked, win, "Table win to date", _tables(win, length)),
        ],
        position=found.position,
    )


def _win(found: "Rows", by: str) -> "list[Chart]":
    """Win, as far as anything was played. by: what each row is of."""
    from projections.figures.chart import Chart, Point
    from projections.reports.charts import KEY

    told = f"Win from the hands by {by}, in dollars. {KEY}"
    points = [Point(each.name, each.win) for each in _named(found) if each.name]
    return [Chart("Win", told, points, in_time=True, adds=True)] if points else []


def _hold(found: "Rows", by: str) -> "list[Chart]":
    """Hold against its band."""
    from projections.reports.charts import hold_against_band

    return hold_against_band(_named(found), by) if _named(found) else []


def _named(found: "Rows") -> "list[Performance]":
    """The rows without their total."""
    return [each for each in cast("list[Performance]", found.rows) if each.name]


def _tables(win: "Rows", length: str) -> "list[Chart]":
    """Win by table."""
    from projections.figures.chart import Point
    from projections.reports.charts import win_by_table

    rows = cast("list[WinOfPeriod]", win.rows)
    return win_by_table(
        [Point(each.name or "", each.win_tray) for each in rows], f"in the {length} to date"
    )
