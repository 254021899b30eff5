"""What was decided together and is saved together."""

import hashlib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import msgspec

from ledger.events import feed as feed_events
from ledger.events import link as progressive_events
from ledger.events import operators as operator_events
from ledger.events import pit as pit_events
from ledger.events import property as properties
from ledger.events.base import Event, Recorded
from ledger.events.table import TableClosed
from ledger.link import follow as linked
from ledger.link import state as progressive
from ledger.operators import authority
from ledger.operators.register import Registry
from ledger.pit import state as pits
from ledger.store.errors import store_errors
from ledger.store.recorders import Claim
from ledger.table import state as tables
from ledger.table.acts import Act, Adopt, Close, Open
from ledger.table.decide import decide
from ledger.table.draft import Circumstances, Draft
from ledger.values.calendar import to_micros
from ledger.values.errors import Conflict, Misused, NotFound, Refused

if TYPE_CHECKING:
    from ledger.desks.ledger import Ledger

PIT_ACTS: Final = frozenset({Open, Adopt, Close})
"""What a pit is told of."""

CLOSABLE: Final = 3_600_000_000
"""Microseconds before a day's end, from which one whose clock is ahead might close it."""

LINK_SNAPSHOT_EVERY: Final = 500
"""Events of a link between two of its snapshots: every round of all its tables is one."""

TABLE_CODE: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,31}")


@dataclass(frozen=True, slots=True)
class Done:
    """What a command recorded. position: of its last event in the log; None on a dry run.

    repeated: the key stood for this very command before, and these are the events it recorded then.
    """

    events: tuple[Recorded, ...]
    position: int | None
    repeated: bool = False


class _Span(msgspec.Struct, frozen=True):
    """Where the events of a keyed command stand in a stream, kept with its key."""

    stream: str
    first_version: int
    last_version: int


