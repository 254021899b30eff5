"""Which tables of a report stand on which sheet of its workbook: one by itself, short ones together on a page.

A table is a section of a view, as on screen: all columns of a view beside one another would be too small in print.
"""

import textwrap
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import accumulate, count, zip_longest
from operator import attrgetter
from typing import Final, NamedTuple

import msgspec

from projections.figures.render import Column, Section, headings
from projections.reports import paper
from projections.reports.cells import in_words
from projections.reports.paper import Laid
from projections.reports.printed import Part
from projections.reports.subject import Subject


class Fit(NamedTuple):
    """How wide columns are, in characters. widest: beyond which text is wrapped. beside, head: what stays free beside
    the longest text, and beside the longest word of the heading.
    """

    widest: int
    beside: int
    head: int


ALONE: Final = Fit(45, 3, 4)
"""A table by itself: the button of the filter stands beside each heading."""

TOGETHER: Final = Fit(24, 2, 2)
"""A table among others, whose columns are as wide as its own."""

TALLEST: Final = 3
"""Lines that a heading takes at most."""

AROUND: Final = 3
"""Lines that a table takes besides its rows and headings: its title, total, and one that is empty."""

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
    def longest(self) -> list[int]:
        """Characters of the longest text of each column."""
        return [max(map(len, words)) for words in self.words]

    def widths(self, fit: Fit) -> list[int]:
        """Characters that each column is wide: as its longest text, or less and wrapped; no code is broken."""
        of = zip(self.heads, self.words, self.longest, strict=True)
        return [_width(*each, fit) for each in of]

    def told(self, widths: Sequence[int]) -> list[list[str]]:
        """Its texts, column by column, in the lines that they take in columns so wide."""
        return [
            _fitted(words, longest, width)
            for words, longest, width in zip(self.words, self.longest, widths, strict=False)
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

    def lines(self, widths: Sequence[int]) -> int:
        """Lines that it takes in columns so wide."""
        return sum(self.heights(self.told(widths))) + self.head(widths) + AROUND

    def head(self, widths: Sequence[int]) -> int:
        """Lines that its headings take in columns so wide: of short words, that fill them."""
        return max(map(_high, self.heads, widths))


def tables(parts: Iterable[Part]) -> Iterator[Table]:
    """The tables of a report, in order: what a section has no rows of is none."""
    for part in parts:
        for name, section in sections(part.subject):
            if rows := section.told(part.rows):
                noted = not part.subject.may_lack
                yield Table(name, section.columns, rows, noted=noted, total=section.total)


def sections(subject: Subject) -> Iterator[tuple[str, Section]]:
    """The sections of a subject, each with a name that no other has: `Tables, from the tray`."""
    name, apart = subject.name, len(subject.view.sections) > 1
    for section in subject.view.sections:
        title = section.title
        if apart and name.lower() not in title.lower():
            yield f"{name}, {title[0].lower()}{title[1:]}", section
        else:
            yield title if apart else name, section


def shared(found: Iterable[Table]) -> list[list[Table]]:
    """The same, sheet by sheet: those that do not fill a page stand together while they can be read on one, each on the
    first that has room for it. A page that would be half empty gets more from those before it, as far as they have it.
    """
    sheets: list[list[Table]] = []
    begun: list[list[Table]] = []
    for table in found:
        if not paper.is_short(*extent([table])):
            sheets.append([table])
            continue
        sheet = next((of for of in begun if paper.fits(*extent([*of, table]))), None)
        if sheet is None:
            sheet = []
            begun.append(sheet)
            sheets.append(sheet)
        sheet.append(table)
    for sheet in begun:
        while paper.is_half_empty(*extent(sheet)) and (more := _spared(begun, sheet)):
            sheet.insert(0, more)
    return sheets


def _spared(begun: Iterable[list[Table]], sheet: list[Table]) -> Table | None:
    """A table taken from another sheet, which it leaves more than half full, and which it is the last of."""
    for other in begun:
        *left, last = other
        full = left and other is not sheet and not paper.is_half_empty(*extent(left))
        if full and paper.fits(*extent([last, *sheet])):
            return other.pop()
    return None


def laid(sheet: Sequence[Table]) -> Laid:
    """How a sheet is printed."""
    if len(sheet) > 1:
        return paper.on_one(*extent(sheet))
    return paper.alone(*extent(sheet), sheet[0].head(widths_of(sheet)))


def begins(heights: Iterable[int], pages: int) -> list[int]:
    """The rows, from 0, with which a page after the first begins. heights: lines that each takes, shared out evenly."""
    ends = [*accumulate(heights)]
    return [bisect_left(ends, ends[-1] * nth / pages) + 1 for nth in range(1, pages)]


def widths_of(sheet: Sequence[Table]) -> list[int]:
    """Characters that each column of a sheet is wide."""
    fit = TOGETHER if len(sheet) > 1 else ALONE
    return [max(each) for each in zip_longest(*(of.widths(fit) for of in sheet), fillvalue=0)]


def extent(sheet: Sequence[Table]) -> tuple[int, int]:
    """Characters that a sheet is wide, and lines that it takes."""
    widths = widths_of(sheet)
    return sum(widths), sum(each.lines(widths) for each in sheet)


def name_of(sheet: Sequence[Table]) -> str:
    """`Tables`; of several from the first to the last, `To date to Games`."""
    first, last = sheet[0].name, sheet[-1].name
    return first if first == last else f"{first} to {last}"


def short(name: str) -> str:
    """As much of a name as a sheet may have for its own, cut behind a word."""
    return (
        name
        if len(name) <= LONGEST_NAME
        else name[: LONGEST_NAME + 1].rpartition(" ")[0].rstrip(",")
    )


def lines(text: str, width: int) -> int:
    """Lines that a text takes in a cell so wide."""
    return broken(text, width).count("\n") + 1


def _fitted(words: list[str], longest: int, width: int) -> list[str]:
    """The texts of a column in the lines that they take in cells so wide: the same list where each takes one."""
    if longest <= width - 2 and "\n" not in "".join(words):
        return words
    return [broken(each, width) for each in words]


@lru_cache(maxsize=4_096)
def broken(text: str, width: int) -> str:
    """A text in the lines that it takes in a cell so wide, a little more rather than less: letters differ in width. The
    program that opens the file would break codes at their hyphens.
    """
    if len(text) <= width - 2 and "\n" not in text:
        return text
    said = (textwrap.wrap(line, width - 2, break_on_hyphens=False) for line in text.splitlines())
    return "\n".join("\n".join(each) for each in said)


def _width(heading: str, words: Sequence[str], longest: int, fit: Fit) -> int:
    """A heading may take several lines, of which a column of short figures would make one of each word."""
    needed = longest + fit.beside
    if needed > fit.widest:
        unbroken = max((len(word) for text in words for word in text.split()), default=0)
        needed = max(fit.widest, unbroken + fit.beside)
    needed = max(needed, max(map(len, heading.split())) + fit.head)
    return next(at for at in count(needed) if _high(heading, at) <= TALLEST)


@lru_cache(maxsize=4_096)
def _high(heading: str, width: int) -> int:
    """Lines that a heading takes in a column so wide: the same few are asked of every sheet that they could share."""
    return len(textwrap.wrap(heading, width))
