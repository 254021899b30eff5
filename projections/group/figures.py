"""What a shard's read models come to, so that shards can be added up: by property, by month, by rules.

Nothing is worked out here but sums of what reports of a gaming day say; what is unknown of one is unknown of the sum.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Any, Final, NamedTuple

import msgspec
import sqlalchemy as sa

from ledger.values.calendar import days
from projections.engine import engine as projection_engine
from projections.engine.model import Projection
from projections.figures import forms as form_figures
from projections.figures import handle, meters, performance, vig, win
from projections.figures.arithmetic import hold_bps, known_sum
from projections.figures.handle import Came
from projections.figures.render import Column, Kind, Section, View
from projections.group.shards import Span
from projections.models import closings, table_win
from projections.models import forms as forms_model
from projections.models import performance as performance_model
from projections.models import vigorish as vigorish_model
from projections.models.vigorish import VIGORISH_DAYS


class Axis(StrEnum):
    """What a row adds up."""

    PROPERTY = "property"
    MONTH = "month"
    RULES = "rules"


Parts = dict[str | None, Any]
"""What a shard comes to, by the names of rows; None is all of it."""

Sums = dict[str, int | None]


class WinOfGroup(msgspec.Struct, frozen=True, kw_only=True):
    """What tables came to. Money in cents, hold in basis points; None is unknown.

    by: what is added up, name: which of them, None for all. tables, days: of tables; days_unknown, hands_unknown: those
    of them of which the tray's win or drop, or the hands, are unknown. vig_outstanding: at the end.
    """

    by: str
    name: str | None
    tables: int
    days: int
    days_unknown: int
    hands_unknown: int
    rounds: int
    voids: int
    fills: int
    credits: int
    drop: int | None
    win_tray: int | None
    win_hands: int | None
    hold_bps: int | None
    vig_assessed: int | None
    vig_collected: int | None
    vig_documented: int | None
    vig_uncollected: int | None
    vig_outstanding: int | None


class PerformanceOfGroup(msgspec.Struct, frozen=True):
    """What wagers came to against theory, as `Performance` has it."""

    by: str
    name: str | None
    rounds: int
    handle: int
    theory: int | None
    win: int
    difference: int | None
    standard_deviation: int | None
    deviations: int | None
    hold_bps: int | None
    theory_hold_bps: int | None
    coupons: int
    coupons_theory: int | None
    coupons_win: int


class VigOfGroup(msgspec.Struct, frozen=True):
    """What seats owed and paid, in cents. outstanding: at the end."""

    by: str
    name: str | None
    assessed: int
    collected: int
    documented: int
    uncollected: int
    outstanding: int


class MetersOfGroup(msgspec.Struct, frozen=True):
    """Progressive meters, as their days say, in cents. closing, unpaid, liability: at the end."""

    by: str
    name: str | None
    contributions: int
    returns: int
    reseeds: int
    awards: int
    corrections: int
    transfers: int
    to_win: int
    closing: int
    unpaid: int
    liability: int


class FormsOfGroup(msgspec.Struct, frozen=True):
    """Forms of gaming days. cents: of those that stand; unexplained: on which the comparison found something."""

    by: str
    name: str | None
    forms: int
    void: int
    cents: int
    unexplained: int


class Question(msgspec.Struct, frozen=True):
    """What is asked of a shard. origin: the property's name."""

    report: str
    by: Axis
    origin: str
    span: Span


class GroupReport(NamedTuple):
    """A report of a group. folds: the read models that are folded; needs: all whose tables are asked. by_table: whether
    a table is a shard, else a property. axes: by which it can be added up.
    """

    folds: tuple[Projection, ...]
    needs: tuple[Projection, ...]
    by_table: bool
    axes: tuple[Axis, ...]
    parts: Callable[[sa.Connection, Question], Parts]
    add: Callable[[Any, Any], Any]
    row: Callable[[str, str | None, Any], msgspec.Struct]
    view: View


