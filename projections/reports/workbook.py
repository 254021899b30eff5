"""The master report as an Excel workbook: a sheet a subject, real numbers and dates, totals as formulas (A6).

Money goes in as dollars, written digit by digit from cents. What is unknown is an empty cell with a note, and a total
over it is empty too. The same report gives the same file, byte for byte: it bears the time at which the day began.
"""

import io
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Any, Final
from zoneinfo import ZoneInfo

import msgspec

from projections.figures.arithmetic import hold_bps, known_sum
from projections.figures.render import FIGURES, WRAPPED, Column, Kind, View, headings
from projections.reports.cells import FORMATS, NUMBERS, in_words, share
from projections.reports.charts import of_workbook
from projections.reports.master import SUBJECTS, Heading, Master, Subject, sealed, signed, warning
from projections.reports.signature import VIEW as SIGNED
from projections.reports.signature import Signature
from projections.reports.summary import LINES
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

WIDEST: Final = 60
"""Characters beyond which text is wrapped."""

LINE: Final = 15
"""Points that a line of text takes, as wide as it is drawn by any program that opens the file."""


def workbook(master: Master, paper: str, signatures: Sequence[Signature] = ()) -> bytes:
    """The report as the bytes of an .xlsx file. paper: the size to print on. signatures: of those who signed it."""
    # It costs 60 ms, and only workbooks need it.
    from xlsxwriter import Workbook  # noqa: PLC0415  as said above

    held = io.BytesIO()
    book = Workbook(held, {"in_memory": True})
    heading = master.heading
    book.set_properties(
        {
            "title": f"Master report, gaming day {heading.gaming_day}",
            "author": heading.property,
            "created": datetime.fromisoformat(heading.starts_at)
            .astimezone(UTC)
            .replace(tzinfo=None),
        }
    )
    _Writer(book, heading, PAPER[paper], warning(master)).all(master, signatures)
    book.close()
    return held.getvalue()


def columns_of(view: View) -> list[Column]:
    """The columns of all sections of a view, each once."""
    columns = {column.field: column for section in view.sections for column in section.columns}
    return list(columns.values())


def sheets_of(subject: Subject) -> list[tuple[str, View]]:
    """The sheets of a subject: their names, and what is on them."""
    view = subject.view
    if not subject.apart:
        return [(subject.name, view)]
    return [(of.title, View(view.row, view.empty, (of,))) for of in view.sections]


