"""The day's master report as a page to print, with a plot of win by hour and table (A6)."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

import msgspec
from msgspec import structs

from ledger.values.calendar import from_micros, to_micros
from projections.figures.arithmetic import known_sum
from projections.figures.render import FIGURES, Column, Kind, Section, headings
from projections.pages import Page, page
from projections.pages.plot import Plot, plot
from projections.pages.words import UNKNOWN, clock, money, number, share
from projections.reports.cells import in_words
from projections.reports.master import SUBJECTS, Heading, Master, Subject, sealed, signed, warning
from projections.reports.summary import LINES

_HOUR: Final = 3_600_000_000


class Cell(msgspec.Struct, frozen=True):
    """What is written in a cell, and its classes. names: the kind of thing that it names, and which one."""

    text: str
    classes: str
    names: tuple[str, ...] = ()


class Table(msgspec.Struct, frozen=True):
    """A section as a table. total: the last line, or None."""

    title: str
    heads: list[Cell]
    rows: list[list[Cell]]
    total: list[Cell] | None


class Part(msgspec.Struct, frozen=True):
    """A subject of the report. empty: what to say where there is nothing of it."""

    name: str
    tables: list[Table]
    empty: str


def master_page(master: Master) -> Page:
    """The report as one page."""
    heading = master.heading
    zone = ZoneInfo(heading.zone)
    return page(
        "master.html",
        title="Master report",
        property=heading.property,
        day=heading.gaming_day,
        subtitle=f"{clock(heading.starts_at, zone)} to {clock(heading.ends_at, zone)}, {heading.zone}",
        position=heading.position,
        signed=signed(master, zone),
        sealed=sealed(master),
        warning=warning(master),
        lines=[
            (line.heading, cell(getattr(master.summary, line.field), line.kind, zone))
            for line in LINES
        ],
        parts=[part(subject, subject.rows(master), zone) for subject in SUBJECTS],
        plot=win_by_hour(master),
        unseen=[of.table for of in master.tables if of.win_hands is None],
    )


def win_by_hour(master: Master) -> Plot | None:
    """The plot, from full hour to full hour of the day's clock; None where no hand was settled."""
    if not master.hours:
        return None
    starts = [to_micros(datetime.fromisoformat(row.hour)) for row in master.hours]
    first = min(_full_hour(master.heading), *starts)
    last = max(master.heading.ends_micros - 1, *starts)
    zone = ZoneInfo(master.heading.zone)
    labels = [f"{from_micros(at).astimezone(zone):%H:%M}" for at in range(first, last + 1, _HOUR)]
    wins: dict[str, dict[int, int]] = {}
    for row, start in zip(master.hours, starts, strict=True):
        of = wins.setdefault(row.table, {})
        slot = (start - first) // _HOUR
        of[slot] = of.get(slot, 0) + row.win_hands
    return plot(labels, wins)


def _full_hour(heading: Heading) -> int:
    """The full local hour in which the gaming day begins."""
    local = datetime.fromisoformat(heading.starts_at).astimezone(ZoneInfo(heading.zone))
    return to_micros(local.replace(minute=0, second=0, microsecond=0))


def part(subject: Subject, rows: Sequence[msgspec.Struct], zone: ZoneInfo) -> Part:
    """A subject's rows as tables."""
    view = subject.view
    told = ((section, section.told(rows)) for section in view.sections)
    tables = [_table(section, of_it, zone) for section, of_it in told if of_it]
    return Part(subject.name, tables, view.empty)


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
    **dict.fromkeys(("id", "finding"), "finding"),
    "table": "table",
    "link": "link",
    "serial": "form",
    "series": "series",
    "position": "event",
}
"""The kind of thing that a field names, wherever a row has one of this name."""


def _of_row(row: Any, column: Column, zone: ZoneInfo) -> Cell:
    value = getattr(row, column.field)
    written = cell(value, column.kind, zone)
    kind = NAMING.get(column.field)
    if kind is None or not value:
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
    columns = section.columns
    return Table(
        section.title,
        [
            Cell(heading, "figure" if of.kind in FIGURES else "")
            for of, heading in zip(columns, headings(columns), strict=True)
        ],
        [[_of_row(row, of, zone) for of in columns] for row in rows],
        _total(columns, rows, zone) if section.total and len(rows) > 1 else None,
    )


def _total(columns: Sequence[Column], rows: Sequence[msgspec.Struct], zone: ZoneInfo) -> list[Cell]:
    cells = [Cell("Total", "")]
    for of in columns[1:]:
        if of.summed:
            total = known_sum(*(getattr(row, of.field) for row in rows))
            cells.append(cell(total, of.kind, zone))
        else:
            cells.append(Cell("", ""))
    return cells
