"""A gaming day as a whole: its books, and who is still to sign them."""

from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING, Final

import msgspec
from msgspec import structs

from ledger.desks.ledger import Ledger
from ledger.values.progress import Progress
from projections.figures import closing, win
from projections.figures import day as day_figures
from projections.figures.arithmetic import rfc3339
from projections.figures.closing import Closing, Correction
from projections.figures.day import DaySummary
from projections.figures.notes import Note
from projections.figures.win import Win
from projections.queries.moment import NOW, Moment
from projections.queries.past import caught_up, position_of, signature

if TYPE_CHECKING:
    from projections.reports.master import Master

SUMMARY: Final = day_figures.VIEW
TABLES: Final = win.VIEW
CORRECTIONS: Final = closing.CORRECTIONS_VIEW
"""How the parts of a day are shown."""

MICROSECONDS_AN_HOUR: Final = 3_600_000_000


class Waiting(msgspec.Struct, frozen=True):
    """Books that one has signed and the other has not. at, until: RFC 3339 UTC. late: the time for it is over."""

    by: str
    waits_for: str
    at: str
    until: str
    late: bool


class DayBooks(DaySummary, frozen=True, kw_only=True):
    """A gaming day with the books of its tables. Instants RFC 3339 UTC.

    hours: how long it is. tables: a row a table. closed: how it was closed, None while it is open. corrections: that
    concern it. position: of the last event that is counted. notes: what was found out since it was closed. waiting: for
    its second signature, as it stands now; else None.
    """

    starts_at: str
    ends_at: str
    hours: int
    tables: list[Win]  # type: ignore[assignment]  # the key has been the tables' books since the first version
    closed: Closing | None
    corrections: list[Correction]
    position: int
    notes: list[Note]
    waiting: Waiting | None = None

    @property
    def summary(self) -> DaySummary:
        """The sums alone."""
        sums = {name: getattr(self, name) for name in DaySummary.__struct_fields__}
        return DaySummary(**{**sums, "tables": len(self.tables)})


def books(ledger: Ledger, moment: Moment, day: str, progress: Progress | None = None) -> DayBooks:
    """Every table's books of a gaming day (ISO date), what is still to be counted or explained, how it was closed.

    Of a closed day they are those that were signed.
    """
    closed = signature(ledger, moment, day)
    if closed is not None:
        from projections.queries import signed  # noqa: PLC0415  it knows all reports

        return _as_signed(signed.whole(ledger, closed, progress))
    start, end = ledger.calendar.bounds(date.fromisoformat(day))
    needs = tuple(dict.fromkeys((*day_figures.NEEDS, *closing.NEEDS)))
    with caught_up(ledger, moment, needs, progress) as connection:
        tables = win.win(connection, day)
        sums = structs.asdict(day_figures.day_summary(connection, day, tables))
        return DayBooks(
            **{**sums, "tables": tables},
            starts_at=rfc3339(start),
            ends_at=rfc3339(end),
            hours=(end - start) // MICROSECONDS_AN_HOUR,
            closed=closing.closing(connection, day, tables),
            corrections=closing.corrections(connection, day),
            position=position_of(connection, needs),
            notes=[],
            waiting=waiting(ledger, moment, day),
        )


def waiting(ledger: Ledger, moment: Moment, books: str) -> Waiting | None:
    """Whose signature a day's or a month's books wait for now; None for nobody's, and of a moment that is past."""
    proposed = ledger.loader.signing(books).proposed if moment == NOW else None
    if proposed is None:
        return None
    return Waiting(
        by=proposed.by,
        waits_for=proposed.waits_for,
        at=rfc3339(proposed.at),
        until=rfc3339(proposed.until),
        late=ledger.clock() > proposed.until,
    )


def _as_signed(whole: "Master") -> DayBooks:
    heading = whole.heading
    start, end = (datetime.fromisoformat(each) for each in (heading.starts_at, heading.ends_at))
    return DayBooks(
        **{**structs.asdict(whole.summary), "tables": whole.tables},
        starts_at=heading.starts_at,
        ends_at=heading.ends_at,
        hours=(end - start) // timedelta(hours=1),
        closed=whole.closing,
        corrections=whole.corrections,
        position=heading.position,
        notes=whole.notes,
    )
