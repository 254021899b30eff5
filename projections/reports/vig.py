"""Vigorish by seat: of a gaming day, and what stands now (V3-V5)."""

from collections.abc import Iterable
from itertools import groupby
from typing import Any, Final

import msgspec
import sqlalchemy as sa

from ledger.store.schema import tracking
from projections.reports.figures import rfc3339
from projections.reports.render import Column, Kind, Section, View
from projections.vigorish import MARKS, PROJECTION, VIGORISH_DAYS

NEEDS: Final = (PROJECTION,)


class Vigorish(msgspec.Struct, frozen=True):
    """A seat's vigorish of a gaming day, in cents. outstanding: at the end of the day, earlier
    days' marks included.
    """

    table: str
    gaming_day: str
    seat: int
    assessed: int
    collected: int
    documented: int
    outstanding: int
    position: int


class Outstanding(msgspec.Struct, frozen=True):
    """What a seat owes now, in cents. since: its oldest mark, RFC 3339 UTC. rounds: that were
    marked, oldest first.
    """

    table: str
    seat: int
    cents: int
    since: str
    rounds: list[str]


def vigorish(connection: sa.Connection, day: str) -> list[Vigorish]:
    """Every seat that was assessed, paid or owes, by table and seat."""
    days = VIGORISH_DAYS.table
    owed = days.c.assessed_cents - days.c.collected_cents - days.c.documented_cents
    position = sa.select(tracking.c.position).where(tracking.c.name == PROJECTION.name)
    moved = (days.c.assessed_cents, days.c.collected_cents, days.c.documented_cents)
    query = (
        sa.select(
            days.c.table,
            sa.literal(day),
            days.c.seat,
            *(_total(sa.case((days.c.day == day, cents), else_=0)) for cents in moved),
            _total(owed),
            position.scalar_subquery(),
        )
        .where(days.c.day <= day)
        .group_by(days.c.table, days.c.seat)
        .having(sa.or_(sa.func.max(days.c.day) == day, sa.func.sum(owed) != 0))
        .order_by(days.c.table, days.c.seat)
    )
    return [Vigorish(*row) for row in connection.execute(query)]


def outstanding(connection: sa.Connection, table: str | None = None) -> list[Outstanding]:
    """Every seat that owes vigorish, by table and seat; of one table only where it is named."""
    marks = MARKS.table
    query = sa.select(marks.c.table, marks.c.seat, marks.c.cents, marks.c.since, marks.c.round)
    if table is not None:
        query = query.where(marks.c.table == table)
    rows = sorted(map(tuple, connection.execute(query)), key=_oldest_first)
    return [_owes(of, list(group)) for of, group in groupby(rows, key=lambda row: row[:2])]


def _total(cents: "sa.ColumnElement[int]") -> "sa.ColumnElement[int]":
    # PostgreSQL adds whole numbers up to a decimal.
    return sa.cast(sa.func.sum(cents), sa.BigInteger)


def _oldest_first(row: tuple[Any, ...]) -> tuple[Any, ...]:
    table, seat, _, since, round_id = row
    _, day, n = round_id.rsplit(":", 2)
    return table, seat, since, day, int(n)


def _owes(of: tuple[Any, ...], marks: Iterable[tuple[Any, ...]]) -> Outstanding:
    table, seat = of
    cents, since, rounds = zip(*(mark[2:] for mark in marks), strict=True)
    return Outstanding(table, seat, sum(cents), rfc3339(min(since)), list(rounds))


VIEW: Final = View(
    Vigorish,
    "No vigorish was assessed or collected on this gaming day, and none is outstanding.",
    (
        Section(
            "Vigorish by seat",
            (
                Column("table", "Table"),
                Column("seat", "Seat", Kind.NUMBER),
                Column("assessed", "Assessed", Kind.MONEY),
                Column("collected", "Collected", Kind.MONEY),
                Column("documented", "Documented", Kind.MONEY),
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
                Column("since", "Since", Kind.MOMENT),
                Column("rounds", "Rounds"),
            ),
        ),
    ),
)
