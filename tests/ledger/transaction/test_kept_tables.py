"""A table that stays loaded is brought up to date, and is loaded anew where the store is not what it was."""

from typing import Any

from ledger.desks.ledger import Ledger
from tests.clerk import Clerk


def test_a_table_that_is_kept_has_what_others_did_since(dealing: Clerk) -> None:
    before = dealing.ledger.table("MB-01")
    with Ledger(dealing.ledger.url, clock=dealing.ledger.clock) as other:
        Clerk(other, moment=dealing.moment.isoformat()).says("sit", seat=9)
        assert dealing.ledger.table("MB-01") == other.table("MB-01")
    assert 9 not in before.seats
    assert 9 in dealing.ledger.table("MB-01").seats


def test_a_table_is_loaded_anew_where_the_store_no_longer_has_what_was_read(
    dealing: Clerk, monkeypatch: Any
) -> None:
    """As when a copy is put back while a shell is open: no event is appended behind a hole."""
    loader, known = dealing.ledger.loader, dealing.ledger.table("MB-01").version
    dealing.says("sit", seat=9)
    assert dealing.ledger.table("MB-01").version == known + 1
    read = loader.stream

    def as_it_was(stream: str, first: int = 1, last: int | None = None) -> Any:
        return read(stream, first, known if last is None else min(last, known))

    monkeypatch.setattr(loader, "stream", as_it_was)
    assert dealing.ledger.table("MB-01").version == known
    assert 9 not in dealing.ledger.table("MB-01").seats
