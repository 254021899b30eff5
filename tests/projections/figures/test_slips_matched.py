"""Slips compared: what the cage says beside the table, and the parts of each that accounting has (A3)."""

from typing import Any, Final

import pytest

from ledger.events import slip as slip_events
from ledger.events import table as e
from ledger.events.day import SlipCopiesReceived, SlipCopy
from projections.figures.slips_matched import NEEDS, Match, SlipOfDay, of_day, slips
from tests.projections.log import DAY, Story, folded

BEFORE: Final = "2026-07-10"
SIGNED: Final = {"dealer": "D-7", "supervisor": "S-2"}
FIVE: Final[dict[str, Any]] = {"chips": {10_000: 5}, "cents": 50_000}
FOUR: Final[dict[str, Any]] = {"chips": {10_000: 4}, "cents": 40_000}
OTHERS: Final[dict[str, Any]] = {"chips": {2_500: 20}, "cents": 50_000}


def asked(story: Story, **facts: Any) -> Story:
    said = {"kind": "fill", **FIVE, "supervisor": "S-2", **facts}
    return story.tell(slip_events.ChipsRequested, **said)


def prepared(story: Story, request: int = 1, **facts: Any) -> Story:
    said = {"kind": "fill", "slip": "F-1", **FIVE, "cage": "G-1", "security": "X-1", **facts}
    return story.tell(slip_events.SlipPrepared, request=request, **said)


def received(story: Story, request: int = 1, **facts: Any) -> Story:
    return story.tell(e.ChipsFilled, request=request, **{"slip": "F-1", **FIVE, **SIGNED, **facts})


def parts(story: Story, side: str, *copies: SlipCopy, **facts: Any) -> Story:
    said = {"side": side, "copies": list(copies), **facts}
    return story.tell(SlipCopiesReceived, stream=f"day:{DAY}", **said)


def shown(story: Story, day: str = DAY) -> list[SlipOfDay]:
    with folded(story.recorded, NEEDS) as connection:
        return of_day(connection, day)


def findings(story: Story, day: str = DAY) -> list[str | None]:
    return [each.finding for each in shown(story, day)]


def whole(**facts: Any) -> Story:
    return received(prepared(asked(Story())), **facts)


def test_a3_a_slip_whose_steps_agree_is_matched_and_shows_who_signed_it() -> None:
    (slip,) = shown(whole())
    assert (slip.kind, slip.slip, slip.status, slip.finding) == (
        "fill",
        "F-1",
        "received",
        "matched",
    )
    assert (slip.requested, slip.prepared, slip.received) == (50_000, 50_000, 50_000)
    assert (slip.requested_by, slip.cage, slip.security, slip.dealer, slip.supervisor) == (
        *("S-2", "G-1", "X-1"),
        *("D-7", "S-2"),
    )
    assert slip.requested_at is not None
    assert slip.requested_at <= str(slip.prepared_at) <= str(slip.received_at)


@pytest.mark.parametrize(
    ("story", "finding"),
    [
        (asked(Story()), "on_its_way"),
        (prepared(asked(Story())), "on_its_way"),
        (prepared(asked(Story()), **FOUR), "on_its_way, not_as_requested"),
        (received(prepared(asked(Story()), **OTHERS), **OTHERS), "not_as_requested"),
        (whole(**FOUR), "amount_differs"),
        (whole(**OTHERS), "chips_differ"),
    ],
)
def test_a3_steps_that_differ_are_found(story: Story, finding: str) -> None:
    assert findings(story) == [finding]


@pytest.mark.parametrize(
    ("side", "copy", "finding"),
    [
        ("cage", SlipCopy("fill", "f-1", False, 50_000, {10_000: 5}, "MB-01"), "matched"),
        ("table", SlipCopy("fill", "F-1"), "matched"),
        ("table", SlipCopy("fill", "F-1", False, 40_000), "amount_differs"),
        ("cage", SlipCopy("fill", "F-1", False, 50_000, {2_500: 20}), "chips_differ"),
        ("cage", SlipCopy("fill", "F-1", False, 50_000, {}, "MB-02"), "table_differs"),
        ("table", SlipCopy("fill", "F-1", True), "void_differs"),
    ],
)
def test_a3_a_part_is_held_against_the_record(side: str, copy: SlipCopy, finding: str) -> None:
    assert findings(parts(whole(), side, copy)) == [finding]


