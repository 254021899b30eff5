"""Showing rows: a table for people; JSON, NDJSON and CSV for programs, with the same names and
cents everywhere.
"""

import csv
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from datetime import UTC, datetime, tzinfo
from enum import StrEnum
from functools import lru_cache
from itertools import islice, repeat
from operator import add, attrgetter
from types import NoneType
from typing import Any, Final, TextIO, assert_never

import msgspec

from ledger.values.hidden import visible
from ledger.values.money import format_cents
from projections.figures.arithmetic import known_sum

UNKNOWN: Final = "—"

AT_A_TIME: Final = 500
"""Lines that are written at once: all of them in one text would stand in memory again and again."""

ANY_WIDTH: Final = 10_000
"""Columns that any table fits into."""


class Form(StrEnum):
    """How rows are written. CSV is for a spreadsheet, plain CSV for programs."""

    TABLE = "table"
    JSON = "json"
    NDJSON = "ndjson"
    CSV = "csv"
    PLAIN_CSV = "plain_csv"


class Kind(StrEnum):
    """What a column holds, which decides how a person sees it. Counts and money are added up."""

    TEXT = "text"
    NUMBER = "number"
    COUNT = "count"
    MONEY = "money"
    SHARE = "share"
    HUNDREDTHS = "hundredths"
    MOMENT = "moment"
    DATE = "date"
    CHIPS = "chips"


FIGURES: Final = frozenset({Kind.NUMBER, Kind.COUNT, Kind.MONEY, Kind.SHARE, Kind.HUNDREDTHS})
WRAPPED: Final = frozenset({Kind.TEXT, Kind.CHIPS})
"""What may take more than a line."""

SUMMED: Final = frozenset({Kind.COUNT, Kind.MONEY})


class Column(msgspec.Struct, frozen=True):
    """A column of a table: which field of the row, under which heading. adds: whether its rows make a sum: not where
    one row goes on from what another ended with.
    """

    field: str
    heading: str
    kind: Kind = Kind.TEXT
    adds: bool = True

    @property
    def summed(self) -> bool:
        """Whether a last line may add it up."""
        return self.adds and self.kind in SUMMED


class Section(msgspec.Struct, frozen=True):
    """Columns that a person reads together. total: whether a last line adds up counts and money.

    only_with: fields without which a row says nothing here; a section in which none says anything is left out.
    """

    title: str
    columns: tuple[Column, ...]
    total: bool = True
    only_with: tuple[str, ...] = ()

    def told(self, rows: Sequence[msgspec.Struct]) -> Sequence[msgspec.Struct]:
        """The rows that say something here: all of them where a last line adds them up; none where none does."""
        if not self.only_with:
            return rows
        filled = [row for row in rows if any(getattr(row, each) for each in self.only_with)]
        return rows if filled and self.total else filled


class View(msgspec.Struct, frozen=True):
    """How rows of one kind are shown. empty: what to say where there are none."""

    row: type[msgspec.Struct]
    empty: str
    sections: tuple[Section, ...]


FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet takes for the beginning of a formula."""


def headings(columns: Sequence[Column]) -> list[str]:
    """Headings that can stand alone: one in small letters goes on with the first word of the last that does not."""
    said, first = [], ""
    for column in columns:
        if column.heading[:1].islower():
            said.append(f"{first} {column.heading}")
        else:
            first = column.heading.split()[0]
            said.append(column.heading)
    return said


def write(
    view: View,
    rows: Sequence[msgspec.Struct],
    form: Form,
    out: TextIO,
    zone: tzinfo = UTC,
    *,
    columns: int = ANY_WIDTH,
) -> None:
    """Write rows. zone: in which a person reads instants, in a spreadsheet too; programs always get UTC. columns: of a
    terminal: a table that is wider is shown row by row, and nothing of it is left out.
    """
    match form:
        case Form.TABLE:
            _write_tables(view, rows, out, zone, columns)
        case Form.JSON:
            out.write(msgspec.json.format(msgspec.json.encode(rows), indent=2).decode() + "\n")
        case Form.NDJSON:
            out.writelines(msgspec.json.encode(row).decode() + "\n" for row in rows)
        case Form.CSV:
            moments = {c.field for s in view.sections for c in s.columns if c.kind is Kind.MOMENT}
            _write_csv(
                view, rows, out, lambda name, value: _cell(value, zone if name in moments else None)
            )
        case Form.PLAIN_CSV:
            _write_csv(view, rows, out, lambda _, value: plain(value))
        case _:
            assert_never(form)


def _write_csv(
    view: View,
    rows: Iterable[msgspec.Struct],
    out: TextIO,
    cell: Callable[[str, Any], Any],
) -> None:
    """cell: what stands for a field's value, by its name."""
    writer = csv.writer(out, lineterminator="\n")
    names = view.row.__struct_fields__
    writer.writerow(names)
    for row in rows:
        writer.writerow(map(cell, names, msgspec.structs.astuple(row)))


