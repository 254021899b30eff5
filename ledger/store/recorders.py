"""The library's recorders on SQLite and PostgreSQL, by one path.

What belongs together is one transaction: events, the idempotency keys of the commands that caused
them, the positions of the feeds they came from, and how far a reader has come. Keys and positions
are looked at before events: when a commit was carried out but its answer was lost, trying again
says that the key is taken, not that somebody else wrote first.

Positions are given and committed in one order, so that a reader that has seen one has seen all
before it: SQLite has one writer at a time, and on PostgreSQL a trigger of the table takes the
writers' turn (`turns`) before the first row is numbered, which the commit gives back.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from itertools import chain
from types import MappingProxyType
from typing import Any, Final, NamedTuple, Protocol
from uuid import UUID

import msgspec
from eventsourcing.persistence import (
    AggregateRecorder,
    ApplicationRecorder,
    IntegrityError,
    Notification,
    ProcessRecorder,
    StoredEvent,
    Subscription,
    Tracking,
    TrackingRecorder,
)
from sqlalchemy import Engine

from ledger.events.feed import digests_in
from ledger.store import schema, turns
from ledger.store.conditions import Condition
from ledger.store.driver import as_json, let_go_if_lost, written
from ledger.store.engine import without_transaction
from ledger.store.errors import (
    ClaimTaken,
    FeedMoved,
    Moved,
    OfAnotherVersion,
    UsedUp,
    library_errors,
)
from ledger.store.statements import (
    CONDITIONS_A_STATEMENT,
    ROWS_A_STATEMENT,
    RowsInsert,
    breaking,
    last_kept,
    statements,
    stream,
    streams_after,
)
from ledger.store.subscription import PollingSubscription

EventRow = tuple[int, str, int, str, bytes]
"""Position, stream, version in the stream, topic, state."""


class FeedMove(NamedTuple):
    """A source's records are taken. expected: the last number taken so far. last_seq: the last one taken now.

    digests: of the records in between, beside one another; none where nobody looks at them again.
    """

    expected: int
    last_seq: int
    digests: bytes = b""


FeedMoves = Mapping[str, FeedMove]
"""By source."""

_ALL: Final = 2**31 - 1
"""More versions than a stream can have."""

_ROWS: Final = (
    "SELECT position, originator_id, originator_version, topic, state FROM events"
    " WHERE position > :gt AND position <= :lte {of} ORDER BY position LIMIT :limit"
)
_ALL_ROWS: Final = _ROWS.format(of="")
_RARE: Final = f"""
    SELECT originator_id, originator_version, topic, state FROM events
    WHERE originator_id = :stream AND topic = :topic AND {schema.RARE} ORDER BY originator_version
"""  # noqa: S608  of constants
_STREAMS_WITH: Final = f"""
    SELECT DISTINCT originator_id FROM events WHERE topic = :topic AND {schema.RARE} ORDER BY originator_id
"""  # noqa: S608  of constants
_CLAIM: Final = (
    "SELECT key, request_sha256, answer, recorded_at FROM idempotency_keys WHERE key = :key"
)
_CLAIMED: Final = "SELECT key FROM idempotency_keys WHERE key IN (:keys)"
_KEPT: Final = "SELECT kept FROM passphrases WHERE operator = :operator"
_LAST_SEQ: Final = "SELECT last_seq FROM feed_sources WHERE source = :source"
_DIGESTS: Final = (
    "SELECT last_seq, digests FROM feed_digests WHERE source = :source AND last_seq >= :seq"
    " ORDER BY last_seq LIMIT :limit"
)
_TRACKED: Final = "SELECT position FROM tracking WHERE name = :name"


@cache
def _rows_of(many: int) -> str:
    """Those of `_ALL_ROWS` that are of so many topics, each named: what is behind IN is not worked out each time."""
    return _ROWS.format(of=f"AND topic IN ({', '.join(f':topic_{n}' for n in range(many))})")


_NO_MOVES: Final[FeedMoves] = MappingProxyType({})


class Claim(msgspec.Struct, frozen=True):
    """An idempotency key, used up by a command.

    request_sha256: of what was asked. answer: what was answered. recorded_at: microseconds UTC.
    """

    key: str
    request_sha256: str
    answer: bytes
    recorded_at: int


class Secret(msgspec.Struct, frozen=True):
    """What is kept of an operator's passphrase from a moment on (microseconds UTC)."""

    operator: str
    kept: str
    changed_at: int

    def __repr__(self) -> str:
        """Without what is kept."""
        return f"Secret({self.operator!r})"


