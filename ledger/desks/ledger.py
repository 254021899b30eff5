"""The commands of the ledger: load, decide, save. Several aggregates change in one transaction or not at all."""

import random
import threading
import time
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, suppress
from copy import copy
from functools import cached_property
from typing import Any, cast

import msgspec
from eventsourcing.application import AggregateNotFoundError, Application
from eventsourcing.persistence import RecordConflictError

from ledger.day.state import GamingDay
from ledger.desks.counting import CountingDesk
from ledger.events import day as days
from ledger.events import link as progressive_events
from ledger.events import operators as operator_events
from ledger.events import property as properties
from ledger.events.base import Event, Recorded
from ledger.link import state as progressive
from ledger.operators.register import Registry
from ledger.property.state import Property, verify_settings
from ledger.rules import Catalogue
from ledger.store.errors import store_errors
from ledger.store.recorders import SqlApplicationRecorder
from ledger.table import state as tables
from ledger.table.acts import Act
from ledger.transaction.unit import Done, UnitOfWork, unknown_table
from ledger.values.calendar import GamingCalendar, read_calendar
from ledger.values.errors import Conflict, NotFound, Refused

ATTEMPTS = 24
"""How often a command is decided again after somebody else wrote first."""

FREE_ATTEMPTS = 1
"""After so many in vain, and the first, a command waits for its turn."""

SNAPSHOT_AFTER = 1_000
"""More events than this since the last snapshot are worth a new one."""


def now_micros() -> int:
    """The clock: microseconds since 1970 UTC."""
    return time.time_ns() // 1_000


