"""Every stream of a store folded, event by event: whether what was recorded makes sense in its order."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final, NamedTuple
from zlib import crc32

import msgspec

from ledger.desks.ledger import Ledger
from ledger.events.base import Event
from ledger.events.table import ActUndone, BoughtIn, WagersPlaced
from ledger.events.topics import TOPICS
from ledger.events.undoing import REACH
from ledger.link import verify as link_verify
from ledger.link.state import Link
from ledger.seal.tiles import BEGINNING, KEEP
from ledger.store.codec import DECODERS, verify_known
from ledger.store.driver import ask
from ledger.store.engine import snapshot
from ledger.store.recorders import EventRow
from ledger.table import verify as table_verify
from ledger.table.draft import Past
from ledger.table.state import Table, fold
from ledger.values.errors import IntegrityFailure, PitError
from ledger.values.progress import Progress
from projections.engine.batch import unswept
from projections.queries import (
    check_days,
    check_feeds,
    check_forms,
    check_numbers,
    check_records,
    check_rounds,
    check_seats,
)
from projections.queries.checked_stream import Stream, Taker
from projections.queries.workers import Part, Task

COST: Final = 5.1
COST_SETTLING: Final = 4.1
READING: Final = 1.2
"""Microseconds of an event: to fold it, to settle its round again, and to pass over it where it is of another part."""

BATCH: Final = 2_000
NEAR: Final = 2 * REACH
"""Events of a table between two states of it that are remembered: an undo reaches back to one of the last two."""

STATES: Final[dict[str, type[Table | Link]]] = {"table": Table, "link": Link}
"""What a stream of each kind is folded into, where its aggregate keeps a state."""


class Folded(msgspec.Struct, frozen=True):
    """What was folded. position: of the last event. feeds, bare, since: `last` and the others of `Fed`. dated, closed:
    `last` and `closed` of `Dated`. numbers: `used` of `Numbers`. keys: `keys` of `Streams`. Of each part, forms:
    `paper` of `Forms`; seats: `said` of `Seats`; rounds: `settled` of `Rounds`, where they were settled again.
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
    rounds: list[check_rounds.Settled] = []


def tasks(ledger: Ledger, workers: int, *, settles: bool = False) -> list[Task]:
    """Every stream in one of as many parts as there are workers: each reads the log, and folds what is its own.

    settles: whether rounds are settled again on the way.
    """
    goal, weight = ledger.position, READING + (COST + COST_SETTLING * settles) / workers
    return [
        Task(f"streams {n + 1} of {workers}", _part, (n, workers, goal, settles), Folded, weight)
        for n in range(workers)
    ]


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
        rounds=[settled for part in parts for settled in part.rounds],
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


def _part(ledger: Ledger, part: int, of: int, goal: int, settles: bool, progress: Progress) -> Part:
    streams = Streams(ledger, part, of, settles=settles)
    try:
        position = streams.fold(progress, goal)
    except IntegrityFailure as fault:
        return Part(None, (fault.refusal.facts.get("position", 0),), fault)
    dated, fed = streams.dated, streams.fed
    events = sum(each.version for each in streams.streams)
    found = (events, len(streams.streams), streams.snapshots, position, fed.last)
    said = (streams.numbers.used, streams.keys, [streams.forms.paper], [streams.seats.said])
    rounds = [streams.rounds.settled()] if settles else []
    return Part(Folded(*found, dated.last, dated.closed, *said, fed.bare, fed.since, rounds))


class _Step(NamedTuple):
    """What is done with an event of a kind: takers look at it, fold it and count it, in order. dated: whether it counts
    on its day.
    """

    decode: Callable[[bytes], Any]
    takers: Sequence[Taker]
    dated: bool


class _Steps(dict[str, _Step]):
    """What is done with events in the streams whose names have one beginning, by topic: put together once for each, so
    that what a check does not know costs nothing.
    """

    def __init__(self, compose: Callable[[str], _Step]) -> None:
        super().__init__()
        self._compose = compose

    def __missing__(self, topic: str) -> _Step:
        step = self[topic] = self._compose(topic)
        return step


class _Streams(dict[str, Stream | None]):
    """The streams of one part of so many, as they come; None for one of another part."""

    def __init__(self, part: int, of: int) -> None:
        super().__init__()
        self._part, self._of = part, of

    def __missing__(self, name: str) -> Stream | None:
        # SQLite takes any type in any column: what is no text is told as it is folded.
        ours = crc32(str(name).encode()) % self._of == self._part
        found = self[name] = Stream(name) if ours else None
        return found