def _cell(value: Any, zone: tzinfo | None) -> Any:
    """A value in a cell of a spreadsheet, which takes what begins with certain characters for a formula.

    zone: of an instant; None for anything else.
    """
    if zone is not None and value:
        return _moment(value, zone)
    shown = plain(value)
    return f"'{shown}" if isinstance(shown, str) and shown.startswith(FORMULA) else shown


def plain(value: Any) -> Any:
    """A value in one cell: lists, inventories and options as words; what has fields of its own as JSON."""
    if isinstance(value, dict):
        return visible(
            " ".join(
                f"{key}={part}" if isinstance(key, str) else f"{key}x{part}"
                for key, part in value.items()
            )
        )
    if isinstance(value, list):
        return visible(" ".join(map(_word, value)))
    return visible(value) if isinstance(value, str) else value


def _word(part: Any) -> str:
    return msgspec.json.encode(part).decode() if isinstance(part, msgspec.Struct) else str(part)


def _write_tables(
    view: View, rows: Sequence[msgspec.Struct], out: TextIO, zone: tzinfo, columns: int
) -> None:
    whole: list[str] = []
    for section in view.sections if rows else ():
        if told := section.told(rows):
            # As wide as it needs to be: a figure cut off is a wrong figure. Text as it was recorded.
            lines = list(_drawn(section, told, zone))
            fits = max(map(len, lines)) <= columns
            whole += lines if fits else _row_by_row(section, told, zone)
    whole = whole or [view.empty]
    while not (last := whole.pop().rstrip()):
        pass
    left = iter([*whole, last])
    while some := [*islice(left, AT_A_TIME)]:
        out.write("\n".join((*some, "")))


def _row_by_row(section: Section, rows: Sequence[msgspec.Struct], zone: tzinfo) -> Iterator[str]:
    """A figure a line, under the section's title, and the sums at the end."""
    said = headings(section.columns)
    wide = max(map(len, said))
    yield section.title
    yield ""
    for row in rows:
        for heading, column in zip(said, section.columns, strict=True):
            yield f"  {heading:<{wide}}  {shown(getattr(row, column.field), column.kind, zone)}"
        yield ""
    if section.total and len(rows) > 1:
        yield "  Total"
        for heading, column in zip(said, section.columns, strict=True):
            if column.summed:
                total = known_sum(*(getattr(row, column.field) for row in rows))
                yield f"  {heading:<{wide}}  {shown(total, column.kind, zone)}"
        yield ""


def _drawn(section: Section, rows: Sequence[msgspec.Struct], zone: tzinfo) -> Iterator[str]:
    """A row a line below the section's title and the headings, and the sums at the end: figures to the right."""
    totals, aligned = section.total and len(rows) > 1, []
    for number, column in enumerate(section.columns):
        values = [*map(attrgetter(column.field), rows)]
        total = "Total" if totals and not number else ""
        if totals and column.summed:
            total = shown(known_sum(*values), column.kind, zone)
        aligned.append(_column(column, total, values, zone))
    rule = f" {'─' * (sum(_width(column[0]) + 3 for column in aligned) - 1)}"
    aligned[0] = [f"  {cell}" for cell in aligned[0]]
    heading, total, *lines = map(str.rstrip, map("   ".join, zip(*aligned, strict=True)))
    yield from (section.title, "", heading, rule, *lines)
    if totals:
        yield from (rule, total)
    yield ""


