"""Vigorish by seat: of a gaming day, and what stands now (V3-V5)."""

from collections.abc import Iterable
from itertools import groupby
from typing import Any, Final

import msgspec
import sqlalchemy as sa

from ledger.store.driver import ask, ask_some
from ledger.values.rounds import in_order
from projections.engine.asked import AT_A_TIME
from projections.engine.once import if_recorded
from projections.figures.arithmetic import rfc3339
from projections.figures.render import Column, Kind, Section, View
from projections.models.vigorish import MARKS, PROJECTION, SEAT_OWED, VIGORISH_DAYS

NEEDS: Final = (PROJECTION,)


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
    found = ask_some(connection, _BY_SEAT, AT_A_TIME, day=day, month=day[:7])
    return [Vigorish(table, day, *figures) for some in found for table, *figures in some]


_POSITION: Final = f"(SELECT position FROM tracking WHERE name = '{PROJECTION.name}')"  # noqa: S608  our own words
_LEFT: Final = "assessed_cents - collected_cents - documented_cents - uncollected_cents"

# What each seat came to owe in the months before and on the days of this month before the day; what moved on it.
# PostgreSQL adds whole numbers up to a decimal.
_BY_SEAT: Final = f"""
    WITH brought AS (
        SELECT "table", seat, CAST(sum(cents) AS BIGINT) AS cents FROM (
            SELECT "table", seat, cents FROM seat_owed WHERE month < :month
            UNION ALL
            SELECT "table", seat, {_LEFT} FROM vigorish_days WHERE day >= :month AND day < :day
        ) AS owed
        GROUP BY "table", seat HAVING sum(cents) <> 0
    )
    SELECT today."table", today.seat, coalesce(cents, 0), assessed_cents, collected_cents, documented_cents,
        uncollected_cents, coalesce(cents, 0) + {_LEFT}, {_POSITION}
    FROM vigorish_days AS today
    LEFT JOIN brought ON brought."table" = today."table" AND brought.seat = today.seat WHERE today.day = :day
    UNION ALL
    SELECT "table", seat, cents, 0, 0, 0, 0, cents, {_POSITION} FROM brought WHERE NOT EXISTS (
        SELECT 1 FROM vigorish_days AS today
        WHERE today.day = :day AND today."table" = brought."table" AND today.seat = brought.seat
    )
    ORDER BY 1, 2
"""  # noqa: S608  our own words


@if_recorded(MARKS)
def outstanding(connection: sa.Connection, table: str | None = None) -> list[Outstanding]:
    """Every seat that owes vigorish or gets some back, by table and seat; of one table only where it is named."""
    query = 'SELECT "table", seat, cents, since, round FROM vigorish_marks'
    of_table = "" if table is None else ' WHERE "table" = :table'
    rows = sorted(map(tuple, ask(connection, query + of_table, table=table or "")))
    return [_owes(of, list(group)) for of, group in groupby(rows, key=lambda row: row[:2])]


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
