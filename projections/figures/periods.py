"""Table win of a day, a month or a year to date, by table, pit or game, and of the property (A4)."""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from functools import partial
from operator import attrgetter, itemgetter
from typing import Final

import msgspec
import sqlalchemy as sa

from ledger.store.driver import ask
from projections.engine.once import once
from projections.figures import win
from projections.figures.arithmetic import hold_bps, known_sum, less
from projections.figures.render import Column, Kind, Section, View
from projections.figures.stood_open import stood_uncounted
from projections.figures.win import Win
from projections.figures.win_added import Added, added
from projections.models.places import PROJECTION

NEEDS: Final = (*win.NEEDS, PROJECTION)


class Period(StrEnum):
    """From when a report adds up, to the gaming day asked for."""

    DAY = "day"
    MONTH = "month"
    YEAR = "year"

    def first(self, day: str) -> str:
        """The first gaming day of the period that the gaming day (ISO date) is in."""
        kept = {Period.DAY: 10, Period.MONTH: 7, Period.YEAR: 4}[self]
        return day[:kept] + "0000-01-01"[kept:]


class Group(StrEnum):
    """What a row adds up."""

    TABLE = "table"
    PIT = "pit"
    GAME = "game"
    PROPERTY = "property"


class WinOfPeriod(msgspec.Struct, frozen=True, kw_only=True):
    """What tables came to from one gaming day to another, both included. Money in cents, hold in basis points.

    period: the day, the month or the year to date. group: what is added up; name: its code, None where it is not known
    or the group is the property. days: on which something was recorded; days_unknown, hands_unknown: those of them on
    which the tray's win or drop, or the hands, are unknown. A sum over an unknown figure is unknown. vig_outstanding:
    at the end of the last day. vig_brought_forward: owed at the beginning of the first; of a pit or a game, with what
    came to it with a table later, less what went with one.
    """

    period: str
    group: str
    name: str | None
    from_day: str
    to_day: str
    tables: int
    days: int
    days_unknown: int
    hands_unknown: int
    rounds: int
    voids: int
    drop: int | None
    win_tray: int | None
    win_hands: int | None
    hold_bps: int | None
    fills: int
    credits: int
    vig_brought_forward: int | None
    vig_assessed: int | None
    vig_collected: int | None
    vig_documented: int | None
    vig_uncollected: int | None
    vig_outstanding: int | None


@once
def period(
    connection: sa.Connection, day: str, length: Period = Period.DAY, group: Group = Group.TABLE
) -> list[WinOfPeriod]:
    """A row a table, pit or game, by name, and one of the property, which comes last.

    Empty where nothing was recorded in the period.
    """
    first = length.first(day)
    placed = None
    if group.value in _SAID:
        tables = _with_books(connection, first, day)
        placed = Places(connection, group.value, (first, day), tables)
    books = added(connection, first, day, placed.moved() if placed else ())
    if not books:
        return []
    named: dict[str, list[Added]] = {}
    last_of: dict[str, str] = {}
    for each in books:
        named.setdefault(_name(each.of, group, placed) or "", []).append(each)
        last_of[each.of.table] = max(last_of.get(each.of.table, ""), each.of.gaming_day)
    span = Span(length, first, day, last_of)
    rows = [_added_up(group, name or None, span, named[name]) for name in sorted(named)]
    if group is Group.PROPERTY:
        return rows
    return [*rows, _added_up(Group.PROPERTY, None, span, books)]


def without_property(rows: Iterable[WinOfPeriod]) -> list[WinOfPeriod]:
    """The groups alone, where the property's figures are told by themselves."""
    return [row for row in rows if row.group != Group.PROPERTY]


class Span(msgspec.Struct, frozen=True):
    """From which gaming day to which; and the last one on which each table has something recorded."""

    period: Period
    first: str
    last: str
    last_of: dict[str, str]


class Places:
    """Where tables stood, or what they offered, from one gaming day to another. what: `pit` or `game`. days: the first
    and the last. tables: that will be asked for, as far as these are known: they are looked up together.

    Of each table what was said last by the first day is looked up, and what was said since: each opening says it again,
    in years some hundred thousand.
    """

    def __init__(
        self,
        connection: sa.Connection,
        what: str,
        days: tuple[str, str],
        tables: Iterable[str] = (),
    ) -> None:
        self._first = days[0]
        self._asked = partial(_said, connection, what, *days)
        self._said = dict(self._asked(tuple(sorted(tables))))

    def at(self, table: str, day: str) -> str | None:
        """The pit in which a table was on a gaming day, or the game that it offered at its end."""
        if table not in self._said:
            self._said |= self._asked((table,))
        said = self._said[table]
        before = bisect_right(said, day, key=itemgetter(0))
        return said[before - 1][1] if before else None

    def moved(self) -> frozenset[str]:
        """Those of these tables of which something else was said on a day after the first."""
        return frozenset(
            table for table, said in self._said.items() if any(day > self._first for day, _ in said)
        )


def _with_books(connection: sa.Connection, first: str, last: str) -> set[str]:
    stood = {table for _, table in stood_uncounted(connection, first, last)}
    return stood | {table for (table,) in ask(connection, _TABLES, first=first, last=last)}


_TABLES: Final = 'SELECT DISTINCT "table" FROM table_win WHERE day >= :first AND day <= :last'