def answer(content: bytes, question: Question) -> Parts:
    """What a shard comes to. content: its read models at its end."""
    if not question.span.months:
        return {}
    needs = REPORTS[question.report].needs
    engine = projection_engine.in_memory(needs, content)
    try:
        with projection_engine.reading(engine, needs) as connection:
            return REPORTS[question.report].parts(connection, question)
    finally:
        engine.dispose()


def _add(one: Sums, other: Sums) -> Sums:
    return {name: known_sum(one[name], other[name]) for name in one}


# -- table win

_WON: Final = (
    *("rounds", "voids", "fills", "credits", "drop", "win_tray", "win_hands"),
    *("vig_assessed", "vig_collected", "vig_documented", "vig_uncollected"),
)


def _win_parts(connection: sa.Connection, question: Question) -> Parts:
    books = [
        day
        for _, first, last in question.span.days()
        for day in win.between(connection, first, last)
    ]
    if not books:
        return {}
    groups: dict[str, list[win.Win]] = {}
    for day in books:
        groups.setdefault(_name_of(day, question), []).append(day)
    at_end = {
        name: of[-1:] if question.by is Axis.MONTH or of[-1] is books[-1] else []
        for name, of in groups.items()
    }
    parts: Parts = {name: _win_of(of, at_end[name]) for name, of in groups.items()}
    return {**parts, None: _win_of(books, books[-1:])}


def _name_of(day: win.Win, question: Question) -> str:
    match question.by:
        case Axis.PROPERTY:
            return question.origin
        case Axis.MONTH:
            return day.gaming_day[:7]
        case Axis.RULES:
            return day.rules or ""


def _win_of(books: Sequence[win.Win], ending: Sequence[win.Win]) -> Sums:
    """books: the days of one table, in order. ending: the one at whose end it is told what is outstanding, if any."""
    return {
        "tables": 1,
        "days": len(books),
        "days_unknown": sum(day.win_tray is None for day in books),
        "hands_unknown": sum(day.win_hands is None for day in books),
        **{name: known_sum(*(getattr(day, name) for day in books)) for name in _WON},
        "vig_outstanding": known_sum(*(day.vig_outstanding for day in ending)),
    }


def _win_row(by: str, name: str | None, sums: Sums) -> WinOfGroup:
    hold = hold_bps(sums["win_tray"], sums["drop"])
    return msgspec.convert({"by": by, "name": name, "hold_bps": hold, **sums}, WinOfGroup)


# -- against theory


def _came_parts(connection: sa.Connection, question: Question) -> Parts:
    span = handle.Span(performance.FIRST, question.span.last_day)
    by = {Axis.MONTH: handle.By.MONTH, Axis.RULES: handle.By.RULES}.get(
        question.by, handle.By.TABLE
    )
    groups, whole = handle.came(connection, span, by)
    if not groups:
        return {}
    if question.by is Axis.PROPERTY:
        return {question.origin: whole, None: whole}
    return {**{name or "": of for name, of in groups.items()}, None: whole}


def _came_row(by: str, name: str | None, came: Came) -> PerformanceOfGroup:
    found = performance.of_group(by, name, came)
    fields = PerformanceOfGroup.__struct_fields__
    return PerformanceOfGroup(*(getattr(found, field) for field in fields))


def _plus(one: Came, other: Came) -> Came:
    total = Came()
    total.add(one)
    total.add(other)
    return total


# -- vigorish

_MOVED: Final = ("assessed", "collected", "documented", "uncollected")


