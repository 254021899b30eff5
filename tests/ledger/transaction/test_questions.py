"""What an act asks the store before it is saved: what nearly every act asks is one question."""

from collections.abc import Sequence
from typing import Any

import pytest

from ledger.desks.ledger import Ledger
from ledger.store.engine import begin_write
from ledger.store.recorders import SqlAggregateRecorder
from ledger.transaction import loading
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


@pytest.fixture
def kept(dealing: Clerk) -> Clerk:
    """A clerk at a table that the ledger has before it."""
    dealing.says("sit", seat=8)
    return dealing


def test_an_act_at_a_table_that_is_kept_asks_once(kept: Clerk, asked: list[str]) -> None:
    kept.says("sit", seat=9)
    assert len(asked) == 1


def test_another_program_asks_for_the_table_too(dealing: Clerk, asked: list[str]) -> None:
    with Ledger(dealing.ledger.url, clock=dealing.ledger.clock) as other:
        Clerk(other, moment=dealing.moment.isoformat()).says("sit", seat=9)
    assert len(asked) == 2


def test_the_numbers_of_an_act_are_looked_up_together(dealing: Clerk, asked: list[str]) -> None:
    dealing.says("fill", slip="F-1", chips={"2500": 4}, dealer="D-7", supervisor="S-2")
    assert sum("idempotency_keys" in question for question in asked) == 1


def test_many_tables_are_not_all_looked_at_together(
    kept: Clerk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One command may be about more of them than SQLite puts together."""
    monkeypatch.setattr(loading, "TOGETHER", 1)
    Clerk(kept.ledger, "MB-02", moment=kept.moment.isoformat()).opens()
    loader, both = kept.ledger.loader, ["MB-01", "MB-02"]
    assert [*loader.look(both).tables] == ["MB-01"]
    assert [each.code for each in loader.tables(both)] == both


def test_a_version_that_is_no_number_is_none_that_comes_after_another(sqlite_url: str) -> None:
    with Ledger(sqlite_url) as ledger:
        with begin_write(ledger.journal.engine) as connection:
            connection.exec_driver_sql(
                "INSERT INTO events (originator_id, originator_version, topic, state)"
                " VALUES ('property', 'x', 'property.established', x'7b7d')"
            )
        assert ledger.loader.look().property.version == 0
