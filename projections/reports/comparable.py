"""The reports that two states of the books can be compared in, part by part: what names a row of each."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import ModuleType
from typing import Any, Final, NamedTuple

import msgspec
import sqlalchemy as sa

from projections import reconcile
from projections.engine.model import Projection
from projections.figures import (
    closing,
    day,
    exceptions,
    forms,
    hours,
    inventory,
    meters,
    periods,
    rounds,
    vig,
    win,
)
from projections.reports import master


class Asked(NamedTuple):
    """What a report is asked for. ends_micros: when the gaming day ends, UTC. length, group: of table win."""

    day: str
    ends_micros: int
    length: str | None = None
    group: str | None = None

    @property
    def added_up(self) -> bool:
        """Whether it is table win of a period or a group."""
        return bool(self.length or self.group)


class Part(NamedTuple):
    """Rows of a report. name: of the part, "" where the report has no others. key: the fields that name a row."""

    name: str
    key: Sequence[str]
    rows: Iterable[msgspec.Struct]


class Report(NamedTuple):
    """A report of one part: its module, the name of its function there. of_day: whether it is of a gaming day."""

    module: ModuleType
    function: str
    key: Sequence[str]
    of_day: bool = True


SINGLE: Final[Mapping[str, Report]] = {
    "win": Report(win, "win", ("table", "gaming_day")),
    "hours": Report(hours, "hours", ("table", "gaming_day", "hour")),
    "coupons": Report(hours, "coupons", ("table", "gaming_day")),
    "vig": Report(vig, "vigorish", ("table", "gaming_day", "seat")),
    "outstanding": Report(vig, "outstanding", ("table", "seat"), of_day=False),
    "meters": Report(meters, "meters", ("link", "meter", "gaming_day")),
    "awards": Report(meters, "awards", ("round", "seat", "meter")),
    "forms": Report(forms, "forms", ("serial",)),
    "series": Report(forms, "series", ("series",), of_day=False),
    "comps": Report(forms, "comps", ("patron", "gaming_day")),
    "exceptions": Report(exceptions, "exceptions", ("gaming_day", "table", "kind", "subject")),
    "rounds": Report(rounds, "rounds", ("round",)),
    "chips": Report(inventory, "movements", ("table", "at", "kind", "slip", "seat")),
}
"""Each by the name under which it is asked for."""

_GROUP: Final = ("period", "group", "name")

MASTER: Final[Mapping[str, Sequence[str]]] = {
    "to_date": _GROUP,
    "tables": SINGLE["win"].key,
    "pits": _GROUP,
    "games": _GROUP,
    "hours": SINGLE["hours"].key,
    "vigorish": SINGLE["vig"].key,
    "forms": SINGLE["forms"].key,
    "complimentaries": SINGLE["comps"].key,
    "meters": SINGLE["meters"].key,
    "awards": SINGLE["awards"].key,
    "coupons": SINGLE["coupons"].key,
    "tray": SINGLE["chips"].key,
    "findings": ("id",),
    "acknowledged": ("finding", "cents"),
    "corrections": ("document",),
    "disputes": ("round", "raised_at"),
    "exceptions": SINGLE["exceptions"].key,
}
"""The parts of the day's master report, its summary and how it was closed apart."""

_WHOLE_DAY: Final = ("gaming_day",)


def _win_of_period(connection: sa.Connection, asked: Asked) -> Iterator[Part]:
    length = periods.Period(asked.length or "day")
    group = periods.Group(asked.group or "table")
    yield Part("", _GROUP, periods.period(connection, asked.day, length, group))


def _findings(connection: sa.Connection, asked: Asked) -> Iterator[Part]:
    yield Part("", MASTER["findings"], reconcile.findings(connection, asked.day))


def _summary(connection: sa.Connection, asked: Asked) -> Iterator[Part]:
    tables = win.win(connection, asked.day)
    closed = closing.closing(connection, asked.day, tables)
    yield Part("summary", _WHOLE_DAY, [day.day_summary(connection, asked.day)])
    yield Part("tables", MASTER["tables"], tables)
    yield Part("corrections", MASTER["corrections"], closing.corrections(connection, asked.day))
    yield Part("closing", _WHOLE_DAY, [] if closed is None else [closed])


def _master(connection: sa.Connection, asked: Asked) -> Iterator[Part]:
    # Whose day it is, and up to which event it was read, is no figure of it.
    heading = master.Heading(
        property="",
        zone="",
        gaming_day=asked.day,
        starts_at="",
        ends_at="",
        ends_micros=asked.ends_micros,
        position=0,
    )
    report = master.master(connection, heading)
    yield Part("summary", _WHOLE_DAY, [report.summary])
    for name, key in MASTER.items():
        yield Part(name, key, getattr(report, name))
    yield Part("closing", _WHOLE_DAY, [] if report.closing is None else [report.closing])


SEVERAL: Final[
    Mapping[str, tuple[ModuleType, Callable[[sa.Connection, Asked], Iterator[Part]]]]
] = {
    "day": (master, _master),
    "summary": (day, _summary),
    "findings": (reconcile, _findings),
}
"""`pit report day`, `pit day show`, `pit day reconcile`: where their needs are, and their parts."""

NAMES: Final = (*SINGLE, *SEVERAL)


def needs(name: str, asked: Asked) -> tuple[Projection, ...]:
    """The read models that a report is made of."""
    module = SEVERAL[name][0] if name in SEVERAL else SINGLE[name].module
    found: tuple[Projection, ...] = (periods if asked.added_up else module).NEEDS
    return found


def parts(name: str, connection: sa.Connection, asked: Asked) -> list[Part]:
    """The rows of a report."""
    if asked.added_up:
        return list(_win_of_period(connection, asked))
    if name in SEVERAL:
        return list(SEVERAL[name][1](connection, asked))
    report = SINGLE[name]
    arguments: list[Any] = [asked.day] if report.of_day else []
    if report.function == "comps":
        arguments.append(asked.ends_micros)
    return [Part("", report.key, getattr(report.module, report.function)(connection, *arguments))]
