"""Vigorish by seat: of a gaming day, and what stands now (V3-V5)."""

from collections.abc import Iterable
from functools import cache
from itertools import groupby
from typing import Any, Final

import msgspec
import sqlalchemy as sa

from ledger.store.schema import tracking
from ledger.values.rounds import in_order
from projections.engine.once import if_recorded
from projections.figures.arithmetic import rfc3339
from projections.figures.render import Column, Kind, Section, View
from projections.models.vigorish import MARKS, PROJECTION, SEAT_OWED, VIGORISH_DAYS

NEEDS: Final = (PROJECTION,)

_DAY: Final = sa.bindparam("day", type_=sa.String)
_MONTH: Final = sa.bindparam("month", type_=sa.String)
_MOVED: Final = ("assessed", "collected", "documented", "uncollected")


class Vigorish(msgspec.Struct, frozen=True):
    """A seat's vigorish of a gaming day, in cents. brought_forward: owed at the beginning of the day. uncollected:
    recorded as such, without a form. outstanding: at the end of the day.

    Brought forward and assessed are what was collected, documented, uncollected and is outstanding.
    """

    table: str
    gaming_day: str
    seat: int
    brought_forward: int
    assessed: int
    collected: int
    documented: int
    uncollected: int
    outstanding: int
    position: int


class Outstanding(msgspec.Struct, frozen=True):
    """What a seat owes now, in cents. owed_back: what the house owes it, of what was collected of reversed rounds.

    Neither is taken off the other: vigorish is collected, and handed back. since: its oldest mark, RFC 3339 UTC.
    rounds: that were marked or reversed, oldest first.
    """

    table: str
    seat: int
    cents: int
    owed_back: int
    since: str
    rounds: list[str]


@if_recorded(VIGORISH_DAYS, SEAT_OWED)
def vigorish(connection: sa.Connection, day: str) -> list[Vigorish]:
    """Every seat that was assessed, paid or owes, by table and seat."""
    asked = connection.execute(_by_seat(), {"day": day, "month": day[:7]})
    return [Vigorish(*row) for row in asked]


@cache
def _by_seat() -> sa.Select[Any]:
    found = _moved().subquery()
    position = sa.select(tracking.c.position).where(tracking.c.name == PROJECTION.name)
    return (
        sa.select(
            found.c.table,
            _DAY,
            found.c.seat,
            _total(found.c.brought),
            *(_total(found.c[name]) for name in _MOVED),
            _total(found.c.owed),
            position.scalar_subquery(),
        )
        .group_by(found.c.table, found.c.seat)
        .having(sa.or_(sa.func.max(found.c.today) == 1, sa.func.sum(found.c.owed) != 0))
        .order_by(found.c.table, found.c.seat)
    )


def _moved() -> sa.CompoundSelect[Any]:
    """What each seat came to owe in the months before and on the days of this month; what moved today."""
    days, months = VIGORISH_DAYS.table, SEAT_OWED.table
    today = days.c.day == _DAY
    nothing = [sa.literal(0).label(name) for name in (*_MOVED, "today")]
    owed = (
        days.c.assessed_cents
        - days.c.collected_cents
        - days.c.documented_cents
        - days.c.uncollected_cents
    )
    before = sa.select(
        months.c.table,
        months.c.seat,
        *nothing,
        months.c.cents.label("brought"),
        months.c.cents.label("owed"),
    )
    since = sa.select(
        days.c.table,
        days.c.seat,
        *(sa.case((today, days.c[f"{name}_cents"]), else_=0).label(name) for name in _MOVED),
        sa.case((today, 1), else_=0).label("today"),
        sa.case((today, 0), else_=owed).label("brought"),
        owed.label("owed"),
    )
    return sa.union_all(
        before.where(months.c.month < _MONTH),
        since.where(days.c.day >= _MONTH, days.c.day <= _DAY),
    )


@if_recorded(MARKS)
def outstanding(connection: sa.Connection, table: str | None = None) -> list[Outstanding]:
    """Every seat that owes vigorish or gets some back, by table and seat; of one table only where it is named."""
    marks = MARKS.table
    query = sa.select(marks.c.table, marks.c.seat, marks.c.cents, marks.c.since, marks.c.round)
    if table is not None:
        query = query.where(marks.c.table == table)
    rows = sorted(map(tuple, connection.execute(query)))
    return [_owes(of, list(group)) for of, group in groupby(rows, key=lambda row: row[:2])]


def _total(cents: "sa.ColumnElement[int]") -> "sa.ColumnElement[int]":
    # PostgreSQL adds whole numbers up to a decimal.
    return sa.cast(sa.func.sum(cents), sa.BigInteger)


def _owes(of: tuple[Any, ...], marks: Iterable[tuple[Any, ...]]) -> Outstanding:
    table, seat = of
    cents, since, rounds = zip(*(mark[2:] for mark in marks), strict=True)
    owes, gets = (sum(max(sign * each, 0) for each in cents) for sign in (1, -1))
    named = sorted(set(rounds), key=in_order)
    return Outstanding(table, seat, owes, gets, rfc3339(min(since)), named)


VIEW: Final = View(
    Vigorish,
    "No vigorish was assessed or collected on this gaming day, and none is outstanding.",
    (
        Section(
            "Vigorish by seat",
            (
                Column("table", "Table"),
                Column("seat", "Seat", Kind.NUMBER),
                Column("brought_forward", "Brought forward", Kind.MONEY),
                Column("assessed", "Assessed", Kind.MONEY),
                Column("collected", "Collected", Kind.MONEY),
                Column("documented", "Documented", Kind.MONEY),
                Column("uncollected", "Uncollected", Kind.MONEY),
                Column("outstanding", "Outstanding", Kind.MONEY),
            ),
        ),
    ),
)

OUTSTANDING: Final = View(
    Outstanding,
    "No seat owes vigorish.",
    (
        Section(
            "Vigorish outstanding",
            (
                Column("table", "Table"),
                Column("seat", "Seat", Kind.NUMBER),
                Column("cents", "Owes", Kind.MONEY),
                Column("owed_back", "Gets back", Kind.MONEY),
                Column("since", "Since", Kind.MOMENT),
                Column("rounds", "Rounds"),
            ),
        ),
    ),
)
