"""What an act asks the store before it is saved: what nearly every act asks is one question."""

from collections.abc import Sequence
from typing import Any

import pytest

from ledger.desks.ledger import Ledger
from ledger.store.recorders import SqlAggregateRecorder
from tests.clerk import Clerk


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The questions that are asked from now on."""
    questions, rows = list[str](), SqlAggregateRecorder._rows

    def asking(log: SqlAggregateRecorder, sql: str, given: Sequence[Any]) -> list[Any]:
        questions.append(sql)
        return rows(log, sql, given)

    monkeypatch.setattr(SqlAggregateRecorder, "_rows", asking)
    return questions


def test_an_act_at_a_table_that_is_kept_asks_once(dealing: Clerk, asked: list[str]) -> None:
    dealing.says("sit", seat=9)
    assert len(asked) == 1


def test_another_program_asks_for_the_table_too(dealing: Clerk, asked: list[str]) -> None:
    with Ledger(dealing.ledger.url, clock=dealing.ledger.clock) as other:
        Clerk(other, moment=dealing.moment.isoformat()).says("sit", seat=9)
    assert len(asked) == 2


def test_the_numbers_of_an_act_are_looked_up_together(dealing: Clerk, asked: list[str]) -> None:
    dealing.says("fill", slip="F-1", chips={"2500": 4}, dealer="D-7", supervisor="S-2")
    assert sum("idempotency_keys" in question for question in asked) == 1
