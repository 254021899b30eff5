"""Snapshots of tables and links: written after the commit, and only to save time."""

from bisect import bisect_left, bisect_right
from contextlib import suppress
from typing import Any, Final

from eventsourcing.persistence import EventStore, RecordConflictError

from ledger.events import link as link_events
from ledger.events.base import Recorded
from ledger.link.state import Link
from ledger.table import state as table_state
from ledger.table.state import Table
from ledger.transaction.loading import Loader

LINK_EVERY: Final = 100
"""Events of a link between two of its snapshots, which are small: every round of all its tables is one."""

TABLE_EVERY: Final = 500
"""Events of a table between two of its snapshots, besides those of its closing: the floor of any moment is folded from
the last ones before it.
"""


class Snapshots:
    """Writes them. store: where they are, or None."""

    def __init__(self, store: EventStore[str] | None, loader: Loader) -> None:
        self._store = store
        self._loader = loader

    def table_closed(self, table: Table) -> None:
        """A table has closed, and is looked at again only tomorrow."""
        self._keep(table_state.stream(table.code), table)

    def table_moved(self, table: Table, before: Table | None) -> None:
        """A table has got events; every TABLE_EVERY of them are worth a snapshot."""
        if table.version // TABLE_EVERY > (before.version if before else 0) // TABLE_EVERY:
            self._keep(table_state.stream(table.code), table)

    def link_moved(self, link: Link, before: Link | None) -> None:
        """A link has got events; every LINK_EVERY of them are worth a snapshot."""
        if link.version // LINK_EVERY > (before.version if before else 0) // LINK_EVERY:
            self._keep(link_events.stream(link.code), link)

    def of_table(self, code: str) -> bool:
        """Write the snapshots that a table lacks, one every TABLE_EVERY events. Says whether it wrote one."""
        stream = table_state.stream(code)
        if self._store is None:
            return False
        there = sorted(each.originator_version for each in self._store.get(stream))
        lacking = [
            version
            for version in range(TABLE_EVERY, self._loader.last_version(stream) + 1, TABLE_EVERY)
            if bisect_left(there, version) == bisect_left(there, version + TABLE_EVERY)
        ]
        for version in lacking:
            table = self._loader.table_without(code, last=version)
            with suppress(RecordConflictError):
                self._store.put([Recorded(stream, version, table)])
        return bool(lacking)

    def of_link(self, code: str) -> bool:
        """Write the snapshots of a link that its stream lacks, one every LINK_EVERY events: what its meters showed is
        wanted of any round, however long ago. Says whether it wrote one.
        """
        stream = link_events.stream(code)
        if self._store is None:
            return False
        there = sorted(each.originator_version for each in self._store.get(stream))
        link, last, written = Link(), 0, False
        while history := self._loader.stream(stream, link.version + 1, link.version + LINK_EVERY):
            for recorded in history:
                link.apply(recorded.event)
            near = bisect_right(there, link.version)
            last = max(last, there[near - 1] if near else 0)
            if link.version - last >= LINK_EVERY:
                with suppress(RecordConflictError):
                    self._store.put([Recorded(stream, link.version, link)])
                last, written = link.version, True
        return written

    def _keep(self, stream: str, saved: Any) -> None:
        """Write one where the last one is of fewer events."""
        if self._store is None:
            return
        last = list(self._store.get(stream, desc=True, limit=1))
        if saved.version > (last[0].originator_version if last else 0):
            with suppress(RecordConflictError):
                self._store.put([Recorded(stream, saved.version, saved)])
