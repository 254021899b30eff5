"""What was decided together and is saved together."""

from collections.abc import Callable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Final

from ledger.day.state import GamingDay, GamingMonth
from ledger.events import day as day_events
from ledger.events import feed as feed_events
from ledger.events import form as form_events
from ledger.events import link as link_events
from ledger.events import month as month_events
from ledger.events import operators as operator_events
from ledger.events.act import Act, Stamp
from ledger.events.base import A, Event, Recorded
from ledger.events.pit import stream as pit_stream
from ledger.events.property import STREAM as PROPERTY
from ledger.events.table import TableClosed
from ledger.events.undoing import in_effect, undone_versions
from ledger.form.series import FormSeries
from ledger.link.state import Link, unknown_link
from ledger.operators.register import Registry
from ledger.pit.state import Pit
from ledger.property.state import Property
from ledger.rules import Catalogue
from ledger.store.errors import store_errors
from ledger.table import state as table_state
from ledger.table.state import Table
from ledger.transaction import bounds, moments
from ledger.transaction.gate import Gate
from ledger.transaction.keys import Keys
from ledger.transaction.loading import Loader
from ledger.transaction.snapshots import Snapshots
from ledger.transaction.sources import Sources
from ledger.transaction.stamping import stamp
from ledger.values.calendar import GamingCalendar
from ledger.values.codes import CODE
from ledger.values.errors import Misused

_PITS: Final = pit_stream("")
MINUTE: Final = 60_000_000

MANY: Final = 200
"""Events of a table that are looked through at a time."""


@dataclass(frozen=True, slots=True)
class Done:
    """What a command recorded. position: of its last event in the log; None on a dry run.

    repeated: nothing was added; these are the events that this very command recorded before.
    """

    events: tuple[Recorded, ...]
    position: int | None
    repeated: bool = False


