"""Text in as many columns as a terminal has."""

import textwrap
from typing import Final

_BESIDE: Final = "\uffff"
"""Stands in no text."""


def broken(text: str, columns: int, indent: str = "") -> list[str]:
    """A text in lines of so many columns at most, broken between words; those after the first are indented."""
    counted = text
    # Characters of two columns count twice; a word may be broken between the two.
    if cells(text) > len(text):
        counted = "".join(_BESIDE * (cells(each) - 1) + each for each in text)
        columns -= 1
    lines = textwrap.wrap(counted, columns, subsequent_indent=indent, break_on_hyphens=False)
    return [line.replace(_BESIDE, "") for line in lines]


def cells(text: str) -> int:
    """Columns of a terminal that a text takes."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)
