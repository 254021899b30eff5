"""What changed in a report between two states of the books, as a person reads it."""

from collections.abc import Iterator, Sequence
from datetime import tzinfo
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from projections.reports.changes import RowChange

REPORTS = (
    *(
        "win",
        "drop",
        "boxes",
        "performance",
        "flash",
        "to-date",
        "trend",
        "hours",
        "shifts",
        "coupons",
        "vig",
        "outstanding",
        "meters",
        "awards",
        "forms",
        "series",
    ),
    *(
        "comps",
        "corrections",
        "filing",
        "exceptions",
        "rounds",
        "slips",
        "slip_series",
        "chips",
        "day",
        "summary",
        "findings",
    ),
)
"""The reports that can be compared; as `projections.reports.changes` has them."""


def lines(found: "Sequence[RowChange]", report: str, zone: tzinfo) -> Iterator[str]:
    """The changes as a person reads them: figures as their report shows them, else as programs get them."""
    from projections.figures import render
    from projections.reports.changes import kinds

    known = kinds(report)

    def told(part: str, field: str, value: object) -> str:
        kind = known.get((part, field))
        return (
            shown(value)
            if value is None or kind not in (*render.FIGURES, render.Kind.MOMENT)
            else render.shown(value, kind, zone)
        )

    for change in found:
        name = ", ".join(
            f"{field} {told(change.part, field, value)}"
            for field, value in change.row.items()
            if value is not None
        )
        part = f"{change.part.replace('_', ' ').capitalize()}. " if change.part else ""
        yield f"{part}{change.change.capitalize()}: {name}"
        for each in change.fields:
            before, after = (
                told(change.part, each.field, value) for value in (each.before, each.after)
            )
            yield f"  {each.field}: {before} -> {after}"


def shown(value: object) -> str:
    """A figure as it stands in a change."""
    if isinstance(value, list):
        return ", ".join(map(shown, value)) or "none"
    if isinstance(value, dict):
        return " ".join(map(shown, value.values()))
    return "unknown" if value is None else str(value)
