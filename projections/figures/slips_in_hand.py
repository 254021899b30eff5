"""Series of fill and credit slips: what became of each number by the end of a gaming day, and whether the unused ones
were counted (A3).
"""

from collections.abc import Iterable
from itertools import groupby
from typing import Final

import msgspec
import sqlalchemy as sa

from ledger.events.finding import EventPlace
from ledger.events.form import Run
from ledger.events.slip_series import stream
from ledger.values.people import plain
from projections.engine.once import once
from projections.figures.render import Column, Kind, Section, View
from projections.models.inventory import (
    PROJECTION,
    SLIP_COUNTS,
    SLIP_RUNS,
    SLIPS,
    SlipCountRow,
    SlipRunRow,
)

NEEDS: Final = (PROJECTION,)


class SlipSeriesNow(msgspec.Struct, frozen=True, kw_only=True):
    """A series at the end of a gaming day. first, last: of all that was received. unused: numbers in hand by the
    record, as runs. counted: whether they were counted on the day; missing, beyond: numbers that were not there, and
    that were against the record. None where nothing is.
    """

    kind: str
    prefix: str
    first: int
    last: int
    received: int
    used: int
    lost: int
    in_hand: int
    unused: str | None = None
    counted: bool = False
    missing: str | None = None
    beyond: str | None = None


class InHand(msgspec.Struct, frozen=True, kw_only=True):
    """A series of which a slip was used or lost on a gaming day, or that was counted. places: the events that say so.

    lost: runs of numbers recorded as lost on the day, with the version of each.
    """

    now: SlipSeriesNow
    touched: bool
    places: tuple[EventPlace, ...] = ()
    lost: tuple[tuple[str, int], ...] = ()


def series(connection: sa.Connection, day: str) -> list[SlipSeriesNow]:
    """Every series received up to a gaming day, by kind and prefix."""
    return [each.now for each in in_hand(connection, day)]


@once
def in_hand(connection: sa.Connection, day: str) -> list[InHand]:
    """Every series received up to a gaming day, held against what was counted on it."""
    of = SLIP_RUNS.table.c
    query = (
        sa.select(*SLIP_RUNS.columns).where(of.day <= day).order_by(*SLIP_RUNS.table.primary_key)
    )
    rows = [SlipRunRow(*row) for row in connection.execute(query)]
    by_series = groupby(rows, key=lambda row: row.series)
    return [_in_hand(connection, list(of_one), day) for _, of_one in by_series]


def _in_hand(connection: sa.Connection, rows: list[SlipRunRow], day: str) -> InHand:
    received = [row for row in rows if not row.lost]
    first = received[0]
    gone = [row for row in rows if row.lost]
    numbers = {n for row in received for n in range(row.first, row.last + 1)}
    lost = {n for row in gone for n in range(row.first, row.last + 1)}
    used = _used(connection, first, day)
    unused = numbers - used.keys() - lost
    count = _counted(connection, first, day)
    there = {n for run in count[1] for n in range(run.first, run.last + 1)} if count else None
    now = SlipSeriesNow(
        kind=first.kind,
        prefix=first.prefix,
        first=min(numbers),
        last=max(numbers),
        received=len(numbers),
        used=len(numbers & used.keys()),
        lost=len(lost - used.keys()),
        in_hand=len(unused),
        unused=_runs(first.prefix, unused),
        counted=there is not None,
        missing=None if there is None else _runs(first.prefix, unused - there),
        beyond=None if there is None else _runs(first.prefix, there - unused),
    )
    of_day = [row for row in gone if row.day == day]
    place = stream(first.kind, first.prefix)
    return InHand(
        now=now,
        touched=bool(of_day) or any(used[n] == day for n in numbers & used.keys()),
        places=(EventPlace(place, count[0]),) if count else (),
        lost=tuple(
            (_runs(row.prefix, range(row.first, row.last + 1)) or "", row.version) for row in of_day
        ),
    )


def _used(connection: sa.Connection, first: SlipRunRow, day: str) -> dict[int, str]:
    """The numbers used up to a gaming day and the day of each, however their prefix is spelled."""
    of = SLIPS.table.c
    spelled = {first.prefix, first.prefix.lower(), first.prefix.upper()}
    names = [f"{first.kind}:{prefix}" for prefix in sorted(spelled)]
    query = sa.select(of.number, sa.func.min(of.day)).where(of.series.in_(names), of.day <= day)
    return {row[0]: row[1] for row in connection.execute(query.group_by(of.number))}


def _counted(
    connection: sa.Connection, first: SlipRunRow, day: str
) -> tuple[int, list[Run]] | None:
    of = SLIP_COUNTS.table.c
    query = sa.select(*SLIP_COUNTS.columns).where(of.series == first.series, of.day == day)
    for row in connection.execute(query):
        counted = SlipCountRow(*row)
        return counted.version, msgspec.json.decode(counted.counted, type=list[Run])
    return None


def _runs(prefix: str, numbers: Iterable[int]) -> str | None:
    """`F-1003 to F-1009, F-1012`; None of none."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    named = (
        f"{prefix}{first}" if first == last else f"{prefix}{first} to {prefix}{last}"
        for first, last in runs
    )
    return ", ".join(named) or None


def is_lost(connection: sa.Connection, series: tuple[str, str], numbers: range, day: str) -> bool:
    """Whether all of these numbers were recorded as lost by the end of a gaming day. series: kind, prefix."""
    if not numbers:
        return False
    of, (kind, prefix) = SLIP_RUNS.table.c, series
    query = sa.select(of.first, of.last).where(
        of.series == f"{kind}:{plain(prefix)}", of.lost == 1, of.day <= day
    )
    covered = sum(
        max(0, min(last, numbers[-1]) - max(first, numbers[0]) + 1)
        for first, last in connection.execute(query)
    )
    return bool(covered == len(numbers))


VIEW: Final = View(
    SlipSeriesNow,
    "No series of slips was received.",
    (
        Section(
            "Series of slips",
            (
                Column("kind", "Kind"),
                Column("prefix", "Prefix"),
                Column("first", "First", Kind.NUMBER),
                Column("last", "Last", Kind.NUMBER),
                Column("received", "Received", Kind.COUNT),
                Column("used", "Used", Kind.COUNT),
                Column("lost", "Lost", Kind.COUNT),
                Column("in_hand", "In hand", Kind.COUNT),
                Column("unused", "Unused"),
                Column("counted", "Counted"),
                Column("missing", "Not there"),
                Column("beyond", "Against the record"),
            ),
            total=False,
        ),
    ),
)
