"""A series of Complimentary Vigorish Forms, number by number (F1, F2)."""

from datetime import timedelta
from typing import Any

import pytest

from ledger.events import form as form_events
from ledger.form import acts as form_acts
from ledger.values.errors import PitError
from projections.figures.forms_in_hand import InHand
from tests.ledger.form.desk import (
    AT,
    DAY,
    SIGNED_VOID,
    Desk,
    form,
)


def test_f1_a_series_is_received_once_with_original_and_duplicate(desk: Desk) -> None:
    assert desk.is_refused(form_acts.ReceiveSeries, first=1006, last=1010) == "series_known"
    (received,) = desk.says(form_acts.ReceiveSeries, series="CVG", first=1, last=9, copies=3)
    assert isinstance(received, form_events.SeriesReceived)
    assert (received.first, received.last, received.copies) == (1, 9, 3)


def test_f1_div_c_3_iii_b_only_the_clerks_who_have_the_series_use_it(desk: Desk) -> None:
    desk.owes()
    assert desk.is_refused(form_acts.IssueForm, **form(1001), by="D-7") == "not_the_clerk"
    assert (
        desk.is_refused(form_acts.IssueForm, **form(1001, clerk="S-9"), by="S-9") == "not_the_clerk"
    )
    assert desk.is_refused(form_acts.IssueForm, **form(1001), by="PC-2") == "clerk_differs"
    void = {"number": 1001, "reason": "torn", "pit_boss": "B-2"}
    assert desk.is_refused(form_acts.VoidForm, **void, clerk="D-7", by="D-7") == "not_the_clerk"
    desk.says(form_acts.IssueSeries, pit="P-1", clerks=["PC-3"])
    assert desk.is_refused(form_acts.IssueForm, **form(1001)) == "not_the_clerk"


def test_f1_a_series_is_used_in_the_pit_it_was_issued_to(desk: Desk) -> None:
    desk.owes()
    desk.says(form_acts.IssueSeries, pit="P-2", clerks=["PC-1"])
    assert desk.is_refused(form_acts.IssueForm, **form(1001)) == "form_of_another_pit"


def test_x24_f2_a_number_is_not_skipped(desk: Desk) -> None:
    for number in (1001, 1002):
        desk.owes().issues(number)
    desk.owes()
    assert desk.is_refused(form_acts.IssueForm, **form(1004)) == "form_not_next"
    with pytest.raises(PitError, match="1003 is next: use it or void it first"):
        desk.issues(1004)
    desk.says(form_acts.VoidForm, number=1003, reason="torn", pit_boss="B-2", clerk="PC-1")
    desk.issues(1004)
    (series,) = desk.read("series")
    assert (series.issued, series.void, series.unused, series.next) == (3, 1, 1, 1005)
    assert (series.missing, series.pit, series.clerks) == ([], "P-1", ["PC-1", "PC-2"])


def test_x24_a_dry_run_and_a_refusal_burn_no_number(desk: Desk) -> None:
    desk.owes()
    act = form_acts.IssueForm(series="CVF", by="PC-1", at=AT, **form(1001))
    assert desk.ledger.do(act, dry_run=True).position is None
    assert desk.is_refused(form_acts.IssueForm, **form(1001, cents=101)) == "more_than_owed"
    assert desk.ledger.loader.series("CVF").next == 1001
    assert desk.ledger.do(act, key="k-1").events == desk.ledger.do(act, key="k-1").events
    assert desk.ledger.loader.series("CVF").next == 1002


def test_x25_two_series_never_share_a_counter(desk: Desk) -> None:
    for name, last in (("A", 3), ("B", 2)):
        desk.says(form_acts.ReceiveSeries, series=name, first=1, last=last)
        desk.says(form_acts.IssueSeries, series=name, pit="P-1", clerks=["PC-1"])
    for name, number in (("A", 1), ("B", 1), ("A", 2), ("B", 2), ("A", 3)):
        desk.owes()
        desk.says(form_acts.IssueForm, series=name, **form(number))
    assert {s.series: (s.next, s.missing) for s in desk.read("series")} == {
        "A": (None, []),
        "B": (None, []),
        "CVF": (1001, []),
    }
    assert desk.is_refused(form_acts.IssueForm, series="A", **form(3)) == "series_used_up"


