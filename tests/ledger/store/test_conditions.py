"""What must be so when events are stored: looked at once they have their places, before the commit."""

import re

import pytest

from ledger.store.conditions import (
    Condition,
    NoneBetween,
    NoneOfTopic,
    NoneSpelledAs,
    NothingHolding,
    StreamAt,
)
from ledger.store.errors import Moved
from ledger.store.recorders import SqlApplicationRecorder
from ledger.store.statements import CONDITIONS_A_STATEMENT
from tests.ledger.store.stored import stored


def test_what_holds_lets_events_be_stored_and_what_does_not_leaves_none(
    recorder: SqlApplicationRecorder,
) -> None:
    first, last = recorder.append(stored("table:MB-01", 1, 2))
    (row, _) = recorder.select_rows(0, 2)
    topic, state = row[3], bytes(row[4])
    holding: list[Condition] = [
        StreamAt("table:MB-01", 2),
        StreamAt("table:MB-02", 0),
        NoneOfTopic("table:MB-02", topic),
        NoneBetween("table:MB-01", "table;", topic),
        NoneBetween("table:MB-00", "table:MB-01", topic),
        NoneBetween("table:MB-00", "table;", "another"),
        NoneSpelledAs(topic, "table:MB-01", "table:mb-01"),
        NoneSpelledAs(topic, "table:mb-02", "table:mb-02"),
        NoneSpelledAs("another", "table:mb-01", "table:mb-01"),
        NothingHolding(first, topic, state),
        NothingHolding(last, "", state),
    ]
    assert recorder.broken(holding) is None
    recorder.append(stored("other:1", 1), conditions=holding[:-1])
    head = recorder.max_notification_id()
    broken: list[Condition] = [
        StreamAt("table:MB-01", 1),
        NoneOfTopic("table:MB-01", topic),
        NoneBetween("table:MB-00", "table;", topic),
        NoneSpelledAs(topic, "table:mb-01", "table:mb-01"),
        NothingHolding(first - 1, "", state),
    ]
    for condition in broken:
        assert recorder.broken([*holding[:-1], condition]) == condition
        with pytest.raises(Moved, match=re.escape(str(condition))):
            recorder.append(stored("other:1", 2), conditions=[condition])
        assert recorder.max_notification_id() == head
    many = [StreamAt(f"table:MB-{n}", 0) for n in range(100, 101 + 5 * CONDITIONS_A_STATEMENT)]
    assert recorder.broken([*many, *reversed(broken), *broken]) == broken[-1], "the first"
