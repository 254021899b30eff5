"""How far each feed source has come: its last record, and how many were set aside."""

from collections.abc import Iterator
from typing import Any, Final

import msgspec

from ledger.events.base import Event
from ledger.events.feed import RecordRefused
from ledger.events.topics import TOPICS
from projections.engine.facts import Facts
from projections.engine.model import Fact, Model, Projection, Rows


class FeedRow(msgspec.Struct, gc=False):
    """A source. seq: of its last record that was taken or set aside; at, recorded_at: when that happened, and was
    recorded, microseconds UTC. What was taken back since is a record all the same.
    """

    source: str
    seq: int = 0
    at: int = 0
    recorded_at: int = 0
    set_aside: int = 0


FEEDS: Final = Model("feeds", FeedRow, key=1, past=False)


def _last(_: Rows, facts: Facts, __: object) -> Iterator[Fact[Any]]:
    """The last record of each source, and all that were set aside."""
    yield from facts.kinds[RecordRefused]
    last = {source: fact for fact in facts.in_order if (source := fact.event.source)}
    yield from last.values()


PROJECTION: Final = Projection("feeds", (FEEDS,), sift=_last)


def _came(rows: Rows, fact: Fact[Event]) -> None:
    event = fact.event
    if not event.source:
        return
    row = rows.at(FEEDS, event.source)
    row.seq, row.at, row.recorded_at = event.seq, event.at, event.recorded_at
    row.set_aside += isinstance(event, RecordRefused)


for _kind in TOPICS.values():
    PROJECTION.on(_kind)(_came)
