"""The master report as an Excel workbook: a sheet a subject, real numbers and dates, totals as formulas (A6).

Money goes in as dollars, written digit by digit from cents. What is unknown is an empty cell with a note, and a total
over it is empty too. The same report gives the same file, byte for byte: it bears the time at which the day began.
"""

import io
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final
from zoneinfo import ZoneInfo

import msgspec

from projections.figures.arithmetic import hold_bps, known_sum
from projections.figures.render import FIGURES, Column, Kind, View, headings
from projections.reports.cells import in_words
from projections.reports.master import SUBJECTS, Heading, Master, Subject, signed, warning
from projections.reports.summary import LINES

if TYPE_CHECKING:
    from xlsxwriter.format import Format
    from xlsxwriter.workbook import Workbook
    from xlsxwriter.worksheet import Worksheet

A4: Final = 9
UNKNOWN_NOTE: Final = "Not known."
FIRST_ROW: Final = 3
"""Row of the headings, from 0: the subject's title and an empty line come first."""

WIDEST: Final = 60
"""Characters beyond which text is wrapped."""

_FORMATS: Final[Mapping[Kind, str]] = {
    Kind.MONEY: '"$"#,##0.00;[Red]-"$"#,##0.00',
    Kind.SHARE: "0.00%;[Red]-0.00%",
    Kind.HUNDREDTHS: "0.00;[Red]-0.00",
    Kind.COUNT: "#,##0",
    Kind.NUMBER: "0",
    Kind.DATE: "yyyy-mm-dd",
    Kind.MOMENT: "yyyy-mm-dd hh:mm:ss",
}


def workbook(master: Master) -> bytes:
    """The report as the bytes of an .xlsx file."""
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
    _Writer(book, heading, warning(master)).all(master)
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


def dollars(cents: int) -> Decimal:
    """Cents as dollars, exactly."""
    return Decimal(cents).scaleb(-2)


def share(bps: int) -> Decimal:
    """Basis points as a fraction of one, exactly."""
    return Decimal(bps).scaleb(-4)


@dataclass(slots=True)
class _Writer:
    book: "Workbook"
    heading: Heading
    warning: str
    formats: dict[tuple[str, bool], "Format"] = field(default_factory=dict)

    def all(self, master: Master) -> None:
        self._summary(master)
        for subject in SUBJECTS:
            for name, view in sheets_of(subject):
                self._rows(name, view, subject.rows(master), noted=not subject.may_lack)

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
        if kind in {Kind.TEXT, Kind.CHIPS}:
            return self._format(strong=strong, text_wrap=True)
        return self._format(
            _FORMATS[kind], strong=strong, align="right" if kind in FIGURES else "left"
        )

    # -- sheets

    def _sheet(self, name: str) -> "Worksheet":
        sheet = self.book.add_worksheet(name)
        sheet.set_paper(A4)
        sheet.set_landscape()
        sheet.fit_to_pages(1, 0)
        sheet.set_margins(left=0.5, right=0.5, top=0.9, bottom=0.7)
        heading = self.heading
        who = heading.property.replace("&", "&&")
        sheet.set_header(f"&L{who}&C&B{name}&RGaming day {heading.gaming_day}")
        sheet.set_footer(f"&LAs of event {heading.position:,}&RPage &P of &N")
        sheet.hide_gridlines(1)
        title = f"{self.warning} {heading.property}: {name}".strip()
        sheet.write_string(0, 0, title, self._format(bold=True, font_size=14))
        sheet.write_string(
            1,
            0,
            f"Gaming day {heading.gaming_day}, times of {heading.zone}",
            self._format(italic=True),
        )
        return sheet

    def _summary(self, master: Master) -> None:
        sheet = self._sheet("Day")
        sheet.set_portrait()
        sheet.set_column(0, 0, 34)
        sheet.set_column(1, 1, 26)
        zone = ZoneInfo(self.heading.zone)
        sheet.write_string(FIRST_ROW + len(LINES) + 1, 0, signed(master, zone))
        for row, line in enumerate(LINES, FIRST_ROW):
            value = getattr(master.summary, line.field)
            sheet.write_string(row, 0, line.heading, self._format(strong=False))
            self._cell(sheet, (row, 1), value, line.kind, self._of(line.kind))
            if value is None:
                sheet.write_comment(row, 1, UNKNOWN_NOTE, {"author": ""})

    def _rows(self, name: str, view: View, rows: Sequence[msgspec.Struct], *, noted: bool) -> None:
        """A sheet of rows. noted: whether a figure that is not there is said to be unknown."""
        sheet = self._sheet(name)
        if not rows:
            sheet.write_string(FIRST_ROW, 0, view.empty)
            return
        columns = columns_of(view)
        sheet.set_row(FIRST_ROW, 30)
        last = FIRST_ROW + len(rows)
        for at, (column, heading) in enumerate(zip(columns, headings(columns), strict=True)):
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
            sheet.set_column(at, at, self._width(column, heading, rows))
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
                shown = "" if total is None else _NUMBERS[column.kind](total)
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
        elif kind in _NUMBERS:
            sheet.write_number(*at, _NUMBERS[kind](value), style)
        elif kind is Kind.DATE:
            sheet.write_datetime(*at, date.fromisoformat(value), style)
        elif kind is Kind.MOMENT:
            local = datetime.fromisoformat(value).astimezone(ZoneInfo(self.heading.zone))
            sheet.write_datetime(*at, local.replace(tzinfo=None), style)
        else:
            sheet.write_string(*at, in_words(value, kind), style)

    def _width(self, column: Column, heading: str, rows: Sequence[msgspec.Struct]) -> int:
        values = (getattr(of, column.field) for of in rows)
        longest = max(len(in_words(value, column.kind)) for value in values)
        # A heading may take two lines; the button of the filter needs room beside it.
        words = max(map(len, heading.split()))
        return min(WIDEST, max(longest + 3, words + 4, 8))


_NUMBERS: Final[Mapping[Kind, Callable[[int], Decimal | int]]] = {
    Kind.MONEY: dollars,
    Kind.SHARE: share,
    Kind.HUNDREDTHS: dollars,
    Kind.COUNT: int,
    Kind.NUMBER: int,
}
