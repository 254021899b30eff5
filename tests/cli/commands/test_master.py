"""The day's master report: screen, JSON, a page to print and a workbook, all with the same figures (A4, A6)."""

import io
import re
from collections.abc import Callable, Iterator, Sequence
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import msgspec
import openpyxl
import pytest
import time_machine

from projections.figures.render import SUMMED, Column, Kind, Section, headings
from projections.reports.master import SUBJECTS, Master
from projections.reports.sheets import broken, lines, sections, short
from projections.reports.workbook import FIRST_ROW
from tests.cli.conftest import DAY, Terminal, a_property
from tests.cli.shown.test_shown import a_day
from tests.stores import Stores

HEAD = FIRST_ROW + 1
TABLES = [(name, subject, section) for subject in SUBJECTS for name, section in sections(subject)]


def the_day(url: str) -> None:
    """A day with unknown figures."""
    a_day(Terminal(url))


@pytest.fixture
def terminal(stores: Stores) -> Iterator[Terminal]:
    """A store with that day, on each database in turn."""
    with stores.copy(a_property, the_day) as url:
        yield Terminal(url)


def written(terminal: Terminal, option: str, name: str) -> bytes:
    terminal.does("report", "day", "--day", DAY, option, name, "--force")
    return Path(name).read_bytes()


def book(content: bytes, *, values: bool = False) -> Any:
    return openpyxl.load_workbook(io.BytesIO(content), data_only=values)


def test_what_people_read_of_the_master_report(
    terminal: Terminal, golden: Callable[[str, str], None]
) -> None:
    golden("shown/report_day.txt", terminal.does("report", "day"))
    golden("shown/report_day.json", terminal.does("report", "day", "--json"))
    golden("shown/report_day.html", written(terminal, "--html", "day.html").decode())


def test_the_master_report_says_what_the_reports_say(terminal: Terminal) -> None:
    report = terminal.json("report", "day", "--day", DAY)

    assert report["tables"] == terminal.json("report", "win", "--day", DAY)
    assert report["vigorish"] == terminal.json("report", "vig", "--day", DAY)
    assert report["exceptions"] == terminal.json("report", "exceptions", "--day", DAY)
    assert report["hours"] == terminal.json("report", "hours", "--day", DAY)
    assert [row["period"] for row in report["to_date"]] == ["day", "month", "year"]
    (of_day,), to_date = report["month"], report["to_date"][1]
    assert (
        of_day.items()
        >= {x: to_date[x] for x in ("rounds", "drop", "win_tray", "win_hands")}.items()
    )
    summary = terminal.json("day", "show", DAY)
    assert report["summary"].items() >= {k: summary[k] for k in ("win_tray", "rounds")}.items()


@pytest.mark.parametrize(("option", "name"), [("--excel", "day.xlsx"), ("--html", "day.html")])
def test_a_report_is_the_same_byte_for_byte_whenever_it_is_made(
    terminal: Terminal, option: str, name: str
) -> None:
    first = written(terminal, option, name)
    with time_machine.travel("2027-03-01T09:00:00-05:00", tick=False):
        assert written(terminal, option, name) == first


def test_a_file_that_cannot_be_written_is_said_and_nothing_is_left(on_file: Terminal) -> None:
    error = on_file.is_refused("report", "day", "--html", "nowhere/day.html", exit_code=2)

    assert error["code"] == "file_not_written"
    assert list(Path().glob("**/*.part")) == []


# -- the workbook


@pytest.fixture(scope="module")
def written_there() -> dict[str, tuple[bytes, dict[str, Any]]]:
    """What was written of the day, by database: for all who read it."""
    return {}


@pytest.fixture
def day(
    terminal: Terminal, written_there: dict[str, tuple[bytes, dict[str, Any]]]
) -> tuple[bytes, dict[str, Any]]:
    """The workbook of a day with unknown figures, and the report as JSON."""
    here = terminal.url.partition(":")[0]
    if here not in written_there:
        written_there[here] = (
            written(terminal, "--excel", "day.xlsx"),
            terminal.json("report", "day"),
        )
    return written_there[here]


def as_cell(value: Any, kind: Kind) -> Any:
    """What a cell must hold, read back."""
    if value is None:
        return None
    if kind in {Kind.MONEY, Kind.HUNDREDTHS}:
        return Decimal(value) / 100
    if kind is Kind.SHARE:
        return Decimal(value) / 10_000
    if kind is Kind.DATE:
        return date.fromisoformat(value)
    if kind in {Kind.COUNT, Kind.NUMBER}:
        return Decimal(value)
    return None


