"""Vigorish: the marks that stand, and what each seat owed and paid by gaming day (ma-midi 12(d);
div (c)(3)).

A mark is not money and does not end with the gaming day: what a seat owes at the end of a day is
all that was assessed up to then, less all that was collected, documented or recorded as uncollected.
"""

from collections.abc import Iterable
from typing import Any, Final

import msgspec

from ledger.events import table as e
from projections.engine.model import Fact, Model, Projection, Rows, journal_of


class MarkRow(msgspec.Struct, gc=False):
    """Vigorish a seat still owes from a round, in cents; below zero where it gets that back, as the round is reversed.
    since: when it was marked, or reversed, microseconds UTC.
    """

    round: str
    seat: int
    table: str
    since: int
    cents: int


class VigorishDayRow(msgspec.Struct, gc=False):
    """A seat's vigorish of a gaming day, in cents: assessed on its rounds; collected, documented and recorded as
    uncollected on that day.
    """

    day: str
    table: str
    seat: int
    assessed_cents: int = 0
    collected_cents: int = 0
    documented_cents: int = 0
    uncollected_cents: int = 0


class SeatOwedRow(msgspec.Struct, gc=False):
    """What a seat came to owe in the days of a month (`2026-07`), less all that settled it, in cents."""

    month: str
    table: str
    seat: int
    cents: int = 0


MARKS: Final = Model("vigorish_marks", MarkRow, key=2)
VIGORISH_DAYS: Final = Model("vigorish_days", VigorishDayRow, key=3)
SEAT_OWED: Final = Model("seat_owed", SeatOwedRow, key=3)
JOURNAL: Final = journal_of("vigorish")
PROJECTION: Final = Projection("vigorish", (MARKS, VIGORISH_DAYS, SEAT_OWED, JOURNAL), JOURNAL)


def _owed(rows: Rows, fact: Fact[Any], seat: int, cents: int) -> None:
    """So much more, or less, is owed. A month in which nothing was left owing has no row."""
    if cents:
        place = (fact.event.day[:7], fact.table, seat)
        row = rows.at(SEAT_OWED, *place)
        row.cents += cents
        if not row.cents:
            rows.remove(SEAT_OWED, *place)


@PROJECTION.on(e.RoundSettled)
def _settled(rows: Rows, fact: Fact[e.RoundSettled]) -> None:
    for line in fact.event.lines:
        if line.vig:
            row = rows.at(VIGORISH_DAYS, fact.event.day, fact.table, line.seat)
            row.assessed_cents += line.vig
            _owed(rows, fact, line.seat, line.vig)


@PROJECTION.on(e.RoundReversed, model=MARKS, pages=lambda fact: (fact.event.round,))
def _reversed(rows: Rows, fact: Fact[e.RoundReversed]) -> None:
    event = fact.event
    for line in event.lines:
        if line.vig:
            row = rows.at(VIGORISH_DAYS, event.day, fact.table, line.seat)
            row.assessed_cents -= line.vig
            _owed(rows, fact, line.seat, -line.vig)
            _let_go(rows, row)
    for mark in event.marks:
        _unmark(rows, mark)
    for back in event.owed_back:
        _mark_back(rows, fact, e.MarkBack(back.seat, -back.cents, event.round, event.at))


@PROJECTION.on(
    e.VigorishHandedBack, model=MARKS, pages=lambda fact: {x.round for x in fact.event.lines}
)
def _handed_back(rows: Rows, fact: Fact[e.VigorishHandedBack]) -> None:
    for line in fact.event.lines:
        row = rows.at(VIGORISH_DAYS, fact.event.day, fact.table, line.seat)
        row.collected_cents -= line.cents
        _owed(rows, fact, line.seat, line.cents)
        _let_go(rows, row)
        mark = rows.get(MARKS, line.round, line.seat)
        if mark is not None:
            mark.cents += line.cents
            if not mark.cents:
                rows.remove(MARKS, line.round, line.seat)


def _let_go(rows: Rows, row: VigorishDayRow) -> None:
    """A day on which nothing is left has no row."""
    if row == VigorishDayRow(row.day, row.table, row.seat):
        rows.remove(VIGORISH_DAYS, row.day, row.table, row.seat)


