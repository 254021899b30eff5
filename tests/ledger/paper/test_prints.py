"""Decision 61: a print is an entry of its own, and says which it is."""

from typing import Any

import pytest

from ledger.desks.ledger import Ledger
from ledger.events import paper as paper_events
from ledger.paper.acts import PrintDocument
from ledger.values.errors import Misused, NotFound
from tests.clerk import Clerk


def prints(clerk: Clerk, name: str = "2026-07-10", document: Any = "report", **how: Any) -> int:
    act = PrintDocument(by="A-1", at=clerk.moment, document=document, name=name)
    done = clerk.ledger.do(act, **how)
    return int(done.events[-1].event.copy)


def recorded(ledger: Ledger, name: str = "2026-07-10") -> list[int]:
    stream = paper_events.stream(f"report {name}")
    return [each.event.copy for each in ledger.stream(stream)]


def test_prints_of_a_document_are_counted_and_those_of_another_are_not(clerk: Clerk) -> None:
    assert [prints(clerk), prints(clerk), prints(clerk, "2026-07-09"), prints(clerk)] == [
        1,
        2,
        1,
        3,
    ]
    assert recorded(clerk.ledger) == [1, 2, 3]


def test_two_prints_at_once_are_two(clerk: Clerk) -> None:
    act = PrintDocument(by="A-1", at=clerk.moment, document="report", name="2026-07-10")
    done = clerk.ledger.do(act, act)
    assert [each.event.copy for each in done.events] == [1, 2]


def test_a_dry_run_counts_nothing(clerk: Clerk) -> None:
    assert prints(clerk, dry_run=True) == 1
    assert recorded(clerk.ledger) == []


@pytest.mark.parametrize("name", ["CVF-1001", "CVF", "-1", "1001", "C/1-1"])
def test_a_form_that_is_not_used_is_not_printed(clerk: Clerk, name: str) -> None:
    with pytest.raises(NotFound, match="is not used"):
        prints(clerk, name, "form")


def test_a_report_is_of_a_gaming_day(clerk: Clerk) -> None:
    with pytest.raises(Misused, match="is not a gaming day"):
        prints(clerk, "July")
