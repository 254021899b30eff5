"""What a shard's read models come to, so that shards can be added up: by property, by month, by rules.

Nothing is worked out here but sums of what reports of a gaming day say; what is unknown of one is unknown of the sum.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Any, Final, NamedTuple

import msgspec
import sqlalchemy as sa

from ledger.store.driver import ask
from ledger.values.errors import IntegrityFailure
from projections.engine import engine as projection_engine
from projections.engine.model import Projection
from projections.engine.once import of_one_reading
from projections.figures import forms as form_figures
from projections.figures import handle, meters, performance, vig, win
from projections.figures.arithmetic import hold_bps
from projections.figures.handle import Came
from projections.figures.render import View
from projections.group import rows
from projections.group.carried import Carried
from projections.group.in_force import InForce
from projections.group.rows import (
    FormsOfGroup,
    MetersOfGroup,
    PerformanceOfGroup,
    VigOfGroup,
    WinOfGroup,
)
from projections.group.shards import Closed, OfDay, Span
from projections.group.summed import Summed, Sums, plus
from projections.models import closings, table_win
from projections.models import forms as forms_model
from projections.models import performance as performance_model
from projections.models import vigorish as vigorish_model


class Axis(StrEnum):
    """What a row adds up."""

    PROPERTY = "property"
    MONTH = "month"
    RULES = "rules"


Parts = dict[str | None, Any]
"""What a shard comes to, by the names of rows; None is all of it."""


class Question(msgspec.Struct, frozen=True):
    """What is asked of a shard. origin: the property's name."""

    report: str
    by: Axis
    origin: str
    span: Span


class GroupReport(NamedTuple):
    """A report of a group. folds: the read models that are folded; needs: all whose tables are asked. of_day: what is
    taken of each gaming day as it is closed, where all of a property is a shard; None where a table is. says_rules:
    whether what is folded says the rules of each day.
    """

    folds: tuple[Projection, ...]
    needs: tuple[Projection, ...]
    of_day: OfDay | None
    says_rules: bool
    parts: Callable[[sa.Connection, Question, Carried], Parts]
    add: Callable[[Any, Any], Any]
    row: Callable[[str, str | None, Any], msgspec.Struct]
    view: View


def answer(carried: Carried, question: Question) -> Parts:
    """What a shard comes to. carried: up to its end. Raises IntegrityFailure where no day of the property is closed."""
    if not question.span.last_day:
        raise IntegrityFailure(
            "no_day_closed",
            f"In the export of {question.origin} no gaming day is closed yet.",
            "Close one, and export again; until then it has no figures.",
            origin=question.origin,
        )
    needs = REPORTS[question.report].needs
    engine = projection_engine.in_file(needs, str(carried.path))
    try:
        with projection_engine.reading(engine, needs) as connection:
            return REPORTS[question.report].parts(connection, question, carried)
    finally:
        engine.dispose()


def _months(connection: sa.Connection, question: Question) -> Iterator[tuple[str, str]]:
    """The first and the last day of each month. What is worked out once for one is let go before the next."""
    for _, first, last in question.span.days():
        of_one_reading(connection)
        yield first, last


def _added(
    question: Question, summed: Summed, moved: Sequence[str], standing: Sequence[str] = ()
) -> Parts:
    """Sums of months under rules, by what is asked, and all of it. moved: what is added up; standing: what stands at
    the end of each month, and of all at that of the last.
    """
    nothing: Sums = dict.fromkeys((*moved, *standing), 0)
    sums = dict(summed.sums)
    if question.by is not Axis.RULES:  # Else there is a row where there are rules.
        sums = {(month, ""): nothing for month in question.span.months} | sums
    parts: Parts = {}
    for (month, rules), of in sums.items():
        at_end = of | dict.fromkeys(standing if month < question.span.last_day[:7] else (), 0)
        name, own = {
            Axis.PROPERTY: (question.origin, at_end),
            Axis.MONTH: (month, of),
            Axis.RULES: (rules, at_end),
        }[question.by]
        for each, more in ((name, own), (None, at_end)):
            parts[each] = plus(parts.get(each, nothing), more)
    return parts


# -- table win

_WON: Final = (
    *("rounds", "voids", "fills", "credits", "drop", "win_tray", "win_hands"),
    *("vig_assessed", "vig_collected", "vig_documented", "vig_uncollected"),
)
_NOTHING_WON: Final[Sums] = dict.fromkeys(
    ("tables", "days", "days_unknown", "hands_unknown", *_WON, "vig_outstanding"), 0
)


def _win_parts(connection: sa.Connection, question: Question, _: Carried) -> Parts:
    """Of the days of one table, in order: what is outstanding is told of the last of each month, or of all."""
    parts: Parts = {}
    before: str | None = None
    for first, last in _months(connection, question):
        for day in win.between(connection, first, last):
            name = _name_of(day, question)
            if before not in {None, name} and question.by is not Axis.MONTH:
                parts[before]["vig_outstanding"] = 0
            before = name
            for each in (name, None):
                so_far = parts.get(each, _NOTHING_WON)
                at_end = {"tables": 1, "vig_outstanding": day.vig_outstanding}
                parts[each] = plus(so_far, _won(day)) | at_end
    return parts


def _name_of(day: win.Win, question: Question) -> str:
    match question.by:
        case Axis.PROPERTY:
            return question.origin
        case Axis.MONTH:
            return day.gaming_day[:7]
        case Axis.RULES:
            return day.rules or ""


