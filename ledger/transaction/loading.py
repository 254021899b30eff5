"""What stands in the store: every aggregate from its stream, and what is kept of it between transactions."""

from collections.abc import Collection
from copy import copy
from functools import cached_property
from typing import Any, cast

from eventsourcing.application import AggregateNotFoundError, Repository
from eventsourcing.persistence import EventStore

from ledger.day.state import GamingDay, GamingMonth
from ledger.events import day as day_events
from ledger.events import form as form_events
from ledger.events import link as link_events
from ledger.events import month as month_events
from ledger.events import operators as operator_events
from ledger.events import property as property_events
from ledger.events.base import Recorded
from ledger.events.undoing import undone_versions
from ledger.form.series import FormSeries
from ledger.link import state as link_state
from ledger.operators.register import Registry
from ledger.pit.state import Pit
from ledger.property.state import Property
from ledger.store.errors import store_errors
from ledger.store.recorders import SqlApplicationRecorder
from ledger.table import state as table_state
from ledger.values.calendar import GamingCalendar, read_calendar
from ledger.values.errors import NotFound


class Loader:
    """Loads aggregates. Links and the register of operators are kept, and the next time only brought up to date."""

    def __init__(
        self,
        events: EventStore[str],
        repository: Repository[str],
        snapshots: EventStore[str] | None,
    ) -> None:
        self._events = events
        self._repository = repository
        self._snapshots = snapshots
        self._links: dict[str, link_state.Link] = {}
        self._registry: Registry | None = None
        self._property = Property()

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

    def last_version(self, stream: str) -> int:
        """The version of a stream's last event, 0 where it has none."""
        with store_errors():
            last = self.journal.select_events(stream, desc=True, limit=1)
        return last[0].originator_version if last else 0

    # -- aggregates

    def table(self, code: str, known: table_state.Table | None = None) -> table_state.Table | None:
        """A table as it stands, or None where there is none of that code.

        known: the table as it stood once, to be brought up to date instead of loaded anew.
        """
        stream = table_state.stream(code)
        if known is not None:
            new = self.stream(stream, known.version + 1)
            if min(undone_versions(new), default=known.version + 1) > known.version:
                return table_state.fold(known.copy(), new)
        return self.table_without(code)

    def table_without(self, code: str, undone: Collection[int] = ()) -> table_state.Table | None:
        """A table from its last snapshot on that is older than all that was taken back since, or None.

        undone: versions that count no more either.
        """
        stream, before = table_state.stream(code), min(undone, default=None)
        while True:
            kept = self._snapshot(stream, None if before is None else before - 1)
            at = kept.originator_version if kept else 0
            history = self.stream(stream, at + 1)
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
        return table_state.fold(None, [kept, *lasting] if kept else lasting)

    def _snapshot(self, stream: str, lte: int | None) -> Recorded | None:
        """The last snapshot of a stream up to a version."""
        if self._snapshots is None:
            return None
        with store_errors():
            found = list(self._snapshots.get(stream, desc=True, limit=1, lte=lte))
        return cast("Recorded", found[0]) if found else None

    def link(self, code: str) -> link_state.Link | None:
        """A progressive link as it stands, or None."""
        stream, known = link_events.stream(code), self._links.get(code)
        if known is not None:
            found = link_state.fold(known.copy(), self.stream(stream, known.version + 1))
        else:
            found = self._whole(stream, link_state.fold)
        if found is not None:
            self._links[code] = found
        return found

    def _whole(self, stream: str, fold: Any) -> Any:
        """From the last snapshot on."""
        with store_errors():
            try:
                return self._repository.get(stream, projector_func=fold)
            except AggregateNotFoundError:
                return None

    def day(self, day: str) -> GamingDay:
        """What has been counted for a gaming day (ISO date)."""
        state = GamingDay()
        for recorded in self.stream(day_events.stream(day)):
            state.apply(recorded.event)
        return state

    def month(self, month: str) -> GamingMonth:
        """A month (`2026-07`) as it stands."""
        state = GamingMonth()
        for recorded in self.stream(month_events.stream(month)):
            state.apply(recorded.event)
        return state

    def series(self, name: str) -> FormSeries:
        """A series of forms as it stands; one without events where there is none of that id."""
        state = FormSeries(name)
        for recorded in self.stream(form_events.stream(name)):
            state.apply(recorded.event)
        return state

    def pit(self, stream: str) -> Pit:
        """A pit as it stands, by its stream."""
        state = Pit()
        for recorded in self.stream(stream):
            state.apply(recorded.event)
        return state

    # -- operators

    def registry(self) -> Registry:
        """The register of operators."""
        known = self._registry or Registry()
        if new := self.stream(operator_events.STREAM, known.version + 1):
            known = known.copy()
            for recorded in new:
                known.apply(recorded.event)
        self._registry = known
        return known

    def registry_at_hand(self) -> Registry:
        """The register as it was read last where nobody was in it, else brought up to date.

        So an open property reads it once and not for each transaction: the commit sees to it that it is open still.
        """
        known = self._registry
        return known if known is not None and known.open else self.registry()

    def doubt_registry(self) -> None:
        """Have the register read again before it is next relied on."""
        if self._registry is not None and self._registry.open:
            self._registry = None

    # -- the property

    def property_now(self) -> Property:
        """The property with the settings in force. It is kept, and the next time only brought up to date."""
        known = self._property
        if new := self.stream(property_events.STREAM, known.version + 1):
            known = copy(known)
            for recorded in new:
                known.apply(recorded.event)
            self._property = known
        return known

    @cached_property
    def property(self) -> property_events.PropertyEstablished:
        """Who the property of this store is. Raises NotFound before it is established."""
        established = self.property_now().established
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