class _Step(NamedTuple):
    """A statement that changes one row. unchanged: what it means when it did not."""

    sql: str
    parameters: Sequence[Any]
    unchanged: IntegrityError


class _Cursor(Protocol):
    rowcount: int

    def fetchall(self) -> list[tuple[Any, ...]]: ...


class _Driver(Protocol):
    """What the drivers' connections have in common."""

    def execute(self, sql: str, parameters: Sequence[Any] | Mapping[str, Any], /) -> _Cursor: ...

    def commit(self) -> None: ...


class _SqlRecorder:
    """An engine, and how the recorders read and write with it."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._sql = statements(engine.dialect.name)

    def _ask(self, question: str, **values: str | int) -> list[Any]:
        """The rows that answer a question."""
        return self._rows(written(question, self.engine.dialect.name), values)

    def _rows(self, sql: str, given: Sequence[Any] | Mapping[str, Any]) -> list[Any]:
        """The rows that answer a statement, straight from the driver."""
        with library_errors(), self._driver() as driver:
            without_transaction(driver)
            return driver.execute(sql, given).fetchall()

    def _value(self, question: str, **values: str | int) -> Any:
        """The one value that answers a question, or None."""
        found = self._ask(question, **values)
        return found[0][0] if found else None

    def _write(
        self,
        steps: Iterable[_Step],
        insert: RowsInsert,
        stored_events: Sequence[StoredEvent],
        conditions: Sequence[Condition] = (),
    ) -> list[int]:
        """Run the steps, insert the events, look at the conditions, commit: all or nothing. Returns the positions.

        The conditions come last: once the events have their positions nobody else writes.
        """
        with library_errors(), self._transaction() as driver:
            for step in steps:
                if driver.execute(step.sql, step.parameters).rowcount == 0:
                    raise step.unchanged
            positions = sorted(_insert(driver, insert, stored_events))
            if (broken := self._first_broken(driver, conditions)) is not None:
                raise Moved(broken)
            return positions

    def _first_broken(self, driver: _Driver, conditions: Sequence[Condition]) -> Condition | None:
        """The first condition that does not hold, or None: all that may be in one question are."""
        for start in range(0, len(conditions), CONDITIONS_A_STATEMENT):
            asked = conditions[start : start + CONDITIONS_A_STATEMENT]
            sql = breaking(self.engine.dialect.name, tuple(map(type, asked)))
            if found := driver.execute(sql, tuple(chain.from_iterable(asked))).fetchall():
                first: int = min(found)[0]
                return asked[first]
        return None

    @contextmanager
    def _transaction(self) -> Iterator[_Driver]:
        with self._driver() as driver:
            if self._sql.begin:
                driver.execute(self._sql.begin, ())
            if self._sql.of_version and not _finds(driver, self._sql.of_version, schema.VERSION):
                raise OfAnotherVersion
            yield driver
            driver.commit()

    @contextmanager
    def _driver(self) -> Iterator[_Driver]:
        pooled = self.engine.raw_connection()
        driver: Any = pooled.driver_connection
        try:
            yield driver
        except Exception as error:
            let_go_if_lost(self.engine, pooled, driver, error)
            if self._is_used_up(error, driver):
                raise UsedUp from error
            raise
        finally:
            # The pool rolls back whatever was not committed.
            pooled.close()

    def _is_used_up(self, error: Exception, driver: _Driver) -> bool:
        full = getattr(error, "sqlite_errorname", "") == "SQLITE_FULL"
        last = schema.LAST_POSITION
        return full and _finds(driver, self._sql.used_up, last, last)


def _finds(driver: _Driver, sql: str, *sought: object) -> bool:
    return bool(driver.execute(sql, sought).fetchall())


def _insert(
    driver: _Driver, insert: RowsInsert, stored_events: Sequence[StoredEvent]
) -> Iterator[int]:
    for start in range(0, len(stored_events), ROWS_A_STATEMENT):
        rows = [
            (str(e.originator_id), e.originator_version, e.topic, e.state)
            for e in stored_events[start : start + ROWS_A_STATEMENT]
        ]
        for (position,) in driver.execute(*insert.of(rows)).fetchall():
            yield position


class SqlAggregateRecorder(_SqlRecorder, AggregateRecorder):
    """Streams without an overall order: the snapshots, or the log where its order is no matter."""

    def __init__(self, engine: Engine, table: str = "events") -> None:
        super().__init__(engine)
        self._table = table
        self._insert = self._sql.snapshots if table == "snapshots" else self._sql.events

    def insert_events(self, stored_events: Sequence[StoredEvent], **_: Any) -> Sequence[int] | None:
        """Store events, all or none. Raises IntegrityError if one's place is taken."""
        self._write((), self._insert, stored_events)
        return None

    def select_events(
        self,
        originator_id: UUID | str,
        *,
        gt: int | None = None,
        lte: int | None = None,
        desc: bool = False,
        limit: int | None = None,
    ) -> Sequence[StoredEvent]:
        """The events of a stream, versions above `gt` and up to `lte`, in order or in reverse."""
        sql = stream(self.engine.dialect.name, self._table, desc=desc)
        after = -1 if gt is None else gt
        last, most = (_ALL if bound is None else bound for bound in (lte, limit))
        rows = self._rows(sql, (str(originator_id), after, last, most))
        return [StoredEvent(originator_id, *row) for row in rows]


