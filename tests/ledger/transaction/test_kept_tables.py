"""A table that stays loaded is brought up to date, and is loaded anew where the store is not what it was."""

from collections.abc import Callable
from functools import partial
from typing import Any

from ledger.desks.ledger import Ledger
from ledger.transaction.loading import Loader
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
    since, whole = loader.stream, loader.journal.select_from_snapshot
    monkeypatch.setattr(loader, "stream", lambda stream, first: since(stream, first, known))
    monkeypatch.setattr(
        loader.journal, "select_from_snapshot", lambda stream, *_: whole(stream, known, known)
    )
    assert dealing.ledger.table("MB-01").version == known
    assert 9 not in dealing.ledger.table("MB-01").seats


def _looked_at(loader: Loader, monkeypatch: Any) -> list[str]:
    """The streams that are read from now on."""
    looked = list[str]()
    for on, name in ((loader, "stream"), (loader.journal, "select_from_snapshot")):
        monkeypatch.setattr(on, name, partial(_seen, looked, getattr(on, name)))
    return looked


def _seen(looked: list[str], read: Callable[..., Any], stream: str, *span: int | None) -> Any:
    looked.append(stream)
    return read(stream, *span)


def test_of_tables_asked_for_together_only_those_are_looked_at_that_moved(
    dealing: Clerk, monkeypatch: Any
) -> None:
    loader, codes = dealing.ledger.loader, ["MB-01", "MB-02"]
    Clerk(dealing.ledger, "MB-02", moment=dealing.moment.isoformat()).opens()
    before = loader.tables(codes)
    assert [each.code for each in before] == codes
    looked = _looked_at(loader, monkeypatch)
    assert loader.tables(codes) == before
    assert looked == []
    with Ledger(dealing.ledger.url, clock=dealing.ledger.clock) as other:
        Clerk(other, moment=dealing.moment.isoformat()).says("sit", seat=9)
        assert loader.tables([*codes, "MB-03"]) == [other.table(code) for code in codes]
    assert looked == ["table:MB-01", "table:MB-03"]
    assert 9 not in before[0].seats


def test_tables_are_looked_at_anew_where_the_log_no_longer_ends_as_it_did(
    dealing: Clerk, monkeypatch: Any
) -> None:
    loader = dealing.ledger.loader
    loader.tables(["MB-01"])
    another = loader.journal.select_notifications(None, 1)
    looked = _looked_at(loader, monkeypatch)
    monkeypatch.setattr(loader.journal, "select_notifications", lambda *_: another)
    loader.tables(["MB-01"])
    assert looked == ["table:MB-01"]
