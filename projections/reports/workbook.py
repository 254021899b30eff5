"""A report as an Excel workbook: a sheet a table, short ones together, real numbers, totals as formulas (A6).

Money goes in as dollars, written digit by digit from cents. What is unknown is an empty cell with a note, and a total
over it is empty too. The same report gives the same file, byte for byte: it bears the time at which its day or month
began.
"""

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Any, Final
from zoneinfo import ZoneInfo

from ledger.values.hidden import visible
from projections.figures.arithmetic import hold_bps, known_sum
from projections.figures.render import FIGURES, WRAPPED, Kind
from projections.reports import sheets
from projections.reports.cells import FORMATS, NUMBERS, in_words, share
from projections.reports.printed import Printed
from projections.reports.sheets import (
    Table,
    lines,
    name_of,
    shared,
    widths_of,
)
from projections.reports.signature import VIEW as SIGNED
from projections.reports.workbook_charts import write_charts

if TYPE_CHECKING:
    from xlsxwriter.format import Format
    from xlsxwriter.workbook import Workbook
    from xlsxwriter.worksheet import Worksheet

PAPER: Final = {"letter": 1, "a4": 9}
"""Sizes of paper by the numbers that a workbook has for them."""

UNKNOWN_NOTE: Final = "Not known."
CHARTS_SHEET: Final = "Charts"
DAY_WIDTHS: Final = (34, 26)
"""Of the columns of the first sheet, in characters."""

FIRST_ROW: Final = 3
"""Row of the headings, from 0: the subject's title and an empty line come first."""

_ALIGNED: Final[Mapping[bool, dict[str, Any]]] = {
    True: {"align": "right"},
    False: {"align": "left", "indent": 1},
}
"""Of figures, and of texts, which stand a little apart from a figure to their left."""

LINE: Final = 15
"""Points that a line of text takes, as wide as it is drawn by any program that opens the file."""


def workbook(report: Printed, paper: str) -> bytes:
    """The report as the bytes of an .xlsx file. paper: the size to print on."""
    # It costs 60 ms, and only workbooks need it.
    from xlsxwriter import Workbook  # noqa: PLC0415  as said above

    held = io.BytesIO()
    book = Workbook(held, {"in_memory": True})
    heading = report.heading
    book.set_properties(
        {
            "title": f"{report.version}: {report.of}",
            "author": visible(heading.property),
            "created": datetime.fromisoformat(heading.starts_at)
            .astimezone(UTC)
            .replace(tzinfo=None),
        }
    )
    _Writer(book, report, PAPER[paper]).all()
    book.close()
    return held.getvalue()


