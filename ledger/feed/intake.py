"""Lines into books: many records a transaction, each all or nothing, counted once it is saved."""

import hashlib
import random
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from typing import TYPE_CHECKING, Final, TypeVar

from eventsourcing.persistence import RecordConflictError

from ledger.desks.decisions import DECIDED_BY
from ledger.events.act import Act
from ledger.events.feed import RecordRefused, digest_of
from ledger.feed.lines import Line
from ledger.feed.permit import Permit
from ledger.feed.quarantine import Aside, SetAside
from ledger.feed.reading import BadLine, Named, read
from ledger.feed.records import table_of
from ledger.feed.tally import Answer, Outcome, RefusedLine, Stop, StopCode, Tally
from ledger.store.errors import store_errors, was_reached
from ledger.store.outage import LOST, Outage
from ledger.values.calendar import to_micros
from ledger.values.errors import (
    Conflict,
    Misused,
    NotFound,
    PitError,
    Refusal,
    Refused,
    StoreUnreachable,
)
from ledger.values.hidden import visible
from ledger.values.numbers import counted

if TYPE_CHECKING:
    from ledger.desks.ledger import Ledger

BATCH_RECORDS: Final = 4_000
BATCH_EVENTS: Final = 8_000
BATCH_SECONDS: Final = 0.5
"""A batch is saved when it holds so much, has taken so long, or the input pauses."""

ATTEMPTS: Final = 20
"""How often a single record is decided again after somebody else wrote first."""

LONGEST_WAIT_SECONDS: Final = 0.25

T = TypeVar("T")

FEED: Final = "pit feed"
"""Who sets aside a line that names nobody, when nobody is named as feeding it."""


class _OutdatedError(Exception):
    """A verdict rests on what is no longer so."""


@dataclass(slots=True)
class _Batch:
    """Lines decided and not saved yet, and what they came to."""

    lines: list[Line] = field(default_factory=list)
    answers: list[Answer] = field(default_factory=list)
    refused: list[RefusedLine] = field(default_factory=list)
    aside: list[SetAside] = field(default_factory=list)
    stops: dict[str, Stop] = field(default_factory=dict)
    waiting: dict[str, int] = field(default_factory=dict)
    sources: dict[str, int] = field(default_factory=dict)
    resume: int = 0
    until: float = 0.0


