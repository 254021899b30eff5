"""How far each feed source has come."""

import msgspec

from ledger.desks.ledger import Ledger
from ledger.store.errors import store_errors


class Feed(msgspec.Struct, frozen=True, kw_only=True):
    """Where a source stands. seq: of the last record that was taken or set aside, 0 before the first. next: the number
    that it goes on with.
    """

    source: str
    seq: int
    next: int


def last_seq(ledger: Ledger, source: str) -> int:
    """The number of the last record that was taken of a source, or set aside; 0 before the first."""
    with store_errors():
        return ledger.journal.last_seq(source)


def feed(ledger: Ledger, source: str) -> Feed:
    """A source, whether anything came of it or not."""
    seq = last_seq(ledger, source)
    return Feed(source=source, seq=seq, next=seq + 1)
