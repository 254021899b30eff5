"""Vigorish: the marks that stand, and what each seat owed and paid by gaming day (ma-midi 12(d);
div (c)(3)).

A mark is not money and does not end with the gaming day: what a seat owes at the end of a day is
all that was assessed up to then, less all that was collected, documented or recorded as uncollected.
"""

from typing import Any, Final

import msgspec

from ledger.events import table as e
from projections.engine.facts import rounds_in_lines, rounds_named
from projections.engine.model import Fact, Model, Projection, Rows, journal_of
from projections.models.settled import came_to


class MarkRow(msgspec.Struct, gc=False):
    """Vigorish a seat still owes from a round, in cents; below zero where it gets that back, as the round is reversed.
    since: from when, microseconds UTC: it was marked, put back or reversed then; each is a row of its own.
    """

    round: str
    seat: int
    since: int
    table: str = ""
    cents: int = 0


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


MARKS: Final = Model("vigorish_marks", MarkRow, key=3)
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
    for line in rows.once(fact, came_to).owing:
        row = rows.at(VIGORISH_DAYS, fact.event.day, fact.table, line.seat)
        row.assessed_cents += line.vig
        _owed(rows, fact, line.seat, line.vig)


@PROJECTION.on(e.RoundReversed, model=MARKS, pages=rounds_named)
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
        _mark(rows, fact, e.SeatCents(back.seat, -back.cents, event.round))


@PROJECTION.on(e.VigorishHandedBack, model=MARKS, pages=rounds_in_lines)
def _handed_back(rows: Rows, fact: Fact[e.VigorishHandedBack]) -> None:
    for line in fact.event.lines:
        row = rows.at(VIGORISH_DAYS, fact.event.day, fact.table, line.seat)
        row.collected_cents -= line.cents
        _owed(rows, fact, line.seat, line.cents)
        _let_go(rows, row)
        _unmark(rows, line, sign=-1)


def _let_go(rows: Rows, row: VigorishDayRow) -> None:
    """A day on which nothing is left has no row."""
    if row == VigorishDayRow(row.day, row.table, row.seat):
        rows.remove(VIGORISH_DAYS, row.day, row.table, row.seat)


@PROJECTION.on(e.VigorishMarked, model=MARKS, pages=rounds_named)
def _marked(rows: Rows, fact: Fact[e.VigorishMarked]) -> None:
    for mark in fact.event.marks:
        _mark(rows, fact, mark)


@PROJECTION.on(e.VigorishCollected, model=MARKS, pages=rounds_in_lines)
def _collected(rows: Rows, fact: Fact[e.VigorishCollected]) -> None:
    """Vigorish taken as the winner is paid was never marked."""
    _take_off(rows, fact, "collected_cents")


@PROJECTION.on(e.VigorishDocumented, model=MARKS, pages=rounds_in_lines)
def _documented(rows: Rows, fact: Fact[e.VigorishDocumented]) -> None:
    _take_off(rows, fact, "documented_cents")


@PROJECTION.on(e.VigorishUncollected, model=MARKS, pages=rounds_in_lines)
def _uncollected(rows: Rows, fact: Fact[e.VigorishUncollected]) -> None:
    _take_off(rows, fact, "uncollected_cents")


def _take_off(rows: Rows, fact: Fact[Any], figure: str) -> None:
    """What is owed no more counts as such a figure of the day, and its marks go."""
    for line in fact.event.lines:
        day = rows.at(VIGORISH_DAYS, fact.event.day, fact.table, line.seat)
        setattr(day, figure, getattr(day, figure) + line.cents)
        _owed(rows, fact, line.seat, -line.cents)
        _unmark(rows, line)


@PROJECTION.on(e.VigorishRestored, model=MARKS, pages=rounds_in_lines)
def _restored(rows: Rows, fact: Fact[e.VigorishRestored]) -> None:
    """The form that had documented it is void: it is owed again from then on."""
    for line in fact.event.lines:
        day = rows.at(VIGORISH_DAYS, fact.event.day, fact.table, line.seat)
        day.documented_cents -= line.cents
        _owed(rows, fact, line.seat, line.cents)
        _mark(rows, fact, e.SeatCents(line.seat, line.cents, line.round))


@PROJECTION.on(
    e.CorrectionPosted, model=MARKS, pages=lambda facts: {fact.event.original for fact in facts}
)
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
        _mark(rows, fact, e.SeatCents(event.seat, owed, event.original))
    else:
        _unmark(rows, e.SeatCents(event.seat, -owed, event.original))


def _mark(rows: Rows, fact: Fact[Any], line: e.SeatCents) -> None:
    """Owed, or below zero to be handed back, from the event on, apart from what was before."""
    row = rows.at(MARKS, line.round, line.seat, fact.event.known_at)
    row.table = fact.table
    row.cents += line.cents


def _unmark(rows: Rows, line: e.SeatCents, sign: int = 1) -> None:
    """So much less is owed of a round, the oldest first. sign: -1 for what is to be handed back."""
    rest = line.cents
    of_seat = rows.of(MARKS, line.round, line.seat)
    if len(of_seat) > 1:
        of_seat.sort(key=lambda row: row.since)
    for row in of_seat:
        settled = min(rest, max(sign * row.cents, 0))
        rest -= settled
        row.cents -= sign * settled
        if not row.cents:
            rows.remove(MARKS, row.round, row.seat, row.since)
