"""What a correction of a figure of a table's day names: the figure itself, or the buy-ins of one seat (A4)."""

import re
from collections.abc import Iterator, Mapping
from typing import Final

from ledger.table import acts as table_acts
from ledger.values.errors import Refused

_CALLED: Final[Mapping[str, tuple[str, ...]]] = {
    "opener": ("opener", "count"),
    "closer": ("closer", "count"),
    "drop": ("drop", "count", "box", "drop box"),
    "buy_ins": ("buy-ins", "buy-in"),
}
"""Figures of which a table has one a day, and what each is called, its own name first."""

_SEAT: Final = re.compile(r"(?:buy ins? of )?seat 0*([1-9][0-9]?)")


def spelled(act: table_acts.Correct) -> str:
    """What a correction names as the books have it: `closer of MB-01`, `buy-ins of seat 3`; rounds and slips as said.

    Raises Refused where it is said of a figure of the day, and names anything but that.
    """
    names = _CALLED.get(act.figure)
    if names is None:
        return act.original
    if seat := seat_named(act.figure, act.original):
        return f"{names[0]} of seat {seat}"
    if _plain(act.original) in map(_plain, _accepted(act, names)):
        return f"{names[0]} of {act.table}"
    told = f"{act.figure.replace('_', '-')} of {act.table} on {act.of_day}"
    of_seat = ' or, of one seat, --names "seat N"' if act.figure == "buy_ins" else ""
    raise Refused(
        "names_otherwise",
        f"What is corrected is the {told}, and {act.original} does not name it.",
        f'Say --names "{names[0]} of {act.table}"{of_seat}. A round or a slip is named where a figure of'
        " its own is corrected.",
        table=act.table,
        figure=act.figure,
        of_day=act.of_day,
        names=act.original,
    )


def seat_named(figure: str, original: str) -> int:
    """The seat whose buy-ins a correction names; 0 where it names all of them, or is of another figure."""
    found = _SEAT.fullmatch(_plain(original)) if figure == "buy_ins" else None
    return int(found[1]) if found else 0


def _accepted(act: table_acts.Correct, names: tuple[str, ...]) -> Iterator[str]:
    for name in names:
        for of in ("", f" of {act.table}", f" {act.table}"):
            for day in ("", f" of {act.of_day}", f" on {act.of_day}"):
                yield f"{name}{of}{day}"


def _plain(text: str) -> str:
    """However it is spelled: capitals, blanks, hyphens within words, an article."""
    words = re.sub(r"(?<=\w)[-_](?=\w)|\s+", " ", text.casefold()).strip()
    return words.removeprefix("the ")
