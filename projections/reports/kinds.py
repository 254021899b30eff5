"""The reports of one part by the names under which they are asked for: whose they are, how they are shown, what names
a row of each. A report's module is imported when it is asked for, so that one answers without the others.
"""

from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from types import ModuleType
from typing import Any, Final, NamedTuple

import msgspec
import sqlalchemy as sa

from projections.engine.model import Projection
from projections.figures.render import View


class Asked(NamedTuple):
    """What a report is asked for. ends_micros: when the gaming day ends, UTC. length, group: of table win.

    group of performance and of what stands beside the year before too: what a row adds up; months: how many. table,
    series: only of it. day: None for what is open, of disputes. listed: whether only what a person is shown is.
    """

    day: str | None = None
    ends_micros: int = 0
    length: str | None = None
    group: str | None = None
    table: str | None = None
    series: str | None = None
    months: int | None = None
    listed: bool = False

    @property
    def to_day(self) -> str | None:
        """The gaming day up to which a statistic is: it is none of the books that are signed with the day."""
        return self.day


class Kind(NamedTuple):
    """A kind of report: its module in `projections.figures`, the names of its function and its view there; the fields
    that name a row; what of `Asked` its function takes. listed: the function of what a person is shown of its rows,
    where there are many and that is little of each.
    """

    module: str
    function: str
    key: Sequence[str] = ()
    takes: Sequence[str] = ("day",)
    view: str = "VIEW"
    listed: str = ""

    @property
    def figures(self) -> ModuleType:
        """The module."""
        return import_module(f"projections.figures.{self.module}")

    @property
    def needs(self) -> tuple[Projection, ...]:
        """The read models that it is made of."""
        found: tuple[Projection, ...] = self.figures.NEEDS
        return found

    @property
    def shown(self) -> View:
        """How it is shown."""
        found: View = getattr(self.figures, self.view)
        return found

    def rows(self, connection: sa.Connection, asked: Asked) -> list[msgspec.Struct]:
        """Its rows, in order."""
        arguments: list[Any] = [getattr(asked, name) for name in self.takes]
        function = (asked.listed and self.listed) or self.function
        found: Iterable[msgspec.Struct] = getattr(self.figures, function)(connection, *arguments)
        return list(found)


GROUP: Final = ("period", "group", "name")
"""What names a row of table win of a period or a group."""

KINDS: Final[Mapping[str, Kind]] = {
    "win": Kind("win", "win", ("table", "gaming_day"), ("day", "table")),
    "drop": Kind("drop", "drop", ("table", "gaming_day")),
    "boxes": Kind("drop", "boxes", ("table", "gaming_day", "box"), view="BOXES"),
    "performance": Kind("performance", "asked", ("by", "name"), ("to_day", "length", "group")),
    "flash": Kind("flash", "flash", ("table",), ("to_day",)),
    "to-date": Kind("prior", "to_date", GROUP, ("to_day", "group")),
    "trend": Kind("prior", "trend", (*GROUP, "from_day"), ("to_day", "group", "months")),
    "hours": Kind("hours", "hours", ("table", "gaming_day", "hour")),
    "shifts": Kind("shifts", "shifts", ("table", "gaming_day", "shift")),
    "coupons": Kind("hours", "coupons", ("table", "gaming_day"), view="COUPONS"),
    "vig": Kind("vig", "vigorish", ("table", "gaming_day", "seat")),
    "outstanding": Kind("vig", "outstanding", ("table", "seat"), ("table",), "OUTSTANDING"),
    "meters": Kind("meters", "meters", ("link", "meter", "gaming_day")),
    "awards": Kind("awards", "awards", ("round", "seat", "meter")),
    "forms": Kind("forms", "forms", ("serial",)),
    "series": Kind("forms", "series", ("series",), (), "SERIES_VIEW"),
    "comps": Kind("comps", "comps", ("patron", "gaming_day"), ("day", "ends_micros")),
    "corrections": Kind(
        "closing", "corrections", ("document", "table", "gaming_day"), view="CORRECTIONS_VIEW"
    ),
    "filing": Kind("filing", "filing", ("document", "table", "gaming_day"), ("to_day",)),
    "exceptions": Kind("exceptions", "exceptions", ("gaming_day", "table", "kind", "subject")),
    "rounds": Kind("rounds", "rounds", ("round",), ("day", "table"), listed="listed"),
    "slips": Kind(
        "slips_matched", "of_day", ("table", "kind", "slip", "requested_at"), ("day", "table")
    ),
    "slip_series": Kind("slips_in_hand", "series", ("kind", "prefix")),
    "chips": Kind(
        "inventory", "movements", ("table", "at", "kind", "slip", "seat"), ("day", "table")
    ),
}
"""Each by its name, in the order in which they are offered."""

EDITION: Final = 8
"""Of the reports. It rises with each change of what one of them says of the same events: `pit db check` holds days
that were closed under the same edition against their events, report by report, and earlier ones by their books and
read models.
"""

PERIOD: Final = Kind("periods", "asked", GROUP, ("day", "length", "group"))
OF_SERIES: Final = Kind("forms", "of_series", ("serial",), ("series",), "OF_SERIES")
DISPUTES: Final = Kind("closing", "disputes", ("round", "raised_at"), view="DISPUTES_VIEW")


def kind_of(name: str, asked: Asked) -> Kind:
    """The kind that answers a name: table win of a period or a group is one of its own."""
    return PERIOD if name == "win" and (asked.length or asked.group) else KINDS[name]
