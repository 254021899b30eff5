"""Series of fill and credit slips: what became of each number by the end of a gaming day, and whether the unused ones
were counted (A3).
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import groupby
from operator import attrgetter
from typing import Final, NamedTuple

import msgspec
import sqlalchemy as sa

from ledger.events.finding import EventPlace
from ledger.events.form import Run
from ledger.events.slip_series import stream
from ledger.store.driver import ask
from ledger.values.runs import many, named, without
from projections.engine.asked import rows_of
from projections.engine.once import if_recorded, once
from projections.figures.of_day import rows_of_day
from projections.figures.render import Column, Kind, Section, View
from projections.models.inventory import (
    PROJECTION,
    SLIP_COUNTS,
    SLIP_RUNS,
    SLIPS,
    SLIPS_USED,
    SlipCountRow,
    SlipRunRow,
    SlipsUsedRow,
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
    return [each.now for each in _in_hand(connection, day)]


@once
@if_recorded(SLIP_RUNS)
def in_hand(connection: sa.Connection, day: str) -> list[InHand]:
    """Every series of which something was used, lost or counted on a gaming day, held against what was counted."""
    touched = """SELECT series FROM inventory_numbers WHERE day = :day
        UNION SELECT series FROM inventory_slip_runs WHERE day = :day
        UNION SELECT series FROM inventory_slip_counts WHERE day = :day"""
    return _in_hand(connection, day, {series for (series,) in ask(connection, touched, day=day)})


@if_recorded(SLIP_RUNS)
def _in_hand(
    connection: sa.Connection, day: str, names: Collection[str] | None = None
) -> list[InHand]:
    """The series received up to a gaming day, or those of them that are named."""
    received = _received(connection, day)
    found = {
        name: list(rows)
        for name, rows in groupby(received, key=attrgetter("series"))
        if names is None or name in names
    }
    used: dict[str, list[range]] = {}
    for name, run in _used(connection, day):
        used.setdefault(name, []).append(run)
    read = _Read(used, _of_day(connection, day), _counted(connection, found, day))
    return [_held(rows, day, read) for rows in found.values()]


class _Read(NamedTuple):
    """What is known of each series besides: the numbers used up to a gaming day, those used on it, and its count."""

    used: Mapping[str, list[range]]
    of_day: Mapping[str, set[int]]
    counted: Mapping[str, SlipCountRow]


def _held(rows: list[SlipRunRow], day: str, read: _Read) -> InHand:
    first = rows[0]
    received = [_range(row) for row in rows if not row.lost]
    lost = [_range(row) for row in rows if row.lost]
    used = read.used.get(first.series, [])
    unused = without(received, [*used, *lost])
    count = read.counted.get(first.series)
    there = None if count is None else list(map(_range, _RUNS(count.counted)))
    now = SlipSeriesNow(
        kind=first.kind,
        prefix=first.prefix,
        first=min(run.start for run in received),
        last=max(run[-1] for run in received),
        received=many(received),
        used=many(received) - many(without(received, used)),
        lost=many(without(lost, used)),
        in_hand=many(unused),
        unused=named(first.prefix, unused),
        counted=there is not None,
        missing=None if there is None else named(first.prefix, without(unused, there)),
        beyond=None if there is None else named(first.prefix, without(there, unused)),
    )
    lost_now = [row for row in rows if row.lost and row.day == day]
    of_day = read.of_day.get(first.series, set())
    return InHand(
        now=now,
        touched=bool(lost_now) or any(number in run for run in received for number in of_day),
        places=(EventPlace(stream(first.kind, first.prefix), count.version),) if count else (),
        lost=tuple((named(row.prefix, [_range(row)]) or "", row.version) for row in lost_now),
    )


def _range(run: SlipRunRow | SlipsUsedRow | Run) -> range:
    return range(run.first, run.last + 1)


@once
def _received(connection: sa.Connection, day: str) -> list[SlipRunRow]:
    """What was received or lost up to a gaming day, by series."""
    return rows_of(connection, SLIP_RUNS, "WHERE day <= :day", day=day)


@once
def _used(connection: sa.Connection, day: str) -> Iterator[tuple[str, range]]:
    """The numbers used up to a gaming day, by series, as runs: all that were used without those of later days."""
    runs: dict[str, list[range]] = {}
    for row in rows_of(connection, SLIPS_USED):
        runs.setdefault(row.series, []).append(_range(row))
    later: dict[str, list[range]] = {}
    for series, number in ask(connection, _USED_LATER, day=day):
        later.setdefault(series, []).append(range(number, number + 1))
    for series, used in runs.items():
        yield from ((series, run) for run in without(used, later.get(series, ())))


_USED_LATER: Final = """
    SELECT series, number FROM inventory_numbers AS later WHERE day > :day AND NOT EXISTS (
        SELECT 1 FROM inventory_numbers AS used
        WHERE used.series = later.series AND used.number = later.number AND used.day <= :day
    )
"""


def _of_day(connection: sa.Connection, day: str) -> dict[str, set[int]]:
    """The numbers used on a gaming day, by series."""
    found: dict[str, set[int]] = {}
    for row in rows_of_day(connection, SLIPS, day):
        found.setdefault(row.series, set()).add(row.number)
    return found


def _counted(connection: sa.Connection, names: Iterable[str], day: str) -> dict[str, SlipCountRow]:
    """The count of a gaming day, by series."""
    which = "WHERE series IN (:names) AND day = :day"
    rows = rows_of(connection, SLIP_COUNTS, which, names=[*names], day=day)
    return {row.series: row for row in rows}


_RUNS: Final = msgspec.json.Decoder(list[Run]).decode


def on_record(connection: sa.Connection, day: str) -> dict[str, list[range]]:
    """The numbers received by the end of a gaming day, by series: kind and prefix, however that is spelled.

    What was lost was received.
    """
    found: dict[str, list[range]] = {}
    for row in _received(connection, day):
        if not row.lost:
            found.setdefault(row.series, []).append(_range(row))
    return found


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