def test_f2_two_clerks_do_not_get_one_number(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second decides on what it read before the first saved; it is told which is next."""
    desk.owes(3).owes(4)
    slow = desk.ledger.loader
    read = slow.series

    def while_the_other_writes(name: str) -> Any:
        state = read(name)
        monkeypatch.setattr(slow, "series", read)
        desk.issues(1001, seat=3)
        return state

    monkeypatch.setattr(slow, "series", while_the_other_writes)
    with pytest.raises(PitError) as caught:
        desk.ledger.do(form_acts.IssueForm(series="CVF", by="PC-1", at=AT, **form(1001, 4)))
    assert caught.value.refusal.code == "form_used"
    assert desk.ledger.table("MB-01").owed(4) == 100


def test_f2_a_form_used_out_of_order_is_recorded_as_it_was_used(desk: Desk) -> None:
    desk.owes()
    *_, issued = desk.issues(1003, out_of_order=True)
    assert isinstance(issued, form_events.FormIssued)
    assert issued.out_of_order
    assert desk.findings() == {"CVF-1003": "out_of_sequence"}
    assert desk.is_refused(form_acts.IssueForm, **form(1003, out_of_order=True)) == "form_used"
    for number in (1001, 1002):
        *_, issued = desk.owes().issues(number)
        assert isinstance(issued, form_events.FormIssued)
        assert not issued.out_of_order
    assert desk.ledger.loader.series("CVF").next == 1004
    (series,) = desk.read("series")
    assert (series.next, series.issued, series.unused, series.missing) == (
        1004,
        3,
        2,
        ["CVF-1003"],
    )


def test_f2_a_form_spoilt_out_of_order_leaves_the_others_in_hand(desk: Desk) -> None:
    spoilt = {"number": 1002, "reason": "torn", **SIGNED_VOID}
    assert desk.is_refused(form_acts.VoidForm, **spoilt) == "form_not_next"
    (void,) = desk.says(form_acts.VoidForm, **spoilt, out_of_order=True)
    assert isinstance(void, form_events.FormVoided)
    assert void.out_of_order
    desk.owes().issues(1001)
    assert desk.read("series")[0].next == 1003


def test_f2_a_lost_form_is_passed_over_and_can_still_turn_up(desk: Desk) -> None:
    lost = {"number": 1001, "reason": "burnt"}
    alone = desk.is_refused(form_acts.LoseForm, **lost, authorised_by="PC-1")
    assert alone == "signed_twice"
    desk.says(form_acts.LoseForm, **lost, authorised_by="B-2")
    assert desk.findings() == {"CVF-1001": "lost"}
    desk.owes()
    assert desk.is_refused(form_acts.LoseForm, **lost, authorised_by="B-2") == "form_lost"
    assert desk.is_refused(form_acts.IssueForm, **form(1001)) == "form_lost"
    desk.issues(1002)
    assert desk.is_refused(form_acts.LoseForm, **{**lost, "number": 1002}, authorised_by="B-2") == (
        "form_used"
    )
    desk.owes().issues(1001, out_of_order=True)
    (series,) = desk.read("series")
    assert (series.next, series.issued, series.lost, series.unused) == (1003, 2, 0, 3)
    found = {row.serial: (row.status, row.finding) for row in desk.read("forms", DAY)}
    assert found["CVF-1001"] == ("issued", "out_of_sequence, lost")
    assert len(desk.read("forms", DAY)) == len(found), "a serial is in one state"
    assert series.missing == ["CVF-1001"]


def test_f2_unused_forms_are_counted_by_number_and_what_differs_is_named(desk: Desk) -> None:
    desk.owes().issues(1001)
    assert desk.in_hand() == [InHand("CVF", 0)]
    count = {"clerk": "PC-1", "counted": [form_events.Run(1004, 1005), form_events.Run(1001, 1002)]}
    (counted,) = desk.says(form_acts.CountForms, **count)
    assert isinstance(counted, form_events.FormsCounted)
    assert (counted.missing, counted.beyond) == ([1003], [1001])
    assert desk.in_hand() == [InHand("CVF", 4, "CVF-1003", "CVF-1001")]
    desk.says(form_acts.LoseForm, number=1003, reason="burnt", authorised_by="B-2")
    count["counted"] = [form_events.Run(1002, 1002), form_events.Run(1004, 1005)]
    desk.says(form_acts.CountForms, **count)
    assert desk.in_hand() == [InHand("CVF", 6)]
    assert desk.in_hand("2026-07-12") == []


def test_f2_a_count_typed_late_is_held_against_the_forms_as_they_were_then(desk: Desk) -> None:
    desk.owes().issues(1001)
    counted_at = AT + timedelta(minutes=5)
    used_at = AT + timedelta(minutes=30)
    desk.says(form_acts.VoidForm, number=1002, reason="torn", **SIGNED_VOID, at=used_at)
    desk.says(form_acts.LoseForm, number=1003, reason="burnt", authorised_by="B-2", at=used_at)
    count = {"clerk": "PC-1", "counted": [form_events.Run(1002, 1005)]}
    (then,) = desk.says(form_acts.CountForms, **count, at=counted_at)
    (later,) = desk.says(form_acts.CountForms, **count, at=used_at)
    assert isinstance(then, form_events.FormsCounted)
    assert isinstance(later, form_events.FormsCounted)
    assert (then.missing, then.beyond) == ([], [])
    assert (later.missing, later.beyond) == ([], [1002, 1003])