class UnitOfWork:
    """Acts decided one after the other and saved in one transaction; a refused act leaves nothing in it.

    Tables stay loaded after a commit, so that a feed need not load them again. `forget` goes back
    to what was saved, and tables are then brought up to date with what others have written.
    """

    def __init__(self, ledger: "Ledger", *, careful: bool = True) -> None:
        """careful: look every name up that can be used once; otherwise only after a commit has failed by one."""
        self._ledger = ledger
        self._careful = self._always_careful = careful
        self._tables: dict[str, tables.Table | None] = {}
        self._saved: dict[str, tables.Table | None] = {}
        self._links: dict[str, progressive.Link] = {}
        self._saved_links: dict[str, progressive.Link] = {}
        self._versions: dict[str, int] = {}
        self._pending: list[Recorded] = []
        self._claims: dict[str, Claim] = {}
        self._sources: dict[str, int] = {}
        self._feed: dict[str, tuple[int, int]] = {}
        self._ends: dict[str, int] = {}
        self._untouched: list[tuple[str, int]] = []
        self._registry: Registry | None = None

    def __len__(self) -> int:
        """How many events wait to be saved."""
        return len(self._pending)

    # -- deciding

    def take(self, *acts: Act) -> tuple[Recorded, ...]:
        """Decide acts of different tables: all of them, or none.

        Raises Refused or NotFound, and then nothing has changed.
        """
        drafts = [self._decide(act) for act in acts]
        links, of_links = self._decide_links(acts, drafts)
        of_pits = self._decide_pits(drafts) if not PIT_ACTS.isdisjoint(map(type, acts)) else {}
        for draft in drafts:
            self._verify_days(event.day for event in draft.pending)
            self._verify_operators(draft.pending)
            self._verify_unused(draft)
        for following in (*of_links.values(), *of_pits.values()):
            self._verify_operators(following)
        self._use_names([name for draft in drafts for name in draft.claims])
        self._links.update(links)
        recorded: list[Recorded] = []
        for act, draft in zip(acts, drafts, strict=True):
            self._tables[act.table] = draft.table
            first = draft.table.version - len(draft.pending) + 1
            stream = tables.stream(act.table)
            recorded += [
                Recorded(stream, version, event)
                for version, event in enumerate(draft.pending, first)
            ]
            if act.source:
                self._advance(act.source, act.seq)
        self._pending.extend(recorded)
        for stream, events in (*of_links.items(), *of_pits.items()):
            recorded += self.append(stream, events)
        return tuple(recorded)

    def _decide(self, act: Act) -> Draft:
        known = self._table(act.table)
        if known is None and not isinstance(act, Open):
            raise unknown_table(act.table)
        at = to_micros(act.at)
        day = self._ledger.calendar.day_of(at)
        self._verify_days((day,))
        circumstances = Circumstances(act.by, at, self._ledger.clock(), day, act.source, act.seq)
        draft = Draft(known or tables.Table(), circumstances, self._ledger.catalogue)
        decide(draft, act)
        return draft

    def _decide_links(
        self, acts: Sequence[Act], drafts: Sequence[Draft]
    ) -> tuple[dict[str, progressive.Link], dict[str, list[Event]]]:
        """What the tables' acts mean for their progressive links; a table may get events of its own by it."""
        events: dict[str, list[Event]] = {}
        links: dict[str, progressive.Link] = {}
        for act, draft in zip(acts, drafts, strict=True):
            code = draft.table.link
            if not code or not linked.concerns(act, draft.pending):
                continue
            link = links.get(code) or self.link(code)
            before = self._tables[act.table] or draft.table
            links[code], following = linked.follow(link, before, draft, act)
            events.setdefault(progressive_events.stream(code), []).extend(following)
        return links, events

    def link(self, code: str) -> progressive.Link:
        """A progressive link as it stands, with what waits here. Raises NotFound."""
        if code not in self._links:
            found = self._ledger.load_link(code)
            if found is None:
                raise progressive.unknown_link(code)
            self._links[code] = self._saved_links[code] = found
            # What was read is what the next event follows; anything written since is a conflict.
            self._versions[progressive_events.stream(code)] = found.version
        return self._links[code]

    def decide_link(self, code: str, event: Event) -> tuple[Recorded, ...]:
        """Add an event to a link's stream; the first of them is its installation."""
        installed = isinstance(event, progressive_events.LinkInstalled)
        link = progressive.Link() if installed else self.link(code).copy()
        link.apply(event)
        self._links[code] = link
        return self.append(progressive_events.stream(code), [event])

    def _decide_pits(self, drafts: Sequence[Draft]) -> dict[str, list[Event]]:
        """What the tables' events mean for their pits; refused where a pit would not be uniform."""
        floors: dict[str, pits.GamingPit] = {}
        events: dict[str, list[Event]] = {}
        for draft in drafts:
            stream = pit_events.stream(draft.table.pit)
            for kind, facts in pits.consequences(draft.table, draft.pending):
                if stream not in floors:
                    floors[stream] = self._floor(stream)
                event = draft.stamped(kind, **facts)
                floors[stream].apply(event)
                events.setdefault(stream, []).append(event)
        for floor in floors.values():
            floor.verify_uniform()
        return events

    def _floor(self, stream: str) -> pits.GamingPit:
        floor = pits.GamingPit()
        waiting = [recorded for recorded in self._pending if recorded.originator_id == stream]
        for recorded in [*self._ledger.stream(stream), *waiting]:
            floor.apply(recorded.event)
        # What was read is what the next event follows; anything written since is a conflict.
        self._versions.setdefault(stream, floor.version)
        return floor

    def append(
        self, stream: str, events: Sequence[Event], decided_on: int | None = None
    ) -> tuple[Recorded, ...]:
        """Add events to another aggregate's stream.

        decided_on: the version of the aggregate that was decided on; the commit fails where others
        have written since.
        """
        if stream != properties.STREAM:  # Before it is established, a property has no calendar.
            self._verify_days(event.day for event in events)
        self._verify_operators(events)
        if decided_on is not None:
            self._versions.setdefault(stream, decided_on)
        version = self._version(stream)
        recorded = tuple(
            Recorded(stream, number, event) for number, event in enumerate(events, version + 1)
        )
        self._versions[stream] = version + len(recorded)
        self._pending.extend(recorded)
        return recorded

    # -- operators

    def registry(self) -> Registry:
        """The register of operators, brought up to date once a transaction."""
        if self._registry is None:
            self._registry = self._ledger.load_operators()
        return self._registry

    def _verify_operators(self, events: Sequence[Event]) -> None:
        if self._registry is None:
            self._registry = self._ledger.operators_at_hand()
        registry = self._registry
        for event in events:
            authority.verify_named(event)
            authority.verify(registry, event)

    # -- gaming days

    def is_closed(self, day: str) -> bool:
        """Whether a gaming day is closed, so that nothing may be dated on it."""
        if day not in self._ends:
            end = self._ledger.calendar.end_of(day)
            # A day that runs cannot have been closed, and is looked up nowhere.
            if end - CLOSABLE <= self._ledger.clock() and self._ledger.load_day(day).closed:
                return True
            self._ends[day] = end
        return False

    def _verify_days(self, days: Iterable[str]) -> None:
        for day in days:
            if day not in self._ends and self.is_closed(day):
                raise Refused(
                    "day_closed",
                    f"Gaming day {day} is closed; its books do not change.",
                    "Post a correction on the open day that names it: pit day correct.",
                    day=day,
                )

    def nothing_since(self, position: int, day: str) -> None:
        """Let the commit fail where an event after a position is dated on a day."""
        self._untouched.append((day, position))

    def set_aside(self, refused: feed_events.RecordRefused, key: str = "") -> None:
        """Record that a feed record was refused; its number, if it has one, counts as taken.

        key: what stands for a line without a number, so that it is set aside once.
        """
        self.append(feed_events.stream(refused.source), [refused])
        if refused.source:
            self._advance(refused.source, refused.seq)
        else:
            self._claims[key] = Claim(key, "", b"", refused.recorded_at)

    def is_set_aside(self, key: str) -> bool:
        """Whether a line without a number has been set aside under this key."""
        return key in self._claims or self._find(key) is not None

    def is_outdated(self, table: str, source: str) -> bool:
        """Whether somebody else has written to a table, taken records of a source, or registered
        operators meanwhile.
        """
        known_operators = self._registry.version if self._registry else None
        if known_operators not in {None, self._last_version(operator_events.STREAM)}:
            return True
        if table in self._tables:
            saved = self._saved[table]
            if self._last_version(tables.stream(table)) != (saved.version if saved else 0):
                return True
            link = self._links.get(saved.link) if saved and saved.link else None
            if link is not None:
                known = self._saved_links.get(link.code)
                stream = progressive_events.stream(link.code)
                if self._last_version(stream) != (known.version if known else 0):
                    return True
        if source not in self._sources:
            return False
        loaded = self._feed[source][0] if source in self._feed else self._sources[source]
        with store_errors():
            return self._ledger.journal.last_seq(source) != loaded

    def last_seq(self, source: str) -> int:
        """The number of the last record taken from a source, waiting ones included; 0 for none."""
        if source not in self._sources:
            with store_errors():
                self._sources[source] = self._ledger.journal.last_seq(source)
        return self._sources[source]

    def _advance(self, source: str, seq: int) -> None:
        expected = self._feed[source][0] if source in self._feed else self.last_seq(source)
        self._feed[source] = (expected, seq)
        self._sources[source] = seq

    def _table(self, code: str) -> tables.Table | None:
        if code not in self._tables:
            if not TABLE_CODE.fullmatch(code):
                raise Misused(
                    "bad_table_code",
                    f"{code!r} cannot be a table's code.",
                    "Use letters, digits, dot, dash and underscore, at most 32.",
                    table=code,
                )
            self._tables[code] = self._saved[code] = self._ledger.load_table(
                code, self._saved.get(code)
            )
        return self._tables[code]

    def _version(self, stream: str) -> int:
        if stream not in self._versions:
            self._versions[stream] = self._last_version(stream)
        return self._versions[stream]

    def _last_version(self, stream: str) -> int:
        with store_errors():
            last = self._ledger.journal.select_events(stream, desc=True, limit=1)
        return last[0].originator_version if last else 0

    # -- names and keys that can be used once

    def _verify_unused(self, draft: Draft) -> None:
        """Refuse a name that was used before.

        A feed does not look up those that it uses now: most are new, and the commit finds the others.
        """
        for name in {*draft.claims, *draft.unused}:
            looked_up = self._careful or name not in draft.claims
            if name in self._claims or (looked_up and self._find(name) is not None):
                kind, _, number = name.partition(":")
                raise Refused(
                    "number_used",
                    f"{kind.capitalize()} {number} is on record already.",
                    "Every number is used once; check it against the document.",
                    **{kind: number},
                )

    def _use_names(self, names: Sequence[str]) -> None:
        for name in names:
            self._claims[name] = Claim(name, "", b"", self._ledger.clock())

    def _find(self, key: str) -> Claim | None:
        with store_errors():
            return self._ledger.journal.find_claim(key)

    def find_key(self, key: str, request: Any) -> Done | None:
        """What an earlier command with this key recorded. Raises Conflict where the key stood for another command."""
        claim = self._find(f"key:{key}")
        if claim is None:
            return None
        if claim.request_sha256 != _digest(request):
            raise Conflict(
                "key_reused",
                f"Key {key} was used for a different command.",
                "Nothing was recorded; use a new key.",
                key=key,
            )
        spans = msgspec.json.decode(claim.answer, type=list[_Span])
        events = [
            recorded
            for span in spans
            for recorded in self._ledger.stream(span.stream, span.first_version, span.last_version)
        ]
        with store_errors():
            position = max(
                self._ledger.journal.position_of(span.stream, span.last_version) or 0
                for span in spans
            )
        return Done(tuple(events), position, repeated=True)

    def keep_key(self, key: str, request: Any, events: Sequence[Recorded]) -> None:
        """Save the key together with the events."""
        versions: dict[str, list[int]] = {}
        for recorded in events:
            versions.setdefault(recorded.originator_id, []).append(recorded.originator_version)
        spans = [_Span(stream, min(of), max(of)) for stream, of in versions.items()]
        self._claims[f"key:{key}"] = Claim(
            f"key:{key}", _digest(request), msgspec.json.encode(spans), self._ledger.clock()
        )

    # -- saving

    def commit(self) -> int | None:
        """Save everything in one transaction; the position of the last event, or None where nothing waited.

        Raises the library's RecordConflictError when somebody else wrote first; nothing is saved then, and nothing is
        remembered.
        """
        pending, self._pending = self._pending, []
        claims, self._claims = list(self._claims.values()), {}
        feed, self._feed = self._feed, {}
        untouched, self._untouched = self._untouched, []
        known, self._registry = self._registry, None
        if not pending:
            return None
        now = self._ledger.clock()
        closing = {day for day, _ in untouched}
        late = [
            day for day, end in self._ends.items() if end - CLOSABLE <= now and day not in closing
        ]
        self._ends.clear()
        rests_on = [] if known is None else self._register_moves(known, pending)
        try:
            with store_errors():
                stored = list(map(self._ledger.mapper.to_stored_event, pending))
                positions = self._ledger.journal.append(
                    stored,
                    claims=claims,
                    feed=feed,
                    open_days=late,
                    untouched=untouched,
                    rests_on=rests_on,
                )
        except BaseException:
            self.forget()
            raise
        self._ledger.on_saved(positions[-1])
        self._careful = self._always_careful
        self._saved.update(self._tables)
        closed = {each.originator_id for each in pending if isinstance(each.event, TableClosed)}
        for code, link in self._links.items():
            before = self._saved_links.get(code)
            if (
                link.version // LINK_SNAPSHOT_EVERY
                > (before.version if before else 0) // LINK_SNAPSHOT_EVERY
            ):
                self._ledger.keep_snapshot(progressive_events.stream(code), link)
        self._saved_links.update(self._links)
        for code, table in self._tables.items():
            if table is not None and tables.stream(code) in closed:
                self._ledger.keep_snapshot(tables.stream(code), table)
        return positions[-1]

    @staticmethod
    def _register_moves(known: Registry, pending: Sequence[Recorded]) -> list[tuple[str, int]]:
        """That nobody was registered or suspended while this was decided; a change of the register itself, which
        follows the version it was decided on, needs no such check.
        """
        stream = operator_events.STREAM
        if any(recorded.originator_id == stream for recorded in pending):
            return []
        return [(stream, known.version)]

    def pretend(self) -> None:
        """Let go of the events that wait, and go on as if they were saved: a dry run.

        Those of pits stay: a pit is folded anew each time.
        """
        self._registry = self._ledger.load_operators()
        self._pending = [
            recorded
            for recorded in self._pending
            if recorded.originator_id.startswith(pit_events.stream(""))
        ]

    def forget(self) -> None:
        """Let go of everything decided since it was last saved."""
        self._careful = True
        self._registry = None
        self._ledger.doubt_operators()
        for held in (
            self._tables,
            self._links,
            self._versions,
            self._pending,
            self._claims,
            self._sources,
            self._feed,
            self._ends,
            self._untouched,
        ):
            held.clear()


def unknown_table(code: str) -> NotFound:
    """The error for a table that was never put into service."""
    return NotFound(
        "unknown_table",
        f"There is no table {code}.",
        "pit table list shows the tables; pit table open puts a new one into service.",
        table=code,
    )


def _digest(request: Any) -> str:
    """The hash of what a key stands for; when it happened is not part of it, so a command can be typed again."""
    if isinstance(request, tuple):
        request = [
            msgspec.structs.replace(part, at=None) if isinstance(part, Act) else part
            for part in request
        ]
    plain = msgspec.to_builtins(request, str_keys=True)
    return hashlib.sha256(msgspec.json.encode(plain, order="deterministic")).hexdigest()