class Ledger(Application[str]):
    """The ledger of one property.

    url: the store (`sqlite:///...`, `postgresql://...`). clock: microseconds UTC, for `recorded_at`.
    catalogue: the rules submissions that can be adopted; those that ship unless given.
    Raises StoreUnreachable when the store cannot be reached.
    """

    name = "pit"
    is_snapshotting_enabled = True

    def __init__(
        self,
        url: str,
        clock: Callable[[], int] = now_micros,
        catalogue: Catalogue | None = None,
    ) -> None:
        super().__init__(
            {
                "PERSISTENCE_MODULE": "ledger.store.factory",
                "MAPPER_TOPIC": "ledger.store.codec:EventMapper",
                "PIT_DB_URL": url,
            }
        )
        self.clock = clock
        self.catalogue = catalogue or Catalogue()
        self._links: dict[str, progressive.Link] = {}
        self._operators: Registry | None = None
        self._property = Property()
        self._turn = threading.Lock()
        self.on_saved: Callable[[int], None] = lambda _: None
        """Told the last position whenever something was saved, or is found saved under a key."""

    # -- reading

    @property
    def journal(self) -> SqlApplicationRecorder:
        """The whole log, in order."""
        return cast("SqlApplicationRecorder", self.recorder)

    def load_table(self, code: str, known: tables.Table | None = None) -> tables.Table | None:
        """A table as it stands, or None where there is none of that code.

        known: the table as it stood once, to be brought up to date instead of loaded anew.
        """
        with store_errors():
            if known is not None:
                return tables.fold(
                    known.copy(), self.stream(tables.stream(code), known.version + 1)
                )
            try:
                found = self.repository.get(
                    tables.stream(code), projector_func=cast("Any", tables.fold)
                )
                return cast("tables.Table", found)
            except AggregateNotFoundError:
                return None

    def table(self, code: str) -> tables.Table:
        """A table as it stands. Raises NotFound."""
        found = self.load_table(code)
        if found is None:
            raise unknown_table(code)
        return found

    def load_link(self, code: str) -> progressive.Link | None:
        """A progressive link as it stands, or None. It is kept, and the next time only brought up to date."""
        stream = progressive_events.stream(code)
        known = self._links.get(code)
        with store_errors():
            if known is not None:
                found = progressive.fold(known.copy(), self.stream(stream, known.version + 1))
            else:
                try:
                    found = cast(
                        "progressive.Link | None",
                        self.repository.get(stream, projector_func=cast("Any", progressive.fold)),
                    )
                except AggregateNotFoundError:
                    return None
        if found is not None:
            self._links[code] = found
        return found

    def link(self, code: str) -> progressive.Link:
        """A progressive link as it stands. Raises NotFound."""
        found = self.load_link(code)
        if found is None:
            raise progressive.unknown_link(code)
        return found

    def load_day(self, day: str) -> GamingDay:
        """What has been counted for a gaming day (ISO date)."""
        state = GamingDay()
        for recorded in self.stream(days.stream(day)):
            state.apply(recorded.event)
        return state

    def load_operators(self) -> Registry:
        """The register of operators. It is kept, and the next time only brought up to date."""
        known = self._operators or Registry()
        if new := self.stream(operator_events.STREAM, known.version + 1):
            known = known.copy()
            for recorded in new:
                known.apply(recorded.event)
        self._operators = known
        return known

    def operators_at_hand(self) -> Registry:
        """The register as it was read last where nobody was in it, else brought up to date.

        So an open property reads it once and not for each transaction: the commit sees to it that it is open still.
        """
        known = self._operators
        return known if known is not None and known.open else self.load_operators()

    def doubt_operators(self) -> None:
        """Have the register read again before it is next relied on."""
        if self._operators is not None and self._operators.open:
            self._operators = None

    def load_property(self) -> Property:
        """The property with the settings in force. It is kept, and the next time only brought up to date."""
        known = self._property
        if new := self.stream(properties.STREAM, known.version + 1):
            known = copy(known)
            for recorded in new:
                known.apply(recorded.event)
            self._property = known
        return known

    @cached_property
    def property(self) -> properties.PropertyEstablished:
        """Who the property of this store is. Raises NotFound before `establish`."""
        established = self.load_property().established
        if established is not None:
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

    def stream(self, stream: str, first: int = 1, last: int | None = None) -> list[Recorded]:
        """The events of a stream, from one version to another."""
        with store_errors():
            return cast("list[Recorded]", list(self.events.get(stream, gt=first - 1, lte=last)))

    # -- writing

    def begin(self, *, careful: bool = True) -> UnitOfWork:
        """Start gathering acts that are saved in one transaction."""
        return UnitOfWork(self, careful=careful)

    def act(self, *acts: Act, key: str = "", dry_run: bool = False) -> Done:
        """Decide one act of a table, or acts of several together, and save what they come to.

        key: makes the command safe to repeat. Raises Refused, NotFound, Conflict.
        """
        return self.run(lambda unit: unit.take(*acts), key=key, request=acts, dry_run=dry_run)

    def establish(
        self,
        name: str,
        zone: str,
        cutoff: str,
        *,
        settings: Mapping[str, Any] | None = None,
        by: str,
        dry_run: bool = False,
    ) -> Done:
        """Give the store its property: name, IANA time zone, cut-off `HH:MM`, and settings that are not the defaults.

        The same again changes nothing. Raises Refused where the store has another property, Misused.
        """
        calendar, asked = read_calendar(zone, cutoff), dict(settings or {})
        verify_settings(asked, cutoff)
        there = self.load_property()
        if there.established is not None:
            _verify_established(there, there.established, (name, zone, cutoff), asked)
            return Done((Recorded(properties.STREAM, 1, there.established),), None, repeated=True)
        now = self.clock()
        said: dict[str, Any] = {
            "by": by,
            "at": now,
            "recorded_at": now,
            "day": calendar.day_of(now),
        }
        events: list[Event] = [
            properties.PropertyEstablished(name=name, zone=zone, cutoff=cutoff, **said)
        ]
        if asked:
            events.append(properties.PropertySettingsChanged(**asked, **said))
        return self.run(lambda unit: unit.append(properties.STREAM, events), dry_run=dry_run)

    def count_drop(  # noqa: PLR0913  all but two are keywords
        self,
        day: str,
        table: str,
        *,
        cash_cents: int,
        cash: dict[int, int],
        originals: Sequence[days.OriginalFound] = (),
        by: str,
        at: int,
        recount: bool = False,
        key: str = "",
        dry_run: bool = False,
    ) -> Done:
        """Record the cash of one table's drop box, in cents and, where known, by denomination, and the
        originals of forms in it (A3, F6).
        """
        box = days.DropBox(table, cash_cents, cash, list(originals))
        return CountingDesk(self).count(
            day, [box], by=by, at=at, recount=recount, key=key, dry_run=dry_run
        )

    def receive_duplicates(
        self, day: str, forms: Sequence[days.DuplicateReceived], **how: Any
    ) -> Done:
        """Record the copies of forms that accounting received for a gaming day (F4-F6).

        how: as for CountingDesk.receive_duplicates.
        """
        return CountingDesk(self).receive_duplicates(day, forms, **how)

    def run(
        self,
        decide: Callable[[UnitOfWork], tuple[Recorded, ...]],
        *,
        key: str = "",
        request: Any = None,
        dry_run: bool = False,
    ) -> Done:
        """Decide and save one command; decide it again when somebody else wrote first, up to ATTEMPTS times.

        request: what the key stands for; the same key with another request is a Conflict.
        """
        for attempt in range(ATTEMPTS):
            with self.turn() if attempt > FREE_ATTEMPTS else nullcontext():
                unit = self.begin()
                if dry_run:
                    unit.registry()  # No commit will see to it that the property is open still.
                if key and (earlier := unit.find_key(key, request)):
                    if earlier.position is not None:
                        self.on_saved(earlier.position)
                    return earlier
                events = decide(unit)
                if dry_run:
                    return Done(events, None)
                if key:
                    unit.keep_key(key, request, events)
                try:
                    return Done(events, unit.commit())
                except RecordConflictError:
                    pass
            # Not all at the same moment again: the tables of a link write to one stream.
            time.sleep(random.uniform(0, 0.002 * 2 ** min(attempt, 5)))  # noqa: S311  no secret
        raise Conflict(
            "busy",
            "Others kept writing to the same table.",
            "Nothing was recorded; repeat the command.",
            attempts=ATTEMPTS,
        )

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Wait for one's turn among those to whom others came first, so that the tables of a link are served in order.

        Those who come for the first time do not wait.
        """
        with self._turn, store_errors(), self.journal.turn():
            yield

    # -- snapshots

    def snapshot(self, code: str) -> bool:
        """Write a snapshot of a table where more than SNAPSHOT_AFTER events follow the last one.

        Says whether it did.
        """
        table = self.load_table(code)
        return table is not None and self.keep_snapshot(tables.stream(code), table, SNAPSHOT_AFTER)

    def snapshot_link(self, code: str) -> bool:
        """Write the snapshots of a link that its stream lacks, one every SNAPSHOT_AFTER events: what its meters showed
        is wanted of any round, however long ago. Says whether it wrote one.
        """
        stream = progressive_events.stream(code)
        if self.snapshots is None:
            return False
        there = sorted(each.originator_version for each in self.snapshots.get(stream))
        link, last, written = progressive.Link(), 0, False
        while history := self.stream(stream, link.version + 1, link.version + SNAPSHOT_AFTER):
            for recorded in history:
                link.apply(recorded.event)
            near = bisect_right(there, link.version)
            last = max(last, there[near - 1] if near else 0)
            if link.version - last >= SNAPSHOT_AFTER:
                with suppress(RecordConflictError):
                    self.snapshots.put([Recorded(stream, link.version, link)])
                last, written = link.version, True
        return written

    def keep_snapshot(
        self, stream: str, saved: tables.Table | progressive.Link, after: int = 0
    ) -> bool:
        """Write a snapshot of a saved aggregate where more than `after` events follow the last one.

        Says whether it did.
        """
        if self.snapshots is None:
            return False
        last = list(self.snapshots.get(stream, desc=True, limit=1))
        if saved.version - (last[0].originator_version if last else 0) <= after:
            return False
        try:
            self.snapshots.put([Recorded(stream, saved.version, saved)])
        except RecordConflictError:
            return False
        return True


def _verify_established(
    there: Property,
    established: properties.PropertyEstablished,
    terms: tuple[str, str, str],
    settings: Mapping[str, Any],
) -> None:
    """Raise Refused where a store is to be given another property, or other settings, than it has."""
    if (established.name, established.zone, established.cutoff) != terms:
        raise Refused(
            "property_differs",
            f"This store belongs to {established.name}, {established.zone}, cut-off {established.cutoff}.",
            "A property keeps its name, zone and cut-off; use another store for another property.",
            name=established.name,
            zone=established.zone,
            cutoff=established.cutoff,
        )
    in_force = msgspec.to_builtins(there.settings)
    if any(in_force[name] != value for name, value in settings.items()):
        raise Refused(
            "settings_differ",
            "This property has other settings.",
            "pit property show tells which; pit property set changes them.",
            in_force=in_force,
            asked=dict(settings),
        )
