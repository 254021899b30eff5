"""Whoever reads at a moment does not keep the store busier than need be."""

from typing import Any

import sqlalchemy as sa

from ledger.desks.ledger import Ledger
from projections.queries.moment import NOW
from projections.queries.report import report
from tests.clerk import Clerk


def test_a_report_reads_over_one_connection(dealing: Clerk, url: str) -> None:
    assert dealing.table
    made: list[Any] = []
    with Ledger(url) as ledger:
        sa.event.listen(ledger.journal.engine, "connect", lambda *each: made.append(each))
        assert report(ledger, NOW, "win", "2026-07-11").rows
    assert len(made) == 1
