"""An undo that is killed half way, at whatever statement, and said again: all of it is done once, or nothing."""

import msgspec

from ledger.desks.ledger import Ledger
from ledger.events import table as e
from ledger.table.acts import Undo
from tests.clerk import OPENER, SIGNED, Clerk
from tests.killed import until_it_is_done


def test_an_undo_killed_at_any_statement_is_done_once(ledger: Ledger, url: str) -> None:
    """A close, which two streams and a snapshot tell of."""
    clerk = Clerk(ledger).opens().starts_shoe()
    standing = ledger.table("MB-01")
    clerk.says("close", closer=OPENER, **SIGNED)
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
    nothing, whole = until_it_is_done(clerk, url, act, 2)
    assert nothing >= 4
    assert whole >= 1
    with Ledger(url) as again:
        events = [recorded.event for recorded in again.stream("table:MB-01")]
        assert sum(isinstance(event, e.ActUndone) for event in events) == 1
        table = again.table("MB-01")
        assert msgspec.structs.replace(table, version=0) == msgspec.structs.replace(
            standing, version=0
        )
