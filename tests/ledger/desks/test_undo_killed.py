"""An undo that is killed half way, at whatever statement, and said again: all of it is done once, or nothing."""

from typing import Any

import msgspec

from ledger.desks.ledger import Ledger
from ledger.events import table as e
from ledger.events.link import AwardUndone, ContributionsReturned
from ledger.table.acts import Undo
from tests.clerk import OPENER, SIGNED, Clerk
from tests.killed import until_it_is_done
from tests.ledger.link.floor import floor, readings


def undo(clerk: Clerk) -> Undo:
    """Of the last act at the clerk's table."""
    facts: dict[str, Any] = {
        "reason": "typed by mistake",
        "approved_by": "S-9",
        "source": "",
        "seq": 0,
    }
    return Undo(table=clerk.table, by="C-1", at=clerk.act("cut_card").at, **facts)


def test_an_undo_killed_at_any_statement_is_done_once(ledger: Ledger, url: str) -> None:
    """A close, which two streams and a snapshot tell of."""
    clerk = Clerk(ledger).opens().starts_shoe()
    standing = ledger.table("MB-01")
    clerk.says("close", closer=OPENER, **SIGNED)
    nothing, whole = until_it_is_done(clerk, url, undo(clerk), 2)
    assert nothing >= 4
    assert whole >= 1
    with Ledger(url) as again:
        events = [recorded.event for recorded in again.stream("table:MB-01")]
        assert sum(isinstance(event, e.ActUndone) for event in events) == 1
        table = again.table("MB-01")
        assert msgspec.structs.replace(table, version=0) == msgspec.structs.replace(
            standing, version=0
        )


def test_an_undo_of_a_settlement_that_won_a_meter_killed_at_any_statement_is_done_once(
    ledger: Ledger, url: str
) -> None:
    """The table's event and those of its link are one transaction."""
    (clerk,) = floor(ledger, "MB-01")
    shown = readings(clerk)
    wagers = [{"seat": 3, "bet": "royal_9", "cents": 500}, {"seat": 3, "bet": "tie", "cents": 500}]
    clerk.says("round", wagers=wagers, player=["Kc", "9h"], banker=["2s", "5d"])
    nothing, whole = until_it_is_done(clerk, url, undo(clerk), 3)
    assert nothing >= 4
    assert whole >= 1
    with Ledger(url) as again:
        clerk.ledger = again
        assert readings(clerk) == shown
        kinds = [type(each.event) for each in again.stream("link:R9-1")]
        assert kinds.count(AwardUndone) == kinds.count(ContributionsReturned) == 1
