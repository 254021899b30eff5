"""What a correction of a figure of the day names is checked, and is in the books as they call it (A4)."""

from typing import Any

import pytest

from ledger.events import table as e
from tests.clerk import OPENER, SIGNED, Clerk, count_drop

DAY = "2026-07-11"
CORRECTS: dict[str, Any] = {
    "cents": 500,
    "of_day": DAY,
    "reason": "misread",
    "approved_by": "S-9",
    "accounting": "A-9",
}


@pytest.fixture
def counted(dealing: Clerk) -> Clerk:
    """A table at which seats 3 and 5 bought in, seat 5 twice; closed, its drop counted, a slip of it recorded."""
    for seat in (3, 5, 5):
        dealing.says("buy_in", seat=seat, cents=10_000)
    dealing.says("fill", slip="F 17", chips={"500": 4}, **SIGNED)
    closed = dealing.says("close", closer=OPENER, **SIGNED)
    count_drop(
        dealing.ledger, DAY, "MB-01", by="A-1", at=closed[-1].at + 1, cash_cents=30_000, cash={}
    )
    return dealing


@pytest.mark.parametrize(
    ("figure", "original", "recorded"),
    [
        ("opener", "opener", "opener of MB-01"),
        ("opener", "The  Opener of mb-01", "opener of MB-01"),
        ("closer", f"closer of MB-01 on {DAY}", "closer of MB-01"),
        ("closer", f"closer of {DAY}", "closer of MB-01"),
        ("closer", "the count", "closer of MB-01"),
        ("drop", "box", "drop of MB-01"),
        ("drop", "drop MB-01", "drop of MB-01"),
        ("buy_ins", "buy_ins of MB-01", "buy-ins of MB-01"),
        ("buy_ins", "Seat 3", "buy-ins of seat 3"),
        ("buy_ins", "buy-in of seat 03", "buy-ins of seat 3"),
        ("fills", "f17", "F 17"),
    ],
)
def test_a_figure_of_the_day_is_named_as_it_is_called(
    counted: Clerk, figure: str, original: str, recorded: str
) -> None:
    (posted,) = counted.says(
        "correct", figure=figure, original=original, document="K-1", **CORRECTS
    )
    assert isinstance(posted, e.CorrectionPosted)
    assert posted.original == recorded


@pytest.mark.parametrize(
    ("figure", "original", "code"),
    [
        ("opener", "closer of MB-01", "names_otherwise"),
        ("closer", "K-1", "names_otherwise"),
        ("closer", "closer of MB-02", "names_otherwise"),
        ("closer", "closer of MB-01 on 2026-07-10", "names_otherwise"),
        ("drop", "box 12", "names_otherwise"),
        ("drop", "seat 3", "names_otherwise"),
        ("buy_ins", "seat 3 and 5", "names_otherwise"),
        ("buy_ins", "seat 0", "names_otherwise"),
        ("buy_ins", "seat -3", "names_otherwise"),
        ("buy_ins", "F 17", "names_otherwise"),
        ("buy_ins", "seat 4", "no_buy_in"),
        ("credits", "F 17", "unknown_slip"),
    ],
)
def test_what_is_no_name_of_the_figure_that_is_corrected_is_refused(
    counted: Clerk, figure: str, original: str, code: str
) -> None:
    said = {"figure": figure, "original": original, "document": "K-1", **CORRECTS}
    assert counted.is_refused("correct", **said) == code


def test_buy_ins_of_a_seat_are_lowered_by_no_more_than_it_bought(counted: Clerk) -> None:
    """Nor than the table has of all of them: what was lowered without a seat was somebody's."""
    said = {**CORRECTS, "figure": "buy_ins"}
    lower = {"original": "seat 3", **said, "cents": -10_100, "document": "K-1"}
    assert counted.is_refused("correct", **lower) == "figure_below_zero"
    counted.says("correct", original="buy-ins", document="K-2", **{**said, "cents": -25_000})
    lower["cents"] = -6_000
    assert counted.is_refused("correct", **lower) == "figure_below_zero"
    counted.says("correct", **{**lower, "cents": -5_000})


def test_a_correction_of_one_purchase_counts_when_it_was_and_of_several_nobody_knows(
    counted: Clerk,
) -> None:
    said = {**CORRECTS, "figure": "buy_ins"}
    bought = next(
        each.event
        for each in counted.ledger.stream("table:MB-01")
        if isinstance(each.event, e.BoughtIn)
    )
    moved = []
    for n, original in enumerate(("seat 3", "seat 5", "buy-ins")):
        (posted,) = counted.says("correct", original=original, document=f"K-{n}", **said)
        assert isinstance(posted, e.CorrectionPosted)
        moved.append(posted.moved_at)
    assert moved == [bought.at, 0, 0]
