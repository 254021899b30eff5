"""Whether what is kept of feeds beside the log agrees with it: where each stands, and what its records were.

All feeds got digests at once, so that whatever came after the first record with one has one too. Of a record that was
set aside the log holds the bytes, which prove its digest; of the others it tells only that there is one.
"""

from collections.abc import Iterable, Mapping
from itertools import groupby
from operator import itemgetter
from typing import Any, Final

import sqlalchemy as sa

from ledger.desks.ledger import Ledger
from ledger.events import feed as feed_events
from ledger.events.base import Event
from ledger.events.feed import DIGEST_BYTES, RecordRefused, digest_of, digests_in
from ledger.seal import tiles
from ledger.seal.tiles import KEEP
from ledger.store import tables
from ledger.store.codec import TOPIC_OF, decode
from ledger.store.driver import ask, ask_long
from ledger.store.engine import snapshot
from ledger.values.errors import IntegrityFailure

AT_A_TIME: Final = 2_000

_FIRST: Final = (
    "SELECT source, min(last_seq - length(digests) / :each) FROM feed_digests GROUP BY source"
)
_STAND: Final = "SELECT source, last_seq FROM feed_sources"
_SINCE: Final = "SELECT topic, state FROM events WHERE position > :position ORDER BY position"
_DIGESTS: Final = "SELECT source, last_seq, digests FROM feed_digests ORDER BY source, last_seq"
_ASIDE: Final = "SELECT topic, state FROM events WHERE originator_id = :stream AND topic = :topic"

ZEROS: Final = bytes(DIGEST_BYTES)

Bare = Mapping[str, tuple[int, int]]


class Fed:
    """What of some of the log came from feeds. last: by source, the number of its last record. bare: by source, the
    number of its last record without a digest, and the position of its last event; since: that of the first event of
    a record with one, 0 for none.
    """

    def __init__(self, first: Mapping[str, int]) -> None:
        """first: by source, the number of its first record with a digest."""
        self._first = first
        self.last: dict[str, int] = {}
        self.bare: dict[str, tuple[int, int]] = {}
        self.since = 0

    def take(self, position: int, event: Event) -> None:
        """Count one more event of a record, in the order of the log."""
        source, seq = event.source, event.seq
        self.last[source] = max(seq, self.last.get(source, 0))
        if source not in self._first or seq < self._first[source]:
            self.bare[source] = (seq, position)
        elif not self.since:
            self.since = position


def first_with_digest(ledger: Ledger) -> dict[str, int]:
    """By source, the number of its first record with a digest. Raises IntegrityFailure."""
    with ledger.journal.engine.connect() as connection:
        tiles.verify_types(connection, tables.feed_digests, "feed_digests")
        found = ask(connection, _FIRST, each=DIGEST_BYTES)
        return {source: last + 1 for source, last in found}


def stands(connection: sa.Connection) -> dict[str, int]:
    """The number of the last record of each source."""
    return dict(map(tuple, ask(connection, _STAND)))


def verify(ledger: Ledger, last: Mapping[str, int], bare: Bare, since: int, position: int) -> None:
    """Each feed stands where its last event says: below it, records would be taken twice. And each record since the
    first with a digest has one. Raises IntegrityFailure.

    last, bare, since: as of `Fed`, up to a position; where a feed stands, what was recorded since then counts too.
    """
    told = dict(last)
    with snapshot(ledger.journal.engine) as connection:
        stood = stands(connection)
        for topic, state in ask_long(connection, _SINCE, AT_A_TIME, position=position):
            event = decode(topic, state)
            if event.source:
                told[event.source] = max(event.seq, told.get(event.source, 0))
        _verify_places(stood, told)
        _verify_digests(connection, stood)
    for source, (seq, at) in sorted(bare.items()):
        if 0 < since < at:
            raise _altered(source, seq)


def _verify_places(stands: Mapping[str, int], told: Mapping[str, int]) -> None:
    for source in sorted(stands.keys() | told.keys()):
        recorded, taken = told.get(source, 0), stands.get(source, 0)
        if recorded != taken:
            raise IntegrityFailure(
                "feed_position",
                f"Feed {source} stands at record {taken}; its events end with {recorded}.",
                KEEP,
                source=source,
                stands_at=taken,
                recorded=recorded,
            )


def _verify_digests(connection: sa.Connection, stands: Mapping[str, int]) -> None:
    """Of each source one digest a record, up to where it stands: of those set aside the one that their bytes have."""
    rows = ask_long(connection, _DIGESTS, AT_A_TIME)
    for source, of_source in groupby(rows, key=itemgetter(0)):
        end = _verify_row_by_row(source, of_source, dict(_set_aside(connection, source)))
        if end != stands.get(source):
            raise _altered(source, stands.get(source, 0))


def _verify_row_by_row(source: str, rows: Iterable[Any], aside: Mapping[int, bytes]) -> int | None:
    """The number of the last record that has a digest."""
    end: int | None = None
    for _, last, digests in rows:
        count, rest = divmod(len(digests), DIGEST_BYTES)
        first = last - count + 1
        if rest or not count or end not in {None, first - 1}:
            raise _altered(source, last if end is None else end + 1)
        for seq, digest in enumerate(digests_in(digests), first):
            if digest == ZEROS or digest != aside.get(seq, digest):
                raise _altered(source, seq)
        end = last
    return end


def _set_aside(connection: sa.Connection, source: str) -> Iterable[tuple[int, bytes]]:
    """The records of a source that were set aside, by number, and the digest of each."""
    stream, refused = feed_events.stream(source), TOPIC_OF[RecordRefused]
    for topic, state in ask_long(connection, _ASIDE, AT_A_TIME, stream=stream, topic=refused):
        event: Any = decode(topic, state)
        yield event.seq, digest_of(event.raw.encode())


def _altered(source: str, seq: int) -> IntegrityFailure:
    return IntegrityFailure(
        "feed_digests",
        f"What is kept of record {seq} of {source}, by which it is known again, is gone or another.",
        KEEP,
        source=source,
        seq=seq,
    )
