"""What changed in a report between two states of the books."""

import importlib
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING, Any, NamedTuple

from cli.options import Session, gaming_day
from cli.past import Past, rebuilt
from cli.reading import progress

if TYPE_CHECKING:
    import msgspec
    import sqlalchemy as sa

    from projections.comparing import RowChange


class Report(NamedTuple):
    """A report that can be compared: its function in a module of projections.reports, and the
    fields that name a row. of_day: whether it is of a gaming day.
    """

    module: str
    function: str
    key: Sequence[str]
    of_day: bool = True


REPORTS: Mapping[str, Report] = {
    "win": Report("win", "win", ("table", "gaming_day")),
    "hours": Report("hours", "hours", ("table", "gaming_day", "hour")),
    "coupons": Report("hours", "coupons", ("table", "gaming_day")),
    "vig": Report("vig", "vigorish", ("table", "gaming_day", "seat")),
    "outstanding": Report("vig", "outstanding", ("table", "seat"), of_day=False),
    "meters": Report("meters", "meters", ("link", "meter", "gaming_day")),
    "awards": Report("meters", "awards", ("round", "seat", "meter")),
    "forms": Report("forms", "forms", ("serial",)),
    "series": Report("forms", "series", ("series",), of_day=False),
    "comps": Report("forms", "comps", ("patron", "gaming_day")),
    "exceptions": Report("exceptions", "exceptions", ("gaming_day", "table", "kind", "subject")),
    "rounds": Report("rounds", "rounds", ("round",)),
    "chips": Report("inventory", "movements", ("table", "at", "kind", "slip", "seat")),
}
"""Every report by the name under which `pit audit diff` takes it."""


def compare(
    current: Session, name: str, day: str | None, before: Past, after: Past
) -> "list[RowChange]":
    """What changed in a report of that day between two states. Raises Misused."""
    from ledger.store.errors import store_errors
    from projections.comparing import changes

    asked = gaming_day(day, current.pit.calendar)
    with store_errors():
        old, new = (_rows(current, REPORTS[name], asked, then) for then in (before, after))
    return changes(old, new, REPORTS[name].key)


def _rows(current: Session, report: Report, day: str, then: Past) -> "list[msgspec.Struct]":
    module = importlib.import_module(f"projections.reports.{report.module}")
    with rebuilt(module.NEEDS, then, progress()) as connection:
        return _asked(current, module, report, connection, day)


def _asked(
    current: Session, module: Any, report: Report, connection: "sa.Connection", day: str
) -> "list[msgspec.Struct]":
    arguments: list[Any] = [day] if report.of_day else []
    if report.function == "comps":
        arguments.append(current.pit.calendar.bounds(date.fromisoformat(day))[1])
    rows: list[msgspec.Struct] = getattr(module, report.function)(connection, *arguments)
    return rows


def lines(found: "Sequence[RowChange]") -> Iterator[str]:
    """The changes as a person reads them; amounts in cents, as programs get them."""
    for change in found:
        name = ", ".join(
            f"{field} {_shown(value)}" for field, value in change.row.items() if value is not None
        )
        yield f"{change.change.capitalize()}: {name}"
        for each in change.fields:
            yield f"  {each.field}: {_shown(each.before)} -> {_shown(each.after)}"


def _shown(value: object) -> str:
    if isinstance(value, list):
        return " ".join(map(str, value)) or "none"
    return "unknown" if value is None else str(value)