class SqlApplicationRecorder(SqlAggregateRecorder, ApplicationRecorder):
    """The log: streams, and all events in one order of positions.

    Positions rise but have holes: a conflict uses numbers up.
    """

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine, "events")

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Hold the one turn of those who wait for it; on SQLite, whose writers wait anyway, there is none to hold."""
        if self.engine.dialect.name != "postgresql":
            yield
            return
        with library_errors(), self.engine.connect() as connection:
            turns.take(connection, turns.WAITING)
            yield

    def insert_events(self, stored_events: Sequence[StoredEvent], **how: Any) -> list[int]:
        """The library's name for `append`."""
        return self.append(stored_events, **how)

    def append(
        self,
        stored_events: Sequence[StoredEvent],
        *,
        tracking: Tracking | None = None,
        claims: Sequence[Claim] = (),
        feed: FeedMoves = _NO_MOVES,
        secrets: Sequence[Secret] = (),
        conditions: Sequence[Condition] = (),
    ) -> list[int]:
        """Store events with what belongs to them, all or none, and return their positions.

        Raises Moved for a condition that does not hold, ClaimTaken for a key in use, FeedMoved for a source that is
        not where it was said to be, IntegrityError for an event whose place is taken or a tracking that goes back.
        """
        steps = [*self._claim_steps(claims), *self._feed_steps(feed)]
        for each in secrets:
            row = (each.operator, each.kept, each.changed_at)
            steps.append(_Step(self._sql.passphrase, row, IntegrityError(each.operator)))
        if tracking is not None:
            steps.append(_track_step(self._sql.track, tracking))
        return self._write(steps, self._insert, stored_events, conditions)

    def broken(self, conditions: Sequence[Condition]) -> Condition | None:
        """The first condition that does not hold as the log stands, or None."""
        with library_errors(), self._driver() as driver:
            without_transaction(driver)
            return self._first_broken(driver, conditions)

    def _claim_steps(self, claims: Sequence[Claim]) -> Iterator[_Step]:
        # Always in one order: two writers that wait for each other's keys would never end.
        for claim in sorted(claims, key=lambda claim: claim.key):
            row = (claim.key, claim.request_sha256, claim.answer, claim.recorded_at)
            yield _Step(self._sql.claim, row, ClaimTaken(claim.key))

    def _feed_steps(self, feed: FeedMoves) -> Iterator[_Step]:
        for source, (expected, last_seq, digests) in sorted(feed.items()):
            kept, moved = (source, last_seq, digests), (last_seq, source, expected)
            together = self._sql.next_seq_kept
            if together and expected and digests:
                yield _Step(together, (*kept, *moved), FeedMoved(source))
                continue
            if expected:
                yield _Step(self._sql.next_seq, moved, FeedMoved(source))
            else:
                yield _Step(self._sql.first_seq, (source, last_seq), FeedMoved(source))
            if digests:
                yield _Step(self._sql.digests, kept, FeedMoved(source))

    def select_rows(
        self, gt: int, limit: int, lte: int | None = None, topics: Sequence[str] = ()
    ) -> list[EventRow]:
        """Up to `limit` events after `gt`, up to `lte`, in order, of the topics named if any."""
        question = _rows_of(len(topics)) if topics else _ALL_ROWS
        upto = schema.LAST_POSITION if lte is None else lte
        named = {f"topic_{n}": topic for n, topic in enumerate(topics)}
        return self._ask(question, gt=gt, lte=upto, limit=limit, **named)

    def select_notifications(
        self,
        start: int | None,
        limit: int,
        stop: int | None = None,
        topics: Sequence[str] = (),
        *,
        inclusive_of_start: bool = True,
    ) -> Sequence[Notification]:
        """Up to `limit` events from position `start` up to `stop`, of the topics named if any."""
        gt = 0 if start is None else start - inclusive_of_start
        rows = self.select_rows(gt, limit, stop, topics)
        return [
            Notification(of, version, topic, state, at) for at, of, version, topic, state in rows
        ]

    def select_since(self, after: Mapping[str, int]) -> list[StoredEvent]:
        """The events of several streams, each after a version: those of a stream in order."""
        sql = streams_after(self.engine.dialect.name, len(after))
        return [StoredEvent(*row) for row in sorted(self._rows(sql, [*chain(*after.items())]))]

    def select_from_snapshot(
        self, originator_id: str, snapshot_lte: int | None = None, lte: int | None = None
    ) -> tuple[StoredEvent | None, list[StoredEvent]]:
        """The last snapshot of a stream up to a version, if any, and its events after that up to another, in order."""
        kept, last = (_ALL if bound is None else bound for bound in (snapshot_lte, lte))
        sql = last_kept(self.engine.dialect.name)
        rows = sorted(self._rows(sql, (originator_id, kept, originator_id, last)))
        found = [StoredEvent(originator_id, at, topic, state) for _, at, topic, state in rows]
        return (found[0], found[1:]) if rows and not rows[0][0] else (None, found)

    def select_rare(self, originator_id: str, topic: str) -> list[StoredEvent]:
        """The events of a topic in a stream, in order: one that does not come with every hand is found by an index."""
        found = self._ask(_RARE, stream=originator_id, topic=topic)
        return [StoredEvent(*row) for row in found]

    def streams_with(self, topic: str) -> list[str]:
        """The streams that have an event of a topic which does not come with every hand, in order of their names."""
        return [stream for (stream,) in self._ask(_STREAMS_WITH, topic=topic)]

    def max_notification_id(self) -> int | None:
        """The last position, or None while the log is empty."""
        last: int | None = self._value(schema.LAST)
        return last

    def position_of(self, originator_id: str, originator_version: int) -> int | None:
        """Where in the log an event of a stream stands, or None where there is no such event."""
        found: int | None = self._value(
            schema.PLACE, stream=originator_id, version=originator_version
        )
        return found

    def subscribe(
        self, gt: int | None = None, topics: Sequence[str] = ()
    ) -> Subscription[ApplicationRecorder]:
        """Follow the log from a position on."""
        return PollingSubscription(self, gt, topics)

    def find_claim(self, key: str) -> Claim | None:
        """What an idempotency key was used for, or None."""
        found = self._ask(_CLAIM, key=key)
        return Claim(*found[0]) if found else None

    def claimed(self, keys: Collection[str]) -> set[str]:
        """Those of these keys and names that are used up."""
        sql = written(_CLAIMED, self.engine.dialect.name, ("keys",))
        return {key for (key,) in self._rows(sql, {"keys": as_json([*keys])})}

    def find_passphrase(self, operator: str) -> str | None:
        """What is kept of an operator's passphrase, or None."""
        kept: str | None = self._value(_KEPT, operator=operator)
        return kept

    def last_seq(self, source: str) -> int:
        """The number of the last record taken from a feed source, 0 before the first."""
        return self._value(_LAST_SEQ, source=source) or 0

    def digests(self, source: str, seq: int, rows: int = 500) -> dict[int, bytes]:
        """Digests of records that were taken from a source, by their numbers: that of `seq`, and many that follow.

        What was taken before digests were kept has none.
        """
        found: dict[int, bytes] = {}
        for last, digests in self._ask(_DIGESTS, source=source, seq=seq, limit=rows):
            each = digests_in(digests)
            found |= zip(range(last - len(each) + 1, last + 1), each, strict=True)
        return found


class SqlTrackingRecorder(_SqlRecorder, TrackingRecorder):
    """How far readers of the log have come."""

    def insert_tracking(self, tracking: Tracking) -> None:
        """Note a position. Raises IntegrityError unless it is above the last."""
        self._write([_track_step(self._sql.track, tracking)], self._sql.events, ())

    def max_tracking_id(self, application_name: str) -> int | None:
        """The position a reader has come to, or None."""
        position: int | None = self._value(_TRACKED, name=application_name)
        return position


def _track_step(sql: str, tracking: Tracking) -> _Step:
    name, position = tracking.application_name, tracking.notification_id
    return _Step(sql, (name, position), IntegrityError(f"{name} is past position {position}"))


class SqlProcessRecorder(SqlTrackingRecorder, SqlApplicationRecorder, ProcessRecorder):
    """The log, and how far its own reader has come, in one transaction."""
