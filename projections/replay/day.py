"""The events of a table's gaming day, and what was counted of it: no more of the log is read than that."""

from collections.abc import Iterator
from operator import itemgetter
from typing import Final

import msgspec
import sqlalchemy as sa

from ledger.events.day import stream as stream_of_day
from projections.engine.asked import rows_of
from projections.engine.streams import Placed, between, first_uncounted
from projections.models.stretches import PROJECTION, TABLE_DAYS

NEEDS: Final = (PROJECTION,)
"""The read models that say where a table's gaming day is."""


def of_table(connection: sa.Connection, table: str, day: str) -> list[Placed]:
    """A table's events of a gaming day, and what was counted of it then, in the order of the log."""
    stream = f"table:{table}"
    found = [
        placed
        for first, last in _stretches(connection, stream, table, day)
        for placed in _between(connection, stream, first, last, day)
    ]
    counted = _between(connection, stream_of_day(day), 1, None, day)
    found += [placed for placed in counted if getattr(placed[1].event, "table", None) == table]
    return sorted(found, key=itemgetter(0))


def _stretches(
    connection: sa.Connection, stream: str, table: str, day: str
) -> Iterator[tuple[int, int | None]]:
    """Where the day may lie in the table's stream: as counted, and whatever is not counted yet."""
    counted = 'WHERE day = :day AND "table" = :table'
    for row in rows_of(connection, TABLE_DAYS, counted, day=day, table=table):
        yield from row.stretches
    yield first_uncounted(connection, PROJECTION, stream), None


def _between(
    connection: sa.Connection, stream: str, first: int, last: int | None, day: str
) -> Iterator[Placed]:
    for position, recorded in between(connection, stream, first, last, msgspec.json.encode(day)):
        if recorded.event.day == day:
            yield position, recorded
