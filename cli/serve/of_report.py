"""Reports of a gaming day, or of what stands now, as tables: each by the name under which `pit` has it."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from cli.serve.address import Address, withheld
from cli.serve.asked import Asked
from cli.typed.kinds import choice, number

if TYPE_CHECKING:
    from projections.figures.chart import Chart
    from projections.pages import Page
    from projections.pages.master import Part
    from projections.queries.report import Rows

GROUPS = ("property", "pit", "game", "table")
LENGTHS = choice("period", "day", "month", "year")

OPTIONS = {
    "win": {"period": LENGTHS, "group": choice("group", *GROUPS)},
    "performance": {
        "period": LENGTHS,
        "by": choice(
            "by", "bet", *GROUPS[1:], "rules", "dealer", "hour", "shift", "day", "month", "year"
        ),
    },
    "to-date": {"group": choice("group", *GROUPS)},
    "trend": {"group": choice("group", *GROUPS), "months": number(1, 120)},
}
"""What else a report is asked for, by its name, and how that is read."""

COMMANDS = {
    "rounds": "pit round list",
    "chips": "pit chips list",
    "slips": "pit chips slips",
    "slip_series": "pit chips series",
    "shifts": "pit report win --by shift",
}
"""The commands that have another name than their report."""

TITLES = {
    "win": "Table win",
    "drop": "Drop",
    "boxes": "Drop boxes",
    "performance": "Performance against theory",
    "flash": "Flash",
    "to-date": "To date, beside the year before",
    "trend": "Month by month",
    "hours": "Win by hour",
    "shifts": "Win by shift",
    "coupons": "Coupons",
    "vig": "Vigorish by seat",
    "meters": "Meters of the day",
    "awards": "Awards",
    "forms": "Forms of the day",
    "comps": "Complimentaries",
    "corrections": "Corrections, and what was taken back",
    "filing": "Corrections to file",
    "exceptions": "Exceptions",
    "rounds": "Rounds",
    "slips": "Slips",
    "slip_series": "Series of slips",
    "chips": "Chips",
}
"""The reports of a gaming day that have a page, in the order in which they are offered."""

NAMING = {"forms", "comps", "corrections", "filing", "exceptions", "slips", "boxes", "awards"}
"""Reports that name patrons or operators, or say in words what may."""

NAMED = {"rounds": ("by",), "chips": ("dealer", "supervisor", "by")}
"""Columns that name operators, of reports that say much without."""

TABLE = {"rounds", "chips", "slips"}
"""Reports that may be of one table."""


def addresses() -> tuple[Address, ...]:
    """The address of each."""
    return tuple(
        Address(
            f"/report/{name}/{{day}}",
            f"{COMMANDS.get(name, f'pit report {name}')} --day {{day}}",
            partial(_report, name),
            _shown(title),
            {each: f"--{each}" for each in _options(name)},
            unnamed=withheld if name in NAMING else partial(_unnamed, NAMED.get(name, ())),
        )
        for name, title in TITLES.items()
    )


def _options(name: str) -> dict[str, Any]:
    return {**OPTIONS.get(name, {}), **({"table": None} if name in TABLE else {})}


def _report(name: str, asked: Asked) -> "Rows":
    from projections.queries.codes import verify_known

    said = {each: asked.option(each, kind) for each, kind in OPTIONS.get(name, {}).items()}
    table = verify_known(asked.ledger, asked.said.get("table")) if name in TABLE else None
    group = said.get("by") or said.get("group")
    narrowed = {"length": said.get("period"), "group": group, "months": said.get("months")}
    return report_of(asked, name, table=table, **narrowed)


def _unnamed(columns: Sequence[str], found: "Rows") -> "Rows":
    """A report without what names operators. Raises Refused where it tells one dealer from another."""
    from msgspec.structs import replace

    from projections.figures.performance import Performance

    if any(isinstance(row, Performance) and row.by == "dealer" for row in found.rows):
        withheld(found)
    blank = dict.fromkeys(columns, "")
    return found._replace(rows=[replace(row, **blank) for row in found.rows])


def report_of(asked: Asked, name: str, **narrowed: Any) -> "Rows":
    """A report of the day and the moment that are asked for, narrowed as `report` takes it."""
    from projections.queries.report import report

    ledger, moment, progress = asked.ledger, asked.moment, asked.progress
    return report(ledger, moment, name, asked.day, progress=progress, **narrowed)


def _shown(title: str) -> "Callable[[Asked, Rows], Page]":
    return lambda asked, found: rows_page(asked, found, title, asked.day)


def rows_page(asked: Asked, found: "Rows", title: str, day: str = "") -> "Page":
    """Rows as tables. day: the gaming day that they are of, if of one."""
    from projections.pages import page

    since = found.since
    return page(
        "rows.html",
        title=title,
        day=day,
        position=found.position,
        warning=since.closing.warning if since else "",
        part=as_part(asked, found, title),
    )


def as_part(asked: Asked, found: "Rows", title: str, charts: "Sequence[Chart]" = ()) -> "Part":
    """Rows as a page shows them, and what is drawn of them."""
    from projections.pages.master import part

    return part(title, found.view, found.rows, asked.ledger.calendar.tz, charts)
