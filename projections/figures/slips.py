"""Serial slips accounted for: numbers of fills and credits that were passed over or used twice
(A3).

Fills and credits are series of their own, and so is each prefix in front of the numbers, however it is spelled.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

import sqlalchemy as sa

from ledger.values.runs import without
from ledger.values.slips import prefix_of
from projections.engine.once import if_recorded, once
from projections.figures.slips_in_hand import lost
from projections.models.inventory import SLIPS


class Slip(NamedTuple):
    """A slip as it was used: its series, number, and the number's text."""

    series: tuple[str, str]
    number: int
    day: str
    text: str
    table: str


class Unaccounted(NamedTuple):
    """Numbers to be accounted for. slip: the one that shows it, used at the table on the day. passed: the numbers
    that were passed over, none of a slip used again.
    """

    kind: str
    slip: Slip
    subject: str
    passed: range = range(0)


@once
@if_recorded(SLIPS)
def unaccounted(connection: sa.Connection, day: str) -> list[Unaccounted]:
    """What the slips of a gaming day show, beside all others that were ever used."""
    found = check((_slip(*row) for row in connection.execute(_around(), {"day": day})), day)
    gone = lost(connection, day)
    return [each for each in found if not is_lost(each, gone)]


def is_lost(found: Unaccounted, lost: Mapping[str, Sequence[range]]) -> bool:
    """Whether all numbers that were passed over are lost. lost: by series."""
    there = lost.get(":".join(found.slip.series), ())
    return bool(found.passed) and not without([found.passed], there)


@cache
def _around() -> "sa.Select[Any]":
    """The slips of a day's series from the last number before the day's first, to the day's last: no
    other bears on what they show.
    """
    of, before = SLIPS.table, SLIPS.table.alias("before")
    days = (
        sa.select(
            of.c.series,
            sa.func.min(of.c.number).label("first"),
            sa.func.max(of.c.number).label("last"),
        )
        .where(of.c.day == sa.bindparam("day"))
        .group_by(of.c.series)
        .subquery("days")
    )
    last_before = (
        sa.select(sa.func.max(before.c.number))
        .where(before.c.series == days.c.series, before.c.number < days.c.first)
        .scalar_subquery()
    )
    return sa.select(of.c.series, of.c.number, of.c.slip, of.c.day, of.c.table).join(
        days,
        sa.and_(
            of.c.series == days.c.series,
            of.c.number >= sa.func.coalesce(last_before, days.c.first),
            of.c.number <= days.c.last,
        ),
    )


def check(slips: Iterable[Slip], day: str) -> list[Unaccounted]:
    """What the slips of a gaming day show: one finding for each number used again or stretch
    passed over.
    """
    found = []
    for before, slip in pairwise(sorted(slips)):
        if slip.day != day or slip.series != before.series:
            continue
        if slip.number == before.number:
            found.append(Unaccounted("slip_used_again", slip, slip.text))
        elif slip.number > before.number + 1:
            passed = range(before.number + 1, slip.number)
            found.append(Unaccounted("slip_missing", slip, _stretch(before, slip), passed))
    return found


def _slip(series: str, number: int, text: str, day: str, table: str) -> Slip:
    kind, _, prefix = series.partition(":")
    return Slip((kind, prefix), number, day, text, table)


def _stretch(before: Slip, slip: Slip) -> str:
    """`F-17` or `F-17 to F-19`, as wide as the slips' own numbers."""
    prefix = prefix_of(slip.text)
    width = len(slip.text) - len(prefix) if slip.text[len(prefix)] == "0" else 0
    first, last = (f"{prefix}{n:0{width}}" for n in (before.number + 1, slip.number - 1))
    return first if first == last else f"{first} to {last}"
