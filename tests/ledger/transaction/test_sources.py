"""How far a feed's sources are taken, and what their records were."""

import pytest

from ledger.desks.ledger import Ledger
from ledger.transaction.sources import Sources


def test_a_record_is_never_counted_as_taken_without_what_it_was(ledger: Ledger) -> None:
    sources = Sources(ledger.journal)
    sources.advance("reader-1", 1)
    sources.keep("reader-1", b"first")
    assert sources.handed_over()["reader-1"].digests == b"first"
    sources.advance("reader-1", 2)
    sources.advance("reader-1", 3)
    sources.keep("reader-1", b"third")
    with pytest.raises(AssertionError, match="reader-1"):
        sources.handed_over()
