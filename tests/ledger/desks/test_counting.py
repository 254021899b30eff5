"""A drop box counted again while its count is corrected: whichever is saved second is decided on the other (A3, A4)."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from eventsourcing.persistence import RecordConflictError, StoredEvent

from ledger.day.acts import CountDrops
from ledger.desks.counting import count
from ledger.desks.ledger import Ledger
from ledger.desks.tables import take
from ledger.events.day import DropBox, DropCounted
from ledger.store.codec import EventMapper
from ledger.table.books import require_corrected_above_zero
from ledger.values.calendar import from_micros, to_micros
from ledger.values.errors import Refused
from projections.engine.engine import catch_up
from projections.figures import win
from tests.clerk import Clerk, count_drop
from tests.ledger.operators.test_at_once import meanwhile, other
from tests.projections.models.test_closings import DAY, correction

__all__ = ["other"]

COUNTED, FEWER, LOWERED = 10_000, 2_000, 9_000


@pytest.fixture
def counted(dealing: Clerk) -> Clerk:
    """A table whose box was counted once."""
    count_drop(dealing.ledger, DAY, "MB-01", by="A-1", at=moment(dealing), cash_cents=COUNTED)
    return dealing


def moment(clerk: Clerk) -> int:
    return to_micros(clerk.moment)


def recounts(ledger: Ledger, clerk: Clerk) -> Callable[[], object]:
    how: dict[str, Any] = {"by": "A-1", "at": moment(clerk), "cash_cents": FEWER, "recount": True}
    return partial(count_drop, ledger, DAY, "MB-01", **how)


def corrects(ledger: Ledger, clerk: Clerk) -> Callable[[], object]:
    return partial(ledger.do, clerk.act("correct", **correction("drop", -LOWERED, "MC-1")))


def drop(ledger: Ledger) -> int | None:
    for projection in win.NEEDS:
        catch_up([projection], ledger.journal, ledger.journal.engine)
    with ledger.journal.engine.connect() as connection:
        (row,) = win.win(connection, DAY)
    return row.drop


@pytest.mark.parametrize(
    ("first", "second", "code", "stands"),
    [
        (corrects, recounts, "count_below_correction", COUNTED - LOWERED),
        (recounts, corrects, "figure_below_zero", FEWER),
    ],
)
def test_a_box_counted_again_while_it_is_corrected_is_never_below_zero(
    counted: Clerk,
    other: Ledger,
    first: Callable[[Ledger, Clerk], Callable[[], object]],
    second: Callable[[Ledger, Clerk], Callable[[], object]],
    code: str,
    stands: int,
) -> None:
    late = second(meanwhile(counted.ledger, first(other, counted)), counted)
    with pytest.raises(Refused) as caught:
        late()
    assert caught.value.refusal.code == code
    assert drop(counted.ledger) == stands


def test_a_count_and_a_correction_decided_on_what_has_changed_are_not_saved(
    counted: Clerk, other: Ledger
) -> None:
    box = [DropBox("MB-01", cash_cents=FEWER)]
    act = CountDrops(by="A-1", at=from_micros(moment(counted)), day=DAY, boxes=box, recount=True)
    counting, correcting = counted.ledger.begin(), other.begin()
    count(counting, act)
    take(correcting, counted.act("correct", **correction("drop", -LOWERED, "MC-1")))
    counting.commit()
    with pytest.raises(RecordConflictError, match=f"stream='day:{DAY}'"):
        correcting.commit()
    correcting = other.begin()
    take(correcting, counted.act("correct", **correction("drop", -1_000, "MC-2")))
    counting = counted.ledger.begin()
    count(counting, act)
    correcting.commit()
    with pytest.raises(RecordConflictError, match="stream='table:MB-01'"):
        counting.commit()


def test_a_count_of_a_day_long_past_reads_none_of_what_came_since_but_corrections(
    counted: Clerk, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted.says("correct", **correction("drop", -LOWERED, "MC-1"))
    for _ in range(30):
        counted.says("buy_in", seat=3, cents=500)
    read: list[str] = []
    decode = EventMapper.to_domain_event

    def noted(self: EventMapper, stored: StoredEvent) -> Any:
        read.append(stored.topic)
        return decode(self, stored)

    at = moment(counted)
    said: dict[str, Any] = {"by": "A-1", "at": at, "recorded_at": at, "day": DAY, "table": "MB-01"}
    box = DropCounted(**said, cash={}, cash_cents=FEWER)
    corrections = counted.ledger.begin().standing.corrections
    monkeypatch.setattr(EventMapper, "to_domain_event", noted)
    with pytest.raises(Refused, match="MC-1"):
        require_corrected_above_zero(corrections, "MB-01", [box])
    assert read == ["table.correction_posted"]
