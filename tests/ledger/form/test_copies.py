"""The copies of a form, and what a void one puts back (F4, F5)."""

from datetime import datetime, timedelta

import pytest

from ledger.events import form as form_events
from ledger.events import table as e
from ledger.events.day import DuplicateReceived, OriginalFound
from ledger.form import acts as form_acts
from ledger.values.errors import Refused
from projections.figures.arithmetic import rfc3339
from tests.clerk import OPENER, SIGNED
from tests.ledger.form.desk import (
    AT,
    COUNTED_AT,
    DAY,
    SIGNED_VOID,
    SIGNERS,
    VOID,
    Desk,
    corrected,
    form,
)


def test_f4_the_dealer_drops_the_original_before_the_two_who_signed_it(desk: Desk) -> None:
    desk.owes().issues(1001)
    for other in ({"pit_boss": "B-3"}, {"clerk": "PC-2"}):
        drop = {"number": 1001, **SIGNERS, **other}
        assert desk.is_refused(form_acts.DropOriginal, **drop) == "witness_differs"
    alone = {"number": 1001, **SIGNERS, "dealer": "B-2"}
    assert desk.is_refused(form_acts.DropOriginal, **alone) == "form_signed_twice"
    (dropped,) = desk.drops(1001, dealer="D-8")
    assert isinstance(dropped, form_events.OriginalDropped)
    assert dropped.dealer == "D-8", "who came in relief"
    assert desk.is_refused(form_acts.DropOriginal, number=1001, **SIGNERS) == "form_dropped"
    assert desk.is_refused(form_acts.DropOriginal, number=1002, **SIGNERS) == "form_not_issued"


def test_f4_f5_the_clerk_keeps_the_copies_until_they_are_forwarded(desk: Desk) -> None:
    desk.owes().issues(1001)
    desk.says(form_acts.VoidForm, number=1002, reason="torn", pit_boss="B-2", clerk="PC-1")
    assert desk.read("series")[0].kept == 2
    others = {"clerk": "PC-9", "by": "PC-9"}
    assert desk.is_refused(form_acts.ForwardCopies, **others) == "not_the_clerk"
    assert desk.is_refused(form_acts.ForwardCopies, clerk="PC-1", by="C-1") == "not_the_clerk"
    (forwarded,) = desk.says(form_acts.ForwardCopies, clerk="PC-1")
    assert isinstance(forwarded, form_events.CopiesForwarded)
    assert forwarded.numbers == [1001, 1002]
    assert desk.read("series")[0].kept == 0
    assert desk.is_refused(form_acts.ForwardCopies, clerk="PC-1") == "nothing_to_forward"


def test_f5_both_copies_of_a_void_form_are_signed_by_pit_boss_and_clerk(desk: Desk) -> None:
    void = {"number": 1001, "reason": "torn"}
    signed_twice = {"pit_boss": "PC-1", "clerk": "PC-1"}
    assert desk.is_refused(form_acts.VoidForm, **void, **signed_twice) == "form_signed_twice"
    desk.owes().issues(1001)
    assert desk.is_refused(form_acts.VoidForm, **void, **signed_twice) == "form_signed_twice"
    assert desk.is_refused(form_acts.VoidForm, **void, **SIGNED_VOID, by="D-7") == "not_the_clerk"


def test_f5_an_issued_form_is_void_and_its_mark_is_owed_again(desk: Desk) -> None:
    desk.owes().owes(cents=3_000)
    (marked,) = desk.read_marks()
    desk.issues(1001, cents=120)
    restored, void = desk.says(form_acts.VoidForm, number=1001, **VOID)
    assert isinstance(restored, e.VigorishRestored)
    assert isinstance(void, form_events.FormVoided)
    assert (void.table, void.seat, void.cents) == ("MB-01", 3, 120)
    assert restored.serial == "CVF-1001"
    assert desk.ledger.table("MB-01").owed(3) == 250
    (again,) = desk.read_marks()
    assert (again.cents, again.rounds) == (marked.cents, marked.rounds)
    owes_since = desk.ledger.table("MB-01").owes_since(3)
    assert owes_since is not None
    assert again.since == rfc3339(owes_since) > marked.since, "of what is owed since the void, then"
    assert desk.clerk.is_refused("leave", seat=3) == "vigorish_owed"
    assert desk.clerk.is_refused("shoe", shoe=2, decks=8, burn="2c") == "vigorish_owed"
    assert desk.is_refused(form_acts.VoidForm, number=1001, **VOID) == "form_used"
    desk.issues(1002)
    assert desk.ledger.table("MB-01").marks == {}
    (figures,) = desk.win()
    assert (figures.vig_assessed, figures.vig_documented, figures.vig_outstanding) == (250, 250, 0)
    (comp,) = desk.read("comps", DAY, COUNTED_AT)
    assert (comp.serials, comp.cents) == (["CVF-1002"], 250)