@dataclass(slots=True)
class _Writer:
    book: "Workbook"
    heading: Heading
    paper: int
    warning: str
    formats: dict[tuple[str, bool], "Format"] = field(default_factory=dict)

    def all(self, master: Master, signatures: Sequence[Signature]) -> None:
        self._summary(master, signatures)
        if charts := of_workbook(master):
            write_charts(self.book, self._sheet(CHARTS_SHEET), charts)
        for subject in SUBJECTS:
            if rows := subject.rows(master):
                for name, view in sheets_of(subject):
                    self._rows(name, view, rows, noted=not subject.may_lack)

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
            return self._format(strong=strong, text_wrap=True)
        return self._format(
            FORMATS[kind], strong=strong, align="right" if kind in FIGURES else "left"
        )

    # -- sheets

    def _sheet(self, name: str) -> "Worksheet":
        sheet = self.book.add_worksheet(name)
        sheet.set_paper(self.paper)
        sheet.set_landscape()
        sheet.fit_to_pages(1, 0)
        sheet.set_margins(left=0.5, right=0.5, top=0.9, bottom=0.7)
        heading = self.heading
        who = heading.property.replace("&", "&&")
        sheet.set_header(f"&L{who}: &B{name}&RGaming day {heading.gaming_day}")
        sheet.set_footer(f"&LAs of event {heading.position:,}&RPage &P of &N")
        sheet.hide_gridlines(1)
        sheet.set_row(0, 20)
        title = f"{self.warning} {heading.property}: {name}".strip()
        sheet.write_string(0, 0, title, self._format(bold=True, font_size=14))
        sheet.write_string(
            1,
            0,
            f"Gaming day {heading.gaming_day}, times of {heading.zone}",
            self._format(italic=True),
        )
        return sheet

    def _summary(self, master: Master, signatures: Sequence[Signature]) -> None:
        sheet = self._sheet("Day")
        sheet.set_portrait()
        for at, width in enumerate(DAY_WIDTHS):
            sheet.set_column(at, at, width)
        zone = ZoneInfo(self.heading.zone)
        for row, line in enumerate(LINES, FIRST_ROW):
            value = getattr(master.summary, line.field)
            sheet.write_string(row, 0, line.heading, self._format(strong=False))
            self._cell(sheet, (row, 1), value, line.kind, self._of(line.kind))
            _heighten(sheet, row, [in_words(value, line.kind)], DAY_WIDTHS[1:])
            if value is None:
                sheet.write_comment(row, 1, UNKNOWN_NOTE, {"author": ""})
        row = FIRST_ROW + len(LINES) + 1
        sheet.write_string(row, 0, signed(master, zone))
        row = self._signed(sheet, row + 2, signatures, sealed(master))
        nothing = [of.view.empty for of in SUBJECTS if not of.rows(master)]
        for at, said in enumerate(("Nothing to report", *nothing) if nothing else ()):
            sheet.write_string(row + at, 0, said, self._format(bold=not at))

    def _signed(
        self, sheet: "Worksheet", row: int, signatures: Sequence[Signature], seal: str
    ) -> int:
        """The signature block, from a row on: who signed, a line a fact, and the checkpoint signed with the books.
        Returns the row after it.
        """
        for signature in signatures:
            for section in SIGNED.sections:
                for column in section.columns:
                    sheet.write_string(row, 0, column.heading, self._format())
                    value = getattr(signature, column.field)
                    self._cell(sheet, (row, 1), value, column.kind, self._of(column.kind))
                    row += 1
            row += 1
        if seal:
            sheet.write_string(row, 0, "Checkpoint of the log, and the key")
            _heighten(sheet, row + 1, [seal], [sum(DAY_WIDTHS)])
            sheet.merge_range(row + 1, 0, row + 1, 1, seal, self._format(text_wrap=True))
            row += 3
        return row

    def _rows(self, name: str, view: View, rows: Sequence[msgspec.Struct], *, noted: bool) -> None:
        """A sheet of rows. noted: whether a figure that is not there is said to be unknown."""
        sheet = self._sheet(name)
        columns = columns_of(view)
        said = headings(columns)
        widths = [
            _width(column, heading, rows) for column, heading in zip(columns, said, strict=True)
        ]
        sheet.set_row(FIRST_ROW, LINE * max(map(_lines, said, widths)))
        for row, of in enumerate(rows, FIRST_ROW + 1):
            said_there = [in_words(getattr(of, each.field), each.kind) for each in columns]
            _heighten(sheet, row, said_there, widths)
        last = FIRST_ROW + len(rows)
        for at, (column, heading) in enumerate(zip(columns, said, strict=True)):
            align = "right" if column.kind in FIGURES else "left"
            head = self._format(
                bold=True,
                bottom=1,
                bg_color="#E9ECEF",
                valign="bottom",
                text_wrap=True,
                align=align,
            )
            sheet.write_string(FIRST_ROW, at, heading, head)
            sheet.set_column(at, at, widths[at])
            for row, of in enumerate(rows, FIRST_ROW + 1):
                kind = column.kind
                value = getattr(of, column.field)
                self._cell(sheet, (row, at), value, kind, self._of(kind))
                if noted and value is None and kind in FIGURES:
                    sheet.write_comment(row, at, UNKNOWN_NOTE, {"author": ""})
        sheet.freeze_panes(FIRST_ROW + 1, 1)
        sheet.repeat_rows(FIRST_ROW)
        sheet.autofilter(FIRST_ROW, 0, last, len(columns) - 1)
        if any(section.total for section in view.sections) and len(rows) > 1:
            self._totals(sheet, columns, rows, last + 1)

    def _totals(
        self,
        sheet: "Worksheet",
        columns: Sequence[Column],
        rows: Sequence[msgspec.Struct],
        row: int,
    ) -> None:
        """A line of formulas, each with its value. A total over an unknown figure is empty."""
        from xlsxwriter.utility import xl_rowcol_to_cell as cell  # noqa: PLC0415  as above

        sheet.write_string(row, 0, "Total", self._of(Kind.TEXT, strong=True))
        totals: dict[str, tuple[str, int | None]] = {}
        for at, column in enumerate(columns[1:], 1):
            style = self._of(column.kind, strong=True)
            if column.summed:
                total = known_sum(*(getattr(of, column.field) for of in rows))
                totals[column.field] = cell(row, at), total
                place = f"{cell(FIRST_ROW + 1, at)}:{cell(row - 1, at)}"
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
        self, sheet: "Worksheet", at: tuple[int, int], value: Any, kind: Kind, style: "Format"
    ) -> None:
        if value is None:
            sheet.write_blank(*at, None, style)
        elif kind in NUMBERS:
            sheet.write_number(*at, NUMBERS[kind](value), style)
        elif kind is Kind.DATE:
            sheet.write_datetime(*at, date.fromisoformat(value), style)
        elif kind is Kind.MOMENT:
            local = datetime.fromisoformat(value).astimezone(ZoneInfo(self.heading.zone))
            sheet.write_datetime(*at, local.replace(tzinfo=None), style)
        else:
            sheet.write_string(*at, in_words(value, kind), style)


def _width(column: Column, heading: str, rows: Sequence[msgspec.Struct]) -> int:
    """Characters that a column is wide: as its longest text, or WIDEST, where it is wrapped; no code is broken."""
    said = [in_words(getattr(of, column.field), column.kind) for of in rows]
    longest = max(map(len, said))
    unbroken = max((len(word) for text in said for word in text.split()), default=0)
    # A heading may take several lines; the button of the filter needs room beside it.
    words = max(map(len, heading.split()))
    return max(min(WIDEST, longest + 3), unbroken + 3, words + 4, 8)


def _heighten(sheet: "Worksheet", row: int, texts: Sequence[str], widths: Sequence[int]) -> None:
    """Make a row as high as its texts need: not every program works that out when it opens the file."""
    lines = max(map(_lines, texts, widths))
    if lines > 1:
        sheet.set_row(row, LINE * lines)


def _lines(text: str, width: int) -> int:
    """Lines that a text takes in a cell so wide, a little more rather than less: letters differ in width."""
    return sum(max(1, len(textwrap.wrap(line, width - 2))) for line in text.splitlines()) or 1