def test_a3_denominations_that_differ_are_named_in_words_and_in_the_row() -> None:
    story = parts(whole(), "table", SlipCopy("fill", "F-1", False, 50_000, {2_500: 20}, "MB-01"))
    (row,) = shown(story)
    assert (row.received_chips, row.table_part_chips) == ({10_000: 5}, {2_500: 20})
    assert (row.cage_part_chips, row.void_at) == (None, None)
    with folded(story.recorded, NEEDS) as connection:
        (slip,) = slips(connection, DAY)
    assert "received $500.00 in 5 x $100, the table's part $500.00 in 20 x $25." in slip.told
    with folded(whole().recorded, NEEDS) as connection:
        (alike,) = slips(connection, DAY)
    assert " in " not in alike.told


def test_a3_amounts_that_differ_are_worth_what_lies_between_them() -> None:
    def concerned(story: Story, match: Match) -> int | None:
        with folded(story.recorded, NEEDS) as connection:
            (only,) = slips(connection, DAY)
        return only.concerned(match)

    short = parts(whole(), "table", SlipCopy("fill", "F-1", False, 45_000))
    assert concerned(short, Match.AMOUNT_DIFFERS) == 5_000
    assert concerned(whole(**FOUR), Match.AMOUNT_DIFFERS) == 10_000
    assert concerned(short, Match.TABLE_DIFFERS) == 50_000


def test_a3_a_part_is_missing_once_others_of_its_side_are_entered() -> None:
    story = received(prepared(asked(whole()), 4, slip="F-2"), 4, slip="F-2")
    parts(story, "cage", SlipCopy("fill", "F-1"))
    assert findings(story) == ["matched", "missing_cage_part"]
    parts(story, "table", SlipCopy("fill", "F-2"))
    assert findings(story) == ["missing_table_part", "missing_cage_part"]
    parts(story, "cage", SlipCopy("fill", "F-1"), SlipCopy("fill", "F-2"), replaces=True)
    assert findings(story) == ["missing_table_part", "matched"]


def test_a3_a_part_of_which_nothing_is_on_record_is_found() -> None:
    stray = SlipCopy("credit", "F-1", False, 50_000, {}, "MB-01")
    first, second = shown(parts(whole(), "cage", SlipCopy("fill", "F-1"), stray))
    assert (first.kind, first.status, first.finding) == ("credit", "unknown", "not_on_record")
    assert second.finding == "matched"


def test_a3_a_void_slip_is_matched_by_parts_that_bear_void() -> None:
    story = prepared(asked(Story()))
    void: dict[str, Any] = {"kind": "fill", "slip": "F-1", "cage": "G-1", "supervisor": "S-3"}
    story.tell(slip_events.SlipVoided, request=1, cents=50_000, reason="torn", **void)
    (slip,) = shown(story)
    assert (slip.status, slip.finding, slip.reason, slip.supervisor) == (
        *("void", "matched"),
        *("torn", "S-3"),
    )
    assert findings(parts(story, "cage", SlipCopy("fill", "F-1", True))) == ["matched"]
    read = SlipCopy("fill", "F-1", False, 50_000)
    assert findings(parts(story, "cage", read, replaces=True)) == ["void_differs"]


def test_a3_what_was_entered_at_once_is_compared_as_soon_as_a_part_is_there() -> None:
    story = Story()
    story.tell(e.ChipsFilled, slip="F-1", **FIVE, **SIGNED)
    (slip,) = shown(story)
    assert (slip.status, slip.finding, slip.requested) == ("received", None, None)
    assert findings(parts(story, "table", SlipCopy("fill", "F-1"))) == [None]
    assert findings(parts(story, "cage", SlipCopy("fill", "F-1"))) == ["matched"]


def test_a3_a_slip_over_the_cut_off_is_on_its_way_on_one_day_and_received_on_the_next() -> None:
    story = received(prepared(asked(Story(), day=BEFORE), day=BEFORE))
    (then,), (now,) = shown(story, BEFORE), shown(story)
    assert (then.status, then.finding, then.received) == ("prepared", "on_its_way", None)
    assert (now.status, now.finding, now.requested) == ("received", "matched", 50_000)
