"""What was decided together and is saved together."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress

import msgspec
from eventsourcing.persistence import PersistenceError
from msgspec import structs

from ledger.events import feed as feed_events
from ledger.events import link as link_events
from ledger.events.act import Act, Stamp
from ledger.events.base import Event, Recorded
from ledger.events.property import STREAM as PROPERTY
from ledger.events.table import TableClosed
from ledger.rules.catalogue import Catalogue
from ledger.store.errors import store_errors
from ledger.store.recorders import Secret
from ledger.table import state as table_state
from ledger.table.state import Table
from ledger.transaction import bounds, moments
from ledger.transaction.gate import Gate
from ledger.transaction.identity import Identity
from ledger.transaction.keys import Keys
from ledger.transaction.loading import Loader
from ledger.transaction.pending import Pending
from ledger.transaction.snapshots import Snapshots
from ledger.transaction.sources import Sources
from ledger.transaction.stamping import stamp
from ledger.transaction.standing import Standing
from ledger.values.calendar import GamingCalendar


class Done(msgspec.Struct, frozen=True):
    """What a command recorded. position: of its last event in the log; None on a dry run.

    repeated: nothing was added; these are the events that this very command recorded before. tables: those that it was
    about, as they stand then; none where it is repeated.
    """

    events: tuple[Recorded, ...]
    position: int | None
    repeated: bool = False
    tables: Mapping[str, Table] = {}


class UnitOfWork:
    """Events decided one after the other and saved in one transaction; a refused act leaves nothing in it.

    pending: the events. standing: aggregates, with these. keys, sources: names and numbers that they use up. gate: who
    may enter them, and on which days. dry_run: nothing of it will be saved.
    """

    def __init__(
        self,
        loader: Loader,
        snapshots: Snapshots,
        clock: Callable[[], int],
        catalogue: Catalogue,
        identity: Identity,
        *,
        on_saved: Callable[[int], None],
        careful: bool = True,
    ) -> None:
        """on_saved: told the last position whenever something was saved.

        identity: asks whoever acts and signs for their passphrases, where the property requires them.

        careful: look every name up that can be used once; otherwise only after a commit has failed by one.
        """
        self.loader = loader
        self.clock = clock
        self.catalogue = catalogue
        self.identity = identity
        self.gate = Gate(loader, clock, identity)
        self.keys = Keys(loader, clock, careful=careful)
        self.sources = Sources(loader.journal)
        self.pending = Pending(loader)
        self.standing = Standing(loader, self.gate, self.pending)
        self.dry_run = False
        self._secrets: dict[str, Secret] = {}
        self._snapshots = snapshots
        self._entered: dict[str, int] | None = None
        self.on_saved = on_saved

    def stamp(self, act: Act, calendar: GamingCalendar | None = None) -> Stamp:
        """Who says it, when, and on which gaming day: the one place that every act comes through, where it gets its
        time.

        calendar: the property's, unless given. Raises Refused for a time that cannot be, or a number.
        """
        bounds.verify(act)
        self.gate.look()  # The calendar is known by it.
        now, calendar = self.clock(), calendar or self.loader.calendar
        stamped = stamp(act, now, calendar)
        moments.verify(self.standing, act, stamped.at, now, calendar.tz)
        return stamped

    # -- what waits to be saved

    def append(self, stream: str, *events: Event) -> tuple[Recorded, ...]:
        """Add events to a stream, once they are through the gate."""
        if stream != PROPERTY:  # Before it is established, a property has no calendar.
            self.gate.verify_days(event.day for event in events)
        self.gate.verify_signed(events)
        return self.pending.put(stream, events)

    def enter_together(self) -> None:
        """What is decided from here on was entered at once: it is one entry of each table, and taken back as one."""
        self._entered = {}

    def put_table(self, code: str, table: Table, events: Sequence[Event]) -> tuple[Recorded, ...]:
        """Add the verified events of one act, which the table of that code has folded in."""
        self.standing.tables.hold(code, table)
        stream = table_state.stream(code)
        self.pending.follow(stream, table.version - len(events))
        before = 0
        if self._entered is not None:
            before = self._entered.get(stream, 0)
            self._entered[stream] = before + len(events)
        counted = [structs.replace(event, nth=n) for n, event in enumerate(events, before + 1)]
        return self.pending.put(stream, counted)

    def keep_passphrase(self, operator: str, kept: str) -> None:
        """Save what is kept of an operator's passphrase together with the events."""
        self._secrets[operator] = Secret(operator, kept, self.clock())

    def keep_key(
        self, key: str, acts: Sequence[Act], events: Sequence[Recorded]
    ) -> tuple[Recorded, ...]:
        """Save a command's idempotency key together with its events, the first of which says so: so the log can tell
        that a key is gone. Returns the events as they are saved.
        """
        said = self.keys.keep(key, acts, events, self.catalogue)
        before, now = self.pending.say_first(key_sha256=said)
        return tuple(now if each is before else each for each in events)

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
        meanwhile. table: "" for any of those that were read.
        """
        if self.gate.is_outdated() or self.sources.is_outdated(source):
            return True
        named = (table,) if table else self.standing.tables.now
        return any(map(self._is_moved, named))

    def _is_moved(self, table: str) -> bool:
        tables, links = self.standing.tables, self.standing.links
        if table not in tables.now:
            return False
        saved = tables.saved[table]
        if self._moved(table_state.stream(table), saved.version if saved else 0):
            return True
        link = links.saved.get(saved.link) if saved and saved.link in links.now else None
        return link is not None and self._moved(link_events.stream(link.code), link.version)

    def _moved(self, stream: str, version: int) -> bool:
        return self.loader.last_version(stream) != version

    # -- saving

    def commit(self) -> int | None:
        """Save everything in one transaction; the position of the last event, or None where nothing waited.

        Raises the library's RecordConflictError when somebody else wrote first; nothing is saved then, and nothing is
        remembered.
        """
        pending = self.pending.handed_over()
        claims, moves = self.keys.handed_over(), self.sources.handed_over()
        secrets, self._secrets = list(self._secrets.values()), {}
        conditions = self.gate.conditions(pending)
        if not pending:
            return None
        try:
            with store_errors():
                stored = list(map(self.loader.mapper.to_stored_event, pending))
                positions = self.loader.journal.append(
                    stored, claims=claims, feed=moves, secrets=secrets, conditions=conditions
                )
        except BaseException:
            self.forget()
            raise
        self.on_saved(positions[-1])
        self.keys.trust()
        with suppress(PersistenceError):  # Saved it is, and a snapshot only saves time.
            self._snapshot(pending)
        self.standing.keep()
        return positions[-1]

    def _snapshot(self, saved: Sequence[Recorded]) -> None:
        """Write the snapshots that are due."""
        tables, links = self.standing.tables, self.standing.links
        for code, link in links.now.items():
            self._snapshots.link_moved(link, links.saved.get(code))
        closed = {each.originator_id for each in saved if isinstance(each.event, TableClosed)}
        for code, table in tables.now.items():
            if table is not None and table_state.stream(code) in closed:
                self._snapshots.table_closed(table)
            elif table is not None:
                self._snapshots.table_moved(table, tables.saved.get(code))

    def pretend(self) -> None:
        """Let go of the events that wait, and go on as if they were saved: a dry run."""
        self.gate.pretend()
        self.pending.pretend()

    def forget(self) -> None:
        """Let go of everything decided since it was last saved, and look again at what others have written."""
        self._secrets.clear()
        for part in (self.gate, self.keys, self.sources, self.standing, self.pending):
            part.forget()
