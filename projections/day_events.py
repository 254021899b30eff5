"""The events of a table's gaming day, and what was counted of it: no more of the log is read than that."""

from collections.abc import Iterator
from operator import itemgetter
from typing import Final

import msgspec
import sqlalchemy as sa

from ledger.day import stream as stream_of_day
from ledger.events import Recorded
from ledger.store.codec import decode
from ledger.store.schema import events as log
from projections.round_events import Placed, first_uncounted
from projections.stretches import PROJECTION, TABLE_DAYS, TableDayRow

NEEDS: Final = (PROJECTION,)
"""The read models that say where a table's gaming day is."""

AT_A_TIME: Final = 10_000
"""Rows fetched at a time."""


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
    c = TABLE_DAYS.table.c
    counted = sa.select(TABLE_DAYS.table).where(c.day == day, c.table == table)
    row = connection.execute(counted).one_or_none()
    if row is not None:
        yield from TableDayRow(*row).stretches
    yield first_uncounted(connection, PROJECTION, stream), None


def _between(
    connection: sa.Connection, stream: str, first: int, last: int | None, day: str
) -> Iterator[Placed]:
    c = log.c
    query = (
        sa.select(c.position, c.originator_version, c.topic, c.state)
        .where(c.originator_id == stream, c.originator_version >= first)
        .order_by(c.originator_version)
    )
    if last is not None:
        query = query.where(c.originator_version <= last)
    # What is not of the day is not worth decoding.
    written = msgspec.json.encode(day)
    with connection.execute(query.execution_options(yield_per=AT_A_TIME)) as rows:
        for position, version, topic, state in rows:
            if written in state:
                event = decode(topic, state)
                if event.day == day:
                    yield position, Recorded(stream, version, event)
