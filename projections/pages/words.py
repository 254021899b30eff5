"""Figures as a page shows them: negatives with a true minus sign, the unknown as a dash."""

import re
from datetime import datetime, tzinfo
from typing import Final, NamedTuple

from ledger.values.hidden import visible
from ledger.values.money import format_cents

UNKNOWN: Final = "—"
_MINUS: Final = "\N{MINUS SIGN}"
_CODE: Final = re.compile(r"(?<!\S)(\(?[\w.:/-]{1,40}[-/][\w.:/-]{1,40}[),;]?)(?!\S)")
"""A word with a hyphen or a stroke in it, if it is not so long that it needs more than a line."""


def money(cents: int | None) -> str:
    """Cents as dollars: `1,234.50`, below zero with a minus sign."""
    return UNKNOWN if cents is None else format_cents(cents).replace("-", _MINUS)


def share(bps: int | None) -> str:
    """Basis points as percent: `12.50 %`."""
    return UNKNOWN if bps is None else money(bps) + "\N{NO-BREAK SPACE}%"


def number(value: int | None) -> str:
    """A count: `1,234`."""
    return UNKNOWN if value is None else f"{value:,}".replace("-", _MINUS)


def sign(value: int | None) -> str:
    """The class of a figure's cell: `unknown`, `negative` or nothing."""
    return "unknown" if value is None else "negative" if value < 0 else ""


def moment(text: str | None, zone: tzinfo) -> str:
    """An RFC 3339 instant as date and local time with its offset; a dash where there is none."""
    if text is None:
        return UNKNOWN
    return datetime.fromisoformat(text).astimezone(zone).isoformat(sep=" ", timespec="seconds")


def clock(text: str | None, zone: tzinfo) -> str:
    """An RFC 3339 instant as local date and time to the minute; a dash where there is none."""
    if text is None:
        return UNKNOWN
    return f"{datetime.fromisoformat(text).astimezone(zone):%Y-%m-%d %H:%M}"


class Run(NamedTuple):
    """A piece of a text. code: a code, an id or a date, that a line never ends in."""

    text: str
    code: bool


def runs(text: str) -> list[Run]:
    """A text in pieces: those at whose hyphens and strokes a line could end, and what is between them."""
    if "-" not in text and "/" not in text:
        return [Run(text, code=False)]
    # What is captured comes back between the rest, so that every second piece is a code.
    pieces = _CODE.split(text)
    return [Run(piece, code=n % 2 == 1) for n, piece in enumerate(pieces) if piece]


def css(text: str) -> str:
    """Text for between the quotes of a CSS string: all but letters and digits of ASCII by their code, and what is not
    seen as it is shown elsewhere.
    """
    return "".join(c if c.isascii() and c.isalnum() else f"\\{ord(c):x} " for c in visible(text))
