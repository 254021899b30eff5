"""The charts of a workbook: each a table of its figures, and beside it a chart that the program which opens the file
draws of the cells.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from projections.figures.chart import Chart
from projections.figures.render import Kind
from projections.reports.cells import FORMATS, NUMBERS

if TYPE_CHECKING:
    from xlsxwriter.chart import Chart as Native
    from xlsxwriter.workbook import Workbook
    from xlsxwriter.worksheet import Worksheet

BESIDE: Final = 6
"""Column of a chart, from 0: its figures stand before it."""

_FIGURE: Final = 10
"""Characters of a column of figures."""

_FIRST: Final = 3
"""Row of the first chart, from 0."""

_ROWS: Final = 24
"""Rows that a chart takes at least; more where its figures do."""

_PAGE: Final = 64
"""Rows on a page, in the print in which a chart and its figures find room beside one another."""

_LINE_PX: Final = 20
_WIDE_PX: Final = 600
_WON: Final = "#2F5F8F"
_GRID: Final = "#E3E6E9"
_REACH: Final = "#8B929B"


def write_charts(book: "Workbook", sheet: "Worksheet", charts: Sequence[Chart]) -> None:
    """The charts below one another, as many on a page as find room; those that take more than one come last."""
    labels = max(len(point.label) for chart in charts for point in chart.points)
    sheet.set_column(0, 0, max(12, labels + 2))
    sheet.set_column(1, BESIDE - 2, _FIGURE)
    sheet.set_column(BESIDE - 1, BESIDE - 1, 2)
    row, page, breaks = _FIRST, 0, []
    for chart in sorted(charts, key=lambda each: len(each.points) > _PAGE):
        rows = max(_ROWS, len(chart.points)) + 3
        if row + rows - page > _PAGE:
            page = row
            breaks.append(row)
        _write_one(book, sheet, row, chart)
        row += rows
    sheet.set_h_pagebreaks([each for each in breaks if each > _FIRST])


def _write_one(book: "Workbook", sheet: "Worksheet", row: int, chart: Chart) -> None:
    """The figures from a row on, and the chart of them."""
    strong, number = book.add_format({"bold": True}), book.add_format()
    number.set_num_format(FORMATS[chart.kind])
    heads = ["", "Hold", "From", "To", "Theory"] if chart.against else ["", "Win"]
    sheet.write_string(row, 0, chart.title, strong)
    heading = book.add_format({"bold": True, "align": "right"})
    sheet.write_row(row + 1, 0, heads, heading)
    for at, point in enumerate(chart.points, row + 2):
        sheet.write_string(at, 0, point.label)
        figures = (point.value, *point.band, point.expected)[: len(heads) - 1]
        for column, figure in enumerate(figures, 1):
            if figure is not None:
                sheet.write_number(at, column, NUMBERS[chart.kind](figure), number)
    native = _native(book, sheet.get_name(), row + 2, chart)
    sheet.insert_chart(row + 1, BESIDE, native, {"description": chart.told})


def _native(book: "Workbook", sheet: str, row: int, chart: Chart) -> "Native":
    """The chart of figures that begin in a row of a sheet."""
    from xlsxwriter.utility import xl_range_formula  # noqa: PLC0415  only workbooks need it

    last = row + len(chart.points) - 1

    def of(column: int) -> str:
        return str(xl_range_formula(sheet, row, column, last, column))

    kind = "stock" if chart.against else "column" if chart.in_time else "bar"
    native = book.add_chart({"type": kind})
    for series in _series(of, chart):
        native.add_series({"categories": of(0), **series})
    figures = {
        "num_format": "0%" if chart.kind is Kind.SHARE else '"$"#,##0',
        "major_gridlines": {"visible": True, "line": {"color": _GRID}},
    }
    down = kind == "bar"
    names = {"label_position": "low", "reverse": down, "major_gridlines": {"visible": False}}
    native.set_x_axis(figures if down else names)
    native.set_y_axis(names if down else figures)
    native.set_title({"name": chart.title, "name_font": {"size": 12}})
    native.set_legend({"position": "bottom"} if chart.against else {"none": True})
    rows = min(max(_ROWS, len(chart.points)), _PAGE - _FIRST) if down else _ROWS
    native.set_size({"width": _WIDE_PX, "height": _LINE_PX * rows})
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
