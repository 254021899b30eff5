"""The passes of a reconciliation: each finds its own, and nothing where everything agrees (A1-A4, F21)."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from projections.comparison import Compared
from projections.comparison import Finding as Copies
from projections.exceptions import DROP_RECOUNTED, RECORD_REFUSED, ROUND_VOIDED, ExceptionRow
from projections.inventory import CLOSER, FILL, OPENER, InventoryRow
from projections.reconcile.finding import KINDS, EventPlace
from projections.reconcile.passes import Day, reconcile
from projections.reports.closing import Dispute
from projections.reports.hours import Coupons
from projections.reports.meters import Difference
from projections.reports.slips import _read, check
from projections.reports.win import Win
from projections.rounds import RoundRow

DAY = "2026-07-11"


def win(**figures: int | None) -> Win:
    """A table's day on which everything is known and agrees, but for what is said."""
    known: dict[str, object] = dict.fromkeys(Win.__struct_fields__, 0)
    known |= {"table": "MB-01", "gaming_day": DAY, "rules": "ma-midi", "rounds": 3}
    return msgspec.convert({**known, **figures}, Win)


def day(**facts: object) -> Day:
    nothing: dict[str, object] = {name: [] for name in Day.__struct_fields__}
    return Day(**{**nothing, "day": DAY, **facts})  # type: ignore[arg-type]  # made from names


def codes(**facts: object) -> list[str]:
    return [each.code for each in reconcile(day(**facts))]


def count(kind: str, version: int, chips: str, cents: int, of_day: str = DAY) -> InventoryRow:
    return InventoryRow("table:MB-01", version, of_day, "MB-01", kind, 0, cents, chips=chips)


def test_a_day_that_agrees_has_no_finding() -> None:
    assert reconcile(day(tables=[win()])) == []


@given(tray=st.integers(-3, 3), drop=st.integers(-3, 3), forms=st.integers(-3, 3))
def test_each_cent_makes_the_finding_of_that_cent(tray: int, drop: int, forms: int) -> None:
    figures = {"tray_variance": tray, "drop_variance": drop, "form_variance": forms}
    found = {each.code: each.cents for each in reconcile(day(tables=[win(**figures)]))}
    assert found == {code: cents for code, cents in figures.items() if cents}


@pytest.mark.parametrize(
    ("figure", "code", "blocks"),
    [
        ("opener", "opener_unknown", False),
        ("closer", "table_not_closed", False),
        ("drop", "drop_not_counted", True),
    ],
)
def test_a_count_that_is_missing_is_found_and_is_no_zero(
    figure: str, code: str, blocks: bool
) -> None:
    (found,) = reconcile(day(tables=[win(**{figure: None})]))
    assert (found.code, found.blocks, found.cents) == (code, blocks, None)


def test_a_late_correction_alone_calls_for_no_count() -> None:
    late = win(rounds=0, opener=None, closer=None, drop=None, buy_ins=None, hand_result=-4750)
    assert reconcile(day(tables=[late])) == []


def test_marks_that_stand_are_shown_with_their_amount() -> None:
    (found,) = reconcile(day(tables=[win(vig_outstanding=375)]))
    assert (found.code, found.cents, found.blocks) == ("vigorish_outstanding", 375, False)


def test_an_opener_is_held_against_the_last_closer_in_money_and_in_chips() -> None:
    before = count(CLOSER, 9, '{"10000":2}', 20_000, "2026-07-09")
    same = count(OPENER, 10, '{"10000":2}', 20_000)
    changed = count(OPENER, 10, '{"5000":4}', 20_000)
    short = count(OPENER, 10, '{"10000":1}', 10_000)
    assert codes(inventory=[same], closers_before=[before]) == []
    (chips,) = reconcile(day(inventory=[changed], closers_before=[before]))
    (money,) = reconcile(day(inventory=[short], closers_before=[before]))
    assert (chips.code, chips.cents) == ("opener_differs", 0)
    assert (money.cents, money.events) == (
        -10_000,
        [EventPlace("table:MB-01", 9), EventPlace("table:MB-01", 10)],
    )


def test_a_table_opened_again_is_held_against_the_closer_of_the_same_day() -> None:
    again = [
        count(OPENER, 10, '{"10000":2}', 20_000),
        count(CLOSER, 20, '{"10000":3}', 30_000),
        count(OPENER, 21, '{"10000":2}', 20_000),
    ]
    (found,) = reconcile(day(inventory=again))
    assert (found.id, found.cents) == ("opener_differs:MB-01:21", -10_000)


def test_a_round_that_never_ended_blocks() -> None:
    row = RoundRow(f"MB-01:{DAY}:4", DAY, "MB-01", 4, first_version=7, last_version=9)
    (found,) = reconcile(day(rounds=[row]))
    assert (found.code, found.blocks) == ("round_unsettled", True)
    assert [each.version for each in found.events] == [7, 9]


def test_f24_f25_slips_of_one_series_are_accounted_for() -> None:
    slips = [_read(FILL, text, DAY, "MB-01") for text in ("F-1", "F-2", "F-4")]
    others = [_read("credit", text, DAY, "MB-01") for text in ("F-1", "F-2")]
    found = reconcile(day(slips=check(filter(None, [*slips, *others]), DAY)))
    assert [each.id for each in found] == ["slip_missing:fill:F-3"]


def test_forms_block_until_they_are_compared_and_are_found_by_what_differs() -> None:
    form = {"series": "CVF", "number": 1, "serial": "CVF-1", "status": "issued"}
    undecided = Compared(**form)  # type: ignore[arg-type]  # made from names
    wrong = msgspec.structs.replace(undecided, findings=(Copies.AMOUNT_DIFFERS,))
    fine = msgspec.structs.replace(undecided, findings=(Copies.MATCHED,))
    assert codes(forms=[fine]) == []
    assert codes(forms=[wrong]) == ["form_amount_differs"]
    (found,) = reconcile(day(forms=[undecided]))
    assert (found.code, found.blocks) == ("form_undecided", True)


def test_refused_records_and_recounts_are_found_and_void_rounds_are_not() -> None:
    rows = [
        ExceptionRow(f"s:{kind}", 1, DAY, "MB-01", kind, 0, "C-1", "reader:7", "no", "bad_line")
        for kind in (RECORD_REFUSED, DROP_RECOUNTED, ROUND_VOIDED)
    ]
    assert codes(exceptions=rows) == ["record_refused", "drop_recounted"]


def test_meters_coupons_and_disputes() -> None:
    differs = Difference(
        f"MB-01:{DAY}:1", "MB-01", "R9-1", "contributions_differ", "", (7, 0), (9, 0)
    )
    kept = Coupons("MB-01", DAY, played=3, kept=2, face=5_000, paid=5_000)
    none_kept = msgspec.structs.replace(kept, kept=0, face=0)
    text = dict.fromkeys(Dispute.__struct_fields__, "")
    dispute = Dispute(**{**text, "seat": None, "evidence": [], "ruling": None})  # type: ignore[arg-type]  # made from names
    ruled = msgspec.structs.replace(dispute, ruling="denied")
    found = codes(differences=[differs], coupons=[kept, none_kept], disputes=[dispute, ruled])
    assert found == ["meter_contributions_differ", "coupons_kept", "dispute_open"]


def test_every_finding_of_the_copies_has_its_sentence_and_cause() -> None:
    assert {f"form_{each}" for each in Copies} - {"form_matched"} <= KINDS.keys()
    for kind in KINDS.values():
        assert kind.message.endswith(".")
        assert kind.usual_cause.endswith(".")
