"""Read models kept current beside other work, so that whoever asks first does not wait for all that came before."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Final

import msgspec

from ledger.desks.ledger import Ledger
from ledger.store.engine import by_itself, read_only
from ledger.store.errors import store_errors
from ledger.store.outage import LOST, Outage
from ledger.store.recorders import SqlApplicationRecorder
from ledger.values.errors import PitError, StoreUnreachable
from projections.engine import batch
from projections.engine import engine as projection_engine
from projections.models.registry import PROJECTIONS

PAUSE_SECONDS: Final = 1.0
"""Until the log is looked at again."""


class Standing(msgspec.Struct, frozen=True):
    """How far the read models are. position: of the last event that all of them count. head: of the last one in the
    log. lag: how many positions they are behind it.
    """

    position: int
    head: int
    lag: int


def stands(ledger: Ledger) -> Standing:
    """How far the read models are, which are left as they are. Raises StoreUnreachable."""
    with store_errors():
        return _standing(ledger, _reached(ledger.journal))


def only_read(ledger: Ledger) -> bool:
    """Whether its store may only be read at the address by which it was opened. Raises StoreUnreachable."""
    with store_errors():
        return read_only(ledger.journal.engine)


def bring_up(ledger: Ledger, came: Callable[[int], object]) -> int:
    """Bring the read models up with the log; the event up to which they all count. While others write it goes on by one
    batch: who feeds a whole file counts it too, and neither is to wait for the other. Of a store that may only be read
    it is the log's last: what they lack is counted in memory.

    came: told after each batch how far they are. Raises PitError.
    """
    with store_errors():
        head = ledger.position
        if _counted(ledger.journal) == {head} or read_only(ledger.journal.engine):
            return head
        now = _one_batch(ledger)
        while now.lag and now.head == head:
            came(now.position)
            now = _one_batch(ledger)
        return now.position


def follow(
    ledger: Ledger,
    wait: Callable[[float], bool | None],
    outage: Outage,
    ready: Callable[[], object] = lambda: None,
) -> Iterator[Standing]:
    """Bring the read models up, a batch at a time, whenever the log goes on; how far they are, at first and after each
    change.

    wait: lets so many seconds pass, and says whether to end. outage: waits for a store that is lost. ready: asked
    before each batch, so that it may refuse a store of another version. Raises StoreUnreachable when the store is given
    up, or may only be read; Conflict where somebody starts a read model over.
    """
    last = Standing(0, 0, -1)
    while True:
        try:
            with store_errors():
                ready()
                now = _one_batch(ledger)
        except StoreUnreachable as lost:
            if lost.refusal.code != LOST:
                raise
            if not outage.another_try(f"the read models count up to event {last.position:,}"):
                if wait(0):
                    return
                raise
            continue
        outage.over()
        if now != last:
            yield now
        last = now
        if wait(0 if now.lag else PAUSE_SECONDS):
            return


def _one_batch(ledger: Ledger) -> Standing:
    journal = ledger.journal
    goal = _reached(journal) + batch.BATCH
    return _standing(ledger, projection_engine.catch_up(PROJECTIONS, journal, journal.engine, goal))


def _reached(journal: SqlApplicationRecorder) -> int:
    """The last event that all read models count."""
    return min(_counted(journal))


def _counted(journal: SqlApplicationRecorder) -> set[int]:
    """The last events that read models count."""
    with by_itself(journal.engine) as connection:
        return {*projection_engine.positions(connection, PROJECTIONS).values()}


def _standing(ledger: Ledger, position: int) -> Standing:
    head = max(ledger.position, position)
    return Standing(position, head, head - position)


class KeptCurrent:
    """Brings the read models up between other work, in at most a share of its time. clock: seconds, never set back.

    Trouble with them is no trouble of that work: whoever asks for a report is told.
    """

    def __init__(self, ledger: Ledger, clock: Callable[[], float], share: float = 0.1) -> None:
        self._journal = ledger.journal
        self._share = share
        self._clock = clock
        self._began = clock()
        self._spent = 0.0

    def fold_some(self) -> None:
        """Fold a batch, where that is due."""
        now = self._clock()
        if self._spent <= self._share * (now - self._began):
            self._bring_up(batch.BATCH)
            self._spent += self._clock() - now

    def fold_rest(self) -> None:
        """Fold all that is left."""
        self._bring_up(None)

    def _bring_up(self, by: int | None) -> None:
        journal = self._journal
        with suppress(PitError), store_errors():
            upto = None if by is None else _reached(journal) + by
            projection_engine.catch_up(PROJECTIONS, journal, journal.engine, upto)