@dataclass(slots=True)
class _Writer:
    book: "Workbook"
    report: Printed
    paper: int
    formats: dict[tuple[str, bool], "Format"] = field(default_factory=dict)

    def all(self) -> None:
        self._summary()
        if self.report.drawn:
            write_charts(self.book, self._sheet(CHARTS_SHEET), self.report.drawn)
        for tables in shared(sheets.tables(self.report.parts)):
            self._tables(tables)

    # -- formats

    def _format(self, number: str = "", *, strong: bool = False, **more: Any) -> "Format":
        key = (f"{number}{sorted(more.items())}", strong)
        if key not in self.formats:
            of: dict[str, Any] = {"valign": "top", **more}
            if number:
                of["num_format"] = number
            if strong:
                of.update(bold=True, top=1)
            self.formats[key] = self.book.add_format(of)
        return self.formats[key]

    def _of(self, kind: Kind, *, strong: bool = False) -> "Format":
        if kind in WRAPPED:
            return self._format(strong=strong, text_wrap=True, **_ALIGNED[False])
        return self._format(FORMATS[kind], strong=strong, **_ALIGNED[kind in FIGURES])

    def _heading(self, kind: Kind) -> "Format":
        return self._format(
            bold=True,
            bottom=1,
            bg_color="#E9ECEF",
            valign="bottom",
            text_wrap=True,
            **_ALIGNED[kind in FIGURES],
        )

    # -- sheets

    def _sheet(self, name: str) -> "Worksheet":
        sheet = self.book.add_worksheet(sheets.short(name))
        sheet.set_paper(self.paper)
        sheet.fit_to_pages(1, 0)
        sheet.set_margins(left=0.5, right=0.5, top=0.9, bottom=0.7)
        heading = self.report.heading
        who = visible(heading.property)
        header = who.replace("&", "&&")
        sheet.set_header(f"&L{header}: &B{name}&R{self.report.span} {self.report.name}")
        sheet.set_footer(
            f"&L{self.report.version}, as of event {heading.position:,}&RPage &P of &N"
        )
        sheet.hide_gridlines(1)
        sheet.set_row(0, 20)
        title = f"{self.report.warning} {who}: {name}".strip()
        sheet.write_string(0, 0, title, self._format(bold=True, font_size=14))
        sheet.write_string(
            1,
            0,
            f"{self.report.version}: {self.report.of}, times of {heading.zone}",
            self._format(italic=True),
        )
        return sheet

    def _summary(self) -> None:
        report = self.report
        sheet = self._sheet(report.span.split()[-1].capitalize())
        sheet.fit_to_pages(1, 1)
        for at, width in enumerate(DAY_WIDTHS):
            sheet.set_column(at, at, width)
        for row, (line, value) in enumerate(report.lines, FIRST_ROW):
            sheet.write_string(row, 0, line.heading, self._format(strong=False))
            said = in_words(value, line.kind)
            self._cell(sheet, (row, 1), value, line.kind, self._of(line.kind), said)
            _heighten(sheet, row, said, DAY_WIDTHS[1])
            if value is None:
                sheet.write_comment(row, 1, UNKNOWN_NOTE, {"author": ""})
        row = FIRST_ROW + len(report.lines) + 1
        sheet.write_string(row, 0, visible(report.signed))
        row = self._signed(sheet, row + 2)
        nothing = [part.subject.view.empty for part in report.parts if not part.rows]
        for at, said in enumerate(("Nothing to report", *nothing) if nothing else ()):
            sheet.write_string(row + at, 0, said, self._format(bold=not at))

    def _signed(self, sheet: "Worksheet", row: int) -> int:
        """The signature block, from a row on: who signed, a line a fact, and the checkpoint signed with the books.
        Returns the row after it.
        """
        for signature in self.report.signatures:
            for section in SIGNED.sections:
                for column in section.columns:
                    sheet.write_string(row, 0, column.heading, self._format())
                    value = getattr(signature, column.field)
                    style, said = self._of(column.kind), in_words(value, column.kind)
                    self._cell(sheet, (row, 1), value, column.kind, style, said)
                    row += 1
            row += 1
        if seal := self.report.sealed:
            sheet.write_string(row, 0, "Checkpoint of the log, and the key")
            _heighten(sheet, row + 1, seal, sum(DAY_WIDTHS))
            sheet.merge_range(row + 1, 0, row + 1, 1, seal, self._format(text_wrap=True))
            row += 3
        return row

    def _tables(self, tables: Sequence[Table]) -> None:
        """A sheet of tables, one below the other."""
        sheet, alone = self._sheet(name_of(tables)), len(tables) == 1
        of = sheets.laid(tables)
        if of.landscape:
            sheet.set_landscape()
        sheet.fit_to_pages(1, 1 if of.pages == 1 else 0)
        widths = widths_of(tables)
        for at, width in enumerate(widths):
            sheet.set_column(at, at, width)
        row = FIRST_ROW
        for table in tables:
            if not alone:
                sheet.write_string(row, 0, table.name, self._format(bold=True))
            row = self._table(sheet, table, row if alone else row + 1, widths, of.pages) + 1
        if alone:
            sheet.freeze_panes(FIRST_ROW + 1, 1)
            sheet.repeat_rows(FIRST_ROW)
            last = FIRST_ROW + len(tables[0].rows)
            sheet.autofilter(FIRST_ROW, 0, last, len(tables[0].columns) - 1)

    def _table(
        self, sheet: "Worksheet", table: Table, head: int, widths: Sequence[int], pages: int
    ) -> int:
        """A table whose headings stand in a row, on so many pages. Returns the row after it."""
        told = table.told(widths)
        heights = table.heights(told)
        sheet.set_row(head, LINE * table.head(widths))
        sheet.set_h_pagebreaks([head + 1 + row for row in sheets.begins(heights, pages)])
        for row, of in enumerate(heights, head + 1):
            if of > 1:
                sheet.set_row(row, LINE * of)
        for at, (column, heading) in enumerate(zip(table.columns, table.heads, strict=True)):
            sheet.write_string(head, at, heading, self._heading(column.kind))
            self._column(sheet, table, head + 1, at, told[at])
        end = head + 1 + len(table.rows)
        if table.total:
            self._totals(sheet, table, head + 1, end)
        return end + table.total

    def _column(
        self, sheet: "Worksheet", table: Table, row: int, at: int, words: list[str]
    ) -> None:
        """A column of a table, from a row on. words: its texts, in their lines."""
        kind = table.columns[at].kind
        style, noted = self._of(kind), table.noted and kind in FIGURES
        for here, (value, said) in enumerate(zip(table.values[at], words, strict=True), row):
            self._cell(sheet, (here, at), value, kind, style, said)
            if noted and value is None:
                sheet.write_blank(here, at, None, style)
                sheet.write_comment(here, at, UNKNOWN_NOTE, {"author": ""})

    def _totals(self, sheet: "Worksheet", table: Table, first: int, row: int) -> None:
        """A line of formulas, each with its value. A total over an unknown figure is empty. first: row of the table."""
        from xlsxwriter.utility import xl_rowcol_to_cell as cell  # noqa: PLC0415  as above

        sheet.write_string(row, 0, "Total", self._of(Kind.TEXT, strong=True))
        totals: dict[str, tuple[str, int | None]] = {}
        for at, column in enumerate(table.columns[1:], 1):
            style = self._of(column.kind, strong=True)
            if column.summed:
                total = known_sum(*(getattr(of, column.field) for of in table.rows))
                totals[column.field] = cell(row, at), total
                place = f"{cell(first, at)}:{cell(row - 1, at)}"
                formula = f'=IF(COUNT({place})<ROWS({place}),"",SUM({place}))'
                shown = "" if total is None else NUMBERS[column.kind](total)
                sheet.write_formula(row, at, formula, style, shown)
            elif column.field == "hold_bps":
                (won, win), (dropped, drop) = totals["win_tray"], totals["drop"]
                formula = f'=IF(OR({won}="",{dropped}="",{dropped}=0),"",ROUND({won}/{dropped},4))'
                bps = hold_bps(win, drop)
                sheet.write_formula(row, at, formula, style, "" if bps is None else share(bps))
            else:
                sheet.write_blank(row, at, None, style)

    # -- cells

    def _cell(
        self,
        sheet: "Worksheet",
        at: tuple[int, int],
        value: Any,
        kind: Kind,
        style: "Format",
        said: str,
    ) -> None:
        """said: the value as text; where there is none the cell stays empty."""
        if value is None:
            return
        if kind in NUMBERS:
            sheet.write_number(*at, NUMBERS[kind](value), style)
        elif kind is Kind.DATE:
            sheet.write_datetime(*at, date.fromisoformat(value), style)
        elif kind is Kind.MOMENT:
            local = datetime.fromisoformat(value).astimezone(ZoneInfo(self.report.heading.zone))
            sheet.write_datetime(*at, local.replace(tzinfo=None), style)
        elif said:
            sheet.write_string(*at, said, style)


def _heighten(sheet: "Worksheet", row: int, text: str, width: int) -> None:
    """Make a row as high as its text needs: not every program works that out when it opens the file."""
    if (of := lines(text, width)) > 1:
        sheet.set_row(row, LINE * of)
