"""The charts of a workbook, that the program which opens the file draws of cells: those stand beside the charts, and in
print the charts alone, as many on a page as fill it.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from projections.figures.chart import Chart
from projections.figures.render import Kind
from projections.reports.cells import FORMATS, NUMBERS

if TYPE_CHECKING:
    from xlsxwriter.chart import Chart as Native
    from xlsxwriter.workbook import Workbook
    from xlsxwriter.worksheet import Worksheet

ACROSS: Final = 12
"""Columns of a page of charts; the figures begin behind them."""

_FIRST: Final = 3
"""Row of the first chart on a page, from 0."""

_PAGE: Final = 46
"""Rows of a page, on letter as on A4."""

_TOGETHER: Final = 3
"""Charts on a page at the most."""

_LONG: Final = 25
"""Bars below one another that take a page by themselves."""

_FIGURE: Final = 10
"""Characters of a column of figures."""

_SMALL: Final = 7
"""Points of the names of so many."""

_COLUMN_PX: Final = 64
_LINE_PX: Final = 20
_WON: Final = "#2F5F8F"
_GRID: Final = "#E3E6E9"
_REACH: Final = "#8B929B"


def write_charts(book: "Workbook", sheet: "Worksheet", charts: Sequence[Chart]) -> None:
    """The charts, page by page, and the figures of each behind them."""
    pages, column = list(_pages(charts)), ACROSS + 1
    for nth, page in enumerate(pages):
        rows = (_PAGE - _FIRST) // len(page)
        for at, chart in enumerate(page):
            native = _native(book, sheet.get_name(), column, chart)
            native.set_size({"width": ACROSS * _COLUMN_PX, "height": (rows - 1) * _LINE_PX})
            row = nth * _PAGE + _FIRST + at * rows
            sheet.insert_chart(row, 0, native, {"description": chart.told})
            column = _write_figures(book, sheet, column, chart)
    sheet.set_h_pagebreaks([nth * _PAGE for nth in range(1, len(pages))])
    sheet.print_area(0, 0, len(pages) * _PAGE - 1, ACROSS - 1)


def _pages(charts: Sequence[Chart]) -> Iterator[Sequence[Chart]]:
    """Charts that share a page, about as many on each; those that take one by themselves come last."""
    long = [each for each in charts if _across(each) and len(each.points) > _LONG]
    short = [each for each in charts if each not in long]
    count = -(-len(short) // _TOGETHER)
    for nth in range(count):
        yield short[len(short) * nth // count : len(short) * (nth + 1) // count]
    yield from ([each] for each in long)


def _across(chart: Chart) -> bool:
    """Whether its bars lie below one another."""
    return not (chart.against or chart.in_time)


def _write_figures(book: "Workbook", sheet: "Worksheet", column: int, chart: Chart) -> int:
    """The figures of a chart, from a column on. Returns the column in which the next may begin."""
    strong, number = book.add_format({"bold": True}), book.add_format()
    number.set_num_format(FORMATS[chart.kind])
    heads = ["Hold", "From", "To", "Theory"] if chart.against else ["Win"]
    last = column + len(heads)
    sheet.set_column(column, column, max(12, *(len(each.label) + 2 for each in chart.points)))
    sheet.set_column(column + 1, last, _FIGURE)
    sheet.write_string(_FIRST, column, chart.title, strong)
    heading = book.add_format({"bold": True, "align": "right"})
    sheet.write_row(_FIRST + 1, column + 1, heads, heading)
    for row, point in enumerate(chart.points, _FIRST + 2):
        sheet.write_string(row, column, point.label)
        figures = (point.value, *point.band, point.expected)[: len(heads)]
        for at, figure in enumerate(figures, column + 1):
            if figure is not None:
                sheet.write_number(row, at, NUMBERS[chart.kind](figure), number)
    return last + 2


def _native(book: "Workbook", sheet: str, column: int, chart: Chart) -> "Native":
    """The chart of figures whose labels stand in a column of a sheet."""
    from xlsxwriter.utility import xl_range_formula  # noqa: PLC0415  only workbooks need it

    first, last = _FIRST + 2, _FIRST + 1 + len(chart.points)

    def of(nth: int) -> str:
        return str(xl_range_formula(sheet, first, column + nth, last, column + nth))

    down = _across(chart)
    native = book.add_chart({"type": "bar" if down else "stock" if chart.against else "column"})
    for series in _series(of, chart):
        native.add_series({"categories": of(0), **series})
    figures = {
        "num_format": "0%" if chart.kind is Kind.SHARE else '"$"#,##0',
        "major_gridlines": {"visible": True, "line": {"color": _GRID}},
    }
    small = {"size": _SMALL} if len(chart.points) > _LONG else {}
    names = {
        "label_position": "low",
        "reverse": down,
        "major_gridlines": {"visible": False},
        "num_font": small,
        "interval_unit": 1,
    }
    native.set_x_axis(figures if down else names)
    native.set_y_axis(names if down else figures)
    native.set_title({"name": chart.title, "name_font": {"size": 12}})
    native.set_legend({"position": "bottom"} if chart.against else {"none": True})
    return native


def _series(of: Callable[[int], str], chart: Chart) -> list[dict[str, Any]]:
    """What is drawn: bars, those below zero hollow; or the band as a line from end to end, and the figure as a dot."""
    if not chart.against:
        hollow = {"invert_if_negative": True, "invert_if_negative_color": "#FFFFFF"}
        return [{"name": "Win", "values": of(1), "gap": 60, **_drawn(_WON), **hollow}]
    end = {"type": "long_dash", "size": 8, **_drawn(_REACH)}
    dot = {"type": "circle", "size": 7, **_drawn(_WON)}
    return [
        {"name": "Band of chance, to", "values": of(3), "marker": end},
        {"name": "from", "values": of(2), "marker": end},
        {"name": "Hold", "values": of(1), "marker": dot},
    ]


def _drawn(colour: str) -> dict[str, Any]:
    return {"fill": {"color": colour}, "border": {"color": colour}}
