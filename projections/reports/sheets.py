"""Which tables of a report stand on which sheet of its workbook: one by itself, short ones together on a page."""

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import zip_longest
from operator import attrgetter
from typing import Final

import msgspec

from projections.figures.render import WRAPPED, Column, View, headings
from projections.reports.cells import in_words
from projections.reports.printed import Part
from projections.reports.subject import Subject

WIDEST: Final = 60
"""Characters beyond which text is wrapped."""

PAGE: Final = (133, 33)
"""Characters and lines of a page. Where a sheet is wider, its print is smaller, and more lines find room."""

SMALLEST: Final = 2
"""Times the characters of a page, beyond which its print is too small to read: so wide are no tables made together."""

AROUND: Final = 4
"""Lines that a table takes besides its rows: its title, headings, total, and one that is empty."""

BROAD: Final = 30
"""Characters beyond which a text makes the columns of tables above and below it too wide."""

LONGEST_NAME: Final = 31
"""Characters of a sheet's name, as spreadsheets allow them."""


@dataclass
class Table:
    """A table of a sheet. columns: those of which a row says something. noted: whether a figure that is not there is
    said to be unknown. total: whether its last line adds up.
    """

    name: str
    columns: Sequence[Column]
    rows: Sequence[msgspec.Struct]
    noted: bool
    total: bool
    heads: Sequence[str] = field(init=False)

    def __post_init__(self) -> None:
        self.columns = [
            of for of in self.columns if any(getattr(row, of.field) != "" for row in self.rows)
        ]
        self.heads = headings(self.columns)
        self.total = self.total and len(self.rows) > 1

    @cached_property
    def values(self) -> list[list[object]]:
        """What stands in it, column by column."""
        return [[*map(attrgetter(each.field), self.rows)] for each in self.columns]

    @cached_property
    def words(self) -> list[list[str]]:
        """The same as text."""
        return [
            [in_words(value, column.kind) for value in values]
            for column, values in zip(self.columns, self.values, strict=True)
        ]

    @cached_property
    def widths(self) -> list[int]:
        """Characters that each column is wide: as its longest text, or WIDEST and wrapped; no code is broken."""
        return [*map(_width, self.heads, self.words)]

    @cached_property
    def broad(self) -> bool:
        """Whether any text of it is wide."""
        return any(
            column.kind in WRAPPED and width > BROAD
            for column, width in zip(self.columns[1:], self.widths[1:], strict=True)
        )

    def told(self, widths: Sequence[int]) -> list[list[str]]:
        """Its texts, column by column, in the lines that they take in columns so wide."""
        return [
            _fitted(words, width) if column.kind in WRAPPED else words
            for column, words, width in zip(self.columns, self.words, widths, strict=False)
        ]

    def heights(self, told: Iterable[list[str]]) -> list[int]:
        """Lines that each of its rows takes, told so."""
        rows = [1] * len(self.rows)
        for words, whole in zip(told, self.words, strict=True):
            if words is not whole:
                rows = [
                    max(high, text.count("\n") + 1) for high, text in zip(rows, words, strict=True)
                ]
        return rows

    @cached_property
    def lines(self) -> int:
        """Lines that it takes."""
        return sum(self.heights(self.told(self.widths))) + AROUND


def tables(parts: Iterable[Part]) -> Iterator[Table]:
    """The tables of a report, in order."""
    for part in parts:
        for name, view in sheets_of(part.subject) if part.rows else ():
            total = any(section.total for section in view.sections)
            yield Table(
                name, columns_of(view), part.rows, noted=not part.subject.may_lack, total=total
            )


def shared(found: Iterable[Table]) -> list[list[Table]]:
    """The same, sheet by sheet. Those that fill less than half a page stand together while one holds them, those with
    broad texts apart.
    """
    sheets: list[list[Table]] = []
    begun: dict[bool, list[Table]] = {}
    for table in found:
        if table.lines > _room([table]) // 2:
            sheets.append([table])
            continue
        sheet = begun.get(table.broad)
        if sheet is None or sum(each.lines for each in (*sheet, table)) > _room([*sheet, table]):
            sheet = begun[table.broad] = []
            sheets.append(sheet)
        sheet.append(table)
    return sheets


def widths_of(sheet: Iterable[Table]) -> list[int]:
    """Characters that each column of a sheet is wide."""
    return [max(each) for each in zip_longest(*(of.widths for of in sheet), fillvalue=0)]


def _room(sheet: Sequence[Table]) -> int:
    """Lines that a page of these tables holds; none where they are too wide beside one another."""
    (across, down), wide = PAGE, sum(widths_of(sheet))
    if len(sheet) > 1 and wide > SMALLEST * across:
        return 0
    return down * max(across, wide) // across


def name_of(sheet: Sequence[Table]) -> str:
    """`Tables`; of several from the first to the last, `To date to Games`."""
    first, last = sheet[0].name, sheet[-1].name
    return first if first == last else f"{first} to {last}"


def columns_of(view: View) -> list[Column]:
    """The columns of all sections of a view, each once."""
    columns = {column.field: column for section in view.sections for column in section.columns}
    return list(columns.values())


def sheets_of(subject: Subject) -> list[tuple[str, View]]:
    """The tables of a subject: their names, and what is in them."""
    view = subject.view
    if not subject.apart:
        return [(subject.name, view)]
    return [(of.title, View(view.row, view.empty, (of,))) for of in view.sections]


def lines(text: str, width: int) -> int:
    """Lines that a text takes in a cell so wide."""
    return broken(text, width).count("\n") + 1


def _fitted(words: list[str], width: int) -> list[str]:
    """The texts of a column in the lines that they take in cells so wide: the same list where each takes one."""
    if max(map(len, words)) <= width - 2 and not any("\n" in each for each in words):
        return words
    return [broken(each, width) for each in words]


def broken(text: str, width: int) -> str:
    """A text in the lines that it takes in a cell so wide, a little more rather than less: letters differ in width. The
    program that opens the file would break codes at their hyphens.
    """
    if len(text) <= width - 2 and "\n" not in text:
        return text
    said = (textwrap.wrap(line, width - 2, break_on_hyphens=False) for line in text.splitlines())
    return "\n".join("\n".join(each) for each in said)


def _width(heading: str, words: Sequence[str]) -> int:
    longest = max(map(len, words))
    unbroken = longest
    if longest > WIDEST - 3:
        unbroken = max((len(word) for text in words for word in text.split()), default=0)
    # A heading may take several lines; the button of the filter needs room beside it.
    head = max(map(len, heading.split()))
    return max(min(WIDEST, longest + 3), min(longest, unbroken) + 3, head + 4, 8)
