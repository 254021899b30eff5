"""What changed in a report between two states of the books, as a person reads it."""

from collections.abc import Iterator, Sequence
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


def lines(found: "Sequence[RowChange]") -> Iterator[str]:
    """The changes as a person reads them; amounts in cents, as programs get them."""
    for change in found:
        name = ", ".join(
            f"{field} {shown(value)}" for field, value in change.row.items() if value is not None
        )
        part = f"{change.part.replace('_', ' ').capitalize()}. " if change.part else ""
        yield f"{part}{change.change.capitalize()}: {name}"
        for each in change.fields:
            yield f"  {each.field}: {shown(each.before)} -> {shown(each.after)}"


def shown(value: object) -> str:
    """A figure as it stands in a change."""
    if isinstance(value, list):
        return ", ".join(map(shown, value)) or "none"
    if isinstance(value, dict):
        return " ".join(map(shown, value.values()))
    return "unknown" if value is None else str(value)
