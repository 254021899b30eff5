"""The day's master report as a page to print, with its charts (A6)."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final
from zoneinfo import ZoneInfo

import msgspec
from msgspec import structs

from projections.figures.arithmetic import known_sum
from projections.figures.chart import Chart
from projections.figures.render import FIGURES, Column, Kind, Section, View, headings
from projections.pages import Page, page
from projections.pages.charts import drawn
from projections.pages.words import UNKNOWN, clock, money, number, share
from projections.reports.cells import in_words
from projections.reports.charts import CHARTS
from projections.reports.master import SUBJECTS, Master, Subject, sealed, signed, warning
from projections.reports.signature import VIEW as SIGNED
from projections.reports.signature import Signature
from projections.reports.summary import LINES

WIDTH: Final = 130
"""Letters that a page is wide."""

GAP: Final = 3
"""Letters that go between two columns."""

LINE: Final = 24
"""Letters beyond which a line of the summary goes over the whole width."""

SENTENCE: Final = 36
"""Letters beyond which a text is a sentence, and below which a column of sentences is too narrow to read."""


class Cell(msgspec.Struct, frozen=True):
    """What is written in a cell, and its classes. names: the kind of thing that it names, and which one."""

    text: str
    classes: str
    names: tuple[str, ...] = ()


class Row(msgspec.Struct, frozen=True):
    """A line of a table. below: what stands under it, each with its heading."""

    cells: list[Cell]
    below: list[tuple[str, str]]


class Table(msgspec.Struct, frozen=True):
    """A section as a table. total: the last line, or None."""

    title: str
    heads: list[Cell]
    rows: list[Row]
    total: list[Cell] | None


class Part(msgspec.Struct, frozen=True):
    """A subject of the report. empty: what to say where there is nothing of it. charts: SVG, drawn of its tables.
    caption: what they show.
    """

    name: str
    tables: list[Table]
    empty: str
    charts: list[str]
    caption: str


def master_page(master: Master, paper: str, signatures: Sequence[Signature] = ()) -> Page:
    """The report as one page. paper: its size. signatures: of those who signed it."""
    heading = master.heading
    zone = ZoneInfo(heading.zone)
    lines = [(of.heading, cell(getattr(master.summary, of.field), of.kind, zone)) for of in LINES]
    return page(
        "master.html",
        title="Master report",
        property=heading.property,
        paper=paper,
        day=heading.gaming_day,
        subtitle=f"{clock(heading.starts_at, zone)} to {clock(heading.ends_at, zone)}, {heading.zone}",
        position=heading.position,
        signed=signed(master, zone),
        signatures=[_table(of, signatures, zone) for of in SIGNED.sections if signatures],
        sealed=sealed(master),
        warning=warning(master),
        lines=[each for each in lines if len(each[1].text) <= LINE],
        lists=[each for each in lines if len(each[1].text) > LINE],
        parts=[_part(subject, master, zone) for subject in SUBJECTS],
    )


def _part(subject: Subject, master: Master, zone: ZoneInfo) -> Part:
    """A subject's rows as tables, and what is drawn of them."""
    rows = subject.rows(master)
    charts = CHARTS[subject.field](master) if rows and subject.field in CHARTS else ()
    return part(subject.name, subject.view, rows, zone, charts)


def part(
    name: str,
    view: View,
    rows: Sequence[msgspec.Struct],
    zone: ZoneInfo,
    charts: Sequence[Chart] = (),
) -> Part:
    """Rows as tables, and what is drawn of them."""
    told = ((section, section.told(rows)) for section in view.sections)
    tables = [_table(section, of_it, zone) for section, of_it in told if of_it]
    caption = charts[0].told if charts else ""
    return Part(name, tables, view.empty, drawn(charts), caption)


def cell(value: Any, kind: Kind, zone: ZoneInfo) -> Cell:
    """A value as a person reads it: figures to the right, losses red, the unknown a dash."""
    if kind not in FIGURES:
        return Cell(_text(value, kind, zone), "whole" if kind in {Kind.DATE, Kind.MOMENT} else "")
    classes = ["figure"]
    if value is None:
        classes.append("unknown")
    elif value < 0:
        classes.append("negative")
    return Cell(_FIGURE[kind](value), " ".join(classes))


NAMING: Final = {
    **dict.fromkeys(("round", "instead_of"), "round"),
    **dict.fromkeys(("gaming_day", "of_day"), "day"),
    "id": "finding",
    "table": "table",
    "link": "link",
    "serial": "form",
    "series": "series",
    "position": "event",
}
"""The kind of thing that a field names, wherever a row has one of this name."""


NO_PAPER: Final = frozenset({"unused", "unknown", "lost"})
"""What becomes of forms of which there is nothing to be shown."""


def _of_row(row: Any, column: Column, zone: ZoneInfo) -> Cell:
    value = getattr(row, column.field)
    written = cell(value, column.kind, zone)
    kind = NAMING.get(column.field)
    if kind is None or not value or (kind == "form" and row.status in NO_PAPER):
        return written
    day = getattr(row, "gaming_day", "")
    return structs.replace(written, names=(kind, str(value), *([day] if day else [])))


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
    said = dict(zip(section.columns, headings(section.columns), strict=True))
    told = [{of: _of_row(row, of, zone) for of in said} for row in rows]
    below = _below(said, told)
    columns = [of for of in said if of not in below]
    return Table(
        section.title,
        [Cell(said[of], "figure" if of.kind in FIGURES else "") for of in columns],
        [
            Row(
                [row[of] for of in columns],
                [(said[of], row[of].text) for of in below if row[of].text != UNKNOWN],
            )
            for row in told
        ],
        _total(columns, rows, zone) if section.total and len(rows) > 1 else None,
    )


def _below(said: Mapping[Column, str], told: Sequence[Mapping[Column, Cell]]) -> list[Column]:
    """The columns of sentences, where the others leave too little of the page's width beside them."""
    longest = {of: max((row[of].text for row in told), key=len) for of in said}
    sentences = [of for of, text in longest.items() if len(text) > SENTENCE and " " in text]
    beside = (of for of in said if of not in sentences)
    taken = sum(max(len(longest[of]), len(said[of]) // 2) + GAP for of in beside)
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
