"""Serial slips accounted for: numbers of fills and credits that were passed over or used twice
(A3).

Fills and credits are series of their own, and so is each prefix in front of the numbers.
"""

import re
from collections.abc import Iterable
from itertools import pairwise
from typing import Final, NamedTuple

import sqlalchemy as sa

from projections.inventory import CREDIT, FILL, INVENTORY

_NUMBERED: Final = re.compile(r"(.*?)(\d+)", re.ASCII)


class Slip(NamedTuple):
    """A slip as it was used: its series, number, and the number's text."""

    series: tuple[str, str]
    number: int
    text: str
    day: str
    table: str


class Finding(NamedTuple):
    """Numbers to be accounted for. slip: the one that shows it, used at the table on the day."""

    kind: str
    slip: Slip
    subject: str


def findings(connection: sa.Connection, day: str) -> list[Finding]:
    """What the slips of a gaming day show, beside all others that were ever used."""
    of = INVENTORY.table
    query = sa.select(of.c.kind, of.c.slip, of.c.day, of.c.table).where(
        of.c.kind.in_((FILL, CREDIT))
    )
    return check(filter(None, (_read(*row) for row in connection.execute(query))), day)


def check(slips: Iterable[Slip], day: str) -> list[Finding]:
    """What the slips of a gaming day show: one finding for each number used again or stretch
    passed over.
    """
    found = []
    for before, slip in pairwise(sorted(slips)):
        if slip.day != day or slip.series != before.series:
            continue
        if slip.number == before.number:
            found.append(Finding("slip_used_again", slip, slip.text))
        elif slip.number > before.number + 1:
            found.append(Finding("slip_missing", slip, _stretch(before, slip)))
    return found


def _read(kind: str, text: str, day: str, table: str) -> Slip | None:
    match = _NUMBERED.fullmatch(text)
    return Slip((kind, match[1]), int(match[2]), text, day, table) if match else None


def _stretch(before: Slip, slip: Slip) -> str:
    """`F-17` or `F-17 to F-19`, as wide as the slips' own numbers."""
    prefix = slip.series[1]
    width = len(slip.text) - len(prefix) if slip.text[len(prefix)] == "0" else 0
    first, last = (f"{prefix}{n:0{width}}" for n in (before.number + 1, slip.number - 1))
    return first if first == last else f"{first} to {last}"