def _won(day: win.Win) -> Sums:
    """What a day adds; of what it is not told here, nothing."""
    unknown = {"days_unknown": day.win_tray, "hands_unknown": day.win_hands}
    return {
        **_NOTHING_WON,
        "days": 1,
        **{name: int(of is None) for name, of in unknown.items()},
        **{name: getattr(day, name) for name in _WON},
    }


def _win_row(by: str, name: str | None, sums: Sums) -> WinOfGroup:
    hold = hold_bps(sums["win_tray"], sums["drop"])
    return msgspec.convert({"by": by, "name": name, "hold_bps": hold, **sums}, WinOfGroup)


# -- against theory


def _came_parts(connection: sa.Connection, question: Question, _: Carried) -> Parts:
    by = {Axis.MONTH: handle.By.MONTH, Axis.RULES: handle.By.RULES}.get(
        question.by, handle.By.TABLE
    )
    parts: Parts = {}
    for span in _months(connection, question):
        groups, whole = handle.came(connection, handle.Span(*span), by)
        if question.by is Axis.PROPERTY and groups:
            groups = {question.origin: whole}
        for name, of in groups.items():
            parts.setdefault(name or "", Came()).add(of)
            parts.setdefault(None, Came()).add(of)
    return parts


def _came_row(by: str, name: str | None, came: Came) -> PerformanceOfGroup:
    found = performance.of_group(by, name, came)
    fields = PerformanceOfGroup.__struct_fields__
    return PerformanceOfGroup(*(getattr(found, field) for field in fields))


def _both(one: Came, other: Came) -> Came:
    total = Came()
    total.add(one)
    total.add(other)
    return total


# -- vigorish

_VIGORISH_MOVED: Final = (
    "SELECT DISTINCT day FROM vigorish_days WHERE day BETWEEN :first AND :last ORDER BY day"
)
_MOVED: Final = ("assessed", "collected", "documented", "uncollected")


def _vig_parts(connection: sa.Connection, question: Question, carried: Carried) -> Parts:
    rules = carried.in_force.of_table
    sums = Summed()
    for first, last in _months(connection, question):
        for (day,) in ask(connection, _VIGORISH_MOVED, first=first, last=last):
            for row in vig.vigorish(connection, day):
                sums.add(day, rules(row.table, day), _taken(row, _MOVED))
        for row in vig.vigorish(connection, last):
            sums.add(last, rules(row.table, last), _taken(row, ("outstanding",)))
    return _added(question, sums, _MOVED, ("outstanding",))


def _taken(row: Any, fields: Iterable[str]) -> Sums:
    return {name: getattr(row, name) for name in fields}


# -- progressive meters

_OF_METERS: Final = (
    *("contributions", "returns", "reseeds", "awards", "corrections", "transfers", "to_win"),
)
_STANDING: Final = ("closing", "unpaid", "liability")


def _meters_of(
    connection: sa.Connection, in_force: InForce, of: Closed
) -> Iterator[tuple[str, Sums]]:
    fields = (*_OF_METERS, *_STANDING) if of.ends else _OF_METERS
    for row in meters.meters(connection, of.day):
        yield in_force.links.get(row.link, ""), _taken(row, fields)


def _meter_parts(_: sa.Connection, question: Question, carried: Carried) -> Parts:
    return _added(question, carried.summed, _OF_METERS, _STANDING)


# -- forms

_OF_FORMS: Final = ("forms", "void", "cents", "unexplained")


def _forms_of(
    connection: sa.Connection, in_force: InForce, of: Closed
) -> Iterator[tuple[str, Sums]]:
    for row in form_figures.forms(connection, of.day):
        stands, void = row.status == forms_model.ISSUED, row.status == forms_model.VOID
        moved: Sums = {"forms": 1, "void": int(void), "cents": row.cents if stands else 0}
        yield in_force.of_table(row.table, of.day), moved
    for found in form_figures.to_be_explained(connection, of.day):
        yield in_force.of_table(found.table, of.day), {"unexplained": 1}


def _form_parts(_: sa.Connection, question: Question, carried: Carried) -> Parts:
    return _added(question, carried.summed, _OF_FORMS)


def _row_of(kind: type[msgspec.Struct]) -> Callable[[str, str | None, Sums], msgspec.Struct]:
    return lambda by, name, sums: msgspec.convert({"by": by, "name": name, **sums}, kind)


REPORTS: Final[Mapping[str, GroupReport]] = {
    "win": GroupReport(
        (table_win.PROJECTION, closings.PROJECTION),
        win.NEEDS,
        None,
        True,
        _win_parts,
        plus,
        _win_row,
        rows.WIN,
    ),
    "performance": GroupReport(
        (performance_model.PROJECTION,),
        (performance_model.PROJECTION,),
        None,
        True,
        _came_parts,
        _both,
        _came_row,
        rows.PERFORMANCE,
    ),
    "vig": GroupReport(
        (vigorish_model.PROJECTION,),
        (vigorish_model.PROJECTION,),
        None,
        False,
        _vig_parts,
        plus,
        _row_of(VigOfGroup),
        rows.VIG,
    ),
    "meters": GroupReport(
        meters.NEEDS,
        meters.NEEDS,
        _meters_of,
        False,
        _meter_parts,
        plus,
        _row_of(MetersOfGroup),
        rows.METERS,
    ),
    "forms": GroupReport(
        form_figures.NEEDS,
        form_figures.NEEDS,
        _forms_of,
        False,
        _form_parts,
        plus,
        _row_of(FormsOfGroup),
        rows.FORMS,
    ),
}
"""Each by its name."""
