"""Whether a store contradicts itself: every stream folded, every read model held against a rebuild.

The first thing found ends it, as an IntegrityFailure that names the event.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing as closing_of
from functools import partial
from itertools import groupby, zip_longest
from typing import Any, Final, NamedTuple

import msgspec
import sqlalchemy as sa

from ledger.desks.ledger import Ledger
from ledger.events.day import DayClosed
from ledger.events.table import ActUndone
from ledger.events.undoing import REACH
from ledger.link.state import Link
from ledger.link.verify import verify
from ledger.seal.tiles import KEEP
from ledger.seal.unfinished import Unfinished
from ledger.store import schema
from ledger.store.codec import decode
from ledger.store.engine import read_only
from ledger.table.draft import Past
from ledger.table.state import Table, fold
from ledger.values.errors import Conflict, IntegrityFailure, PitError
from projections.engine import engine as projection_engine
from projections.engine import kept, milestones
from projections.engine.engine import Progress
from projections.engine.lines import lines, lines_of
from projections.engine.looking_back import Reach, looking_back
from projections.engine.model import Projection
from projections.figures import closing, months, win
from projections.models.registry import PROJECTIONS
from projections.queries import check_records, codes, month, signed, standing
from projections.queries.moment import NOW, Moment
from projections.queries.past import caught_up, going_on, signature

BATCH: Final = 2_000
NEAR: Final = 2 * REACH
"""Events of a table between two states of it that are remembered: an undo reaches back to one of the last two."""
ATTEMPTS: Final = 5

STATES: Final[dict[str, type[Table | Link]]] = {"table": Table, "link": Link}
"""What a stream of each kind is folded into, where its aggregate keeps a state."""


class Checked(msgspec.Struct, frozen=True, kw_only=True):
    """What was held against each other and agrees. position: of the last event. read_models: the position of each.

    signed_days: closed days whose books are those that were signed. rounds: that were settled again. keys: whose events
    are there. passphrases: that are as they were set; None for a role that may not read them.
    """

    events: int
    streams: int
    snapshots: int
    position: int
    read_models: dict[str, int]
    signed_days: int
    rounds: int
    keys: int
    passphrases: int | None
    ok: bool = True


class Contents(msgspec.Struct, frozen=True, kw_only=True):
    """What a store holds. feeds: the number of each one's last record. read_models: the position of each."""

    events: int
    last_event: int
    snapshots: int
    feeds: dict[str, int]
    read_models: dict[str, int]


class Folded(NamedTuple):
    """What was folded. position: of the last event."""

    events: int
    streams: int
    snapshots: int
    position: int


def check(
    ledger: Ledger, progress: Progress | None = None, unfinished: Unfinished | None = None
) -> Checked:
    """Fold every stream, hold every read model against a rebuild, settle every round again. Raises IntegrityFailure,
    Conflict.

    unfinished: an earlier one that was stopped; the steps that it had done are passed over while the log is the same.
    """
    steps = unfinished or Unfinished()
    steps.at(ledger.position)
    folded = steps.step("streams", Folded, lambda: _folded(ledger, progress))
    if not read_only(ledger.journal.engine):  # Together: the log is read once for all that lag.
        projection_engine.catch_up(
            PROJECTIONS, ledger.journal, ledger.journal.engine, progress=progress
        )
    checked = Checked(
        **folded._asdict(),
        read_models={
            each.name: steps.step(each.name, int, partial(_check, ledger, each, progress))
            for each in PROJECTIONS
        },
        signed_days=steps.step("signed_days", int, lambda: _check_signed_days(ledger, progress)),
        rounds=steps.step("every_round", int, lambda: check_records.check_rounds(ledger, progress)),
        keys=check_records.check_keys(ledger),
        passphrases=check_records.check_passphrases(ledger),
    )
    check_records.check_guards(ledger)
    return checked


def _folded(ledger: Ledger, progress: Progress | None) -> Folded:
    streams = Streams(ledger)
    position = streams.fold(progress)
    return Folded(streams.events, len(streams.last), streams.snapshots, position)


