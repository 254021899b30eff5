"""The commands of the ledger: load, decide, save. Several aggregates change in one transaction or not at all."""

import random
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from functools import cache, cached_property
from typing import TYPE_CHECKING

from eventsourcing.application import Application
from eventsourcing.persistence import JSONTranscoder, RecordConflictError, Transcoder
from eventsourcing.utils import Environment, EnvType

from ledger.desks.passphrases import Asking, Passphrases
from ledger.events.act import Act
from ledger.events.base import Event, Recorded
from ledger.events.operators import Role
from ledger.events.property import PropertyEstablished
from ledger.rules.catalogue import Catalogue
from ledger.store.engine import address
from ledger.store.errors import store_errors
from ledger.store.recorders import SqlApplicationRecorder
from ledger.transaction.identity import Identity, NothingRecorded, OfAFeed
from ledger.transaction.loading import Loader
from ledger.transaction.loading import Spelled as Spelled  # noqa: PLC0414  others take it from here
from ledger.values.calendar import GamingCalendar
from ledger.values.errors import Conflict, Doubtful, Misused
from ledger.values.passphrases import BY
from ledger.values.people import verify_id

if TYPE_CHECKING:
    from ledger.link.state import Link
    from ledger.table.state import Table
    from ledger.transaction.snapshots import Snapshots
    from ledger.transaction.unit import Done as Done  # noqa: PLC0414  others take it from here
    from ledger.transaction.unit import UnitOfWork

ATTEMPTS = 64
"""How often a command is decided again after somebody else wrote first."""

FREE_ATTEMPTS = 1
"""After so many in vain, and the first, a command waits for its turn."""


def _unheard(_: int) -> None:
    """Told of what nobody waits for."""