@pytest.mark.parametrize(("lowered", "given_back"), [(70, [30]), (100, [])])
def test_a4_f5_a_void_form_gives_back_what_it_still_documents(
    desk: Desk, lowered: int, given_back: list[int]
) -> None:
    """The correction gave the seat its mark back already, all of it or part."""
    desk.owes().issues(1001)
    corrected(desk, -lowered, "MC-1")
    *restored, void = desk.says(form_acts.VoidForm, number=1001, **VOID)
    assert isinstance(void, form_events.FormVoided)
    lines = [
        line.cents
        for each in restored
        if isinstance(each, e.VigorishRestored)
        for line in each.lines
    ]
    assert lines == given_back
    assert desk.ledger.table("MB-01").owed(3) == 100
    (figures,) = desk.win()
    assert (figures.vig_assessed, figures.vig_documented, figures.vig_outstanding) == (100, 0, 100)
    assert desk.read("comps", DAY, COUNTED_AT) == []


def test_a4_what_a_correction_alone_documented_is_taken_back_by_one_before_its_round_is_reversed(
    desk: Desk,
) -> None:
    """There is no form of it that could be void."""
    desk.owes()
    corrected(desk, 60, "MC-1")
    reverses = {"round": f"MB-01:{DAY}:1", "reason": "mistyped", "approved_by": "S-2"}
    with pytest.raises(Refused, match="there is more in the books") as caught:
        desk.clerk.says("reverse", **reverses)
    assert "pit day correct vig-documented --lower" in caught.value.refusal.next_step
    assert "form" not in caught.value.refusal.next_step
    corrected(desk, -60, "MC-2")
    desk.clerk.says("reverse", **reverses)


def test_a4_f7_what_is_corrected_of_a_form_is_shown_with_it_and_counts_for_its_patron(
    desk: Desk,
) -> None:
    desk.owes().issues(1001)
    corrected(desk, -70, "MC-1")
    corrected(desk, 10, "MC-2")
    (form,) = desk.read("forms", DAY)
    assert (form.serial, form.seat, form.cents, form.corrected) == ("CVF-1001", 3, 100, -60)
    (comp,) = desk.read("comps", DAY, COUNTED_AT)
    (figures,) = desk.win()
    assert (comp.forms, comp.cents, comp.serials) == (1, 40, ["CVF-1001"])
    assert comp.cents == figures.vig_documented


def test_f7_what_is_corrected_later_counts_for_its_patron_on_that_day_and_the_rest_when_it_is_void(
    desk: Desk,
) -> None:
    desk.owes().issues(1001)
    desk.clerk.moment += timedelta(days=1)
    corrected(desk, -30, "MC-1")
    (comp,) = desk.read("comps", "2026-07-12", COUNTED_AT)
    assert (comp.forms, comp.cents, comp.serials) == (0, -30, ["CVF-1001"])
    desk.clerk.moment += timedelta(days=1)
    desk.says(form_acts.VoidForm, number=1001, **VOID, at=desk.clerk.moment)
    (comp,) = desk.read("comps", "2026-07-13", COUNTED_AT)
    assert (comp.forms, comp.cents) == (-1, -70)
    (comp,) = desk.read("comps", DAY, COUNTED_AT)
    assert comp.cents == 100


def test_f5_what_a_void_form_puts_back_is_settled_by_nothing_from_before_the_void(
    desk: Desk,
) -> None:
    """What still stands of the same round is: it was owed all the time."""
    desk.owes(cents=3_000).issues(1001, cents=120)
    desk.says(form_acts.VoidForm, number=1001, **VOID, at=AT + timedelta(minutes=30))
    early = {"seat": 3, "at": (AT + timedelta(minutes=10)).isoformat()}
    assert desk.clerk.is_refused("collect_vig", **early, cents=31) == "more_than_owed"
    desk.clerk.says("collect_vig", **early)
    assert desk.ledger.table("MB-01").owed(3) == 120
    assert desk.clerk.is_refused("collect_vig", **early) == "at_before_mark"
    assert desk.is_refused(form_acts.IssueForm, **form(1002)) == "at_before_mark"
    desk.clerk.says("collect_vig", seat=3, at=(AT + timedelta(minutes=30)).isoformat())


