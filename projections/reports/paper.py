"""How a sheet of a workbook lies on paper: portrait or landscape, on how many pages, in print that can be read."""

from math import ceil
from typing import Final, NamedTuple


class Page(NamedTuple):
    """Characters and lines that a page holds in print of full size, on letter as on A4."""

    across: int
    down: int


PORTRAIT: Final = Page(94, 45)
LANDSCAPE: Final = Page(128, 32)

SMALLEST: Final = 2 / 3
"""Of full size, 11 points: the smallest print on a page, of more than 7."""

EASY: Final = 0.85
"""Of full size: print so large is as good as larger, and a page is portrait, as most are."""


FULL: Final = 0.94
"""Of a page, what is put on each of several: programs differ in how much finds room."""


class Laid(NamedTuple):
    """How a sheet is printed. pages: how many it takes."""

    landscape: bool
    pages: int


def on_one(wide: int, lines: int) -> Laid:
    """A sheet that is so many characters wide and so many lines long, on one page."""
    return Laid(_page(wide, lines) is LANDSCAPE, 1)


def alone(wide: int, lines: int, head: int) -> Laid:
    """A sheet on one page, or on as many as it takes. head: lines that stand at the top of each."""
    if fits(wide, lines):
        return on_one(wide, lines)
    page = _page(wide)
    held = page.down * FULL / _size(page, wide) - head
    return Laid(page is LANDSCAPE, ceil((lines - head) / held))


def is_short(wide: int, lines: int) -> bool:
    """Whether a sheet leaves a third of its page empty, or more."""
    page = _page(wide)
    return lines * _size(page, wide) <= page.down * 2 / 3


def is_half_empty(wide: int, lines: int) -> bool:
    """Whether a sheet on one page leaves half of it empty, or more."""
    page = _page(wide, lines)
    return lines * _size(page, wide, lines) <= page.down / 2


def fits(wide: int, lines: int) -> bool:
    """Whether a sheet can be read on one page."""
    return _size(_page(wide, lines), wide, lines) >= SMALLEST


def _page(wide: int, lines: int = 0) -> Page:
    upright, across = _size(PORTRAIT, wide, lines), _size(LANDSCAPE, wide, lines)
    return PORTRAIT if upright >= min(EASY, across) else LANDSCAPE


def _size(page: Page, wide: int, lines: int = 0) -> float:
    """Of full size, in which that much finds room on a page."""
    return min(1, page.across / wide, page.down / max(1, lines))
