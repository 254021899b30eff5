"""Looking for something, and looking at two moments side by side."""

from typing import TYPE_CHECKING

from cli.frame import past
from cli.serve.address import words_of
from cli.serve.asked import Asked
from cli.serve.of_report import as_part
from cli.shown.compare import REPORTS, shown
from cli.typed.kinds import one_of
from ledger.values.errors import Misused

if TYPE_CHECKING:
    from collections.abc import Callable

    from projections.pages import Page
    from projections.queries.report import Rows
    from projections.reports.changes import FieldChange, RowChange

REPORT = one_of(dict.fromkeys(REPORTS, ()), "report")

SIDES = {"from": "--from", "to": "--to", "known_from": "--known-from", "known_to": "--known-to"}
"""The two moments, as they stand behind the question mark, and in the command."""


def found(asked: Asked) -> "Rows":
    """Events that say it, the newest first; none where nothing is looked for yet."""
    from projections.queries import search
    from projections.queries.report import Rows

    words = words_of(asked.said.get("q", ""))
    found = search.search(asked.ledger, asked.moment, words) if words else []
    return Rows(search.VIEW, [*found], asked.ledger.position)


def search_page(asked: Asked, found: "Rows") -> "Page":
    """What is looked for, and what says it."""
    from projections.pages import page
    from projections.queries.search import KINDS, MOST

    return page(
        "search.html",
        title="Search",
        q=asked.said.get("q", ""),
        kinds=KINDS,
        part=as_part(asked, found, "Found"),
        most=MOST if len(found.rows) == MOST else 0,
        position=found.position,
    )


def changes(asked: Asked) -> "list[RowChange]":
    """What changed in a report between two moments. Raises Misused where the first is not named."""
    from projections.queries.compare import compare

    said = asked.said
    if "from" not in said and "known_from" not in said:
        raise Misused(
            "no_state",
            "The state to compare from is not named.",
            "Say --from EVENT or TIME, or --known-from TIME.",
        )
    before = past.read(asked.current, said.get("from"), said.get("known_from"))
    after = past.read(asked.current, said.get("to"), said.get("known_to"))
    name = REPORT.convert(asked.named["report"], None, None)
    return compare(asked.ledger, before, after, name, asked.day, progress=asked.progress)


def changes_page(asked: Asked, found: "list[RowChange]") -> "Page":
    """Row by row, what was and what is."""
    from projections.pages import page

    return page(
        "compare.html",
        title="Two moments side by side",
        subtitle=asked.named["report"],
        day=asked.day,
        report=asked.named["report"],
        reports=REPORTS,
        sides={name: asked.said.get(name, "") for name in SIDES},
        sides_said={name: asked.said[name] for name in SIDES if name in asked.said},
        changes=found,
        told=_told(asked),
    )


def _told(asked: Asked) -> "Callable[[RowChange, FieldChange, object], str]":
    """How a figure before or after is written: as its report writes it, where one of its columns has it."""
    from projections.figures.render import FIGURES
    from projections.pages.master import cell
    from projections.reports.changes import kinds

    known, zone = kinds(REPORT.convert(asked.named["report"], None, None)), asked.ledger.calendar.tz

    def told(change: "RowChange", of: "FieldChange", value: object) -> str:
        kind = known.get((change.part, of.field))
        return (
            cell(value, kind, zone).text if kind in FIGURES and value is not None else shown(value)
        )

    return told
