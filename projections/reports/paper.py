"""How a sheet of a workbook lies on paper: portrait or landscape, on how many pages, in print that can be read."""

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


class Laid(NamedTuple):
    """How a sheet is printed. pages: the most that it may take, 0 where that does not matter."""

    landscape: bool
    pages: int


def on_one(wide: int, lines: int) -> Laid:
    """A sheet that is so many characters wide and so many lines long, on one page."""
    return Laid(_page(wide, lines) is LANDSCAPE, 1)


def alone(wide: int, lines: int) -> Laid:
    """A sheet on as many pages as it takes; on one, or one less, where little would stand on the last."""
    if fits(wide, lines):
        return on_one(wide, lines)
    page = _page(wide)
    size = _size(page, wide)
    needed = lines * size / page.down
    whole = int(needed)
    fewer = needed < whole + 0.5 and size * whole / needed >= SMALLEST
    return Laid(page is LANDSCAPE, whole if fewer else 0)


def is_short(wide: int, lines: int) -> bool:
    """Whether a sheet leaves a third of its page empty, or more."""
    page = _page(wide)
    return lines * _size(page, wide) <= page.down * 2 / 3


def fits(wide: int, lines: int) -> bool:
    """Whether a sheet can be read on one page."""
    return _size(_page(wide, lines), wide, lines) >= SMALLEST


def _page(wide: int, lines: int = 0) -> Page:
    upright, across = _size(PORTRAIT, wide, lines), _size(LANDSCAPE, wide, lines)
    return PORTRAIT if upright >= min(EASY, across) else LANDSCAPE


def _size(page: Page, wide: int, lines: int = 0) -> float:
    """Of full size, in which that much finds room on a page."""
    return min(1, page.across / wide, page.down / max(1, lines))
