"""The findings of rounds that are not settled, or do not count."""

from collections.abc import Iterable, Iterator

from ledger.events.finding import EventPlace, Finding
from ledger.values.rounds import REVERSED
from projections.models.exceptions import ROUND_REVERSED, ExceptionRow
from projections.models.rounds import RoundRow
from projections.reconcile.finding import found


def of_rounds(
    rounds: Iterable[RoundRow], exceptions: Iterable[ExceptionRow], day: str
) -> Iterator[Finding]:
    """Rounds that began and never ended; and reversed ones in whose place there is none, since nobody can enter one
    once the day is closed.
    """
    reversals = {row.subject: row for row in exceptions if row.kind == ROUND_REVERSED}
    for row in rounds:
        if row.status == REVERSED:
            how = reversals.get(row.id)
            yield found(
                "round_not_entered_again",
                row.id,
                day,
                table=row.table,
                events=[EventPlace(how.stream, how.version)] if how else (),
                about=f"Reversed: {row.reason}.",
            )
        else:
            versions = (row.first_version, row.last_version)
            events = [EventPlace(f"table:{row.table}", version) for version in versions]
            yield found("round_unsettled", row.id, day, table=row.table, events=events)
