"""What templates leave to Python, since a page has it by the ten thousand: cells, codes that stay whole, links."""

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

import msgspec
from markupsafe import Markup, escape

from projections.pages.words import runs


class Cell(msgspec.Struct, frozen=True):
    """What is written in a cell, and its classes. names: the kind of thing that it names, and which one."""

    text: str
    classes: str
    names: tuple[str, ...] = ()


@lru_cache(maxsize=4_096)
def whole(text: str) -> Markup:
    """A text whose codes and dates stay whole where a line ends."""
    pieces = ((escape(each.text), each.code) for each in runs(text))
    return Markup("").join(
        Markup('<span class="whole">{}</span>').format(piece) if code else piece
        for piece, code in pieces
    )


def linked(text: str, to: str) -> Markup:
    """The same as a link to an address; as text where there is none."""
    said = whole(text)
    return Markup('<a href="{}">{}</a>').format(to, said) if to else said


def region(name: str) -> Markup:
    """What makes an element one that is scrolled on a screen, and gone to by keyboard. name: as it is read out."""
    return Markup(' role="region" tabindex="0" aria-label="{}"').format(name)


def cells(row: Iterable[Cell], at: Callable[..., str]) -> Markup:
    """The cells of a line of a table. at: the address of what a cell names."""
    return Markup("".join([_cell(each, at) for each in row]))  # noqa: S704  each is escaped


def _cell(cell: Cell, at: Callable[..., str]) -> str:
    if cell.names:
        said: Any = linked(cell.text, at(*cell.names))
    else:
        said = _escaped(cell.text) if cell.classes else whole(cell.text)
    return f'<td class="{cell.classes}">{said}</td>'


_escaped = lru_cache(maxsize=4_096)(escape)