@PROJECTION.on(e.VigorishMarked, model=MARKS, pages=lambda fact: (fact.event.round,))
def _marked(rows: Rows, fact: Fact[e.VigorishMarked]) -> None:
    for mark in fact.event.marks:
        row = rows.get(MARKS, mark.round, mark.seat)
        if row is None:
            row = MarkRow(mark.round, mark.seat, fact.table, fact.event.at, 0)
            rows.add(MARKS, row)
        row.cents += mark.cents


def _paid_rounds(
    fact: Fact[e.VigorishCollected] | Fact[e.VigorishDocumented] | Fact[e.VigorishUncollected],
) -> Iterable[str]:
    return {line.round for line in fact.event.lines}


@PROJECTION.on(e.VigorishCollected, model=MARKS, pages=_paid_rounds)
def _collected(rows: Rows, fact: Fact[e.VigorishCollected]) -> None:
    """Vigorish taken as the winner is paid was never marked."""
    for line in fact.event.lines:
        day = rows.at(VIGORISH_DAYS, fact.event.day, fact.table, line.seat)
        day.collected_cents += line.cents
        _owed(rows, fact, line.seat, -line.cents)
        _unmark(rows, line)


@PROJECTION.on(e.VigorishDocumented, model=MARKS, pages=_paid_rounds)
def _documented(rows: Rows, fact: Fact[e.VigorishDocumented]) -> None:
    for line in fact.event.lines:
        day = rows.at(VIGORISH_DAYS, fact.event.day, fact.table, line.seat)
        day.documented_cents += line.cents
        _owed(rows, fact, line.seat, -line.cents)
        _unmark(rows, line)


@PROJECTION.on(e.VigorishUncollected, model=MARKS, pages=_paid_rounds)
def _uncollected(rows: Rows, fact: Fact[e.VigorishUncollected]) -> None:
    for line in fact.event.lines:
        day = rows.at(VIGORISH_DAYS, fact.event.day, fact.table, line.seat)
        day.uncollected_cents += line.cents
        _owed(rows, fact, line.seat, -line.cents)
        _unmark(rows, line)


def _restored_rounds(fact: Fact[e.VigorishRestored]) -> Iterable[str]:
    return {line.round for line in fact.event.lines}


@PROJECTION.on(e.VigorishRestored, model=MARKS, pages=_restored_rounds)
def _restored(rows: Rows, fact: Fact[e.VigorishRestored]) -> None:
    """The form that had documented it is void: the mark is as old as it was."""
    for line in fact.event.lines:
        day = rows.at(VIGORISH_DAYS, fact.event.day, fact.table, line.seat)
        day.documented_cents -= line.cents
        _owed(rows, fact, line.seat, line.cents)
        _mark_back(rows, fact, line)


@PROJECTION.on(e.CorrectionPosted, model=MARKS, pages=lambda fact: (fact.event.original,))
def _corrected(rows: Rows, fact: Fact[e.CorrectionPosted]) -> None:
    """Of vigorish, where it names a seat: on the day on which it is posted; the seat's mark follows."""
    event = fact.event
    if not event.seat:
        return
    day = rows.at(VIGORISH_DAYS, event.day, fact.table, event.seat)
    field = f"{event.figure.removeprefix('vig_')}_cents"
    setattr(day, field, getattr(day, field) + event.cents)
    owed = event.owed_cents
    _owed(rows, fact, event.seat, owed)
    if owed > 0:
        _mark_back(rows, fact, e.MarkBack(event.seat, owed, event.original, event.since))
    else:
        _unmark(rows, e.SeatCents(event.seat, -owed, event.original))


def _mark_back(rows: Rows, fact: Fact[Any], line: e.MarkBack) -> None:
    row = rows.get(MARKS, line.round, line.seat)
    if row is None:
        row = MarkRow(line.round, line.seat, fact.table, line.since, 0)
        rows.add(MARKS, row)
    row.cents += line.cents


def _unmark(rows: Rows, line: e.SeatCents) -> None:
    mark = rows.get(MARKS, line.round, line.seat)
    if mark is None:
        return
    mark.cents -= line.cents
    if mark.cents <= 0:
        rows.remove(MARKS, line.round, line.seat)
