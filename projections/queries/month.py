"""A month: its report, how it is signed, and how it was: what its closed days were signed with, added up."""

from calendar import monthrange
from datetime import date
from typing import Final

from msgspec import structs

from ledger.day.acts import MonthRead
from ledger.desks.ledger import Ledger
from ledger.values.progress import Progress
from projections.figures import closing, win
from projections.figures.arithmetic import rfc3339
from projections.figures.months import books, closed_month
from projections.queries.moment import NOW, Moment, stands_at
from projections.queries.past import caught_up, closing_of, position_of, signature
from projections.reports import monthly
from projections.reports.monthly import Month, MonthHeading

NEEDS: Final = tuple(dict.fromkeys((*win.NEEDS, *closing.NEEDS)))


def reading(ledger: Ledger, month: str, progress: Progress | None = None) -> MonthRead:
    """A month (`2026-07`), read at one event of the log."""
    past_its_last = f"{month}-32"
    with caught_up(ledger, NOW, NEEDS, progress) as connection:
        still_open = closing.days_open_before(connection, past_its_last)
        closed = closing.closed_days(connection)
        position = position_of(connection, NEEDS)
    signed = [signature(ledger, NOW, day) for day in closed if day.startswith(month)]
    return MonthRead(
        month,
        books(each for each in signed if each is not None),
        position,
        [day for day in still_open if day.startswith(month)],
    )


def proposed(ledger: Ledger, month: str, progress: Progress | None = None) -> MonthRead:
    """A month as it was proposed: what its days were signed with does not change. Raises NotFound."""
    at = ledger.loader.signing(month).waiting(month).books_at
    return structs.replace(reading(ledger, month, progress), position=at)


def month_report(
    ledger: Ledger, moment: Moment, month: str, progress: Progress | None = None
) -> Month:
    """The report of a month (`2026-07`), up to the gaming day of the moment while it runs."""
    calendar = ledger.calendar
    first = date.fromisoformat(f"{month}-01")
    last = first.replace(day=monthrange(first.year, first.month)[1])
    today = calendar.day_of(stands_at(ledger, moment))
    with caught_up(ledger, moment, monthly.NEEDS, progress) as connection:
        heading = MonthHeading(
            property=ledger.property.name,
            zone=calendar.zone,
            month=month,
            starts_at=rfc3339(calendar.bounds(first)[0]),
            ends_at=rfc3339(calendar.bounds(last)[1]),
            to_day=max(first.isoformat(), min(last.isoformat(), today)),
            position=position_of(connection, monthly.NEEDS),
        )
        report = monthly.month(connection, heading)
    signed = closing_of(ledger, month) if moment == NOW else None
    if signed is None:
        return report
    found = [*report.tables, report.summary] if report.summary else []
    return structs.replace(report, closing=closed_month(signed.event, found))
