"""How tables of a workbook come to sheets and pages: in print that can be read, and no page half empty (A6)."""

from collections.abc import Sequence
from itertools import pairwise

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from projections.figures.render import Column, Kind, Section, View
from projections.reports import master, monthly, paper
from projections.reports.paper import LANDSCAPE, PORTRAIT, SMALLEST
from projections.reports.printed import Part
from projections.reports.sheets import LONGEST_NAME, extent, sections, shared, short, tables
from projections.reports.subject import Subject

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


@given(WIDE, LINES)
def test_law_a_table_on_fewer_pages_can_still_be_read(wide: int, lines: int) -> None:
    of = paper.alone(wide, lines)
    page = LANDSCAPE if of.landscape else PORTRAIT
    assert page.across / wide >= SMALLEST
    if of.pages:
        assert of.pages * page.down / lines >= SMALLEST


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
    assert not any(paper.fits(*extent([*before, after[0]])) for before, after in pairwise(together))


def test_a6_a_table_that_fills_a_page_stands_alone_and_short_ones_stand_together() -> None:
    found = shared(tables([part("Pits", 2), part("Tables", 40), part("Notes", 3, "a word " * 9)]))
    assert [[table.name for table in sheet] for sheet in found] == [["Pits", "Notes"], ["Tables"]]


@pytest.mark.parametrize(
    ("wide", "lines", "landscape", "pages"),
    [
        (60, 30, False, 1),
        (127, 20, True, 1),
        (116, 46, False, 1),  # Across, a second page would hold but a few lines.
        (70, 105, False, 2),
        (143, 106, True, 0),
    ],
)
def test_a6_little_is_not_left_for_a_last_page(
    wide: int, lines: int, landscape: bool, pages: int
) -> None:
    assert paper.alone(wide, lines) == (landscape, pages)
