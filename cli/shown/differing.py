"""What changed in a report between two states of the books."""

from collections.abc import Callable, Iterator, Sequence
from datetime import date
from typing import TYPE_CHECKING

from cli.frame.options import Session, gaming_day
from cli.frame.past import Past, going_on, rebuilt
from cli.frame.reading import progress

if TYPE_CHECKING:
    import sqlalchemy as sa

    from projections.engine.model import Projection
    from projections.reports.changes import RowChange
    from projections.reports.comparable import Part

REPORTS = (
    *("win", "hours", "coupons", "vig", "outstanding", "meters", "awards", "forms", "series"),
    *("comps", "exceptions", "rounds", "chips", "day", "summary", "findings"),
)
"""The reports that can be compared; as `projections.reports.comparable` has them."""


def compare(
    current: Session,
    name: str,
    day: str | None,
    states: tuple[Past, Past],
    period: tuple[str | None, str | None] = (None, None),
) -> "list[RowChange]":
    """What changed in a report of that day between two states. period: of table win, its length and group.

    Raises Misused.
    """
    from projections.reports.changes import changes
    from projections.reports.comparable import Asked, needs, parts

    asked_day = gaming_day(day, current.ledger.calendar)
    ends = current.ledger.calendar.bounds(date.fromisoformat(asked_day))[1]
    asked = Asked(asked_day, ends, *period)
    old, new = _parts(needs(name, asked), states, lambda connection: parts(name, connection, asked))
    return [
        change
        for before, after in zip(old, new, strict=True)
        for change in changes(before.rows, after.rows, after.key, after.name)
    ]


def _parts(
    needs: "Sequence[Projection]",
    states: tuple[Past, Past],
    read: "Callable[[sa.Connection], list[Part]]",
) -> "Iterator[list[Part]]":
    """A report in both states. The log is folded once where the later one begins with the earlier one."""
    from ledger.store.errors import store_errors

    before, after = states
    with store_errors():
        if before.leads_to(after):
            with going_on(needs, before, after, progress()) as connections:
                for connection in connections:
                    yield read(connection)
            return
        for then in states:
            with rebuilt(needs, then, progress()) as connection:
                yield read(connection)


def lines(found: "Sequence[RowChange]") -> Iterator[str]:
    """The changes as a person reads them; amounts in cents, as programs get them."""
    for change in found:
        name = ", ".join(
            f"{field} {_shown(value)}" for field, value in change.row.items() if value is not None
        )
        part = f"{change.part.replace('_', ' ').capitalize()}. " if change.part else ""
        yield f"{part}{change.change.capitalize()}: {name}"
        for each in change.fields:
            yield f"  {each.field}: {_shown(each.before)} -> {_shown(each.after)}"


def _shown(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(map(_shown, value)) or "none"
    if isinstance(value, dict):
        return " ".join(map(_shown, value.values()))
    return "unknown" if value is None else str(value)
