"""The numbers of feed sources: each record is taken or set aside once, in the order of its source."""

from ledger.store.errors import store_errors
from ledger.store.recorders import FeedMoves, SqlApplicationRecorder


class Sources:
    """How far each source has been taken, with what waits to be saved."""

    def __init__(self, journal: SqlApplicationRecorder) -> None:
        self._journal = journal
        self._last: dict[str, int] = {}
        self._moves: dict[str, tuple[int, int]] = {}

    def last_seq(self, source: str) -> int:
        """The number of the last record taken from a source, waiting ones included; 0 for none."""
        if source not in self._last:
            self._last[source] = self._stored(source)
        return self._last[source]

    def advance(self, source: str, seq: int) -> None:
        """Count a record as taken."""
        expected = self._moves[source][0] if source in self._moves else self.last_seq(source)
        self._moves[source] = (expected, seq)
        self._last[source] = seq

    def is_outdated(self, source: str) -> bool:
        """Whether somebody else has taken records of a source meanwhile."""
        if source not in self._last:
            return False
        loaded = self._moves[source][0] if source in self._moves else self._last[source]
        return self._stored(source) != loaded

    def handed_over(self) -> FeedMoves:
        """What waited to be saved."""
        moves, self._moves = self._moves, {}
        return moves

    def forget(self) -> None:
        """Let go of everything, saved or not."""
        self._last.clear()
        self._moves.clear()

    def _stored(self, source: str) -> int:
        with store_errors():
            return self._journal.last_seq(source)