def _vig_parts(connection: sa.Connection, question: Question) -> Parts:
    of = VIGORISH_DAYS.table.c.day
    upto = sa.select(of).where(of <= question.span.last_day).distinct()
    moved = connection.scalars(upto.order_by(of)).all()
    sums: dict[str, Sums] = {month: dict.fromkeys(_MOVED, 0) for month in question.span.months}
    for day in moved:
        for row in vig.vigorish(connection, day):
            sums[day[:7]] = _add(sums[day[:7]], {name: getattr(row, name) for name in _MOVED})
    ends = {month: last for month, _, last in question.span.days()}
    owed = {
        month: sum(row.outstanding for row in vig.vigorish(connection, last))
        for month, last in ends.items()
    }
    return _by_month(question, sums, {month: {"outstanding": owed[month]} for month in ends})


def _by_month(question: Question, sums: Mapping[str, Sums], ends: Mapping[str, Sums]) -> Parts:
    """Sums of months, and what stands at the end of each, by what is asked."""
    if not sums:
        return {}
    whole: Sums = {}
    for of in sums.values():
        whole = _add(whole, of) if whole else of
    whole = {**whole, **ends[max(ends)]}
    if question.by is Axis.MONTH:
        return {**{month: {**of, **ends[month]} for month, of in sums.items()}, None: whole}
    return {question.origin: whole, None: whole}


# -- progressive meters

_OF_METERS: Final = (
    *("contributions", "returns", "reseeds", "awards", "corrections", "transfers", "to_win"),
)
_STANDING: Final = ("closing", "unpaid", "liability")


def _meter_parts(connection: sa.Connection, question: Question) -> Parts:
    sums: dict[str, Sums] = {}
    ends: dict[str, Sums] = {}
    for month, first, last in question.span.days():
        sums[month] = dict.fromkeys(_OF_METERS, 0)
        for day in days(first, last):
            rows = meters.meters(connection, day)
            for row in rows:
                sums[month] = _add(sums[month], {name: getattr(row, name) for name in _OF_METERS})
            ends[month] = {name: sum(getattr(row, name) for row in rows) for name in _STANDING}
    return _by_month(question, sums, ends)


# -- forms


def _form_parts(connection: sa.Connection, question: Question) -> Parts:
    sums = {
        month: _of_forms(connection, first, last) for month, first, last in question.span.days()
    }
    return _by_month(question, sums, {month: {} for month in sums})


def _of_forms(connection: sa.Connection, first: str, last: str) -> Sums:
    sums: Sums = dict.fromkeys(("forms", "void", "cents", "unexplained"), 0)
    for day in days(first, last):
        of_day = form_figures.forms(connection, day)
        stand = [row for row in of_day if row.status == forms_model.ISSUED]
        found: Sums = {
            "forms": len(of_day),
            "void": sum(row.status == forms_model.VOID for row in of_day),
            "cents": sum(row.cents or 0 for row in stand),
            "unexplained": len(form_figures.to_be_explained(connection, day)),
        }
        sums = _add(sums, found)
    return sums


def _row_of(kind: type[msgspec.Struct]) -> Callable[[str, str | None, Sums], msgspec.Struct]:
    return lambda by, name, sums: msgspec.convert({"by": by, "name": name, **sums}, kind)


NAMES: Final = (Column("by", "By"), Column("name", "Name"))
"""What every row of a group begins with."""


def _view(kind: type[msgspec.Struct], empty: str, *sections: tuple[str, Sequence[Column]]) -> View:
    """Nothing is added up below: the last row is all of it."""
    return View(
        kind, empty, tuple(Section(title, (*NAMES, *of), total=False) for title, of in sections)
    )


def _money(*columns: tuple[str, str]) -> Iterator[Column]:
    return (Column(field, heading, Kind.MONEY) for field, heading in columns)