def test_f5_f6_a_form_void_after_it_was_issued_is_compared_as_void(desk: Desk) -> None:
    desk.owes().issues(1001)
    desk.says(form_acts.VoidForm, number=1001, **VOID)
    (row,) = desk.read("forms", DAY)
    assert (row.status, row.cents, row.finding) == ("void", None, None)
    (series,) = desk.read("series")
    assert (series.next, series.issued, series.void, series.kept) == (1002, 0, 1, 1)
    desk.says(form_acts.ForwardCopies, clerk="PC-1")
    desk.counts()
    desk.receives(DuplicateReceived("CVF-1001", cents=100))
    assert desk.findings() == {"CVF-1001": "void_differs"}
    desk.receives(DuplicateReceived("CVF-1001", void=True), replaces=True)
    assert desk.findings() == {"CVF-1001": "matched"}
    desk.counts(OriginalFound("CVF-1001", 100), recount=True)
    assert desk.findings() == {"CVF-1001": "void_differs"}


def test_f5_a_form_is_void_only_while_both_copies_are_in_hand(desk: Desk) -> None:
    for number in range(1001, 1006):
        desk.owes().issues(number)
    desk.drops(1001)
    assert desk.is_refused(form_acts.VoidForm, number=1001, **VOID) == "original_in_box"
    desk.receives(DuplicateReceived("CVF-1002", cents=100))
    assert desk.is_refused(form_acts.VoidForm, number=1002, **VOID) == "form_compared"
    desk.counts(OriginalFound("CVF-1003", 100))
    assert desk.is_refused(form_acts.VoidForm, number=1003, **VOID) == "form_compared"
    tomorrow = datetime.fromisoformat("2026-07-12T20:00:00-04:00")
    desk.counts(OriginalFound("CVF-1005", 100), recount=True)
    late = desk.is_refused(form_acts.VoidForm, number=1005, **VOID, at=tomorrow)
    assert late == "form_compared"
    desk.says(form_acts.ForwardCopies, clerk="PC-1")
    assert desk.is_refused(form_acts.VoidForm, number=1004, **VOID) == "form_forwarded"


def test_f5_the_mark_comes_back_to_the_player_who_owed_it(desk: Desk) -> None:
    desk.owes().issues(1001)
    desk.clerk.says("leave", seat=3)
    desk.clerk.says("sit", seat=3, patron="L. Moreau")
    assert desk.is_refused(form_acts.VoidForm, number=1001, **VOID) == "seat_taken_since"
    desk.clerk.says("leave", seat=3)
    desk.clerk.says("close", closer=OPENER, **SIGNED)
    desk.says(form_acts.VoidForm, number=1001, **VOID)
    assert desk.ledger.table("MB-01").owed(3) == 100


def test_f5_a_void_far_from_the_forms_issue_finds_its_marks(desk: Desk) -> None:
    desk.owes().issues(1001)
    for _ in range(260):
        desk.clerk.says("buy_in", seat=4, cents=100)
        desk.clerk.says("buy_in", seat=5, cents=100)
    desk.says(form_acts.VoidForm, number=1001, **VOID)
    assert desk.ledger.table("MB-01").owed(3) == 100


def test_f5_two_forms_of_one_mark_are_void_one_after_the_other(desk: Desk) -> None:
    """Each brings back what it had documented, and the mark is one mark again."""
    desk.owes()
    (marked,) = desk.read_marks()
    desk.issues(1001, cents=40)
    desk.issues(1002)
    desk.says(form_acts.VoidForm, number=1001, **VOID)
    assert desk.ledger.table("MB-01").owed(3) == 40
    desk.says(form_acts.VoidForm, number=1002, **VOID)
    assert desk.ledger.table("MB-01").owed(3) == 100
    (again,) = desk.read_marks()
    assert (again.cents, again.rounds) == (marked.cents, marked.rounds)
