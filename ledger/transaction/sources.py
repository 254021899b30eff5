"""The numbers of feed sources: each record is taken or set aside once, in the order of its source."""

from typing import Final

from ledger.store.errors import store_errors
from ledger.store.recorders import FeedMove, FeedMoves, SqlApplicationRecorder

_NOTHING_FOLLOWS: Final = 2**63


class Sources:
    """How far each source has been taken, with what waits to be saved."""

    def __init__(self, journal: SqlApplicationRecorder) -> None:
        self._journal = journal
        self._last: dict[str, int] = {}
        self._moves: dict[str, tuple[int, int]] = {}
        self._digests: dict[str, list[bytes]] = {}
        self._looked_up: dict[str, tuple[int, int, dict[int, bytes]]] = {}

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

    def keep(self, source: str, digest: bytes) -> None:
        """Keep what the record was by which a source has just advanced."""
        self._digests.setdefault(source, []).append(digest)

    def is_repeat(self, source: str, seq: int, digest: bytes) -> bool:
        """Whether this may be the record that was taken under its number: one without a digest is taken for it."""
        expected, last = self._moves.get(source, (self.last_seq(source), 0))
        if expected < seq <= last:
            known = dict(enumerate(self._digests.get(source, ()), expected + 1)).get(seq)
        else:
            known = self._saved(source, seq)
        return known in (None, digest)

    def is_outdated(self, source: str) -> bool:
        """Whether somebody else has taken records of a source meanwhile."""
        if source not in self._last:
            return False
        loaded = self._moves[source][0] if source in self._moves else self._last[source]
        return self._stored(source) != loaded

    def handed_over(self) -> FeedMoves:
        """What waited to be saved."""
        moves, self._moves = self._moves, {}
        digests, self._digests = self._digests, {}
        for source in moves:
            self._looked_up.pop(source, None)
        for source, (expected, last) in moves.items():
            if len(digests.get(source, ())) not in {0, last - expected}:
                raise AssertionError(
                    f"{source}: a record was counted as taken, and not what it was"
                )
        return {
            source: FeedMove(expected, last, b"".join(digests.get(source, ())))
            for source, (expected, last) in moves.items()
        }

    def forget(self) -> None:
        """Let go of everything, saved or not."""
        for each in (self._last, self._moves, self._digests, self._looked_up):
            each.clear()

    def _stored(self, source: str) -> int:
        with store_errors():
            return self._journal.last_seq(source)

    def _saved(self, source: str, seq: int) -> bytes | None:
        """The digest of a record that was saved; many are read at once, as they come again in order."""
        first, last, found = self._looked_up.get(source, (1, 0, {}))
        if not first <= seq <= last:
            with store_errors():
                found = self._journal.digests(source, seq)
            last = max(found, default=_NOTHING_FOLLOWS)
            self._looked_up[source] = (seq, last, found)
        return found.get(seq)