@once
def _said(
    connection: sa.Connection, what: str, first: str, last: str, tables: tuple[str, ...]
) -> Iterable[tuple[str, list[tuple[str, str]]]]:
    """By table, from which days on what was in force, by the day: where it is not what it was before."""
    said: dict[str, list[tuple[str, str]]] = {table: [] for table in tables}
    asked = {"tables": [*tables], "first": first, "last": last}
    for table, day, value in ask(connection, _SAID[what], **asked) if tables else ():
        if value is not None and (not said[table] or said[table][-1][1] != value):
            said[table].append((day, value))
    return said.items()


_LAST: Final = {
    Group.PIT.value: """
        SELECT last.pit FROM table_places AS last
        WHERE last."table" = value AND last.pit IS NOT NULL AND last.day <= :first""",
    # Said as rules are adopted, some of them years ago.
    Group.GAME.value: """
        SELECT said.game FROM table_rules AS last
        JOIN table_places AS said ON said."table" = last."table" AND said.day = last.day
        WHERE last."table" = value AND said.game IS NOT NULL AND last.day <= :first""",
}
"""Where it is found what was said last by the first day."""

_SAID: Final = {
    what: f"""
        SELECT value AS of, CAST(:first AS TEXT) AS day, ({last} ORDER BY last.day DESC LIMIT 1) AS said
        FROM (:tables) AS tables
        UNION ALL
        SELECT "table", day, {what} FROM table_places AS since
        WHERE "table" IN (:tables) AND day > :first AND day <= :last
        ORDER BY of, day
    """  # noqa: S608  our own words
    for what, last in _LAST.items()
}


def asked(
    connection: sa.Connection, day: str, length: str | None, group: str | None
) -> list[WinOfPeriod]:
    """The same, of what was named; a day, and tables, where nothing was."""
    return period(connection, day, Period(length or "day"), Group(group or "table"))


def _name(of: Win, group: Group, placed: Places | None) -> str | None:
    if placed:
        return placed.at(of.table, of.gaming_day)
    return of.table if group is Group.TABLE else None


def _added_up(group: Group, name: str | None, span: Span, parts: Sequence[Added]) -> WinOfPeriod:
    books = [part.of for part in parts]
    # What a table's seats owe on its last day, they owe at the end: in the pit where it stood then.
    closing = [of for of in books if span.last_of[of.table] == of.gaming_day]
    sums = {field: known_sum(*map(attrgetter(field), books)) for field in _SUMMED}
    outstanding = known_sum(*(of.vig_outstanding for of in closing))
    return WinOfPeriod(
        period=span.period.value,
        group=group.value,
        name=name,
        from_day=span.first,
        to_day=span.last,
        tables=len({of.table for of in books}),
        days=_days(parts, lambda _: True),
        days_unknown=_days(parts, lambda of: of.win_tray is None),
        hands_unknown=_days(parts, lambda of: of.win_hands is None),
        rounds=sum(of.rounds for of in books),
        voids=sum(of.voids for of in books),
        fills=sum(of.fills for of in books),
        credits=sum(of.credits for of in books),
        hold_bps=hold_bps(sums["win_tray"], sums["drop"]),
        vig_brought_forward=known_sum(
            outstanding, less(sums["vig_assessed"]), *(sums[settled] for settled in _SETTLED)
        ),
        vig_outstanding=outstanding,
        **sums,
    )


def _days(parts: Iterable[Added], which: Callable[[Win], bool]) -> int:
    return len({day for part in parts if which(part.of) for day in part.days})


_SETTLED: Final = ("vig_collected", "vig_documented", "vig_uncollected")
_SUMMED: Final = ("drop", "win_tray", "win_hands", "vig_assessed", *_SETTLED)

_NAMES: Final = (Column("period", "Period"), Column("group", "By"), Column("name", "Name"))


def view_without(*fields: str) -> View:
    """The view without columns that say the same in every row."""
    sections = tuple(
        Section(of.title, tuple(c for c in of.columns if c.field not in fields), of.total)
        for of in VIEW.sections
    )
    return View(VIEW.row, VIEW.empty, sections)


VIEW: Final = View(
    WinOfPeriod,
    "No table has anything recorded in this period.",
    (
        Section(
            "Win",
            (
                *_NAMES,
                Column("from_day", "From", Kind.DATE),
                Column("to_day", "To", Kind.DATE),
                Column("days", "Days", Kind.COUNT),
                Column("days_unknown", "Unknown", Kind.COUNT),
                Column("fills", "Fills", Kind.MONEY),
                Column("credits", "Credits", Kind.MONEY),
                Column("drop", "Drop", Kind.MONEY),
                Column("win_tray", "Win, tray", Kind.MONEY),
                Column("hold_bps", "Hold", Kind.SHARE),
                Column("win_hands", "Win, hands", Kind.MONEY),
            ),
            total=False,
        ),
        Section(
            "Hands and vigorish",
            (
                *_NAMES,
                Column("tables", "Tables", Kind.COUNT),
                Column("rounds", "Rounds", Kind.COUNT),
                Column("voids", "Void", Kind.COUNT),
                Column("hands_unknown", "Days unknown", Kind.COUNT),
                Column("vig_brought_forward", "Vig brought forward", Kind.MONEY),
                Column("vig_assessed", "assessed", Kind.MONEY),
                Column("vig_collected", "collected", Kind.MONEY),
                Column("vig_documented", "documented", Kind.MONEY),
                Column("vig_uncollected", "uncollected", Kind.MONEY),
                Column("vig_outstanding", "outstanding", Kind.MONEY),
            ),
            total=False,
        ),
    ),
)
