"""What stands in the store: every aggregate from its stream, and what is kept of it between transactions."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from copy import copy
from datetime import UTC, datetime, timedelta
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, TypeVar, cast

from eventsourcing.persistence import EventStore, Notification

from ledger.events import day as day_events
from ledger.events import feed as feed_events
from ledger.events import form as form_events
from ledger.events import link as link_events
from ledger.events import month as month_events
from ledger.events import operators as operator_events
from ledger.events import pit as pit_events
from ledger.events import property as property_events
from ledger.events import signing as signing_events
from ledger.events import table as e
from ledger.events.base import Event, F, Recorded
from ledger.events.table import (
    ActUndone,
    CorrectionPosted,
    Inventory,
    TableClosed,
    TableCommissioned,
    TableOpened,
)
from ledger.events.undoing import in_effect, undone_versions
from ledger.operators.register import Registry
from ledger.property.state import Property
from ledger.store.codec import TOPIC_OF, decode
from ledger.store.errors import store_errors
from ledger.store.recorders import SqlApplicationRecorder
from ledger.values.calendar import GamingCalendar, read_calendar, to_micros
from ledger.values.errors import NotFound
from ledger.values.people import plain
from ledger.values.rounds import day_of

if TYPE_CHECKING:
    from ledger.day.signing import Signing
    from ledger.day.state import GamingDay, GamingMonth
    from ledger.equipment.tokens import FeedTokens
    from ledger.form.series import FormSeries
    from ledger.form.slip_series import SlipSeries
    from ledger.link.state import Link
    from ledger.operators.enrollment import Enrollment
    from ledger.pit.state import Pit
    from ledger.table.state import Table

E = TypeVar("E", bound=Event)

A_DAY: Final = timedelta(days=1)
"""No zone and no clock is so far off."""

PAGE: Final = 100
LARGEST_PAGE: Final = 5_000
"""Events of a stream that are read at a time on the way back: twice as many each time."""


Spelled = Literal["table", "link", "pit", "series"]
"""Streams whose names are read however they are spelled."""

FIRST: Final[Mapping[Spelled, type[Event]]] = {
    "table": TableCommissioned,
    "link": link_events.LinkInstalled,
    "pit": pit_events.TableJoinedPit,
    "series": form_events.SeriesReceived,
}
"""The event with which each begins."""

TOGETHER: Final = 100
"""Tables that are looked at in one question: SQLite puts no more than 500 together."""


def _earliest(round_id: str) -> int:
    """A moment before which nothing of a round was recorded, microseconds UTC; 0 where its name tells no day."""
    try:
        day = datetime.fromisoformat(day_of(round_id)).replace(tzinfo=UTC)
    except (IndexError, ValueError):
        return 0
    return to_micros(day - A_DAY)


class Look(NamedTuple):
    """What an act is decided by, as it stands. tables: those that were kept, by code."""

    property: Property
    registry: Registry
    tables: "dict[str, Table | None]"


class _Floor(NamedTuple):
    """Tables that were looked at together. last: the event with which the log ended before, None where it was empty."""

    last: Notification | None
    tables: frozenset[str]


class Loader:
    """Loads aggregates. Tables, links and the register of operators are kept, and next time only brought up to date."""

    def __init__(self, events: EventStore[str]) -> None:
        self._events = events
        self._tables: dict[str, Table] = {}
        self._floor = _Floor(None, frozenset())
        self._links: dict[str, Link] = {}
        self._registry = Registry()
        self._property = Property()
        self._last: dict[str, Recorded] = {}
        """The last event that is known of what is kept, by its stream."""

    @property
    def journal(self) -> SqlApplicationRecorder:
        """The whole log, in order."""
        return cast("SqlApplicationRecorder", self._events.recorder)

    @property
    def mapper(self) -> Any:
        """From recorded events to stored ones."""
        return self._events.mapper

    # -- streams

    def stream(self, stream: str, first: int = 1, last: int | None = None) -> list[Recorded]:
        """The events of a stream, from one version to another."""
        with store_errors():
            return cast("list[Recorded]", list(self._events.get(stream, gt=first - 1, lte=last)))

    def back_to(
        self, stream: str, round_id: str, begins: Callable[[Event], bool], last: int
    ) -> list[Recorded]:
        """The events of a stream from the last one that `begins` and counts to a version, in order, read backwards.

        Without such an event they reach back to the day of the round: nothing of it was recorded before.
        """
        earliest = _earliest(round_id)
        found: list[list[Recorded]] = []
        undone: set[int] = set()
        page = PAGE
        while last > 0:
            some = self.stream(stream, max(1, last - page + 1), last)
            undone |= undone_versions(some)
            if some and not found and some[-1].event.recorded_at < earliest:
                earliest = 0  # Older stores hold rounds of days to come.
            for n in range(len(some) - 1, -1, -1):
                event = some[n].event
                counts = some[n].originator_version not in undone
                if (counts and begins(event)) or event.recorded_at < earliest:
                    return [*some[n:], *chain.from_iterable(reversed(found))]
            if some:  # What waits to be saved is not here.
                found.append(some)
            last, page = last - page, min(2 * page, LARGEST_PAGE)
        return list(chain.from_iterable(reversed(found)))

    def corrections(self, code: str) -> list[CorrectionPosted]:
        """All that was corrected of a table's figures, whenever: nothing of it is taken back."""
        return self.rare(e.stream(code), CorrectionPosted)

    def began_open(self, code: str, day: str) -> bool:
        """Whether a table was open when a gaming day (ISO date) began, whatever was recorded of it since."""
        return any(isinstance(x, TableOpened) for x in self._openings(code, day)[-1:])

    def last_closer(self, code: str) -> Inventory | None:
        """The chips with which a table was closed last; None where it never was."""
        closed = [each for each in self._openings(code) if isinstance(each, TableClosed)]
        return closed[-1].closer if closed else None

    def _openings(self, code: str, day: str = "") -> list[TableOpened | TableClosed]:
        """How a table was opened and closed, in order; before a gaming day where one is named."""
        kinds, stream = (TableOpened, TableClosed, ActUndone), e.stream(code)
        found = [each for kind in kinds for each in self._rare(stream, kind)]
        found.sort(key=lambda each: each.originator_version)
        events = (each.event for each in in_effect(found))
        openings = (each for each in events if isinstance(each, TableOpened | TableClosed))
        return [each for each in openings if not day or each.day < day]

    def rare(self, stream: str, kind: type[E]) -> list[E]:
        """The events of a stream of a kind that does not come with every hand, whatever was taken back of them."""
        return [cast("E", each.event) for each in self._rare(stream, kind)]

    def _rare(self, stream: str, kind: type[Event]) -> list[Recorded]:
        with store_errors():
            found = self.journal.select_rare(stream, TOPIC_OF[kind])
        return [self.mapper.to_domain_event(each) for each in found]

    def last_version(self, stream: str) -> int:
        """The version of a stream's last event, 0 where it has none."""
        with store_errors():
            last = self.journal.select_events(stream, desc=True, limit=1)
        return last[0].originator_version if last else 0

    def last_recorded_at(self) -> int:
        """When the last event of the log was recorded, microseconds UTC; 0 for an empty log."""
        with store_errors():
            last = self.journal.max_notification_id() or 0
            found = self.journal.select_notifications(last, 1) if last else ()
        recorded = [self._events.mapper.to_domain_event(each) for each in found]
        return max((cast("Recorded", each).event.recorded_at for each in recorded), default=0)

    # -- aggregates

    def look(self, tables: Collection[str] = ()) -> Look:
        """What nearly every act is decided by, in one question: the property, the register, and those of these tables
        that are kept.
        """
        some = [code for code in tables if code in self._tables][:TOGETHER]
        kept = {code: self._tables[code] for code in some}
        after = {property_events.STREAM: self._property.version - 1}
        after[operator_events.STREAM] = self._registry.version - 1
        after |= {e.stream(code): known.version - 1 for code, known in kept.items()}
        since: dict[str, list[Recorded]] = {stream: [] for stream in after}
        with store_errors():
            for stored in self.journal.select_since(after):
                since[str(stored.originator_id)].append(self.mapper.to_domain_event(stored))
        found = {
            code: self._brought_up(code, known, since[e.stream(code)])
            for code, known in kept.items()
        }
        self._tables |= {code: table for code, table in found.items() if table is not None}
        property_ = self._property_with(since[property_events.STREAM])
        return Look(property_, self._registry_with(since[operator_events.STREAM]), found)

    def table(self, code: str) -> "Table | None":
        """A table as it stands, or None where there is none of that code. Nobody changes it: it is kept."""
        known = self._tables.get(code)
        if known is None:
            found = self.table_without(code)
        else:
            since = self.stream(e.stream(code), known.version)
            found = self._brought_up(code, known, since)
        if found is not None:
            self._tables[code] = found
        return found

    def tables(self, codes: Collection[str]) -> "list[Table]":
        """The tables of these codes as they stand: only those that got an event since they were last asked for
        together are looked at.
        """
        floor = self._floor_now()
        looked = [
            self._tables[code] if code in floor.tables else self.table(code) for code in codes
        ]
        found = [each for each in looked if each is not None]
        self._floor = floor._replace(tables=frozenset(each.code for each in found))
        return found

    def _floor_now(self) -> _Floor:
        """Where the log ends, and which tables of the last floor have got no event since."""
        last, tables = self._floor
        with store_errors():
            since = self.journal.select_notifications(last.id, LARGEST_PAGE) if last else ()
            if since and since[0] == last and len(since) < LARGEST_PAGE:
                moved = {each.originator_id for each in since[1:]}
                still = (code for code in tables if e.stream(code) not in moved)
                return _Floor(since[-1], frozenset(still))
            head = self.journal.select_notifications(self.journal.max_notification_id(), 1)
        return _Floor(head[0] if head else None, frozenset())

    def _brought_up(self, code: str, known: "Table", since: Sequence[Recorded]) -> "Table | None":
        """One that is kept, with its events from the last one on that it knows; anew where something before was taken
        back, or the store is another.
        """
        new = self._new(e.stream(code), known.version, since)
        if new is None or min(undone_versions(new), default=known.version + 1) <= known.version:
            return self.table_without(code)
        from ledger.table.state import fold  # noqa: PLC0415  who reads figures folds none

        return fold(known.copy(), new)

    def _new(
        self, stream: str, version: int, since: Sequence[Recorded]
    ) -> Sequence[Recorded] | None:
        """What came to a stream after a version; None where something else stands there than is known: the store is
        another. since: its events from that one on.
        """
        if version:
            last = since[0] if since else None
            if last is None or last != self._last.get(stream, last):
                self._last.pop(stream, None)
                return None
        if since:
            self._last[stream] = since[-1]
        return since[1:] if version else since

    def named(self, kind: type[Event]) -> list[str]:
        """The codes of all tables, links or series that an event of this kind was the first of."""
        with store_errors():
            found = self.journal.streams_with(TOPIC_OF[kind])
        return [each.partition(":")[2] for each in found]

    def spelled(self, name: str, kind: Spelled = "table") -> str:
        """The name of a table, link, pit or series of forms as its first event has it, however it is spelled; of a pit
        also as forms first went there. As given where there is none.
        """
        if kind == "table" and name in self._tables:
            return name
        with store_errors():
            if self.journal.position_of(f"{kind}:{name}", 1) is not None:
                return name
        return self._as_another(name, FIRST[kind], self._pits_with_forms() if kind == "pit" else ())

    def twin(self, code: str) -> str:
        """The code of a table that is the same but for capitals as one that is none's; that one where there is none."""
        return self._as_another(code, TableCommissioned)

    def _pits_with_forms(self) -> Iterator[str]:
        topic = TOPIC_OF[form_events.SeriesIssued]
        with store_errors():
            for stream in self.journal.streams_with(topic):
                for stored in self.journal.select_rare(stream, topic):
                    yield cast("form_events.SeriesIssued", decode(topic, stored.state)).pit

    def _as_another(self, name: str, first: type[Event], also: Iterable[str] = ()) -> str:
        """also: names besides those that such an event was the first of."""
        known = chain(self.named(first), also)
        return next((each for each in known if plain(each) == plain(name)), name)

    def table_without(
        self, code: str, undone: Collection[int] = (), last: int | None = None
    ) -> "Table | None":
        """A table from its last snapshot on that is older than all that was taken back since, or None.

        undone: versions that count no more either. last: the version up to which it is read, whatever came since.
        """
        from ledger.table.state import fold  # noqa: PLC0415  who reads figures folds none

        stream, before = e.stream(code), min(undone, default=None)
        while True:
            kept, history = self._from_snapshot(
                stream, last if before is None else before - 1, last
            )
            at = kept[0].originator_version if kept else 0
            first = min(undone_versions(history), default=at + 1)
            if first > at:
                break
            before = first
        lasting = [
            Recorded(stream, each.originator_version, None)
            if each.originator_version in undone
            else each
            for each in history
        ]
        return fold(None, [*kept, *lasting])

    def _from_snapshot(
        self, stream: str, kept_upto: int | None, last: int | None
    ) -> tuple[list[Recorded], list[Recorded]]:
        """The last snapshot of a stream up to a version, in a list that is empty where there is none, and its events
        after that up to another.
        """
        with store_errors():
            kept, since = self.journal.select_from_snapshot(stream, kept_upto, last)
            taken = [] if kept is None else [self.mapper.to_domain_event(kept)]
            return taken, [self.mapper.to_domain_event(each) for each in since]

    def link(self, code: str) -> "Link | None":
        """A progressive link as it stands, or None."""
        from ledger.link.state import fold  # noqa: PLC0415  who reads figures folds none

        stream, known = link_events.stream(code), self._links.get(code)
        found = None
        if known is not None:
            new = self._new(stream, known.version, self.stream(stream, known.version))
            found = None if new is None else fold(known.copy(), new)
        if found is None:
            found = self._link(stream)
        if found is not None:
            self._links[code] = found
        return found

    def link_at(self, code: str, version: int) -> "Link":
        """A progressive link as it stood after so many of its events."""
        from ledger.link.state import Link  # noqa: PLC0415  who reads figures folds none

        found = self._link(link_events.stream(code), version) if version else None
        return found or Link()

    def _link(self, stream: str, last: int | None = None) -> "Link | None":
        from ledger.link.state import fold  # noqa: PLC0415  who reads figures folds none

        kept, since = self._from_snapshot(stream, last, last)
        return fold(None, [*kept, *since])

    def _folded(self, state: F, stream: str) -> F:
        for recorded in self.stream(stream):
            state.apply(recorded.event)
        return state

    def day(self, day: str) -> "GamingDay":
        """What has been counted for a gaming day (ISO date)."""
        from ledger.day.state import GamingDay  # noqa: PLC0415  who reads figures folds none

        return self._folded(GamingDay(), day_events.stream(day))

    def month(self, month: str) -> "GamingMonth":
        """A month (`2026-07`) as it stands."""
        from ledger.day.state import GamingMonth  # noqa: PLC0415  who reads figures folds none

        return self._folded(GamingMonth(), month_events.stream(month))

    def signing(self, books: str) -> "Signing":
        """Whether the books of a day or a month wait for a signature."""
        from ledger.day.signing import Signing  # noqa: PLC0415  who reads figures folds none

        return self._folded(Signing(), signing_events.stream(books))

    def series(self, name: str) -> "FormSeries":
        """A series of forms as it stands; one without events where there is none of that id."""
        from ledger.form.series import FormSeries  # noqa: PLC0415  who reads figures folds none

        return self._folded(FormSeries(name), form_events.stream(name))

    def slip_series(self, stream: str) -> "SlipSeries":
        """A series of slips as it stands, by its stream; one without events where there is none."""
        from ledger.form.slip_series import SlipSeries  # noqa: PLC0415  who reads figures folds none

        return self._folded(SlipSeries(), stream)

    def pit(self, stream: str) -> "Pit":
        """A pit as it stands, by its stream."""
        from ledger.pit.state import Pit  # noqa: PLC0415  who reads figures folds none

        return self._folded(Pit(), stream)

    # -- operators

    def registry(self) -> Registry:
        """The register of operators. It is kept, and the next time only brought up to date."""
        return self._registry_with(self.stream(operator_events.STREAM, self._registry.version))

    def _registry_with(self, since: Sequence[Recorded]) -> Registry:
        new = self._new(operator_events.STREAM, self._registry.version, since)
        if new is None:
            self._registry = Registry()
            return self.registry()
        if new:
            self._registry = self._registry.copy()
            for recorded in new:
                self._registry.apply(recorded.event)
        return self._registry

    def enrollment(self, operator: str) -> "Enrollment":
        """Whether an operator has a passphrase, and the attempts at it."""
        from ledger.operators.enrollment import Enrollment  # noqa: PLC0415  who reads figures folds none

        return self._folded(Enrollment(), operator_events.passphrase_stream(operator))

    def feed_tokens(self) -> "FeedTokens":
        """The tokens of all feed sources."""
        from ledger.equipment.tokens import FeedTokens  # noqa: PLC0415  who reads figures folds none

        return self._folded(FeedTokens(), feed_events.TOKENS)

    # -- the property

    def property_now(self) -> Property:
        """The property with the settings in force. It is kept, and the next time only brought up to date."""
        return self._property_with(self.stream(property_events.STREAM, self._property.version))

    def _property_with(self, since: Sequence[Recorded]) -> Property:
        new = self._new(property_events.STREAM, self._property.version, since)
        if new is None:
            self._property = Property()
            return self.property_now()
        if new:
            self._property = copy(self._property)
            for recorded in new:
                self._property.apply(recorded.event)
        return self._property

    @property
    def established(self) -> property_events.PropertyEstablished | None:
        """Who the property of this store is; None before it is established. Asked until it is: that is for good."""
        return self._property.established or self.property_now().established

    @property
    def property(self) -> property_events.PropertyEstablished:
        """The same. Raises NotFound before it is established."""
        if (established := self.established) is not None:
            return established
        raise NotFound(
            "no_property",
            "This store does not belong to a property yet.",
            "Run pit init with the name, the time zone and the cut-off.",
        )

    @cached_property
    def calendar(self) -> GamingCalendar:
        """The property's gaming calendar."""
        return read_calendar(self.property.zone, self.property.cutoff)