def _column(column: Column, total: str, values: Sequence[Any], zone: tzinfo) -> Sequence[str]:
    """Heading, sum and cells of a column, all as wide as the widest. What stands in many cells is written once."""
    try:
        told = _told(column.kind, {*values}, zone)
    except TypeError:  # lists and inventories
        values = [shown(value, column.kind, zone) for value in values]
        told = dict(zip(values, values, strict=True))
    cells = [column.heading, total, *told.values()]
    heading, total, *aligned = _aligned(cells, right=column.kind in FIGURES)
    written = dict(zip(told, aligned, strict=True))
    return [heading, total, *map(written.__getitem__, values)]


def _told(kind: Kind, values: Set[Any], zone: tzinfo) -> dict[Any, str]:
    """How a person sees each of some values."""
    if kind is Kind.TEXT and _seen_as_it_is(values):
        told = dict(zip(values, values, strict=True))
    else:
        told = {value: shown(value, kind, zone) for value in values}
    return told | {None: UNKNOWN} if None in told else told


def _seen_as_it_is(values: Set[Any]) -> bool:
    """Whether all that is known is text without hidden characters: one look at all is quicker than one at each."""
    if not {*map(type, values)} <= {str, NoneType}:
        return False
    text = "".join(filter(None, values))
    return visible(text) == text


def _aligned(cells: Sequence[str], *, right: bool) -> Sequence[str]:
    """The cells of a column, all as wide as the widest."""
    if _is_narrow("".join(cells)):
        wide = max(map(len, cells))
        return [*map(str.rjust if right else str.ljust, cells, repeat(wide))]
    widths = [*map(_width, cells)]
    wide = max(widths)
    blanks = [" " * (wide - each) for each in widths]
    if right:
        return [*map(add, blanks, cells)]
    return [*map(add, cells, blanks)]


def _width(text: str) -> int:
    """Columns of a terminal that a text takes."""
    if _is_narrow(text):
        return len(text)
    from rich.cells import cell_len  # noqa: PLC0415  few texts need it

    return cell_len(text)


def _is_narrow(text: str) -> bool:
    """Whether each of its characters takes one column."""
    return text.isascii() or text.replace(UNKNOWN, "").isascii()


def shown(value: Any, kind: Kind, zone: tzinfo) -> str:
    """A value as a column of a kind shows it."""
    if value is None:
        return UNKNOWN
    return _SHOWN[kind](zone)(value)


def chips(inventory: dict[int, int]) -> str:
    """`100x50 25x200`: as it is typed, denominations in dollars; `none` for an empty one."""
    parts = (
        f"{format_cents(denomination).removesuffix('.00')}x{count}"
        for denomination, count in inventory.items()
    )
    return " ".join(parts) or "none"


def _share(bps: int) -> str:
    return format_cents(bps) + " %"


def text(value: Any) -> str:
    """The same as a person reads it."""
    return _ANSWERS[value] if isinstance(value, bool) else str(plain(value))


_ANSWERS: Final = {True: "yes", False: "no"}


@lru_cache(maxsize=1_024)
def _moment(text: str, zone: tzinfo) -> str:
    local = datetime.fromisoformat(text).astimezone(zone)
    return local.isoformat(sep=" ", timespec="seconds")


_SHOWN: Final[Mapping[Kind, Callable[[tzinfo], Callable[[Any], str]]]] = {
    Kind.TEXT: lambda _: text,
    Kind.DATE: lambda _: str,
    Kind.CHIPS: lambda _: chips,
    Kind.NUMBER: lambda _: str,
    Kind.COUNT: lambda _: lambda value: f"{value:,}",
    Kind.MONEY: lambda _: format_cents,
    Kind.SHARE: lambda _: _share,
    Kind.HUNDREDTHS: lambda _: format_cents,
    Kind.MOMENT: lambda zone: lambda value: _moment(value, zone),
}
"""How a person sees what is known of each kind, in a zone."""
