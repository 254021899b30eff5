"""What signs and controllers showed of meters, and how far that is from the ledger (P6)."""

from typing import Any, Final

import msgspec
import sqlalchemy as sa

from ledger.events.link import PAYTABLE
from projections.engine.once import if_recorded, once, recorded
from projections.figures.arithmetic import rfc3339
from projections.models.meters import LINKS, METER_DAYS, METER_SIGNS, PROJECTION

NEEDS: Final = (PROJECTION,)

CLOSING: Final = "close"


class Reading(msgspec.Struct, frozen=True, kw_only=True):
    """The last reading of a meter on a gaming day for an occasion: `open`, `close` or `shift`. Units.

    shown: by the sign, with what its counter rolled over. difference: shown above the ledger. since, days: the first
    day of those, one after the other, whose last readings differ, and how many these are; None and 0 where it agrees.
    version: of its event in the link's stream.
    """

    link: str
    meter: str
    occasion: str
    at: str
    by: str
    shown: int
    rolled_over: int
    ledger: int
    difference: int
    since: str | None
    days: int
    version: int


@once
@if_recorded(METER_SIGNS)
def readings(connection: sa.Connection, day: str) -> list[Reading]:
    """The last readings of a gaming day, by link, meter and occasion."""
    of = METER_SIGNS.table
    query = sa.select(of).where(of.c.day == day).order_by(of.c.link, of.c.meter, of.c.version)
    rows = connection.execute(query).all()
    latest = {(row.link, row.meter, row.occasion): row for row in rows}
    return [_reading(connection, row) for row in latest.values()]


def unread(connection: sa.Connection, day: str) -> dict[str, list[str]]:
    """The meters in service on a gaming day that have no closing reading, by link."""
    if not recorded(connection, METER_DAYS):
        return {}
    days, signs, links = METER_DAYS.table, METER_SIGNS.table, LINKS.table
    retired = sa.exists().where(links.c.link == days.c.link, links.c.retired_day <= day)
    read = sa.exists().where(
        signs.c.link == days.c.link,
        signs.c.meter == days.c.meter,
        signs.c.day == day,
        signs.c.occasion == CLOSING,
    )
    query = (
        sa.select(days.c.link, days.c.meter)
        .where(days.c.day <= day, days.c.meter != PAYTABLE, ~read, ~retired)
        .distinct()
        .order_by(days.c.link, days.c.meter)
    )
    found: dict[str, list[str]] = {}
    for link, meter in connection.execute(query):
        found.setdefault(link, []).append(meter)
    return found


def _reading(connection: sa.Connection, row: Any) -> Reading:
    since, days = _since(connection, row) if row.difference else (None, 0)
    return Reading(
        link=row.link,
        meter=row.meter,
        occasion=row.occasion,
        at=rfc3339(row.at),
        by=row.by,
        shown=row.shown + row.rolled_over,
        rolled_over=row.rolled_over,
        ledger=row.ledger,
        difference=row.difference,
        since=since,
        days=days,
        version=row.version,
    )


def _since(connection: sa.Connection, row: Any) -> tuple[str, int]:
    """The days on which the meter was read since it agreed last."""
    of = METER_SIGNS.table
    before = sa.and_(of.c.link == row.link, of.c.meter == row.meter, of.c.version <= row.version)
    agreed = sa.select(sa.func.coalesce(sa.func.max(of.c.version), 0)).where(
        before, of.c.difference == 0
    )
    query = sa.select(sa.func.min(of.c.day), sa.func.count(of.c.day.distinct())).where(
        before, of.c.version > agreed.scalar_subquery()
    )
    since, days = connection.execute(query).one()
    return since, days