class Streams:
    """Every stream, or those of one part of some, folded event by event. fed: what came from feeds. dated: on which
    days. numbers: what was used up. keys: by what events say of the keys they were recorded under, their positions.
    forms, seats: what is said of them. rounds: what was settled again. snapshots: how many were held against what they
    are of.
    """

    def __init__(
        self, ledger: Ledger, part: int = 0, of: int = 1, *, settles: bool = False
    ) -> None:
        self.fed = check_feeds.Fed(check_feeds.first_with_digest(ledger))
        self.dated = check_days.Dated()
        self.numbers = check_numbers.Numbers()
        self.keys: dict[str, int] = {}
        self.forms = check_forms.Forms()
        self.seats = check_seats.Seats()
        self.rounds = check_rounds.Rounds()
        self._settles = settles
        self.snapshots = 0
        self._ledger = ledger
        self._streams = _Streams(part, of)
        self._steps: dict[str, _Steps] = {}

    @property
    def streams(self) -> list[Stream]:
        """Those that have events."""
        return [each for each in self._streams.values() if each is not None]

    def fold(self, progress: Progress | None = None, goal: int | None = None) -> int:
        """Fold the log up to the goal; the position of its last event. Raises IntegrityFailure."""
        journal, position = self._ledger.journal, BEGINNING
        goal = self._ledger.position if goal is None else goal
        while rows := journal.select_rows(position, BATCH, goal):
            if rows[0][0] < 1:
                raise _before_all(*rows[0][:4])
            with unswept():
                self.take(rows)
            position = rows[-1][0]
            if progress is not None:
                progress(position, goal)
        return max(position, 0)

    def take(self, rows: Iterable[EventRow]) -> None:
        """Fold the next events, in the order of the log. Raises IntegrityFailure."""
        streams, fed, keys, last = self._streams, self.fed, self.keys, self.dated.last
        for position, stream, version, topic, state in rows:
            of = streams[stream]
            if of is None:
                continue
            if version != of.version + 1:
                raise _missing(stream, of.version + 1, version, position)
            of.position, of.version = position, version
            try:
                decode, takers, dated = (of.steps or self._begin(of))[topic]
                event = decode(state)
                for take in takers:
                    take(event, of)
            except Exception as error:
                raise _unfit(error, stream, version, topic, position) from error
            if dated:
                last[event.day] = position
            if event.source:
                fed.take(position, event)
            if event.key_sha256:
                keys[event.key_sha256] = position

    def _begin(self, of: Stream) -> "_Steps":
        noun, colon, of.code = of.name.partition(":")
        if (kind := STATES.get(noun)) is not None:
            of.state, of.snapshots = kind(), dict(self._kept(of.name))
        if (steps := self._steps.get(noun + colon)) is None:
            steps = self._steps[noun + colon] = _Steps(partial(self._step, noun, noun + colon))
        of.steps = steps
        return steps

    def _step(self, noun: str, beginning: str, topic: str) -> _Step:
        verify_known(topic)
        kind = TOPICS[topic]
        takers = [
            *check_records.takers(kind),
            *self.numbers.takers(kind),
            *self.forms.takers(noun, kind),
            *self.seats.takers(kind),
            *self._folding(noun, kind),
            *self.dated.takers(noun, kind),
            *(self.rounds.takers(kind) if self._settles else ()),
        ]
        return _Step(DECODERS[topic], takers, check_days.is_dated(beginning, kind))

    def _folding(self, noun: str, kind: type[Event]) -> list[Taker]:
        """What holds an event of a kind against those before it, and folds it into what they came to."""
        state = STATES.get(noun)
        if state is None:
            return []
        if kind is ActUndone:
            return [self._undo]
        held = _OF_TABLES if state is Table else dict.fromkeys(link_verify.HELD, self._verify_link)
        return [*([held[kind]] if kind in held else []), self._apply]

    def _verify_link(self, event: Event, of: Stream) -> None:
        loader = self._ledger.loader
        back_to = partial(loader.back_to, last=of.version - 1)
        link_verify.verify(of.state, event, Past(back_to=back_to, link_at=loader.link_at))

    def _apply(self, event: Event, of: Stream) -> None:
        of.state.apply(event)
        if of.version % NEAR == 0 or of.version in of.snapshots:
            self._hold(of)

    def _undo(self, event: ActUndone, of: Stream) -> None:
        """A table once an act was taken back: folded again from a state before it, or from its beginning."""
        of.earlier = [each for each in of.earlier if each.version < event.first]
        start = of.earlier[-1].copy() if of.earlier else Table()
        history = self._ledger.stream(of.name, start.version + 1, of.version)
        check_records.verify_undone(event, history[:-1])
        of.state = fold(start, history) or Table()
        self._hold(of)

    def _hold(self, of: Stream) -> None:
        """Remember how a stream stands for what comes, and hold it against its snapshot, where there is one."""
        if isinstance(of.state, Table) and of.version % NEAR == 0:
            of.earlier = [*of.earlier[-1:], of.state.copy()]
        if (kept := of.snapshots.pop(of.version, None)) is not None:
            self.snapshots += 1
            if kept != of.state:
                raise _snapshot_differs(of.name, of.version, "is not what its events come to")

    def _kept(self, stream: str) -> Iterator[tuple[int, Table | Link]]:
        if self._ledger.snapshots is not None:
            for recorded in self._ledger.snapshots.get(stream):
                kept: Any = recorded
                yield kept.originator_version, kept.event


def _bought_in(event: BoughtIn, of: Stream) -> None:
    before, bought = of.bought
    of.bought = of.version, [*(bought if before == of.version - 1 else ()), event]


def _placed(event: WagersPlaced, of: Stream) -> None:
    before, bought = of.bought
    if before == of.version - 1:
        table_verify.verify(of.state, event, bought)


def _verify_table(event: Event, of: Stream) -> None:
    table_verify.verify(of.state, event)


_OF_TABLES: Final[Mapping[type[Event], Taker]] = {
    **dict.fromkeys(table_verify.HELD, _verify_table),
    BoughtIn: _bought_in,
    WagersPlaced: _placed,
}
"""What holds an event of each kind against the table before it."""


def _missing(stream: str, expected: int, version: int, position: int) -> IntegrityFailure:
    return IntegrityFailure(
        "event_missing",
        f"Event {expected} of {stream} is missing; event {version} follows at {position}.",
        KEEP,
        stream=stream,
        version=expected,
        position=position,
    )


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