def exact(value: Any) -> Any:
    """A cell's number, as it was written."""
    if isinstance(value, datetime):
        return value.date()
    return Decimal(str(value)) if isinstance(value, int | float) else value


def columns_said(section: Section, rows: Sequence[Any]) -> list[Column]:
    """The columns of a table of the workbook: those of which a row says something."""
    return [of for of in section.columns if any(getattr(row, of.field) != "" for row in rows)]


def table_of(book: Any, name: str) -> tuple[Any, int]:
    """The sheet on which a table stands, and the row of its headings: its own, or one that it shares with others."""
    if short(name) in book.sheetnames:
        return book[short(name)], HEAD
    rows = ((sheet, row) for sheet in book for row in range(HEAD, sheet.max_row + 1))
    found = [(sheet, row + 1) for sheet, row in rows if sheet.cell(row, 1).value == name]
    return next(each for each in found if each[0].cell(each[1], 1).font.b)


def test_a6_every_figure_of_the_workbook_is_the_json_reports_to_the_cent(
    day: tuple[bytes, dict[str, Any]],
) -> None:
    content, report = day
    sheets = book(content)
    master, compared = msgspec.convert(report, Master, str_keys=True), 0

    assert sheets.sheetnames[:2] == ["Day", "Charts"]
    for name, subject, section in TABLES:
        rows = section.told(subject.rows(master))
        for at, column in enumerate(columns_said(section, rows), 1):
            if column.kind in {Kind.TEXT, Kind.CHIPS, Kind.MOMENT}:
                continue
            sheet, head = table_of(sheets, name)
            for row, of in enumerate(rows, head + 1):
                cell = sheet.cell(row, at)
                value = as_cell(getattr(of, column.field), column.kind)
                assert exact(cell.value) == value, (name, column)
                compared += 1
    assert compared > 100


def test_a6_an_unknown_figure_is_an_empty_cell_with_a_note(
    day: tuple[bytes, dict[str, Any]],
) -> None:
    sheet, head = table_of(book(day[0]), "Tables, from the tray")
    heads = [cell.value for cell in sheet[head]]
    closer = sheet.cell(head + 2, heads.index("Closer") + 1)

    assert day[1]["tables"][1]["closer"] is None
    assert (closer.value, closer.comment.text) == (None, "Not known.")


def test_a6_a_finding_without_an_amount_is_not_an_unknown_figure(
    day: tuple[bytes, dict[str, Any]],
) -> None:
    sheet, _ = table_of(book(day[0]), "Findings, to be explained")

    assert None in {of["cents"] for of in day[1]["findings"]}
    assert not any(cell.comment for row in sheet.iter_rows() for cell in row)


def evaluated(formula: str, sheet: Any) -> Any:
    """The value of one of the two formulas that a total can be."""
    added = re.fullmatch(r'=IF\(COUNT\((\w+:\w+)\)<ROWS\(\1\),"",SUM\(\1\)\)', formula)
    if added:
        cells = [row[0].value for row in sheet[added[1]]]
        return "" if None in cells else sum(map(exact, cells))
    held = re.fullmatch(r'=IF\(OR\((\w+)="",(\w+)="",\2=0\),"",ROUND\(\1/\2,4\)\)', formula)
    assert held, formula
    win, drop = (evaluated(sheet[place].value, sheet) for place in held.groups())
    return "" if "" in (win, drop) or not drop else round(win / drop, 4)


def test_a6_totals_are_formulas_with_the_value_they_come_to(
    day: tuple[bytes, dict[str, Any]],
) -> None:
    formulas, values = book(day[0]), book(day[0], values=True)
    found = known = 0
    for name in formulas.sheetnames:
        for row in formulas[name].iter_rows():
            for cell in row:
                if cell.data_type == "f":
                    shown = values[name][cell.coordinate].value
                    assert exact(shown or 0) == (evaluated(cell.value, formulas[name]) or 0)
                    found += 1
                    known += bool(shown)
    assert found > known >= 10


