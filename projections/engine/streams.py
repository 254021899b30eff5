"""The events of one stream with their positions in the log, from one version to another."""

from collections.abc import Iterator
from typing import Final

import sqlalchemy as sa

from ledger.events.base import Recorded
from ledger.store.codec import decode
from ledger.store.driver import ask, value_of
from ledger.store.schema import events as log
from ledger.values.numbers import LARGEST_COUNT
from ledger.values.rounds import table_of
from projections.engine.engine import position_of
from projections.engine.model import Projection

AT_A_TIME: Final = 10_000
"""Rows fetched at a time."""

Placed = tuple[int, Recorded]
"""An event with its position in the log."""

_OF_STREAM: Final = log.c.originator_id == sa.bindparam("stream")
_FROM: Final = (
    sa.select(log.c.position, log.c.originator_version, log.c.topic, log.c.state)
    .where(_OF_STREAM, log.c.originator_version >= sa.bindparam("first"))
    .order_by(log.c.originator_version)
)
_ON: Final = _FROM.execution_options(yield_per=AT_A_TIME)
_BETWEEN: Final = _FROM.where(log.c.originator_version <= sa.bindparam("last"))
# SQLite takes any type in any column, and has text behind every number.
_LAST: Final = (
    "SELECT originator_version, position FROM events WHERE originator_id = :stream AND originator_version <= :largest"
    " ORDER BY originator_version DESC LIMIT 1"
)
_PLACE: Final = (
    "SELECT position FROM events WHERE originator_id = :stream AND originator_version = :version"
)


def of_round(round_id: str) -> str:
    """The stream of the table at which a round was played."""
    return f"table:{table_of(round_id)}"


def between(
    connection: sa.Connection,
    stream: str,
    first: int = 1,
    last: int | None = None,
    written: bytes = b"",
) -> Iterator[Placed]:
    """The events of a stream from a version to another, both included, in order.

    written: only those in whose bytes this is; the others are not worth decoding.
    """
    query = _ON if last is None else _BETWEEN
    with connection.execute(query, {"stream": stream, "first": first, "last": last}) as rows:
        for position, version, topic, state in rows:
            if not isinstance(state, bytes) or written in state:
                yield position, Recorded(stream, version, decode(topic, state))


def first_uncounted(connection: sa.Connection, projection: Projection, stream: str) -> int:
    """The first version of a stream that a read model has not counted, or the one to come."""
    return first_after(connection, position_of(connection, projection.name), stream)


def first_after(connection: sa.Connection, position: int, stream: str) -> int:
    """The first version of a stream after a position of the log, or the one to come: found by halving, since in a
    stream positions rise with versions.
    """
    found = ask(connection, _LAST, stream=stream, largest=LARGEST_COUNT)
    last, at = found[0] if found else (0, 0)
    if at <= position:
        return int(last) + 1
    low, high = 1, int(last)
    while low < high:
        middle = (low + high) // 2
        if (value_of(connection, _PLACE, stream=stream, version=middle) or 0) <= position:
            low = middle + 1
        else:
            high = middle
    return low