def contents(ledger: Ledger) -> Contents:
    """How much the store holds, and how far each read model is."""
    journal, events = ledger.journal, schema.events
    at = {
        each.name: projection_engine.status(each, journal, journal.engine) for each in PROJECTIONS
    }
    with journal.engine.connect() as connection:
        feeds = connection.execute(sa.select(schema.feed_sources))
        return Contents(
            events=connection.scalar(sa.select(sa.func.count()).select_from(events)) or 0,
            last_event=ledger.position,
            snapshots=connection.scalar(sa.select(sa.func.count()).select_from(schema.snapshots))
            or 0,
            feeds={row.source: row.last_seq for row in feeds},
            read_models={name: place.position for name, place in at.items()},
        )


class Rebuilt(msgspec.Struct, frozen=True):
    """A read model that was made anew. position: of the last event it counts."""

    name: str
    position: int


READ_MODELS: Final = tuple(each.name for each in PROJECTIONS)


def rebuild(
    ledger: Ledger, names: Sequence[str], progress: Progress | None = None
) -> list[Rebuilt]:
    """Rebuild read models, those named of READ_MODELS, beside the live ones, and put them in their place. What is kept
    of closed days and is not what was signed is thrown away, and made again of events when it is asked for.
    """
    known, journal = {each.name: each for each in PROJECTIONS}, ledger.journal
    chosen = [known[name] for name in names]
    done = projection_engine.rebuild(chosen, journal, journal.engine, progress)
    closed = _closed_days(ledger, progress)
    kept.clear(journal.engine, [(each.day, each.books_at, each.reports_sha256) for each in closed])
    return [Rebuilt(name, position) for name, position in done.items()]


def snapshot(ledger: Ledger, progress: Progress | None = None) -> list[str]:
    """Write the snapshots that are due, of tables and of links; which ones got some."""
    tables = codes.table_codes(ledger, progress=progress)
    links = standing.link_codes(ledger, progress=progress)
    written = [code for code in tables if ledger.snapshot(code)]
    return written + [code for code in links if ledger.snapshot_link(code)]