def test_a6_a_table_alone_has_frozen_headings_and_a_filter_and_short_ones_share_a_page(
    day: tuple[bytes, dict[str, Any]],
) -> None:
    sheets = book(day[0])
    master = msgspec.convert(day[1], Master, str_keys=True)
    said = [of.view.empty for of in SUBJECTS if not of.rows(master)]
    for name, subject, section in TABLES:
        if not (rows := section.told(subject.rows(master))):
            continue
        (sheet, head), columns = table_of(sheets, name), columns_said(section, rows)
        assert sheet.page_setup.paperSize == 1
        assert "Harbor House" in sheet.oddHeader.left.text
        assert DAY in sheet.oddHeader.right.text
        heads = [cell.value for cell in sheet[head][: len(columns)]]
        assert heads == headings(columns)
        if sheet.title == short(name):
            assert sheet.freeze_panes == f"B{HEAD + 1}"
            assert sheet.auto_filter.ref.startswith(f"A{HEAD}:")
            assert sheet.print_title_rows == f"${HEAD}:${HEAD}"
        else:
            assert (sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight) == (None, None)
            assert sheet.sheet_properties.pageSetUpPr.fitToPage
        for at, column in enumerate(columns, 1):
            cell = sheet.cell(head + 1, at)
            if column.kind is Kind.MONEY and cell.value is not None:
                assert cell.number_format.startswith('"$"#,##0.00')
            assert (
                cell.value is None or column.kind not in SUMMED or cell.number_format != "General"
            )
    first = [cell.value for cell in sheets["Day"]["A"]]
    assert first[first.index("Nothing to report") + 1 :] == said


def drawn_of(sheet: Any, reference: Any) -> list[Any]:
    """The cells that a chart is drawn of."""
    found = sheet[reference.f.partition("!")[2].replace("$", "")]
    return [row[0].value for row in found] if isinstance(found, tuple) else [found.value]


def test_a6_a_workbook_draws_its_own_figures(day: tuple[bytes, dict[str, Any]]) -> None:
    sheet, report = book(day[0])["Charts"], day[1]
    charts = {each.title.tx.rich.p[0].r[0].t: each for each in sheet._charts}

    figures = {
        title: [drawn_of(sheet, series.val.numRef) for series in chart.series]
        for title, chart in charts.items()
    }
    wins = [[None if of["win_tray"] is None else of["win_tray"] / 100 for of in report["tables"]]]
    assert figures["Win by table"] == wins
    assert len(figures["Win by hour"][0]) == 24
    assert sum(figures["Win by hour"][0]) * 100 == sum(of["win_hands"] for of in report["hours"])
    (table,) = (of for of in report["performance"] if of["name"])
    theory, reach = table["theory_hold_bps"], table["band_bps"]
    bands = [[(theory + each) / 10_000] for each in (reach, -reach)]
    assert figures["Hold against its band"] == [*bands, [table["hold_bps"] / 10_000]]


def test_a6_rows_are_as_high_as_their_text(day: tuple[bytes, dict[str, Any]]) -> None:
    sheet, head = table_of(book(day[0]), "Findings, to be explained")
    said = [cell.value for cell in sheet[head]].index("What") + 1
    wide = sheet.column_dimensions[sheet.cell(head, said).column_letter].width
    high = [
        (len(str(sheet.cell(row, said).value)), sheet.row_dimensions[row].height or 15)
        for row in range(head + 1, sheet.max_row + 1)
    ]
    assert any(length > wide for length, _ in high)
    assert all(height >= 15 * length / wide for length, height in high)


# -- the page


def test_a_page_shows_what_is_unknown_and_what_is_lost(terminal: Terminal) -> None:
    page = written(terminal, "--html", "day.html").decode()

    assert '<td class="figure unknown">—</td>' in page
    assert '<td class="figure negative">\N{MINUS SIGN}75.00</td>' in page
    assert not re.search(r"<script|<link|src=|href=|url\(|@import", page)


def test_a6_no_code_is_broken_across_the_lines_of_a_cell() -> None:
    told = "The table's part of the slip of MB-01 was not among the others of MB-01."
    for width in range(12, 60):
        said = broken(told, width)
        assert said.replace("\n", " ") == told
        assert lines(told, width) == said.count("\n") + 1
        assert all("MB-01" in line or "MB" not in line for line in said.split("\n"))
    assert (broken("one\n\ntwo", 20), lines("", 8)) == ("one\n\ntwo", 1)
