"""Read models kept current beside other work, so that whoever asks first does not wait for all that came before."""

from collections.abc import Callable
from contextlib import suppress

from ledger.desks.ledger import Ledger
from ledger.store.errors import store_errors
from ledger.values.errors import PitError
from projections.engine import engine as projection_engine
from projections.models.registry import PROJECTIONS


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
            self._bring_up(projection_engine.BATCH)
            self._spent += self._clock() - now

    def fold_rest(self) -> None:
        """Fold all that is left."""
        self._bring_up(None)

    def _bring_up(self, by: int | None) -> None:
        journal = self._journal
        with suppress(PitError), store_errors():
            with journal.engine.connect() as connection:
                stand = min(projection_engine.positions(connection, PROJECTIONS).values())
            upto = None if by is None else stand + by
            projection_engine.catch_up(PROJECTIONS, journal, journal.engine, upto)
