"""Snapshots of tables and links: written after the commit, and only to save time."""

from bisect import bisect_right
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

WORTH_ONE: Final = 1_000
"""More events of a table than this since its last snapshot are worth a new one."""


class Snapshots:
    """Writes them. store: where they are, or None."""

    def __init__(self, store: EventStore[str] | None, loader: Loader) -> None:
        self._store = store
        self._loader = loader

    def table_closed(self, table: Table) -> None:
        """A table has closed, and is looked at again only tomorrow."""
        self._keep(table_state.stream(table.code), table)

    def link_moved(self, link: Link, before: Link | None) -> None:
        """A link has got events; every LINK_EVERY of them are worth a snapshot."""
        if link.version // LINK_EVERY > (before.version if before else 0) // LINK_EVERY:
            self._keep(link_events.stream(link.code), link)

    def of_table(self, code: str) -> bool:
        """Write a snapshot of a table where more than WORTH_ONE events follow the last one. Says whether it did."""
        table = self._loader.table(code)
        return table is not None and self._keep(table_state.stream(code), table, WORTH_ONE)

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

    def _keep(self, stream: str, saved: Any, after: int = 0) -> bool:
        """Write one where more than `after` events follow the last one."""
        if self._store is None:
            return False
        last = list(self._store.get(stream, desc=True, limit=1))
        if saved.version - (last[0].originator_version if last else 0) <= after:
            return False
        try:
            self._store.put([Recorded(stream, saved.version, saved)])
        except RecordConflictError:
            return False
        return True
