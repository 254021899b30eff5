"""The gaming days of a month up to one of them, each with what the property won (A4)."""

from collections.abc import Sequence
from typing import Final

import msgspec
import sqlalchemy as sa

from projections.figures import win, win_added
from projections.figures.arithmetic import hold_bps, known_sum
from projections.figures.periods import Period
from projections.figures.render import Column, Kind, Section, View

NEEDS: Final = win.NEEDS


class DayOfMonth(msgspec.Struct, frozen=True, kw_only=True):
    """What the property's tables came to on a gaming day. Money in cents, hold in basis points; None is unknown."""

    gaming_day: str
    tables: int
    rounds: int
    drop: int | None
    win_tray: int | None
    hold_bps: int | None
    win_hands: int | None


def month_days(connection: sa.Connection, day: str) -> list[DayOfMonth]:
    """The days of the month up to a gaming day (ISO date), in order, on which something is recorded."""
    by_day: dict[str, list[tuple[win.Win, int]]] = {}
    for books, tables in win_added.of_days(connection, Period.MONTH.first(day), day):
        by_day.setdefault(books.gaming_day, []).append((books, tables))
    return [_added_up(gaming_day, by_day[gaming_day]) for gaming_day in sorted(by_day)]


def _added_up(gaming_day: str, parts: Sequence[tuple[win.Win, int]]) -> DayOfMonth:
    drop, won, hands = (
        known_sum(*(getattr(books, field) for books, _ in parts))
        for field in ("drop", "win_tray", "win_hands")
    )
    return DayOfMonth(
        gaming_day=gaming_day,
        tables=sum(tables for _, tables in parts),
        rounds=sum(books.rounds for books, _ in parts),
        drop=drop,
        win_tray=won,
        hold_bps=hold_bps(won, drop),
        win_hands=hands,
    )


_COLUMNS: Final = (
    Column("gaming_day", "Gaming day", Kind.DATE),
    Column("tables", "Tables", Kind.COUNT, adds=False),
    Column("rounds", "Rounds", Kind.COUNT),
    Column("drop", "Drop", Kind.MONEY),
    Column("win_tray", "Win, tray", Kind.MONEY),
    Column("hold_bps", "Hold", Kind.SHARE),
    Column("win_hands", "Win, hands", Kind.MONEY),
)


def _titled(title: str) -> View:
    empty = "No table has anything recorded in this month."
    return View(DayOfMonth, empty, (Section(title, _COLUMNS),))


VIEW: Final = _titled("Month so far")
OF_THE_MONTH: Final = _titled("Days of the month")
"""The same where the report is of a whole month."""
