"""How tables of a workbook come to sheets and pages: in print that can be read, and no page half empty (A6)."""

import io
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import msgspec
import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl.worksheet.cell_range import CellRange
from xlsxwriter import Workbook

from projections.figures.chart import Chart, Point
from projections.figures.render import Column, Kind, Section, View
from projections.reports import master, monthly, paper, sheets
from projections.reports.paper import LANDSCAPE, PORTRAIT, SMALLEST
from projections.reports.printed import Part
from projections.reports.sheets import LONGEST_NAME, extent, sections, shared, short, tables
from projections.reports.subject import Subject
from projections.reports.workbook_charts import write_charts

WIDE = st.integers(8, 190)
LINES = st.integers(4, 3_000)


class Row(msgspec.Struct):
    """A row of a made-up table."""

    name: str
    text: str
    cents: int = 5


def part(name: str, rows: int, text: str = "") -> Part:
    columns = (Column("name", "Name"), Column("text", "What"), Column("cents", "Paid", Kind.MONEY))
    view = View(Row, "Nothing.", (Section(name, columns),))
    return Part(Subject("rows", name, view), [Row(f"MB-{n}", text) for n in range(rows)], ())


@pytest.mark.parametrize("subjects", [master.SUBJECTS, monthly.SUBJECTS])
def test_a6_no_two_tables_of_a_report_have_the_name_of_one_sheet(
    subjects: Sequence[Subject],
) -> None:
    names = [short(name).lower() for each in subjects for name, _ in sections(each)]
    assert len(set(names)) == len(names)
    assert max(map(len, names)) <= LONGEST_NAME


@pytest.mark.parametrize("fit", [sheets.ALONE, sheets.TOGETHER])
def test_a_heading_of_several_short_words_is_no_taller_than_three_lines(fit: sheets.Fit) -> None:
    columns = (Column("name", "Name"), Column("cents", "Hold band, either way", Kind.MONEY))
    subject = Subject("rows", "T", View(Row, "Nothing.", (Section("T", columns),)))
    (table,) = tables([Part(subject, [Row("MB-1", "")], ())])
    assert table.head(table.widths(fit)) <= sheets.TALLEST


@given(WIDE, LINES, st.integers(1, 3))
def test_law_a_table_can_be_read_and_none_of_its_pages_is_half_empty(
    wide: int, lines: int, head: int
) -> None:
    of = paper.alone(wide, lines, head)
    page = LANDSCAPE if of.landscape else PORTRAIT
    assert page.across / wide >= SMALLEST
    if of.pages == 1:
        assert page.down / lines >= SMALLEST
    else:
        held = page.down / min(1, page.across / wide)
        assert held / 2 - head < (lines - head) / of.pages < held - head


@given(st.lists(st.integers(1, 9), min_size=1, max_size=400), st.integers(1, 12))
def test_law_the_pages_of_a_table_hold_as_many_lines(heights: list[int], pages: int) -> None:
    begins = [0, *sheets.begins(heights, pages), len(heights)]
    held = [sum(heights[first:last]) for first, last in pairwise(begins)]
    assert sum(held) == sum(heights)
    assert all(abs(each - sum(heights) / pages) <= max(heights) for each in held)


@given(st.lists(st.integers(1, 60), min_size=1, max_size=12))
def test_law_a_page_is_begun_where_the_table_finds_no_room_on_the_one_before(
    rows: list[int],
) -> None:
    found = shared(tables(part(f"T{n}", of) for n, of in enumerate(rows)))
    assert {table.name for sheet in found for table in sheet} == {
        f"T{n}" for n, _ in enumerate(rows)
    }
    together = [sheet for sheet in found if paper.is_short(*extent(sheet[:1]))]
    assert all(paper.fits(*extent(sheet)) for sheet in together)
    assert sum(paper.is_half_empty(*extent(sheet)) for sheet in together) <= 1


def test_a6_a_table_that_fills_a_page_stands_alone_and_short_ones_stand_together() -> None:
    found = shared(tables([part("Pits", 2), part("Tables", 40), part("Notes", 3, "a word " * 9)]))
    assert [[table.name for table in sheet] for sheet in found] == [["Pits", "Notes"], ["Tables"]]


def test_a6_a_page_that_would_be_half_empty_gets_of_those_before_it() -> None:
    def together(last: int) -> list[list[str]]:
        parts = [part("Days", 20), part("Pits", 20), part("Games", last)]
        return [[table.name for table in sheet] for sheet in shared(tables(parts))]

    assert together(20) == [["Days", "Pits"], ["Games"]]
    assert together(18) == [["Days"], ["Pits", "Games"]]


@pytest.mark.parametrize(
    ("wide", "lines", "landscape", "pages"),
    [
        (60, 30, False, 1),
        (127, 20, True, 1),
        (116, 46, False, 1),  # Across, a second page would hold but a few lines.
        (70, 105, False, 3),
        (143, 106, True, 4),
    ],
)
def test_a6_little_is_not_left_for_a_last_page(
    wide: int, lines: int, landscape: bool, pages: int
) -> None:
    assert paper.alone(wide, lines, 1) == (landscape, pages)


@pytest.mark.parametrize(
    ("charts", "bars", "pages"),
    [(1, 4, [1]), (3, 4, [3]), (4, 4, [2, 2]), (3, 100, [2, 1]), (4, 100, [3, 1])],
)
def test_a6_charts_share_pages_evenly_and_one_of_many_bars_has_its_own(
    charts: int, bars: int, pages: list[int]
) -> None:
    held = io.BytesIO()
    book = Workbook(held, {"in_memory": True})
    few = [Chart(f"C{n}", "Told.", [Point("01", 5)] * 31, in_time=True) for n in range(charts - 1)]
    write_charts(book, book.add_worksheet(), [Chart("Bars", "Told.", [Point("a", 5)] * bars), *few])
    book.close()
    sheet: Any = openpyxl.load_workbook(held).active

    begins = [0, *(each.id for each in sheet.row_breaks.brk)]
    anchors = [(each.anchor._from, each.anchor.to) for each in sheet._charts]
    on = [sum(begin <= first.row for first, _ in anchors) for begin in begins]
    assert [here - after for here, after in pairwise([*on, 0])] == pages
    last = CellRange(sheet.print_area).max_row
    for begin, end in pairwise([*begins, last]):
        low = max(to.row for first, to in anchors if begin <= first.row < end)
        assert end - 4 <= low < end, "the page is full"
    wide = CellRange(sheet.print_area).max_col
    assert all(to.col <= wide for _, to in anchors), "and what is printed is charts"
