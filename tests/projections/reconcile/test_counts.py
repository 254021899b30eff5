"""What two people counted, each alone, and boxes that were counted twice (A1): each pass over rows alone."""

from types import SimpleNamespace
from typing import Any

import pytest

from ledger.events.finding import Finding
from projections.figures.finding_kinds import KINDS
from projections.models.table_win import TableCountRow
from projections.reconcile.counts import (
    box_counts,
    counted_blind,
    counted_once,
    drop_to_come,
)
from projections.reconcile.passes import missing_counts

DAY = "2026-07-11"
FORMS = '[["CVF-1001",1250,"MB-01"],["CVF-1002",500,"MB-01"]]'


def row(**said: Any) -> TableCountRow:
    """A count of the closer of MB-01, in which S-1 and S-2 agree unless it is said."""
    alike: dict[str, Any] = {
        "day": DAY,
        "table": "MB-01",
        "figure": "closer",
        "box": "",
        "first_version": 4,
        "first_by": "S-1",
        "first_cents": 20_000,
        "second_version": 7,
        "second_by": "S-2",
        "second_cents": 20_000,
        "second_chips": "{}",
    }
    return TableCountRow(**alike | said)


def told(finding: Finding) -> str:
    """What a finding says besides the sentence of its kind."""
    return finding.message.removeprefix(KINDS[finding.code].message).strip()


def differing(*counts: TableCountRow) -> list[tuple[str, str, int | None]]:
    """Subject, facts and cents of each finding."""
    day: Any = SimpleNamespace(day=DAY, counts=counts)
    return [
        (each.id.removeprefix("counts_differ:"), told(each), each.cents)
        for each in counted_blind(day)
    ]


WAITS: dict[str, Any] = {"second_version": None, "second_by": None, "second_cents": None}


@pytest.mark.parametrize(
    ("counts", "found"),
    [
        ([row(**WAITS)], ["MB-01:closer"]),
        ([row(**WAITS, figure="drop", box="17")], ["MB-01:drop:17"]),
        ([row(**WAITS, table="MB-02")], []),
        ([row(**WAITS, table="MB-02", figure="drop")], []),
        ([row(**WAITS, table="MB-02", figure="inventory")], ["MB-02:inventory"]),
        ([row(first_version=9, second_version=10), row(**WAITS)], []),
        ([row(), row(**WAITS, first_version=9)], ["MB-01:closer"]),
    ],
)
def test_a_count_that_nobody_made_again_is_found_unless_the_figure_is_missing_anyway(
    counts: list[TableCountRow], found: list[str]
) -> None:
    """Of MB-01 closer and drop are known, of MB-02 neither."""
    tables = [
        SimpleNamespace(table="MB-01", closer=5, drop=5),
        SimpleNamespace(table="MB-02", closer=None, drop=None),
    ]
    day: Any = SimpleNamespace(day=DAY, counts=counts, tables=tables)
    shown = list(counted_once(day))
    assert [each.id.removeprefix("second_count_missing:") for each in shown] == found
    assert not any("200" in each.message for each in shown), "what it came to is told nobody"


ALIKE: tuple[dict[str, Any], ...] = (
    {},
    {"first_chips": '{"10000":2}', "second_chips": '{"10000":2}'},
    {"first_chips": '{"10000":2}'},
    {"second_chips": '{"10000":2}'},
    {"first_forms": FORMS, "second_forms": FORMS},
    WAITS,
)


@pytest.mark.parametrize("said", ALIKE)
def test_counts_that_are_alike_or_wait_are_no_finding(said: dict[str, Any]) -> None:
    assert differing(row(**said)) == []


APART = (
    (
        {"second_cents": 18_000},
        "Closer: $200.00 by S-1, $180.00 by S-2.",
        -2_000,
    ),
    ({"second_cents": 0}, "Closer: $200.00 by S-1, $0.00 by S-2.", -20_000),
    (
        {"first_chips": '{"10000":2}', "second_chips": '{"5000":4}'},
        "Closer: $200.00 by S-1, $200.00 by S-2.",
        0,
    ),
    (
        {"first_forms": FORMS},
        "Closer: $200.00 with CVF-1001 for $12.50 and CVF-1002 for $5.00 by S-1, $200.00 by S-2.",
        0,
    ),
    (
        {"second_forms": FORMS},
        "Closer: $200.00 by S-1, $200.00 with CVF-1001 for $12.50 and CVF-1002 for $5.00 by S-2.",
        0,
    ),
)


@pytest.mark.parametrize(("said", "about", "cents"), APART)
def test_counts_that_are_not_alike_are_told_in_full(
    said: dict[str, Any], about: str, cents: int
) -> None:
    assert differing(row(**said)) == [("MB-01:closer", about, cents)]


def test_a_later_count_of_the_same_has_a_finding_of_its_own() -> None:
    later = row(first_version=11, second_cents=0)
    box = row(figure="drop", box="B-1", second_cents=0)
    found = differing(row(), row(second_cents=0), later, box)
    assert [subject for subject, *_ in found] == [
        "MB-01:closer",
        "MB-01:closer::11",
        "MB-01:drop:B-1",
    ]
    assert found[-1][1] == "Box B-1: $200.00 by S-1, $0.00 by S-2."


@pytest.mark.parametrize(
    ("kinds", "said"),
    [
        ((), ""),
        (
            ("emergency",),
            "Only boxes that were pulled in an emergency are; the one in their place is not.",
        ),
        ((None,), "One of its boxes waits for a second count."),
        (("emergency", None), "One of its boxes waits for a second count."),
    ],
)
def test_what_of_a_drop_is_to_come_is_said(kinds: tuple[str | None, ...], said: str) -> None:
    boxes = [SimpleNamespace(table="MB-01", kind=kind) for kind in kinds]
    day: Any = SimpleNamespace(boxes=[*boxes, SimpleNamespace(table="MB-02", kind="shift")])
    assert drop_to_come(day, "MB-01") == said


def test_a_box_that_was_counted_by_one_way_and_not_by_the_other_is_told_to_the_note() -> None:
    box = SimpleNamespace(
        table="MB-01",
        box=None,
        version=3,
        differs=True,
        difference=-3_000,
        machine=3_000,
        hand=None,
        machine_notes={2_000: 1, 1_000: 1},
        hand_notes={500: 1, 1_000: 1},
    )
    day: Any = SimpleNamespace(day=DAY, boxes=[box, SimpleNamespace(differs=False)])
    (found,) = box_counts(day)
    assert told(found) == (
        "$30.00 by machine, $0.00 by hand; by hand 1 fewer of $20.00, 1 more of $5.00."
    )
    box.machine, box.hand = None, 3_000
    (found,) = box_counts(day)
    assert told(found).startswith("$0.00 by machine, $30.00 by hand")


def test_an_opener_that_nobody_counted_is_not_told_of_the_drop() -> None:
    win = SimpleNamespace(table="MB-01", opener=None, closer=1, drop=None)
    boxes = [SimpleNamespace(table="MB-01", kind="shift")]
    day: Any = SimpleNamespace(
        day=DAY, tables=[win], stood_open={"MB-01"}, inventory=(), boxes=boxes
    )
    opener, drop = missing_counts(day)
    assert told(opener) == ""
    assert told(drop) == "One of its boxes waits for a second count."
