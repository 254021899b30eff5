"""What changed in a report between two moments."""

from collections.abc import Callable, Iterator
from datetime import date

import sqlalchemy as sa

from ledger.desks.ledger import Ledger
from ledger.store.errors import store_errors
from ledger.values.progress import Progress
from projections.queries.moment import NOW, Moment
from projections.queries.past import Needs, begun, in_turn
from projections.reports.changes import Part, RowChange, changes, needs, parts
from projections.reports.kinds import Asked


def compare(  # noqa: PLR0913  three of them narrow what is compared
    ledger: Ledger,
    before: Moment,
    after: Moment,
    name: str,
    day: str,
    *,
    length: str | None = None,
    group: str | None = None,
    progress: Progress | None = None,
) -> list[RowChange]:
    """What changed in a report of a gaming day (ISO date) between two states, in the order of its parts and rows.

    name: a report of `kinds.KINDS`, or one of several parts, of `changes.SEVERAL`. length, group: of table win.
    """
    ends = ledger.calendar.bounds(date.fromisoformat(day))[1]
    asked = Asked(day, ends, length, group)
    if after == NOW:
        after = Moment(position=ledger.position)
    read = _parts(
        ledger,
        needs(name, asked),
        (before, after),
        lambda connection: parts(name, connection, asked),
        progress,
    )
    old, new = read
    return [
        change
        for was, now in zip(old, new, strict=True)
        for change in changes(was.rows, now.rows, now.key, now.name)
    ]


def _parts(
    ledger: Ledger,
    models: Needs,
    states: tuple[Moment, Moment],
    read: Callable[[sa.Connection], list[Part]],
    progress: Progress | None,
) -> Iterator[list[Part]]:
    """A report in both states."""
    with store_errors():
        stand = in_turn(ledger, states, models, progress)
        for then, connection in zip(states, stand, strict=True):
            yield read(connection.execution_options(**begun(ledger, then)))
