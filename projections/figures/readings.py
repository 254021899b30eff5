"""What signs and controllers showed of meters, and how far that is from the ledger (P6)."""

from typing import Any, Final

import msgspec
import sqlalchemy as sa

from ledger.store.driver import ask
from projections.engine.asked import rows_of
from projections.engine.once import if_recorded, once, recorded
from projections.figures.arithmetic import rfc3339
from projections.models.meters import METER_DAYS, METER_SIGNS, PROJECTION

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
    which = "WHERE day = :day ORDER BY link, meter, version"
    rows = rows_of(connection, METER_SIGNS, which, day=day)
    latest = {(row.link, row.meter, row.occasion): row for row in rows}
    return [_reading(connection, row) for row in latest.values()]


def unread(connection: sa.Connection, day: str) -> dict[str, list[str]]:
    """The meters in service on a gaming day that have no closing reading, by link."""
    if not recorded(connection, METER_DAYS):
        return {}
    found: dict[str, list[str]] = {}
    for link, meter in ask(connection, _UNREAD, day=day):
        found.setdefault(link, []).append(meter)
    return found


_UNREAD: Final = f"""
    SELECT link, meter FROM meter_readings AS known
    WHERE EXISTS (
        SELECT 1 FROM meter_days AS days
        WHERE days.link = known.link AND days.meter = known.meter AND days.day <= :day
    )
    AND NOT EXISTS (
        SELECT 1 FROM meter_signs AS signs
        WHERE signs.link = known.link AND signs.meter = known.meter AND signs.day = :day
        AND signs.occasion = '{CLOSING}'
    )
    AND NOT EXISTS (
        SELECT 1 FROM meter_links AS links WHERE links.link = known.link AND links.retired_day <= :day
    )
    ORDER BY link, meter
"""  # noqa: S608  our own words


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
    since, days = ask(connection, _DIFFERED, link=row.link, meter=row.meter, version=row.version)[0]
    return since, days


_DIFFERED: Final = """
    SELECT min(day), count(DISTINCT day) FROM meter_signs
    WHERE link = :link AND meter = :meter AND version <= :version AND version > (
        SELECT coalesce(max(version), 0) FROM meter_signs
        WHERE link = :link AND meter = :meter AND version <= :version AND difference = 0
    )
"""