class Streams:
    """Every stream, folded event by event. last: each stream's last version. feeds: each feed's last number."""

    def __init__(self, ledger: Ledger) -> None:
        self.last: dict[str, int] = {}
        self.feeds: dict[str, int] = {}
        self.events = 0
        self.snapshots = 0
        self._ledger = ledger
        self._states: dict[str, Table | Link] = {}
        self._earlier: dict[str, list[Table]] = {}
        self._snapshots: dict[str, dict[int, Table | Link]] = {}

    def fold(self, progress: Progress | None) -> int:
        """Fold the whole log; the position of its last event. Raises IntegrityFailure."""
        journal = self._ledger.journal
        position, goal = 0, self._ledger.position
        while rows := journal.select_rows(position, BATCH, goal):
            for row in rows:
                self._take(*row)
            position = rows[-1][0]
            if progress is not None:
                progress(position, goal)
        self._verify_feeds()
        return position

    def _take(self, position: int, stream: str, version: int, topic: str, state: bytes) -> None:
        expected = self.last.get(stream, 0) + 1
        if version != expected:
            raise IntegrityFailure(
                "event_missing",
                f"Event {expected} of {stream} is missing; event {version} follows at {position}.",
                KEEP,
                stream=stream,
                version=expected,
                position=position,
            )
        try:
            event = decode(topic, state)
            check_records.verify_event(event)
            kind = STATES.get(stream.partition(":")[0])
            if kind is not None:
                self._fold(kind, stream, version, event)
        except Exception as error:
            raise _unfit(error, stream, version, topic, position) from error
        self.last[stream] = version
        self.events += 1
        if event.source:
            self.feeds[event.source] = max(event.seq, self.feeds.get(event.source, 0))

    def _fold(self, kind: type[Table | Link], stream: str, version: int, event: Any) -> None:
        if stream not in self._states:
            self._states[stream] = kind()
            self._snapshots[stream] = dict(self._kept(stream))
        folded: Table | Link
        if isinstance(event, ActUndone):
            folded = self._states[stream] = self._without(stream, version, event)
        else:
            folded = self._states[stream]
            if isinstance(folded, Link):
                loader = self._ledger.loader
                back_to = partial(loader.back_to, last=version - 1)
                verify(folded, event, Past(back_to=back_to, link_at=loader.link_at))
            folded.apply(event)
        if isinstance(folded, Table) and version % NEAR == 0:
            self._earlier.setdefault(stream, []).append(folded.copy())
            del self._earlier[stream][:-2]
        kept = self._snapshots[stream].pop(version, None)
        if kept is None:
            return
        self.snapshots += 1
        if kept != folded:
            raise IntegrityFailure(
                "snapshot_differs",
                f"The snapshot of {stream} at event {version} is not what its events come to.",
                f"{KEEP} The events are enough: without that row they are folded anew.",
            )

    def _without(self, stream: str, version: int, event: ActUndone) -> Table:
        """A table once an act was taken back: folded again from a state before it, or from its beginning."""
        before = [each for each in self._earlier.get(stream, ()) if each.version < event.first]
        self._earlier[stream] = before
        start = before[-1].copy() if before else Table()
        history = self._ledger.stream(stream, start.version + 1, version)
        check_records.verify_undone(event, history[:-1])
        return fold(start, history) or Table()

    def _kept(self, stream: str) -> Iterator[tuple[int, Table | Link]]:
        if self._ledger.snapshots is not None:
            for recorded in self._ledger.snapshots.get(stream):
                kept: Any = recorded
                yield kept.originator_version, kept.event

    def _verify_feeds(self) -> None:
        """Each feed stands where its last event says: below it, records would be taken twice."""
        with self._ledger.journal.engine.connect() as connection:
            rows = connection.execute(sa.select(schema.feed_sources))
            stands: dict[str, int] = {row.source: row.last_seq for row in rows}
        for source in sorted(stands.keys() | self.feeds.keys()):
            recorded, taken = self.feeds.get(source, 0), stands.get(source, 0)
            if recorded != taken:
                raise IntegrityFailure(
                    "feed_position",
                    f"Feed {source} stands at record {taken}; its events end with {recorded}.",
                    KEEP,
                    source=source,
                    stands_at=taken,
                    recorded=recorded,
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


def _closed_days(ledger: Ledger, progress: Progress | None) -> list[DayClosed]:
    """How each closed day was signed, in the order of the books."""
    with caught_up(ledger, NOW, closing.NEEDS, progress) as connection:
        days = [signature(ledger, NOW, day) for day in closing.closed_days(connection)]
    return sorted((each for each in days if each is not None), key=lambda each: each.books_at)


def _check_signed_days(ledger: Ledger, progress: Progress | None) -> int:
    """Hold the books of every closed day, and what is kept of its reports, against the events that were signed: the log
    is folded once, from one day's books to the next. How many days. Raises IntegrityFailure.
    """
    journal, closed = ledger.journal, _closed_days(ledger, progress)
    if not closed:
        return 0
    states = [Moment(position=each.books_at) for each in closed]
    with going_on(ledger, states, signed.NEEDS, progress) as connections:
        for each, then in zip(closed, connections, strict=True):
            connection = signed.as_signed(then, each)
            differing = closing.differing(each.books, win.win(connection, each.day))
            if differing:
                raise _not_as_signed(each.day, f"the books of {', '.join(differing)}")
            made = signed.parts(ledger, connection, each.day)
            with journal.engine.connect() as live:
                part = kept.differs(live, each.day, each.books_at, each.reports_sha256, made)
            if part:
                raise _not_as_signed(each.day, f"what is kept of its reports ({part})")
    _check_signed_months(ledger, sorted(closed, key=lambda each: each.day))
    return len(closed)


def _check_signed_months(ledger: Ledger, closed: Sequence[DayClosed]) -> None:
    """Hold the books of every closed month against those that its days were signed with."""
    for name, days in groupby(closed, key=lambda each: each.day[:7]):
        recorded = month.closing_of(ledger, name)
        differing = months.differing(recorded.event.books, days) if recorded else []
        if differing:
            raise _not_as_signed(name, f"the books of {', '.join(differing)} are not its days'")


def _not_as_signed(day: str, what: str) -> IntegrityFailure:
    return IntegrityFailure(
        "not_as_signed",
        f"{day} is not as two people signed it: {what}.",
        f"{KEEP} pit audit history shows the day's events.",
        day=day,
    )


def _check(ledger: Ledger, projection: Projection, progress: Progress | None) -> int:
    """Hold a read model against a rebuild in memory, at one position, which is returned; once more where others moved
    it meanwhile. Raises IntegrityFailure, Conflict.
    """
    journal = ledger.journal
    for _ in range(ATTEMPTS):
        position = _brought_up(ledger, projection, progress)
        sample = _sample(position)
        again = projection_engine.as_of([projection], journal, position=sample, progress=progress)
        try:
            difference = _past_differs(ledger, projection, sample, again)
            if difference is None:
                projection_engine.catch_up([projection], journal, again, position, progress)
                difference = _first_difference(projection, journal.engine, again)
        finally:
            again.dispose()
        if _stands_at(ledger, projection) != position:
            continue
        if difference is None:
            return position
        live, rebuilt = difference
        raise IntegrityFailure(
            "read_model_differs",
            f"The read model {projection.name} is not what the events come to.",
            f"Copy the store first: it is the evidence of what made it differ. Then pit audit verify, and pit db"
            f" rebuild {projection.name}.",
            read_model=projection.name,
            stored=live,
            rebuilt=rebuilt,
        )
    raise Conflict(
        "busy", "Others keep writing.", "Try again when the tables are quieter.", attempts=ATTEMPTS
    )


def _brought_up(ledger: Ledger, projection: Projection, progress: Progress | None) -> int:
    """The event up to which a read model counts: all of them, unless the store may only be read."""
    journal = ledger.journal
    if read_only(journal.engine):
        return _stands_at(ledger, projection)
    return projection_engine.catch_up([projection], journal, journal.engine, progress=progress)


def _stands_at(ledger: Ledger, projection: Projection) -> int:
    with ledger.journal.engine.connect() as connection:
        return projection_engine.position_of(connection, projection.name)


def _sample(position: int) -> int:
    """The event of a milestone before another event, not always the same one; 0 where there is none."""
    last = position // milestones.SPACING
    return milestones.SPACING * (1 + position % last) if last else 0


def _past_differs(
    ledger: Ledger, projection: Projection, position: int, again: sa.Engine
) -> tuple[str, str] | None:
    """The first difference between what is kept of a milestone and what was folded up to it."""
    journal = ledger.journal
    with looking_back([projection], journal, journal.engine, Reach(position)) as past:
        if past is None:
            return None
        with past.shown_at(Reach(position)) as then, again.connect() as folded:
            return next(
                (
                    found
                    for model in projection.models
                    if model.past
                    and (found := _differing(lines_of(then, model), lines_of(folded, model)))
                ),
                None,
            )


def _first_difference(
    projection: Projection, live: sa.Engine, again: sa.Engine
) -> tuple[str, str] | None:
    # Whoever finds a difference reads no further, and a server's cursor is to be closed.
    with (
        closing_of(lines(live, projection)) as stored,
        closing_of(lines(again, projection)) as rebuilt,
    ):
        return _differing(stored, rebuilt)


def _differing(stored: Iterable[bytes], rebuilt: Iterable[bytes]) -> tuple[str, str] | None:
    for mine, theirs in zip_longest(stored, rebuilt, fillvalue=b""):
        if mine != theirs:
            return mine.decode().strip() or "nothing", theirs.decode().strip() or "nothing"
    return None
