"""A report of a gaming day or a month as a page to print, with its charts (A6)."""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import groupby
from operator import attrgetter
from typing import Any, Final, NamedTuple
from zoneinfo import ZoneInfo

import msgspec

from ledger.values.prints import print_told
from projections.figures.arithmetic import known_sum
from projections.figures.chart import Chart
from projections.figures.render import FIGURES, Column, Kind, Section, View, headings
from projections.pages import Page, page
from projections.pages.charts import drawn
from projections.pages.charts.picture import Drawing
from projections.pages.markup import Cell
from projections.pages.words import UNKNOWN, clock, money, number, share, sign
from projections.reports.cells import in_words
from projections.reports.printed import Printed
from projections.reports.signature import VIEW as SIGNED

WIDTH: Final = 130
"""Letters that a page is wide."""

GAP: Final = 3
"""Letters that go between two columns."""

LINE: Final = 24
"""Letters beyond which a line of the summary goes over the whole width."""

SENTENCE: Final = 36
"""Letters beyond which a text is a sentence, and below which a column of sentences is too narrow to read."""


class Row(msgspec.Struct, frozen=True):
    """A line of a table. below: what stands under it, each with its heading."""

    cells: Sequence[Cell]
    below: list[tuple[str, str]]


class Table(msgspec.Struct, frozen=True):
    """A section as a table. total: the last line, or None."""

    title: str
    heads: list[Cell]
    rows: list[Row]
    total: list[Cell] | None


class Figure(NamedTuple):
    """Drawings of which one sentence says what they show."""

    drawings: list[Drawing]
    caption: str


class Part(msgspec.Struct, frozen=True):
    """A subject of the report. empty: what to say where there is nothing of it. figures: drawn of its tables."""

    name: str
    tables: list[Table]
    empty: str
    figures: list[Figure]


def master_page(report: Printed, paper: str, print_no: int = 1) -> Page:
    """The report as one page. paper: its size. print_no: of its version, as of a form; each sheet says both."""
    heading, zone = report.heading, ZoneInfo(report.heading.zone)
    lines = [(of.heading, cell(value, of.kind, zone)) for of, value in report.lines]
    signed = report.signatures
    return page(
        "master.html",
        title=f"{report.version} {print_told(print_no)}".rstrip(),
        property=heading.property,
        paper=paper,
        span=report.span,
        day=report.name,
        subtitle=f"{clock(heading.starts_at, zone)} to {clock(heading.ends_at, zone)}, {heading.zone}",
        position=heading.position,
        signed=report.signed,
        signatures=[_table(of, signed, zone) for of in SIGNED.sections if signed],
        sealed=report.sealed,
        warning=report.warning,
        lines=[each for each in lines if len(each[1].text) <= LINE],
        lists=[each for each in lines if len(each[1].text) > LINE],
        parts=[
            part(of.subject.name, of.subject.view, of.rows, zone, of.charts) for of in report.parts
        ],
    )


def part(
    name: str,
    view: View,
    rows: Sequence[msgspec.Struct],
    zone: ZoneInfo,
    charts: Sequence[Chart] = (),
) -> Part:
    """Rows as tables, and what is drawn of them."""
    sections = ((section, section.told(rows)) for section in view.sections)
    tables = [_table(section, of_it, zone) for section, of_it in sections if of_it]
    told_by = groupby(charts if rows else (), key=attrgetter("told"))
    figures = [Figure(drawn(list(of)), told) for told, of in told_by]
    return Part(name, tables, view.empty, [each for each in figures if each.drawings])


def cell(value: Any, kind: Kind, zone: ZoneInfo) -> Cell:
    """A value as a person reads it: figures to the right, losses red, the unknown a dash."""
    if kind not in FIGURES:
        return Cell(_text(value, kind, zone), "whole" if kind in {Kind.DATE, Kind.MOMENT} else "")
    signed = sign(value)
    return Cell(_FIGURE[kind](value), f"figure {signed}" if signed else "figure")


NAMING: Final = {
    **dict.fromkeys(("round", "instead_of"), "round"),
    **dict.fromkeys(("gaming_day", "of_day"), "day"),
    "id": "finding",
    "table": "table",
    "link": "link",
    "serial": "form",
    "slip": "slip",
    "series": "series",
    "position": "event",
}
"""The kind of thing that a field names, wherever a row has one of this name."""


NO_PAPER: Final = frozenset({"unused", "unknown", "lost"})
"""What becomes of forms and slips of which there is nothing to be shown."""


def _column(column: Column, rows: Sequence[Any], zone: ZoneInfo) -> list[Cell]:
    """The cells of a column, from the first row on."""
    values = [*map(attrgetter(column.field), rows)]
    written = [cell(value, column.kind, zone) for value in values]
    kind = NAMING.get(column.field)
    return [*map(partial(_named, kind), values, written, rows)] if kind else written


def _named(kind: str, value: Any, written: Cell, row: Any) -> Cell:
    """A cell that names a thing of a kind."""
    if not value or (kind in {"form", "slip"} and getattr(row, "status", "") in NO_PAPER):
        return written
    if kind == "slip":  # Numbered by themselves, fills and credits are two kinds of paper.
        kind = getattr(row, "kind", "").removeprefix("void_")
    day = getattr(row, "gaming_day", "")
    names = (kind, str(value), day) if day else (kind, str(value))
    return Cell(written.text, written.classes, names)


def _text(value: Any, kind: Kind, zone: ZoneInfo) -> str:
    if kind is Kind.MOMENT:
        return clock(value, zone)
    return in_words(value, kind) or UNKNOWN


_FIGURE: Final[dict[Kind, Callable[[Any], str]]] = {
    Kind.MONEY: money,
    Kind.SHARE: share,
    Kind.HUNDREDTHS: money,
    Kind.COUNT: number,
    Kind.NUMBER: lambda value: UNKNOWN if value is None else str(value),
}


def _table(section: Section, rows: Sequence[msgspec.Struct], zone: ZoneInfo) -> Table:
    columns, said = section.columns, headings(section.columns)
    told = [_column(of, rows, zone) for of in columns]
    below = _below(said, told)
    beside = [n for n in range(len(columns)) if n not in below]
    return Table(
        section.title,
        [Cell(said[n], "figure" if columns[n].kind in FIGURES else "") for n in beside],
        [
            Row(
                line,
                [(said[n], told[n][at].text) for n in below if told[n][at].text != UNKNOWN],
            )
            for at, line in enumerate(zip(*(told[n] for n in beside), strict=True))
        ],
        _total([columns[n] for n in beside], rows, zone)
        if section.total and len(rows) > 1
        else None,
    )


def _below(said: Sequence[str], told: Sequence[Sequence[Cell]]) -> list[int]:
    """The columns of sentences, by their places, where the others leave too little of the page's width beside them."""
    longest = [max((cell.text for cell in column), key=len) for column in told]
    sentences = [n for n, text in enumerate(longest) if len(text) > SENTENCE and " " in text]
    beside = (n for n in range(len(told)) if n not in sentences)
    taken = sum(max(len(longest[n]), len(said[n]) // 2) + GAP for n in beside)
    return sentences if WIDTH - taken < SENTENCE * len(sentences) else []


def _total(columns: Sequence[Column], rows: Sequence[msgspec.Struct], zone: ZoneInfo) -> list[Cell]:
    cells = [Cell("Total", "")]
    for of in columns[1:]:
        if of.summed:
            total = known_sum(*(getattr(row, of.field) for row in rows))
            cells.append(cell(total, of.kind, zone))
        else:
            cells.append(Cell("", ""))
    return cells
