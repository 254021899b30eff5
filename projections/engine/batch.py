"""What is read of the log at once, and how a read model's handlers are told of it."""

import gc
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from operator import attrgetter
from typing import Any, Final, NamedTuple, Protocol

from ledger.events.base import Event
from ledger.events.table import ActUndone
from ledger.store.codec import DECODERS, TOPIC_OF
from ledger.store.recorders import EventRow
from projections.engine import milestones
from projections.engine.facts import Facts
from projections.engine.journal import Journal, Tables, streams_of_tables
from projections.engine.model import Fact, Model, Projection, Rows

BATCH: Final = milestones.SPACING
"""Positions of the log that are folded and saved together at the most: they and their rows are held in memory."""

STRETCH: Final = 2_000
"""Positions that are asked for at once, so that what is not read yet takes no room, and what is read is still near."""

_POSITION: Final = attrgetter("position")
_EVENT: Final = attrgetter("event")

_ESCAPE: Final = b"\\"
_NUL: Final = b"\\u0000"
_REPLACEMENT: Final = b"\\ufffd"

Keep = Callable[[Fact[Event]], bool]
Portions = dict[Projection, list[Fact[Event]]]


class Source(Protocol):
    """The log, as the recorders of the store give it."""

    def select_rows(
        self, gt: int, limit: int, lte: int | None = None, topics: Sequence[str] = ()
    ) -> list[tuple[int, str, int, str, bytes]]:
        """Rows (position, stream, version, topic, state) after a position, in order."""
        ...

    def max_notification_id(self) -> int | None:
        """The position of the last event, or None."""
        ...


class Batch(NamedTuple):
    """What some projections handle of the log from one position to another. facts: all of it; portions: of each of
    them that is told all that it handles, in order; tables: what the journals of all of them go by.
    """

    start: int
    end: int
    facts: Facts
    portions: Portions
    tables: Tables

    def of(self, projection: Projection) -> Sequence[Fact[Event]]:
        """All that a projection handles; of one that sifts, others among it."""
        return self.portions[projection] if projection.sift is None else self.facts.in_order


@contextmanager
def unswept() -> Iterator[None]:
    """Python looks for no cycles meanwhile: what is read and folded has none, and is so much that to look through it
    takes a tenth of the time.
    """
    swept = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if swept:
            gc.enable()


def read(
    projections: Sequence[Projection],
    source: Source,
    start: int,
    goal: int,
    keep: Keep | None = None,
) -> Batch:
    """The next facts that the projections handle, up to the goal, or to the next milestone.

    The log is asked for by stretches of positions: a database without statistics of a log that has
    just grown would otherwise sort all of its rest to find the first of them.
    """
    facts = Facts([], [], [], {kind: [] for each in projections for kind in each.handlers}, {})
    portions: Portions = {each: [] for each in projections if each.sift is None}
    known = {TOPIC_OF[kind] for kind in facts.kinds}
    takers = _Takers(facts, portions)
    codes = _Codes()
    topics = [] if len(known) == len(TOPIC_OF) else list(known)
    end, last = start, goal
    goal = milestones.within(start, min(goal, start + BATCH))
    if goal < last and not source.select_rows(start, 1, goal):
        # Over a hole in one step: who can write to the store can make one that is longer than a life.
        following = source.select_rows(start, 1, last)
        end = goal = following[0][0] - 1 if following else last
    while end < goal:
        after, end = end, min(goal, end + STRETCH)
        rows = source.select_rows(after, STRETCH, end, topics)
        found = _decoded([row for row in rows if row[3] in known], codes)
        if keep is not None:
            found = list(filter(keep, found))
        facts.in_order.extend(found)
        facts.at.extend([fact.event.at for fact in found])
        facts.recorded_at.extend([fact.event.recorded_at for fact in found])
        for fact in found:
            for take in takers[type(fact.event)]:
                take(fact)
    undone = {fact.stream for fact in facts.kinds.get(ActUndone, ())}
    return Batch(start, end, facts, portions, Tables(streams_of_tables(codes), undone, {}))


class _Codes(dict[str, str]):
    """The code of what each stream is of."""

    def __missing__(self, stream: str) -> str:
        code = self[stream] = stream.partition(":")[2]
        return code


def _decoded(rows: Sequence[EventRow], codes: _Codes) -> list[Fact[Event]]:
    """What is read, column by column: row by row it takes a third longer."""
    if not rows:
        return []
    positions, streams, versions, topics, states = zip(*rows, strict=True)
    events = [DECODERS[topic](state) for topic, state in zip(topics, _legible(states), strict=True)]
    return list(map(Fact, positions, streams, versions, events, map(codes.__getitem__, streams)))


class _Takers(dict[type[Event], list[Callable[[Fact[Any]], None]]]):
    """Where an event of each kind is put: worked out for those that come, as a short batch has few of them."""

    def __init__(self, facts: Facts, portions: Portions) -> None:
        super().__init__()
        self._kinds, self._portions = facts.kinds, portions

    def __missing__(self, kind: type[Event]) -> list[Callable[[Fact[Any]], None]]:
        told = (portion.append for each, portion in self._portions.items() if kind in each.handlers)
        takers = self[kind] = [self._kinds[kind].append, *told]
        return takers


def _legible(states: Sequence[bytes]) -> Sequence[bytes]:
    """Events' bytes without the one character that PostgreSQL takes in no text: a single such name would keep every
    report from being written. The log keeps it. What is no bytes, as SQLite may keep it, is refused when it is decoded.
    """
    with suppress(TypeError):
        together = b"".join(states)
        # Hardly an event has anything to escape, and one byte is found in a fifth of the time.
        if _ESCAPE not in together or _NUL not in together:
            return states
    return [
        state.replace(_NUL, _REPLACEMENT) if isinstance(state, bytes) else state for state in states
    ]


def play(projection: Projection, rows: Rows, batch: Batch) -> None:
    """Let the handlers change the rows."""
    rows.worked_out = batch.facts.worked_out
    for model, pages in _ahead(projection, batch).items():
        rows.load(model, pages)
    facts = batch.of(projection)
    journal = None
    if projection.journal is not None:
        journal = Journal(projection, projection.journal, rows, facts, batch.tables)
    kept = {} if journal is None else journal.kept
    handlers = projection.handlers
    if projection.sift is not None:
        sifted = projection.sift(rows, batch.facts, kept)
        told = {fact.position: fact for fact in sifted if type(fact.event) in handlers} | kept
        facts = [told[position] for position in sorted(told)]
    # Of a long batch, an undo reaches the end only.
    near = bisect_left(facts, min(kept), key=_POSITION) if kept else len(facts)
    plain = facts[:near]
    kinds = map(type, map(_EVENT, plain))
    for handler, fact in zip(map(handlers.__getitem__, kinds), plain, strict=True):
        handler(rows, fact)
    for fact in facts[near:]:
        handler = handlers[type(fact.event)]
        if journal is not None and fact.position in kept:
            journal.fold(fact, handler)
        else:
            handler(rows, fact)
    if journal is not None:
        journal.write()


def _ahead(projection: Projection, batch: Batch) -> dict[Model[Any], set[str]]:
    """The pages that the handlers of a batch will ask for, as far as they say so."""
    wanted: dict[Model[Any], set[str]] = {}
    for kind, models in projection.ahead.items():
        if facts := batch.facts.kinds[kind]:
            for model, pages in models:
                wanted.setdefault(model, set()).update(pages(facts))
    return wanted