class UnitOfWork:
    """Events decided one after the other and saved in one transaction; a refused act leaves nothing in it.

    Tables and links stay loaded after a commit, so that a feed need not load them again. `forget` goes back to what
    was saved, and they are then brought up to date with what others have written.
    """

    def __init__(
        self,
        loader: Loader,
        snapshots: Snapshots,
        clock: Callable[[], int],
        catalogue: Catalogue,
        *,
        on_saved: Callable[[int], None],
        careful: bool = True,
    ) -> None:
        """on_saved: told the last position whenever something was saved.

        careful: look every name up that can be used once; otherwise only after a commit has failed by one.
        """
        self.loader = loader
        self.clock = clock
        self.catalogue = catalogue
        self.gate = Gate(loader, clock)
        self.keys = Keys(loader, clock, careful=careful)
        self.sources = Sources(loader.journal)
        self._snapshots = snapshots
        self._on_saved = on_saved
        self._tables: dict[str, Table | None] = {}
        self._saved: dict[str, Table | None] = {}
        self._links: dict[str, Link] = {}
        self._saved_links: dict[str, Link] = {}
        self._versions: dict[str, int] = {}
        self._pending: list[Recorded] = []
        self._tolerance: int | None = None

    def __len__(self) -> int:
        """How many events wait to be saved."""
        return len(self._pending)

    def stamp(self, act: Act, calendar: GamingCalendar | None = None) -> Stamp:
        """Who says it, when, and on which gaming day: the one place that every act comes through, where it gets its
        time.

        calendar: the property's, unless given. Raises Refused for a time that cannot be, or a number.
        """
        bounds.verify(act)
        now, calendar = self.clock(), calendar or self.loader.calendar
        stamped = stamp(act, now, calendar)
        moments.verify(self, act, stamped.at, now, calendar.tz)
        return stamped

    @property
    def tolerance(self) -> int:
        """Microseconds by which two clocks of the property may differ; looked up once a transaction."""
        if self._tolerance is None:
            settings = self.loader.property_now().settings
            self._tolerance = settings.clock_tolerance_minutes * MINUTE
        return self._tolerance

    # -- aggregates as they stand, with what waits here

    def table(self, code: str) -> Table | None:
        """A table, or None where there is none of that code. Raises Misused for what cannot be a code."""
        if code not in self._tables:
            if not CODE.fullmatch(code):
                raise Misused(
                    "bad_table_code",
                    f"{code!r} cannot be a table's code.",
                    "Use letters, digits, dot, dash and underscore, at most 32.",
                    table=code,
                )
            self._tables[code] = self._saved[code] = self.loader.table(code, self._saved.get(code))
        return self._tables[code]

    def known_table(self, code: str) -> Table:
        """A table. Raises NotFound."""
        found = self.table(code) if CODE.fullmatch(code) else None
        if found is None:
            raise table_state.unknown_table(code)
        return found

    def link(self, code: str) -> Link:
        """A progressive link. Raises NotFound."""
        if code not in self._links:
            found = self.loader.link(code)
            if found is None:
                raise unknown_link(code)
            self._links[code] = self._saved_links[code] = found
            # What was read is what the next event follows; anything written since is a conflict.
            self._versions[link_events.stream(code)] = found.version
        return self._links[code]

    def pit(self, stream: str) -> Pit:
        """A pit, by its stream."""
        return self._with_waiting(stream, self.loader.pit(stream))

    def day(self, day: str) -> GamingDay:
        """What has been counted for a gaming day."""
        return self._with_waiting(day_events.stream(day), self.loader.day(day))

    def month(self, month: str) -> GamingMonth:
        """A month, and how it was closed."""
        return self._with_waiting(month_events.stream(month), self.loader.month(month))

    def series(self, name: str) -> FormSeries:
        """A series of forms; one without events where there is none of that id."""
        return self._with_waiting(form_events.stream(name), self.loader.series(name))

    def registry(self) -> Registry:
        """The register of operators, for a change of it."""
        return self._with_waiting(operator_events.STREAM, self.gate.registry().copy())

    def property(self) -> Property:
        """The property, for a change of it."""
        return self._with_waiting(PROPERTY, copy(self.loader.property_now()))

    def _with_waiting(self, stream: str, loaded: A) -> A:
        """Folded anew each time. What was read is what the next event follows; anything written since is a conflict."""
        self._versions.setdefault(stream, loaded.version)
        for recorded in self.waiting(stream):
            loaded.apply(recorded.event)
        return loaded

    def waiting(self, stream: str) -> list[Recorded]:
        """The events of a stream that wait to be saved."""
        return [recorded for recorded in self._pending if recorded.originator_id == stream]

    def happened_since(self, code: str, at: int) -> Iterator[Event]:
        """A table's events that happened at a moment or after it and count, waiting ones included.

        They are recorded nearly in order: where many together are all of before, so are those before them.
        """
        stream, saved = table_state.stream(code), self._saved.get(code)
        yield from (each.event for each in self.waiting(stream) if each.event.at >= at)
        last = saved.version if saved else 0
        undone: set[int] = set()
        while last > 0:
            some = self.loader.stream(stream, max(1, last - MANY + 1), last)
            found = [each for each in some if each.event.at >= at]
            if not found:
                return
            undone |= undone_versions(some)
            yield from (each.event for each in found if each.originator_version not in undone)
            last -= MANY

    def history(self, stream: str) -> list[Event]:
        """All events of a stream that count, those that wait here included."""
        together = in_effect((*self.loader.stream(stream), *self.waiting(stream)))
        return [each.event for each in together if each.event is not None]

    # -- what waits to be saved

    def append(self, stream: str, *events: Event) -> tuple[Recorded, ...]:
        """Add events to a stream, once they are through the gate."""
        if stream != PROPERTY:  # Before it is established, a property has no calendar.
            self.gate.verify_days(event.day for event in events)
        self.gate.verify_signed(events)
        return self.put(stream, events)

    def put(self, stream: str, events: Sequence[Event]) -> tuple[Recorded, ...]:
        """Add events that were verified."""
        if stream not in self._versions:
            self._versions[stream] = self.loader.last_version(stream)
        version = self._versions[stream]
        recorded = tuple(
            Recorded(stream, number, event) for number, event in enumerate(events, version + 1)
        )
        self._versions[stream] = version + len(recorded)
        self._pending.extend(recorded)
        return recorded

    def put_table(self, table: Table, events: Sequence[Event]) -> list[Recorded]:
        """Add a table's verified events, which it has folded in."""
        self._tables[table.code] = table
        first = table.version - len(events) + 1
        stream = table_state.stream(table.code)
        recorded = [Recorded(stream, version, event) for version, event in enumerate(events, first)]
        self._pending.extend(recorded)
        return recorded

    def hold(self, link: Link) -> None:
        """Go on with a link that has folded its events in."""
        self._links[link.code] = link

    # -- a feed's records

    def set_aside(self, refused: feed_events.RecordRefused, key: str = "") -> None:
        """Record that a feed record was refused; its number, if it has one, counts as taken.

        key: what stands for a line without a number, so that it is set aside once.
        """
        self.append(feed_events.stream(refused.source), refused)
        if refused.source:
            self.sources.advance(refused.source, refused.seq)
        else:
            self.keys.use([key])

    def is_outdated(self, table: str, source: str) -> bool:
        """Whether somebody else has written to a table or its link, taken records of a source, or registered operators
        meanwhile.
        """
        if self.gate.is_outdated():
            return True
        if table in self._tables:
            saved = self._saved[table]
            if self.loader.last_version(table_state.stream(table)) != (
                saved.version if saved else 0
            ):
                return True
            known = self._saved_links.get(saved.link) if saved and saved.link else None
            if (
                known is not None
                and known.code in self._links
                and self.loader.last_version(link_events.stream(known.code)) != known.version
            ):
                return True
        return self.sources.is_outdated(source)

    # -- saving

    def commit(self) -> int | None:
        """Save everything in one transaction; the position of the last event, or None where nothing waited.

        Raises the library's RecordConflictError when somebody else wrote first; nothing is saved then, and nothing is
        remembered.
        """
        pending, self._pending = self._pending, []
        claims, moves = self.keys.handed_over(), self.sources.handed_over()
        conditions = self.gate.conditions(pending)
        if not pending:
            return None
        try:
            with store_errors():
                stored = list(map(self.loader.mapper.to_stored_event, pending))
                positions = self.loader.journal.append(
                    stored, claims=claims, feed=moves, conditions=conditions
                )
        except BaseException:
            self.forget()
            raise
        self._on_saved(positions[-1])
        self._tolerance = None
        self.keys.trust()
        self._keep(pending)
        return positions[-1]

    def _keep(self, pending: Sequence[Recorded]) -> None:
        """Remember what was saved, and write the snapshots that are due."""
        self._saved.update(self._tables)
        for code, link in self._links.items():
            self._snapshots.link_moved(link, self._saved_links.get(code))
        self._saved_links.update(self._links)
        closed = {each.originator_id for each in pending if isinstance(each.event, TableClosed)}
        for code, table in self._tables.items():
            if table is not None and table_state.stream(code) in closed:
                self._snapshots.table_closed(table)

    def pretend(self) -> None:
        """Let go of the events that wait, and go on as if they were saved: a dry run.

        Those of pits stay: a pit is folded anew each time.
        """
        self.gate.pretend()
        self._pending = [
            recorded for recorded in self._pending if recorded.originator_id.startswith(_PITS)
        ]

    def forget(self) -> None:
        """Let go of everything decided since it was last saved."""
        for part in (self.gate, self.keys, self.sources):
            part.forget()
        for held in (self._tables, self._links, self._versions, self._pending):
            held.clear()
        self._tolerance = None
