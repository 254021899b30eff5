"""Every stream of a store folded, event by event: whether what was recorded makes sense in its order."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final
from zlib import crc32

import msgspec

from ledger.desks.ledger import Ledger
from ledger.events.table import ActUndone, BoughtIn
from ledger.events.undoing import REACH
from ledger.link.state import Link
from ledger.link.verify import verify as verify_link
from ledger.seal.tiles import BEGINNING, KEEP
from ledger.store.codec import decode
from ledger.store.driver import ask
from ledger.store.engine import snapshot
from ledger.table.draft import Past
from ledger.table.state import Table, fold
from ledger.table.verify import verify as verify_table
from ledger.values.errors import IntegrityFailure, PitError
from projections.engine.batch import unswept
from projections.engine.engine import Progress
from projections.queries import (
    check_days,
    check_feeds,
    check_forms,
    check_numbers,
    check_records,
    check_seats,
)
from projections.queries.workers import Part, Task

BATCH: Final = 2_000
NEAR: Final = 2 * REACH
"""Events of a table between two states of it that are remembered: an undo reaches back to one of the last two."""

STATES: Final[dict[str, type[Table | Link]]] = {"table": Table, "link": Link}
"""What a stream of each kind is folded into, where its aggregate keeps a state."""


class Folded(msgspec.Struct, frozen=True):
    """What was folded. position: of the last event. feeds, bare, since: `last` and the others of `Fed`. dated, closed:
    `last` and `closed` of `Dated`. numbers: `used` of `Numbers`. keys: `keys` of `Streams`. Of each part, forms:
    `paper` of `Forms`; seats: `said` of `Seats`.
    """

    events: int
    streams: int
    snapshots: int
    position: int
    feeds: dict[str, int]
    dated: dict[str, int]
    closed: dict[str, int]
    numbers: dict[str, check_numbers.Use]
    keys: dict[str, int]
    forms: list[check_forms.Paper]
    seats: list[check_seats.Said]
    bare: dict[str, tuple[int, int]] = {}
    since: int = 0


def tasks(ledger: Ledger, workers: int) -> list[Task]:
    """Every stream in one of as many parts as there are workers: each reads the log, and folds what is its own."""
    goal, parts = ledger.position, range(workers)
    return [Task(f"streams {n + 1} of {workers}", _part, (n, workers, goal), Folded) for n in parts]


def together(ledger: Ledger, parts: Sequence[Folded]) -> Folded:
    """What the parts come to; feeds are held against their events, snapshots too, forms against their tables, and what
    is closed against what came after. Raises IntegrityFailure.
    """
    feeds = _highest(part.feeds for part in parts)
    dated = _highest(part.dated for part in parts)
    closed = _highest(part.closed for part in parts)
    position = max(part.position for part in parts)
    bare = _highest(part.bare for part in parts)
    since = min((part.since for part in parts if part.since), default=0)
    check_feeds.verify(ledger, feeds, bare, since, position)
    _verify_snapshots(ledger)
    forms = [paper for part in parts for paper in part.forms]
    check_forms.verify(forms)
    seats = [said for part in parts for said in part.seats]
    check_seats.verify(seats, partial(_seats_again, ledger))
    check_days.check_closed(ledger, closed, dated)
    return Folded(
        events=sum(part.events for part in parts),
        streams=sum(part.streams for part in parts),
        snapshots=sum(part.snapshots for part in parts),
        position=position,
        feeds=feeds,
        dated=dated,
        closed=closed,
        numbers=_highest(part.numbers for part in parts),
        keys=_highest(part.keys for part in parts),
        forms=forms,
        seats=seats,
        bare=bare,
        since=since,
    )


def _seats_again(ledger: Ledger, seats: check_seats.Seats) -> None:
    streams = Streams(ledger)
    streams.seats = seats
    streams.fold()


def _highest(parts: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for part in parts:
        for name, number in part.items():
            found[name] = max(number, found.get(name, number))
    return found


def _part(ledger: Ledger, part: int, of: int, goal: int, progress: Progress) -> Part:
    streams = Streams(ledger, part, of)
    try:
        position = streams.fold(progress, goal)
    except IntegrityFailure as fault:
        return Part(None, (fault.refusal.facts.get("position", 0),), fault)
    dated, fed = streams.dated, streams.fed
    found = (streams.events, streams.streams, streams.snapshots, position, fed.last)
    said = (streams.numbers.used, streams.keys, [streams.forms.paper], [streams.seats.said])
    return Part(Folded(*found, dated.last, dated.closed, *said, fed.bare, fed.since))


class _Stream:
    """A stream as it is gone through. last: its last version. state: what it is folded into, None where its aggregate
    keeps none. earlier: states of a table that an undo may go back to. bought: the buy-ins right before. snapshots: of
    it, by version.
    """

    __slots__ = ("bought", "earlier", "last", "snapshots", "state")

    def __init__(self, state: Table | Link | None, snapshots: dict[int, Table | Link]) -> None:
        self.last = 0
        self.state = state
        self.earlier: list[Table] = []
        self.bought: list[BoughtIn] = []
        self.snapshots = snapshots


class _Ours(dict[str, bool]):
    """Whether a stream is of one part of so many."""

    def __init__(self, part: int, of: int) -> None:
        super().__init__()
        self._part, self._of = part, of

    def __missing__(self, stream: str) -> bool:
        # SQLite takes any type in any column: what is no text is told as it is folded.
        ours = self[stream] = crc32(str(stream).encode()) % self._of == self._part
        return ours


class Streams:
    """Every stream, or those of one part of some, folded event by event. streams: how many. fed: what came from feeds.
    dated: on which days. numbers: what was used up. keys: by what events say of the keys they were recorded under,
    their positions. forms, seats: what is said of them.
    """

    def __init__(self, ledger: Ledger, part: int = 0, of: int = 1) -> None:
        self._ours = _Ours(part, of)
        self.fed = check_feeds.Fed(check_feeds.first_with_digest(ledger))
        self.dated = check_days.Dated()
        self.numbers = check_numbers.Numbers()
        self.keys: dict[str, int] = {}
        self.forms = check_forms.Forms()
        self.seats = check_seats.Seats()
        self.events = 0
        self.snapshots = 0
        self._ledger = ledger
        self._streams: dict[str, _Stream] = {}

    @property
    def streams(self) -> int:
        """How many have events."""
        return len(self._streams)

    def fold(self, progress: Progress | None = None, goal: int | None = None) -> int:
        """Fold the log up to the goal; the position of its last event. Raises IntegrityFailure."""
        journal, position, ours = self._ledger.journal, BEGINNING, self._ours
        goal = self._ledger.position if goal is None else goal
        while rows := journal.select_rows(position, BATCH, goal):
            if rows[0][0] < 1:
                raise _before_all(*rows[0][:4])
            with unswept():
                for row in rows:
                    if ours[row[1]]:
                        self.take(*row)
            position = rows[-1][0]
            if progress is not None:
                progress(position, goal)
        return max(position, 0)

    def take(self, position: int, stream: str, version: int, topic: str, state: bytes) -> None:
        """Fold one more event, in the order of the log. Raises IntegrityFailure."""
        of = self._streams.get(stream)
        expected = 1 if of is None else of.last + 1
        if version != expected:
            raise IntegrityFailure(
                "event_missing",
                f"Event {expected} of {stream} is missing; event {version} follows at {position}.",
                KEEP,
                stream=stream,
                version=expected,
                position=position,
            )
        before = None if of is None else of.state
        try:
            event = decode(topic, state)
            check_records.verify_event(event)
            self.numbers.take(position, stream, version, event, before)
            self.forms.take(stream, event)
            self.seats.take(stream, event, before)
            if of is None:
                of = self._streams[stream] = self._begun(stream)
            if of.state is not None:
                self._fold(of, of.state, stream, version, event)
            self.dated.take(position, stream, event)
        except Exception as error:
            raise _unfit(error, stream, version, topic, position) from error
        of.last = version
        self.events += 1
        if event.source:
            self.fed.take(position, event)
        if event.key_sha256:
            self.keys[event.key_sha256] = position

    def _begun(self, stream: str) -> _Stream:
        kind = STATES.get(stream.partition(":")[0])
        return _Stream(None, {}) if kind is None else _Stream(kind(), dict(self._kept(stream)))

    def _fold(
        self, of: _Stream, folded: Table | Link, stream: str, version: int, event: Any
    ) -> None:
        bought = of.bought
        if isinstance(event, BoughtIn):
            bought.append(event)
        elif bought:
            of.bought = []
        if isinstance(event, ActUndone):
            folded = of.state = self._without(of, stream, version, event)
        else:
            if isinstance(folded, Link):
                loader = self._ledger.loader
                back_to = partial(loader.back_to, last=version - 1)
                verify_link(folded, event, Past(back_to=back_to, link_at=loader.link_at))
            else:
                verify_table(folded, event, bought)
            folded.apply(event)
        if version % NEAR == 0 and isinstance(folded, Table):
            of.earlier = [*of.earlier[-1:], folded.copy()]
        kept = of.snapshots.pop(version, None) if of.snapshots else None
        if kept is None:
            return
        self.snapshots += 1
        if kept != folded:
            raise _snapshot_differs(stream, version, "is not what its events come to")

    def _without(self, of: _Stream, stream: str, version: int, event: ActUndone) -> Table:
        """A table once an act was taken back: folded again from a state before it, or from its beginning."""
        of.earlier = [each for each in of.earlier if each.version < event.first]
        start = of.earlier[-1].copy() if of.earlier else Table()
        history = self._ledger.stream(stream, start.version + 1, version)
        check_records.verify_undone(event, history[:-1])
        return fold(start, history) or Table()

    def _kept(self, stream: str) -> Iterator[tuple[int, Table | Link]]:
        if self._ledger.snapshots is not None:
            for recorded in self._ledger.snapshots.get(stream):
                kept: Any = recorded
                yield kept.originator_version, kept.event


def _before_all(position: int, stream: str, version: int, topic: str) -> IntegrityFailure:
    """What no reader that goes by position sees, and every one that goes by stream."""
    return IntegrityFailure(
        "event_added",
        f"Event {version} of {stream} stands at {position}; the first position of a log is 1.",
        KEEP,
        stream=stream,
        version=version,
        topic=topic,
        position=position,
    )


def _unfit(
    error: Exception, stream: str, version: int, topic: str, position: int
) -> IntegrityFailure:
    """The error with the event named that it was found in."""
    place = {"stream": stream, "version": version, "topic": topic, "position": position}
    if isinstance(error, PitError):
        found = error.refusal
        facts = {**found.facts, **place}
        return IntegrityFailure(found.code, found.message, found.next_step, **facts)
    return IntegrityFailure(
        "event_unfit",
        f"Event {version} of {stream} does not fit what came before it: {error!r}.",
        KEEP,
        **place,
    )


_OF_NO_EVENT: Final = """
SELECT originator_id, originator_version FROM snapshots AS kept WHERE NOT EXISTS (
  SELECT 1 FROM events
  WHERE originator_id = kept.originator_id AND originator_version = kept.originator_version
) ORDER BY originator_id, originator_version LIMIT 1
"""


def _verify_snapshots(ledger: Ledger) -> None:
    """Raise IntegrityFailure for a snapshot of no event: its table would be taken to stand as it says."""
    with snapshot(ledger.journal.engine) as connection:
        found = ask(connection, _OF_NO_EVENT)
    for stream, version in found:
        raise _snapshot_differs(stream, version, "is of no event")


def _snapshot_differs(stream: str, version: int, why: str) -> IntegrityFailure:
    return IntegrityFailure(
        "snapshot_differs",
        f"The snapshot of {stream} at event {version} {why}.",
        f"{KEEP} The events are enough: without that row they are folded anew.",
    )
