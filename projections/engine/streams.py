"""The events of one stream with their positions in the log, from one version to another."""

from collections.abc import Iterator
from itertools import chain
from typing import Final

import sqlalchemy as sa

from ledger.events.base import Recorded
from ledger.store.codec import decode
from ledger.store.driver import ask, ask_long, ask_some, value_of
from ledger.store.schema import PLACE
from ledger.values.numbers import LARGEST_COUNT
from ledger.values.rounds import table_of
from projections.engine.engine import position_of
from projections.engine.model import Projection

AT_A_TIME: Final = 10_000
"""Rows fetched at a time."""

Placed = tuple[int, Recorded]
"""An event with its position in the log."""

_EVENTS: Final = (
    "SELECT position, originator_version, topic, state FROM events"
    " WHERE originator_id = :stream AND originator_version >= :first"
)
_ON: Final = f"{_EVENTS} ORDER BY originator_version"
_BETWEEN: Final = f"{_EVENTS} AND originator_version <= :last ORDER BY originator_version"
# SQLite takes any type in any column, and has text behind every number.
_LAST: Final = (
    "SELECT originator_version, position FROM events WHERE originator_id = :stream AND originator_version <= :largest"
    " ORDER BY originator_version DESC LIMIT 1"
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
    if last is None:
        rows = ask_long(connection, _ON, AT_A_TIME, stream=stream, first=first)
    else:
        some = ask_some(connection, _BETWEEN, AT_A_TIME, stream=stream, first=first, last=last)
        rows = chain.from_iterable(some)
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
        if (value_of(connection, PLACE, stream=stream, version=middle) or 0) <= position:
            low = middle + 1
        else:
            high = middle
    return low