_WIN: Final = _view(
    WinOfGroup,
    "No table has anything recorded.",
    (
        "Win",
        (
            Column("tables", "Tables", Kind.COUNT),
            Column("days", "Days", Kind.COUNT),
            Column("days_unknown", "Unknown", Kind.COUNT),
            *_money(("fills", "Fills"), ("credits", "Credits"), ("drop", "Drop")),
            *_money(("win_tray", "Win, tray")),
            Column("hold_bps", "Hold", Kind.SHARE),
            *_money(("win_hands", "Win, hands")),
        ),
    ),
    (
        "Hands and vigorish",
        (
            Column("rounds", "Rounds", Kind.COUNT),
            Column("voids", "Void", Kind.COUNT),
            Column("hands_unknown", "Days unknown", Kind.COUNT),
            *_money(("vig_assessed", "Vig assessed"), ("vig_collected", "collected")),
            *_money(("vig_documented", "documented"), ("vig_uncollected", "uncollected")),
            *_money(("vig_outstanding", "outstanding")),
        ),
    ),
)
_PERFORMANCE: Final = _view(
    PerformanceOfGroup,
    "Nothing was wagered.",
    (
        "Against theory",
        (
            Column("rounds", "Rounds", Kind.COUNT),
            *_money(("handle", "Handle"), ("theory", "Theory"), ("win", "Win")),
            *_money(("difference", "Difference"), ("standard_deviation", "Standard deviation")),
            Column("deviations", "Deviations", Kind.HUNDREDTHS),
            Column("hold_bps", "Hold", Kind.SHARE),
            Column("theory_hold_bps", "in theory", Kind.SHARE),
        ),
    ),
    (
        "Coupons apart",
        tuple(_money(("coupons", "Face"), ("coupons_theory", "Theory"), ("coupons_win", "Win"))),
    ),
)
_VIG: Final = _view(
    VigOfGroup,
    "No vigorish was assessed.",
    (
        "Vigorish",
        tuple(_money(*((name, name.title()) for name in (*_MOVED, "outstanding")))),
    ),
)
_METERS: Final = _view(
    MetersOfGroup,
    "No progressive meter was in service.",
    (
        "Progressive meters",
        tuple(_money(*((name, name.title()) for name in (*_OF_METERS[:-1], "closing")))),
    ),
    (
        "What the house owes",
        tuple(
            _money(
                ("unpaid", "Awards not paid yet"), ("liability", "Liability"), ("to_win", "To win")
            )
        ),
    ),
)
_FORMS: Final = _view(
    FormsOfGroup,
    "No form was used.",
    (
        "Forms",
        (
            Column("forms", "Forms", Kind.COUNT),
            Column("void", "Void", Kind.COUNT),
            *_money(("cents", "Amount")),
            Column("unexplained", "To be explained", Kind.COUNT),
        ),
    ),
)

_ALL_AXES: Final = tuple(Axis)
_NOT_RULES: Final = (Axis.PROPERTY, Axis.MONTH)

REPORTS: Final[Mapping[str, GroupReport]] = {
    "win": GroupReport(
        (table_win.PROJECTION, closings.PROJECTION),
        win.NEEDS,
        True,
        _ALL_AXES,
        _win_parts,
        _add,
        _win_row,
        _WIN,
    ),
    "performance": GroupReport(
        (performance_model.PROJECTION,),
        (performance_model.PROJECTION,),
        True,
        _ALL_AXES,
        _came_parts,
        _plus,
        _came_row,
        _PERFORMANCE,
    ),
    "vig": GroupReport(
        (vigorish_model.PROJECTION,),
        (vigorish_model.PROJECTION,),
        True,
        _NOT_RULES,
        _vig_parts,
        _add,
        _row_of(VigOfGroup),
        _VIG,
    ),
    "meters": GroupReport(
        meters.NEEDS,
        meters.NEEDS,
        False,
        _NOT_RULES,
        _meter_parts,
        _add,
        _row_of(MetersOfGroup),
        _METERS,
    ),
    "forms": GroupReport(
        form_figures.NEEDS,
        form_figures.NEEDS,
        False,
        _NOT_RULES,
        _form_parts,
        _add,
        _row_of(FormsOfGroup),
        _FORMS,
    ),
}
"""Each by its name."""
