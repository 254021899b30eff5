"""How far each feed source has come."""

import msgspec

from ledger.desks.ledger import Ledger
from ledger.store.errors import store_errors
from ledger.values.calendar import from_micros
from projections.engine import engine as projection_engine
from projections.engine.asked import rows_of
from projections.models.feeds import FEEDS, PROJECTION, FeedRow
from projections.queries.moment import NOW
from projections.queries.past import caught_up


class Feed(msgspec.Struct, frozen=True, kw_only=True):
    """Where a source stands. seq: of the last record that was taken or set aside, 0 before the first. next: the number
    that it goes on with. at, recorded_at: when that record happened, and was recorded, RFC 3339 UTC; None before the
    first. age_seconds: since it was recorded. set_aside: how many were.
    """

    source: str
    seq: int
    next: int
    at: str | None
    recorded_at: str | None
    age_seconds: int | None
    set_aside: int


def last_seq(ledger: Ledger, source: str) -> int:
    """The number of the last record that was taken of a source, or set aside; 0 before the first."""
    with store_errors():
        return ledger.journal.last_seq(source)


def feed(ledger: Ledger, source: str) -> Feed:
    """A source, whether anything came of it or not."""
    with caught_up(ledger, NOW, (PROJECTION,)) as connection:
        found = rows_of(connection, FEEDS, "WHERE source = :source", source=source)
    return _told(ledger, found[0] if found else FeedRow(source))


def feeds(ledger: Ledger) -> list[Feed]:
    """Every source, as far as the read models have come: whoever asks again and again does not have them brought up."""
    with store_errors(), projection_engine.reading(ledger.journal.engine, (PROJECTION,)) as read:
        rows = rows_of(read, FEEDS)
    return [_told(ledger, row) for row in rows]


def _told(ledger: Ledger, row: FeedRow) -> Feed:
    begun = row.seq > 0
    return Feed(
        source=row.source,
        seq=row.seq,
        next=row.seq + 1,
        at=from_micros(row.at).isoformat() if begun else None,
        recorded_at=from_micros(row.recorded_at).isoformat() if begun else None,
        age_seconds=max(0, ledger.clock() - row.recorded_at) // 1_000_000 if begun else None,
        set_aside=row.set_aside,
    )
