"""A pit has one of each procedure that its tables' text wants to be the same (R5), whichever tables are open."""

from collections.abc import Iterator
from typing import Any

import pytest

from ledger.desks.ledger import Ledger
from ledger.events.base import Event
from ledger.events.pit import TableJoinedPit, TableLeftPit
from ledger.events.table import RulesAdopted, SeatTaken, TableClosed, TableOpened
from ledger.pit.state import Pit, consequences, taken_back
from ledger.table.state import Table
from ledger.values.errors import Refused
from tests.clerk import Clerk, establish
from tests.golden.samples import samples

EVERY: dict[str, Any] = {"by": "P-1", "at": 1, "recorded_at": 1, "day": "2026-07-11"}
SAMPLES = {type(each): each for each in samples().values()}


def joined(table: str, source: str = "ma-midi", **choices: str) -> TableJoinedPit:
    return TableJoinedPit(**EVERY, table=table, rules_source=source, choices=choices)


def left(table: str) -> TableLeftPit:
    return TableLeftPit(**EVERY, table=table)


def pit_of(*events: Event) -> Pit:
    pit = Pit()
    for event in events:
        pit.apply(event)
    return pit


def test_r5_tables_under_one_text_that_differ_are_refused_with_both_named() -> None:
    pit = pit_of(joined("MB-01", payout="one"), joined("MB-02", payout="other"))
    with pytest.raises(Refused) as caught:
        pit.verify_uniform()
    refusal = caught.value.refusal
    assert refusal.code == "pit_differs"
    assert refusal.facts == {"option": "payout", "tables": {"MB-01": "one", "MB-02": "other"}}


@pytest.mark.parametrize(
    "events",
    [
        (joined("MB-01", payout="one"), joined("MB-02", payout="one")),
        (joined("MB-01", payout="one"), joined("MD-01", "div", payout="other")),
        (joined("MB-01", payout="one"), left("MB-01"), joined("MB-02", payout="other")),
        (joined("MB-01", payout="one"), joined("MB-01", payout="other")),
        (left("MB-09"),),
    ],
    ids=["alike", "another text", "closed meanwhile", "changed together", "never there"],
)
def test_r5_tables_that_are_alike_or_under_other_texts_or_closed_are_not(
    events: tuple[Event, ...],
) -> None:
    pit = pit_of(*events)
    pit.verify_uniform()
    assert pit.version == len(events)


@pytest.fixture
def table(sqlite_url: str) -> Iterator[Table]:
    with Ledger(sqlite_url) as ledger:
        establish(ledger)
        yield Clerk(ledger).opens().ledger.table("MB-01")


def test_r5_an_open_table_joins_with_its_choices_and_leaves_when_it_closes(table: Table) -> None:
    ((kind, facts),) = consequences(table, [SAMPLES[TableOpened]])
    assert kind is TableJoinedPit
    assert facts["choices"].keys() == set(table.submission.uniform_in_pit) != set()
    assert list(consequences(table, [SAMPLES[RulesAdopted]])) == [(kind, facts)]
    assert list(consequences(table, [SAMPLES[TableClosed]])) == [(TableLeftPit, {"table": "MB-01"})]
    assert list(consequences(table, [SAMPLES[SeatTaken]])) == []


def test_r5_a_closed_table_that_changes_its_rules_means_nothing_for_its_pit(table: Table) -> None:
    closed = table.copy()
    closed.open = False
    assert list(consequences(closed, [SAMPLES[RulesAdopted]])) == []


def test_what_is_taken_back_leaves_or_joins_the_pit_again(table: Table) -> None:
    closed = table.copy()
    closed.open = False
    ((pit, kind, _),) = taken_back(table, closed)
    assert (pit, kind) == ("P-1", TableLeftPit)
    ((pit, kind, _),) = taken_back(closed, table)
    assert (pit, kind) == ("P-1", TableJoinedPit)
    assert list(taken_back(table, table)) == []
