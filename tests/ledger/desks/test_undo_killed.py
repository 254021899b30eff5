"""An undo that is killed half way, at whatever statement, and said again: all of it is done once, or nothing."""

import msgspec

from ledger.desks.ledger import Ledger
from ledger.events import table as e
from ledger.table.acts import Undo
from tests.clerk import OPENER, SIGNED, Clerk
from tests.killed import says_and_dies

MOST = 80


def test_an_undo_killed_at_any_statement_is_done_once(ledger: Ledger, url: str) -> None:
    """A close, which two streams and a snapshot tell of."""
    clerk = Clerk(ledger).opens().starts_shoe()
    standing = ledger.table("MB-01")
    clerk.says("close", closer=OPENER, **SIGNED)
    before = clerk.everything()
    said = clerk.act("cut_card")
    act = Undo(
        table="MB-01",
        by="C-1",
        at=said.at,
        reason="typed by mistake",
        approved_by="S-9",
        source="",
        seq=0,
    )
    nothing = whole = 0
    for after in range(1, MOST):
        killed = says_and_dies(url, act, after, key="undo-1")
        now = clerk.everything()
        assert now[: len(before)] == before
        if not killed:
            break
        assert len(now) - len(before) in (0, 2), "half an undo"
        nothing += len(now) == len(before)
        whole += len(now) > len(before)
    assert nothing >= 4
    assert whole >= 1
    with Ledger(url) as again:
        events = [recorded.event for recorded in again.stream("table:MB-01")]
        assert sum(isinstance(event, e.ActUndone) for event in events) == 1
        table = again.table("MB-01")
        assert msgspec.structs.replace(table, version=0) == msgspec.structs.replace(
            standing, version=0
        )