class Intake:
    """Takes the lines of a feed into a ledger.

    by: who feeds it. quarantine: where refused records are set aside; without it the first refusal
    stops everything. dry_run: decide all, record nothing. note: called with refusals and stops, when
    they are final. answer: called with what became of each line, as it is final. outage: waits for a store that was
    lost. permit: what may be fed, and no quarantine helps what may not; whoever has it has proven who they are.

    Raises Refused where the permit is good no more, NotFound where the store has no property yet, Conflict when others
    never let it write, StoreUnreachable when a store that was lost is given up: all that the tally counts is recorded.
    """

    def __init__(  # noqa: PLR0913  who feeds, from where, and who is told of it
        self,
        ledger: "Ledger",
        *,
        by: str = "",
        quarantine: Aside | None = None,
        dry_run: bool = False,
        note: Callable[[RefusedLine | Stop], None] = lambda _: None,
        answer: Callable[[Sequence[Answer]], None] = lambda _: None,
        permit: Permit | None = None,
        outage: Outage | None = None,
    ) -> None:
        self.tally = Tally()
        self._ledger = ledger
        self._calendar = ledger.calendar
        self._clock = ledger.clock
        self._unit = ledger.begin_feed(by, dry_run=dry_run, proven=permit is not None)
        self._turn = ledger.turn
        self._by = by
        self._quarantine = quarantine
        self._dry_run = dry_run
        self._note = note
        self._answer = answer
        self._permit = permit
        self._outage = outage or Outage()
        self._batch = _Batch()
        self._most = BATCH_RECORDS
        self._failures = 0

    def run(self, lines: Iterable[Line | None]) -> Tally:
        """Take lines until they end or a refusal stops them; save at every pause and at the end.

        Blank lines are passed over.
        """
        for line in lines:
            if line is None:
                self._save()
            elif line.raw.strip():
                self._go_on(line)
            if self.tally.resume:
                return self.tally
        self._save()
        return self.tally

    def position(self) -> int:
        """Where the log stands, a lost store being waited for. Raises as taking lines does."""
        return _outlasting(self._outage, self.tally, lambda: self._ledger.position)

    def _go_on(self, line: Line) -> None:
        try:
            with store_errors():
                self._decide(line)
        except _OutdatedError:
            self._take_again()
            return
        except StoreUnreachable as lost:
            self._take_again(lost)
            return
        batch = self._batch
        full = len(batch.lines) >= self._most or len(self._unit.pending) >= BATCH_EVENTS
        if full or batch.resume or time.monotonic() > batch.until:
            self._save()

    # -- saving

    def _save(self) -> None:
        try:
            self._commit()
        except RecordConflictError:
            self._take_again()
        except StoreUnreachable as lost:
            self._take_again(lost)

    def _commit(self) -> None:
        batch = self._batch
        if self._dry_run:
            self._unit.pretend()
        elif batch.aside and self._quarantine:
            with self._quarantine.keeping(batch.aside):
                self._unit.commit()
        else:
            self._unit.commit()
        self._failures = 0
        self._outage.over()
        self._most = min(BATCH_RECORDS, 2 * self._most)
        self._batch = _Batch()
        self._count(batch)

    def _take_again(self, lost: StoreUnreachable | None = None) -> None:
        """Somebody else wrote first, or the store was lost: decide the batch again, in smaller and then growing ones.

        Where it was lost between a commit and its answer, the records are found to be taken.
        """
        again = self._give_up_batch()
        while again:
            if lost is not None:
                _outlast(self._outage, lost, self.tally)
                self._failures, lost = 0, None
            try:
                with store_errors(), self._turn():
                    while again and len(self._batch.lines) < self._most and not self._batch.resume:
                        self._decide(again.popleft())
                    self._commit()
            except (RecordConflictError, _OutdatedError):
                again.extendleft(reversed(self._give_up_batch()))
            except StoreUnreachable as error:
                again.extendleft(reversed(self._give_up_batch()))
                lost = error
            if self.tally.resume:
                return

    def _give_up_batch(self) -> deque[Line]:
        lines = self._batch.lines
        self._batch = _Batch()
        self._unit.forget()
        self._most = max(1, len(lines) // 8)
        if len(lines) == 1:
            self._failures += 1
        if self._failures >= ATTEMPTS:
            raise Conflict(
                "busy",
                "Others kept writing to the same table.",
                "What was read so far is recorded; feed it again.",
                line=lines[0].number,
                attempts=ATTEMPTS,
            )
        if self._failures:
            longest = min(LONGEST_WAIT_SECONDS, 0.002 * 2**self._failures)
            time.sleep(random.uniform(0, longest))  # noqa: S311  only so as not to meet again
        return deque(lines)

    def _count(self, batch: _Batch) -> None:
        tally = self.tally
        outcomes = Counter(each.outcome for each in batch.answers)
        tally.taken += outcomes[Outcome.RECORDED]
        tally.skipped += outcomes[Outcome.THERE]
        tally.refused += len(batch.refused)
        tally.records += len(batch.lines)
        tally.resume = batch.resume
        tally.sources.update(batch.sources)
        tally.stops.update(batch.stops)
        # In the order of the lines, so that what is told does not depend on where a batch ended.
        told: list[RefusedLine | Stop] = [*batch.refused, *batch.stops.values()]
        for each in sorted(told, key=attrgetter("line")):
            self._note(each)
        for source, waiting in batch.waiting.items():
            tally.stops[source].waiting += waiting
            tally.waiting += waiting
        self._answer(batch.answers)

    # -- deciding

    def _decide(self, line: Line) -> None:
        """Put a line into the batch. Raises _OutdatedError where its verdict may have changed."""
        batch = self._batch
        if not batch.lines:
            batch.until = time.monotonic() + BATCH_SECONDS
            if self._permit is not None:
                self._permit.renew(self._unit.gate.hold)
        batch.lines.append(line)
        try:
            act = read(line.raw)
        except BadLine as error:
            self._bad(line, error)
            return
        table = table_of(act)
        if self._permit is not None and self._is_barred(self._permit, line, _named(act), table):
            return
        if not self._is_next(line, act.source, act.seq, table):
            return
        try:
            DECIDED_BY[type(act)](self._unit, act)
        except (Refused, Misused, NotFound) as error:
            if self._unit.is_outdated(table, act.source):
                raise _OutdatedError from None
            self._refuse(line, _named(act), error)
        else:
            self._unit.sources.advance(act.source, act.seq)
            self._unit.sources.keep(act.source, digest_of(line.raw))
            batch.answers.append(Answer(line.number, act.seq, Outcome.RECORDED))
            batch.sources[act.source] = act.seq

    def _is_barred(self, permit: Permit, line: Line, named: Named, table: str | None) -> bool:
        """Whether the permit is not for such a record, which is refused then. table: None where it is not known."""
        try:
            permit.verify(named.source)
            if table is not None:
                permit.verify_table(table)
        except Refused as error:
            self._refuse(line, named, error, stops=True)
            return True
        return False

    def _is_next(self, line: Line, source: str, seq: int, table: str) -> bool:
        """Whether a record is the next of its source; else it is skipped, or the source stops."""
        batch, sources = self._batch, self._unit.sources
        last = sources.last_seq(source)
        stop = self.tally.stops.get(source) or batch.stops.get(source)
        if seq == last + 1 and stop is None:
            return True
        restarted = stop is not None and stop.code is StopCode.RESTARTED
        if seq <= last and not restarted and sources.is_repeat(source, seq, digest_of(line.raw)):
            batch.answers.append(Answer(line.number, seq, Outcome.THERE))
            batch.sources.setdefault(source, last)
            return False
        if stop is None:
            if self._unit.is_outdated(table, source):
                raise _OutdatedError
            code = StopCode.RESTARTED if seq <= last else StopCode.GAP
            stop = batch.stops[source] = Stop(source, last + 1, line.number, seq, code=code)
        batch.answers.append(Answer(line.number, seq, Outcome.WAITING, stop))
        batch.waiting[source] = batch.waiting.get(source, 0) + 1
        return False

    def _bad(self, line: Line, error: BadLine) -> None:
        named, permit = error.named, self._permit
        if named.source:
            if permit is not None and self._is_barred(permit, line, named, named.table or None):
                return
            if self._is_next(line, named.source, named.seq, named.table):
                self._refuse(line, named, error)
        elif permit is not None:
            # When it is sent again its place is another one, by which nobody knows that it was set aside.
            self._refuse(line, named, error, stops=True)
        elif self._unit.keys.is_used(_key(line)):
            self._batch.answers.append(Answer(line.number, 0, Outcome.THERE))
        else:
            self._refuse(line, named, error)

    def _refuse(self, line: Line, named: Named, error: PitError, *, stops: bool = False) -> None:
        batch, refusal = self._batch, error.refusal
        refused = RefusedLine(
            line.number,
            named.source,
            named.seq,
            refusal.code,
            refusal.message,
            refusal.next_step,
        )
        stops = stops or self._quarantine is None
        outcome = Outcome.REFUSED if stops else Outcome.ASIDE
        batch.refused.append(refused)
        batch.answers.append(Answer(line.number, named.seq, outcome, refused))
        if stops:
            batch.resume = line.number
            return
        event = self._set_aside(line, named, error)
        self._unit.set_aside(event, "" if named.source else _key(line))
        batch.aside.append(SetAside.of(event))
        if named.source:
            self._unit.sources.keep(named.source, digest_of(line.raw))
            batch.sources[named.source] = named.seq

    def _set_aside(self, line: Line, named: Named, error: PitError) -> RecordRefused:
        now = self._clock()
        # A time that was refused says nothing of the day on which that was.
        believed = not error.refusal.code.startswith("at_")
        try:
            at = min(to_micros(named.at), now) if named.at and believed else now
            day = self._calendar.day_of(at)
        except Misused:
            at, day = now, self._calendar.day_of(now)
        if self._unit.gate.is_closed(day):
            # The closed day's list of refused records does not change either.
            day = self._calendar.day_of(now)
        return RecordRefused(
            by=self._by or named.by or FEED,
            at=at,
            recorded_at=now,
            day=day,
            source=named.source,
            seq=named.seq,
            line=line.number,
            code=error.refusal.code,
            message=visible(error.refusal.message),
            raw=line.raw.decode("utf-8", "backslashreplace"),
            table=named.table,
        )


def opening(outage: Outage, opened: Callable[[], T]) -> T:
    """What is opened, before anything is fed; a store that is lost meanwhile is waited for. Raises StoreUnreachable at
    once for one that never was reached, and when it has been long enough.
    """
    try:
        with store_errors():
            return opened()
    except StoreUnreachable as lost:
        if lost.refusal.code != LOST or not was_reached(lost):
            raise
        _outlast(outage, lost, Tally())
    return _outlasting(outage, Tally(), opened)


def _outlasting(outage: Outage, tally: Tally, read: Callable[[], T]) -> T:
    """What is read of the store, a lost one being waited for. Raises StoreUnreachable when it has been long enough."""
    while True:
        try:
            with store_errors():
                found = read()
        except StoreUnreachable as lost:
            _outlast(outage, lost, tally)
        else:
            outage.over()
            return found


def _outlast(outage: Outage, lost: StoreUnreachable, tally: Tally) -> None:
    """Let some time pass before the next try. Raises StoreUnreachable when it has been long enough."""
    if lost.refusal.code != LOST:
        raise _how_far(lost.refusal, tally) from lost
    recorded = f"recorded before: {counted(tally.taken, 'record')}"
    if outage.another_try(recorded):
        return
    given_up = Refusal(
        "store_lost",
        f"The store was lost and is not back; {recorded}.",
        "Feed the same again when it is back: what was taken is skipped.",
        {"reason": lost.refusal.facts.get("reason", "")},
    )
    raise _how_far(given_up, tally) from lost


def _how_far(refusal: Refusal, tally: Tally) -> StoreUnreachable:
    """What ends a feed, with what is recorded of it."""
    came = {"records": tally.records, "taken": tally.taken, "sources": dict(tally.sources)}
    facts = {**came, **refusal.facts}
    return StoreUnreachable(refusal.code, refusal.message, refusal.next_step, **facts)


def _named(act: Act) -> Named:
    return Named(act.source, act.seq, table_of(act), act.by, act.at)


def _key(line: Line) -> str:
    """What stands for a line without a number: its place and its bytes."""
    return f"line:{line.number}:{hashlib.sha256(line.raw).hexdigest()}"