@cache
def _transcoder() -> Transcoder:
    return JSONTranscoder()


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
                "PERSISTENCE_MODULE": "ledger.store.factory:SqlFactory",
                "PIT_DB_URL": url,
            }
        )
        self.url = url
        self.workers: int | None = None
        """How many processes go through the whole log; None for as many as there are cores."""
        self.upto: int | None = None
        """The event up to which somebody has brought the read models up for what is asked; None where nobody has."""
        self.clock = clock
        self.catalogue = catalogue or Catalogue()
        self.loader = Loader(self.events)
        self.passphrases = Passphrases(self.loader, self.clock, self._apart)
        self._identified: Asking | None = None
        self._turn = threading.Lock()
        self.on_saved: Callable[[int], None] = lambda _: None
        """Told the last position whenever something was saved, or is found saved under a key."""
        self.tell: Callable[[str], None] = lambda _: None
        """Told in a sentence what a reader should know besides the answer."""

    @cached_property
    def _snapshots(self) -> "Snapshots":
        from ledger.transaction.snapshots import Snapshots

        return Snapshots(self.snapshots, self.loader)

    def construct_env(self, name: str, env: EnvType | None = None) -> Environment:
        """What the library is told is all said here: to go through the process's environment takes as long as to ask
        the store something.
        """
        return Environment(name, {"IS_SNAPSHOTTING_ENABLED": "y", **(env or {})})

    def construct_transcoder(self) -> Transcoder:
        """One for all ledgers: the library hands it to a mapper, and ours writes and reads events without it."""
        return _transcoder()

    # -- reading

    @property
    def journal(self) -> SqlApplicationRecorder:
        """The whole log, in order."""
        return self.loader.journal

    @property
    def position(self) -> int:
        """The position of the last event; 0 where there is none."""
        return self.journal.max_notification_id() or 0

    def stream(self, stream: str, first: int = 1, last: int | None = None) -> list[Recorded]:
        """The events of a stream, from one version to another."""
        return self.loader.stream(stream, first, last)

    def table(self, code: str) -> "Table":
        """A table as it stands. Raises NotFound."""
        from ledger.table.state import unknown_table

        found = self.loader.table(code)
        if found is None or not found.code:
            raise unknown_table(code)
        return found

    def spelled(self, name: str, kind: Spelled = "table") -> str:
        """The name of a table, link, pit or series as it is on record, however it is spelled; else as it is given."""
        return self.loader.spelled(name, kind)

    def spelled_serial(self, serial: str) -> str:
        """The number of a form, `CVF-1001`, with the name of its series as that was received, however it is spelled."""
        series, dash, number = serial.rpartition("-")
        return f"{self.spelled(series, 'series')}{dash}{number}"

    def named(self, kind: type[Event]) -> list[str]:
        """The codes of all tables, links or series: what an event of this kind is the first of."""
        return self.loader.named(kind)

    def link(self, code: str) -> "Link":
        """A progressive link as it stands. Raises NotFound."""
        from ledger.link.state import unknown_link

        found = self.loader.link(code)
        if found is None:
            raise unknown_link(code)
        return found

    @property
    def address(self) -> str:
        """Where the store is, as it may be shown: without passwords."""
        return address(self.journal.engine)

    @property
    def calendar(self) -> GamingCalendar:
        """The property's gaming calendar."""
        return self.loader.calendar

    @property
    def property(self) -> PropertyEstablished:
        """The property of this store. Raises NotFound before it is established."""
        return self.loader.property

    # -- writing

    def begin(self, *, careful: bool = True, identity: Identity | None = None) -> "UnitOfWork":
        """Start gathering events that are saved in one transaction. identity: who asks for passphrases, if not this."""
        from ledger.transaction.unit import UnitOfWork

        return UnitOfWork(
            self.loader,
            self._snapshots,
            self.clock,
            self.catalogue,
            identity or Asking(self.passphrases),
            on_saved=self.on_saved,
            careful=careful,
        )

    def _apart(self) -> "UnitOfWork":
        """What is saved by itself, whatever becomes of the act that is decided; nobody counts it as recorded."""
        unit = self.begin()
        unit.on_saved = _unheard
        return unit

    def do(
        self,
        *acts: Act,
        key: str = "",
        dry_run: bool = False,
        meant: Callable[[Doubtful], bool] | None = None,
    ) -> "Done":
        """Decide acts and save what they come to: all of them, or none.

        key: makes the command safe to repeat; it stands for these acts and their authors, whenever they happened.
        meant: asked of what may be a slip of the hand; None: nobody is, a program means what it says.
        Decided again when somebody else wrote first, up to ATTEMPTS times. Raises Refused, NotFound, Misused, Conflict.
        """
        from ledger.desks.decisions import decide
        from ledger.desks.doubts import verify_meant
        from ledger.desks.wording import verify_plain, verify_said
        from ledger.transaction.unit import Done

        identity: Identity = NothingRecorded()
        if not dry_run:
            identity, self._identified = self._identified or Asking(self.passphrases), None
        for attempt in range(ATTEMPTS):
            with self.turn() if attempt > FREE_ATTEMPTS else nullcontext():
                unit = self.begin(identity=identity)
                unit.dry_run = dry_run
                if key and (earlier := unit.keys.answer(key, acts, self.catalogue)):
                    self.on_saved(earlier[1])
                    return Done(*earlier, repeated=True)
                verify_plain(acts, key)
                unit.standing.look({getattr(act, "table", "") for act in acts})
                events = decide(unit, acts)
                verify_said(acts, key)
                if meant is not None:
                    verify_meant(unit, events, meant)
                repeated = bool(events) and not len(unit.pending)
                if dry_run or repeated:
                    return Done(events, None, repeated, unit.standing.known())
                if key:
                    events = unit.keep_key(key, acts, events)
                try:
                    return Done(events, unit.commit(), tables=unit.standing.known())
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

    def identify(self, *acts: Act) -> None:
        """Decide acts and save nothing, but have whoever acts and signs prove who they are: before what a refusal could
        not take back. Whoever proves it here is not asked again when they are done next. Raises as `do`.
        """
        from ledger.desks.decisions import decide

        identified = Asking(self.passphrases)
        decide(self.begin(identity=identified), acts)
        self._identified = identified

    def hand_over(self, to: str) -> None:
        """Somebody else acts from here on: known and active where anybody is registered, and with their passphrase
        where the property requires one of a role of theirs. Raises Refused, NotFound.
        """
        self.verify_acts(to)
        registry = self.loader.registry()
        if registry.open:
            return
        self.passphrases.doubt()
        asked = self.loader.property_now().settings.passphrases
        if not registry.operator(to).now.roles.isdisjoint(asked):
            self.passphrases.prove(to, BY)

    def verify_acts(self, operator: str) -> None:
        """Raise Refused or NotFound for who may act in nothing: unknown or suspended, where anybody is registered."""
        registry = self.loader.registry()
        if registry.open:
            verify_id(BY, operator)
        else:
            registry.require(operator, BY, frozenset(Role), self.clock())

    def begin_feed(self, by: str, *, dry_run: bool = False, proven: bool = False) -> "UnitOfWork":
        """Start gathering the records of a feed. Where the property requires a passphrase of any role, whoever feeds is
        named and proves who they are, once. proven: otherwise, as equipment does. Raises Refused, NotFound, Misused.
        """
        known, registry, _ = self.loader.look()
        if not proven and not registry.open and set(known.settings.passphrases) & set(Role):
            if not by:
                raise Misused(
                    "no_author",
                    "Nobody is named as feeding it, and this property asks who does.",
                    "Say --by ID, or set PIT_BY.",
                )
            registry.require(by, BY, frozenset(Role), self.clock())
            if not dry_run:
                self.passphrases.prove(by, BY)
        return self.begin(careful=dry_run, identity=OfAFeed())

    def is_recorded(self, act: Act, key: str) -> bool:
        """Whether this act was recorded under this key: what it reads of the books need not be read again."""
        if not key:
            return False
        try:
            return self.begin().keys.answer(key, (act,), self.catalogue) is not None
        except Conflict:
            return False

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Wait for one's turn among those to whom others came first, so that the tables of a link are served in order.

        Those who come for the first time do not wait.
        """
        with self._turn, store_errors(), self.journal.turn():
            yield

    # -- snapshots

    def snapshot(self, code: str) -> bool:
        """Write a snapshot of a table where it is worth one. Says whether it did."""
        return self._snapshots.of_table(code)

    def snapshot_link(self, code: str) -> bool:
        """Write the snapshots of a link that its stream lacks. Says whether it wrote one."""
        return self._snapshots.of_link(code)
