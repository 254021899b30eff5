"""Complimentary Vigorish Forms, from the printer to accounting (F1-F8)."""

from datetime import datetime, timedelta
from random import Random
from typing import Any

import pytest

from ledger.day.acts import TakeBackDuplicates
from ledger.desks.ledger import Ledger
from ledger.events import form as form_events
from ledger.events import table as e
from ledger.events.base import Event
from ledger.events.day import DuplicateReceived, OriginalFound
from ledger.form import acts as form_acts
from ledger.values.calendar import from_micros
from ledger.values.errors import PitError, Refused
from projections.engine import engine as projection_engine
from projections.figures import comps, vig, win
from projections.figures import forms as form_figures
from projections.figures.arithmetic import rfc3339
from projections.figures.forms_in_hand import InHand, in_hand
from projections.models.forms import PROJECTION
from projections.models.vigorish import PROJECTION as VIGORISH
from tests.clerk import OPENER, OPENER_CENTS, SIGNED, Clerk, count_drop, receive_duplicates

DAY = "2026-07-11"
BANKER_WINS = ("7d Qh", "9c Kh")
NEXT_DAY = datetime.fromisoformat("2026-07-12T20:00:00-04:00")
AT = datetime.fromisoformat("2026-07-11T18:01:00-04:00")
COUNTED_AT = 1_783_900_000_000_000
SIGNED_VOID = {"pit_boss": "B-2", "clerk": "PC-1"}
SIGNERS = {"dealer": "D-7", "pit_boss": "B-2", "clerk": "PC-1"}


class Desk:
    """A pit clerk with the series CVF, 1001 to 1005, at the table of a div-mini game."""

    def __init__(self, clerk: Clerk) -> None:
        self.clerk = clerk
        self.ledger: Ledger = clerk.ledger

    def says(self, kind: type[form_acts.FormAct], **facts: Any) -> list[Event]:
        act = kind(**{"series": "CVF", "by": "PC-1", "at": AT, **facts})
        return [recorded.event for recorded in self.ledger.do(act).events]

    def is_refused(self, kind: type[form_acts.FormAct], **facts: Any) -> str:
        before = self.clerk.everything()
        with pytest.raises(PitError) as caught:
            self.says(kind, **facts)
        assert self.clerk.everything() == before, "a refused act left a trace"
        refusal = caught.value.refusal
        assert "Ames" not in f"{refusal} {caught.value}"
        return refusal.code

    def owes(self, seat: int = 3, cents: int = 2_000, **fields: Any) -> "Desk":
        """The seat owes 5% of this."""
        self.clerk.plays(*BANKER_WINS, (seat, "banker", cents), **fields)
        return self

    def issues(self, number: int, seat: int = 3, **facts: Any) -> list[Event]:
        return self.says(form_acts.IssueForm, **form(number, seat, **facts))

    def drops(self, number: int, **facts: Any) -> list[Event]:
        return self.says(form_acts.DropOriginal, number=number, **{**SIGNERS, **facts})

    def hands_on(self, number: int, at: datetime = AT) -> None:
        """The original is dropped, and all copies are forwarded."""
        self.drops(number, at=at)
        self.says(form_acts.ForwardCopies, clerk="PC-1", at=at)

    def takes_back(self, serial: str) -> None:
        said: dict[str, Any] = {"day": DAY, "serials": [serial], "reason": "of another form"}
        self.ledger.do(TakeBackDuplicates(by="A-1", at=from_micros(COUNTED_AT), **said))

    def in_hand(self, day: str = DAY) -> list[InHand]:
        projection_engine.catch_up((PROJECTION,), self.ledger.journal, self.ledger.journal.engine)
        with self.ledger.journal.engine.connect() as connection:
            return in_hand(connection, day)

    def counts(
        self, *originals: OriginalFound, cash: int = 0, day: str = DAY, **facts: Any
    ) -> None:
        count_drop(
            self.ledger,
            day,
            "MB-01",
            cash_cents=cash,
            cash={},
            originals=list(originals),
            by="A-1",
            at=COUNTED_AT,
            **facts,
        )

    def receives(self, *forms: DuplicateReceived, day: str = DAY, **facts: Any) -> None:
        receive_duplicates(self.ledger, day, forms, by="A-1", at=COUNTED_AT, **facts)

    def read(self, name: str, *args: Any) -> list[Any]:
        needs = form_figures.NEEDS
        projection_engine.catch_up(needs, self.ledger.journal, self.ledger.journal.engine)
        with self.ledger.journal.engine.connect() as connection:
            of = comps if name == "comps" else form_figures
            rows: list[Any] = getattr(of, name)(connection, *args)
            return rows

    def read_marks(self) -> list[Any]:
        projection_engine.catch_up([VIGORISH], self.ledger.journal, self.ledger.journal.engine)
        with self.ledger.journal.engine.connect() as connection:
            return vig.outstanding(connection)

    def win(self) -> list[win.Win]:
        projection_engine.catch_up(win.NEEDS, self.ledger.journal, self.ledger.journal.engine)
        with self.ledger.journal.engine.connect() as connection:
            return win.win(connection, DAY)

    def findings(self, day: str = DAY) -> dict[str, str | None]:
        return {row.serial: row.finding for row in self.read("forms", day)}


def form(number: int, seat: Any = 3, **facts: Any) -> dict[str, Any]:
    signed = {"patron": "R. Ames", "patron_signed": True, **SIGNERS}
    return {"number": number, "table": "MB-01", "seat": seat, **signed, **facts}


@pytest.fixture
def desk(clerk: Clerk) -> Desk:
    clerk.opens("div-mini").starts_shoe()
    found = Desk(clerk)
    found.says(form_acts.ReceiveSeries, first=1001, last=1005)
    found.says(form_acts.IssueSeries, pit="P-1", clerks=["PC-1", "PC-2"])
    return found


# -- F1, F2: the series


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


# -- F3: the form settles the mark


def test_f3_a_form_settles_the_mark_in_the_same_transaction(desk: Desk) -> None:
    documented, issued = desk.owes().issues(1001)
    assert isinstance(documented, e.VigorishDocumented)
    assert isinstance(issued, form_events.FormIssued)
    assert documented.serial == "CVF-1001"
    assert documented.lines == [e.SeatCents(3, 100, f"MB-01:{DAY}:1")]
    assert (issued.cents, issued.patron, issued.rounds) == (100, "R. Ames", [f"MB-01:{DAY}:1"])
    assert desk.ledger.table("MB-01").marks == {}
    desk.clerk.says("leave", seat=3)
    desk.clerk.says("shoe", shoe=2, decks=8, burn="2c")


def test_f3_part_of_what_is_owed_may_be_collected_and_the_rest_documented(desk: Desk) -> None:
    desk.owes().owes(cents=3_000)
    desk.issues(1001, cents=120)
    assert desk.ledger.table("MB-01").owed(3) == 130
    desk.clerk.says("collect_vig", seat=3)
    assert desk.is_refused(form_acts.IssueForm, **form(1002)) == "nothing_owed"


@pytest.mark.parametrize(
    "same",
    [{"dealer": "B-2"}, {"dealer": "PC-1"}, {"pit_boss": "PC-1"}],
)
def test_f3_three_different_people_sign(desk: Desk, same: dict[str, str]) -> None:
    desk.owes()
    assert desk.is_refused(form_acts.IssueForm, **form(1001, **same)) == "form_signed_twice"


def test_f3_the_patron_signs_or_the_dealer_or_pit_boss_states_why_not(desk: Desk) -> None:
    desk.owes()
    unsigned = form(1001, patron_signed=False)
    assert desk.is_refused(form_acts.IssueForm, **unsigned) == "patron_signature"
    both = form(1001, statement="left", stated_by="D-7")
    assert desk.is_refused(form_acts.IssueForm, **both) == "patron_signature"
    unsigned["statement"] = "left the table"
    assert (
        desk.is_refused(form_acts.IssueForm, **unsigned, stated_by="PC-1") == "statement_by_others"
    )
    *_, issued = desk.says(form_acts.IssueForm, **unsigned, stated_by="B-2")
    assert isinstance(issued, form_events.FormIssued)
    assert (issued.patron_signed, issued.stated_by) == (False, "B-2")


# -- F4, F5: the copies


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


VOID: dict[str, Any] = {"reason": "wrong patron", **SIGNED_VOID}


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


def corrected(desk: Desk, cents: int, document: str) -> None:
    """What was documented of seat 3 in the first round is put right by so much."""
    said = {"of_day": DAY, "original": f"MB-01:{DAY}:1", "seat": 3, "document": document}
    signed = {"reason": "paid in cash", "approved_by": "S-2"}
    desk.clerk.says("correct", figure="vig_documented", cents=cents, **said, **signed)


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


# -- F6: the comparison


def test_f6_nothing_is_missing_before_it_is_counted(desk: Desk) -> None:
    desk.owes().issues(1001)
    desk.hands_on(1001)
    assert desk.findings() == {"CVF-1001": None}
    desk.counts(OriginalFound("CVF-1001", 100))
    assert desk.findings() == {"CVF-1001": None}
    desk.receives(DuplicateReceived("CVF-1001", cents=100, table="MB-01", patron="r. ames"))
    assert desk.findings() == {"CVF-1001": "matched"}


ORIGINAL = OriginalFound("CVF-1001", 100)
DUPLICATE = DuplicateReceived("CVF-1001", cents=100, table="MB-01", day=DAY, patron="R. Ames")
VOID_1002 = DuplicateReceived("CVF-1002", void=True)


@pytest.mark.parametrize(
    ("originals", "duplicates", "found"),
    [
        ([ORIGINAL], [DUPLICATE, VOID_1002], {}),
        ([], [DUPLICATE, VOID_1002], {"CVF-1001": "missing_original"}),
        ([ORIGINAL], [VOID_1002], {"CVF-1001": "missing_duplicate"}),
        ([ORIGINAL], [DUPLICATE], {"CVF-1002": "missing_duplicate"}),
        (
            [OriginalFound("CVF-1001", 110)],
            [DUPLICATE, VOID_1002],
            {"CVF-1001": "amount_differs"},
        ),
        (
            [ORIGINAL],
            [DuplicateReceived("CVF-1001", cents=110), VOID_1002],
            {"CVF-1001": "amount_differs"},
        ),
        (
            [OriginalFound("CVF-1001", 100, "MB-02")],
            [DUPLICATE, VOID_1002],
            {"CVF-1001": "table_differs"},
        ),
        (
            [ORIGINAL],
            [DuplicateReceived("CVF-1001", cents=100, day="2026-07-10"), VOID_1002],
            {"CVF-1001": "day_differs"},
        ),
        (
            [ORIGINAL],
            [DuplicateReceived("CVF-1001", cents=100, patron="R. Amos"), VOID_1002],
            {"CVF-1001": "patron_differs"},
        ),
        (
            [ORIGINAL, OriginalFound("CVF-1002", 100)],
            [DUPLICATE, VOID_1002],
            {"CVF-1002": "void_differs"},
        ),
        (
            [ORIGINAL, OriginalFound("CVF-1004", 100)],
            [DUPLICATE, VOID_1002],
            {"CVF-1003": "unaccounted", "CVF-1004": "out_of_sequence"},
        ),
        (
            [ORIGINAL, OriginalFound("CVX-7", 100)],
            [DUPLICATE, VOID_1002],
            {"CVX-7": "unaccounted"},
        ),
        (
            [],
            [DuplicateReceived("CVF-1001", cents=110, table="MB-02"), VOID_1002],
            {"CVF-1001": "missing_original, amount_differs, table_differs"},
        ),
    ],
)
def test_f6_originals_and_duplicates_are_compared(
    desk: Desk,
    originals: list[OriginalFound],
    duplicates: list[DuplicateReceived],
    found: dict[str, str],
) -> None:
    desk.owes().issues(1001)
    desk.says(form_acts.VoidForm, number=1002, reason="torn", pit_boss="B-2", clerk="PC-1")
    desk.hands_on(1001)
    desk.counts(*originals)
    desk.receives(*duplicates)
    assert desk.findings() == {"CVF-1001": "matched", "CVF-1002": "matched"} | found
    missing = {serial for series in desk.read("series") for serial in series.missing}
    assert missing == {serial for serial in found if serial.startswith("CVF")}


def test_f6_an_original_found_on_another_day_shows_on_both(desk: Desk) -> None:
    desk.owes().issues(1001)
    desk.hands_on(1001)
    desk.clerk.plays(*BANKER_WINS, (3, "banker", 2_000), at="2026-07-12T07:00:00-04:00")
    desk.counts()
    desk.receives(DUPLICATE)
    assert desk.findings() == {"CVF-1001": "missing_original"}
    desk.counts(ORIGINAL, day="2026-07-12")
    for day in (DAY, "2026-07-12"):
        assert desk.findings(day) == {"CVF-1001": "day_differs"}


def test_f6_a_recount_and_a_second_entry_replace_the_first(desk: Desk) -> None:
    desk.owes().issues(1001)
    desk.hands_on(1001)
    desk.counts(OriginalFound("CVF-1001", 999), OriginalFound("CVF-1005", 1))
    desk.receives(DuplicateReceived("CVF-1001", cents=1))
    with pytest.raises(PitError, match="entered already"):
        desk.receives(DUPLICATE)
    desk.counts(ORIGINAL, recount=True)
    desk.receives(DUPLICATE, replaces=True)
    assert desk.findings() == {"CVF-1001": "matched"}


def test_f6_a_duplicate_entered_under_a_wrong_number_is_taken_back(desk: Desk) -> None:
    desk.owes().issues(1001)
    desk.hands_on(1001)
    desk.counts(ORIGINAL)
    desk.receives(DuplicateReceived("CVF-1004", cents=100))
    assert desk.findings()["CVF-1004"] == "out_of_sequence"
    desk.takes_back("CVF-1004")
    with pytest.raises(PitError, match="No duplicate of CVF-1004 is entered"):
        desk.takes_back("CVF-1004")
    desk.receives(DUPLICATE)
    assert desk.findings() == {"CVF-1001": "matched"}


def test_f4_what_nobody_recorded_of_a_form_is_found_once_its_copies_are_counted(
    desk: Desk,
) -> None:
    desk.owes().issues(1001)
    desk.counts(ORIGINAL)
    assert desk.findings() == {"CVF-1001": "not_dropped"}
    desk.receives(DUPLICATE)
    assert desk.findings() == {"CVF-1001": "not_dropped, not_forwarded"}
    desk.hands_on(1001, at=NEXT_DAY)
    assert desk.findings() == {"CVF-1001": "dropped_late, forwarded_late"}


# -- F2: used out of order, lost, counted


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


# -- who it is


@pytest.mark.parametrize(
    ("seated", "named", "found"),
    [
        ("R. Ames", "r.  ames", None),
        ("Zo\u00eb", "Zoe\u0308", None),
        ("", "R. Ames", None),
        ("L. Moreau", "R. Ames", "not_the_player"),
    ],
)
def test_f3_a_form_names_the_patron_who_is_seated(
    desk: Desk, seated: str, named: str, found: str | None
) -> None:
    if seated:
        desk.clerk.says("sit", seat=3, patron=seated)
    desk.owes().issues(1001, patron=named)
    assert desk.findings() == {"CVF-1001": found}
    assert desk.read("of_series", "CVF")[0].patron == named, "as it was written"


def test_f7_one_patron_has_one_line_however_the_name_is_spelled(desk: Desk) -> None:
    for number, patron, patron_id in (
        (1001, "R. Ames", ""),
        (1002, "r. ames", ""),
        (1003, "R. Ames", "20417"),
        (1004, "Rosa Ames", "20417"),
    ):
        desk.owes().issues(number, patron=patron, patron_id=patron_id)
    assert [(c.patron, c.patron_id, c.serials) for c in desk.read("comps", DAY, COUNTED_AT)] == [
        ("R. Ames", None, ["CVF-1001", "CVF-1002"]),
        ("R. Ames", "20417", ["CVF-1003", "CVF-1004"]),
    ]


def test_f5_f7_a_form_void_on_a_later_day_is_taken_off_on_that_day(desk: Desk) -> None:
    desk.owes().issues(1001)
    before = figures(desk)
    desk.says(form_acts.VoidForm, number=1001, **VOID, at=NEXT_DAY)
    assert figures(desk).vig_documented == before.vig_documented == 100
    later = figures(desk, "2026-07-12")
    assert (later.vig_documented, later.vig_assessed, later.vig_outstanding) == (-100, 0, 100)
    assert desk.ledger.table("MB-01").owed(3) == 100
    given = {
        day: [(c.patron, c.forms, c.cents) for c in desk.read("comps", day, COUNTED_AT)]
        for day in (DAY, "2026-07-12")
    }
    assert given == {DAY: [("R. Ames", 1, 100)], "2026-07-12": [("R. Ames", -1, -100)]}


# -- F7, F8, and the books


def test_f7_the_complimentary_is_on_record_by_patron_on_the_gaming_day(desk: Desk) -> None:
    desk.owes().issues(1001)
    desk.owes(4, 4_000).issues(1002, seat=4, patron="B. Ortiz")
    desk.owes().issues(1003)
    end = 1_783_850_400_000_000  # 2026-07-12 06:00 in New York
    assert [(c.patron, c.forms, c.cents, c.serials) for c in desk.read("comps", DAY, end)] == [
        ("B. Ortiz", 1, 200, ["CVF-1002"]),
        ("R. Ames", 2, 200, ["CVF-1001", "CVF-1003"]),
    ]
    late = {serial for comp in desk.read("comps", DAY, 0) for serial in comp.late}
    assert late == {"CVF-1001", "CVF-1002", "CVF-1003"}
    assert desk.read("comps", "2026-07-12", end) == []


@pytest.mark.parametrize("rules", ["ma-midi", "ma-big", "div-mini-tie-vig", "house-dragon"])
def test_f8_no_form_where_the_rules_do_not_provide_for_it(clerk: Clerk, rules: str) -> None:
    clerk.opens(rules).starts_shoe()
    desk = Desk(clerk)
    assert desk.is_refused(form_acts.IssueForm, **form(1001)) == "forms_not_provided"


def test_f8_the_refusal_cites_the_section(clerk: Clerk) -> None:
    clerk.opens("ma-midi").starts_shoe()
    with pytest.raises(PitError, match=r"ma-midi 12\(d\)"):
        Desk(clerk).issues(1001)


def test_a1_v5_documented_vigorish_is_part_of_table_win(desk: Desk) -> None:
    desk.clerk.says("buy_in", seat=3, cents=20_000)
    desk.owes().issues(1001)
    desk.clerk.says("close", closer={**OPENER, "500": 156}, **SIGNED)
    desk.counts(ORIGINAL, cash=20_000)
    row = figures(desk)
    assert (row.vig_assessed, row.vig_collected, row.vig_documented) == (100, 0, 100)
    assert (row.vig_outstanding, row.drop, row.form_variance) == (0, 20_100, 0)
    assert (row.hand_result, row.win_hands, row.win_tray) == (-2_000, -1_900, -1_900)
    assert (row.tray_variance, row.drop_variance) == (0, 0)
    assert row.hold_bps == -945


def test_a1_a_form_that_never_reached_the_box_is_a_form_variance(desk: Desk) -> None:
    desk.owes().issues(1001)
    desk.counts()
    assert figures(desk).form_variance == -100


@pytest.mark.parametrize("seed", range(4))
def test_law_of_the_books_on_days_with_forms(desk: Desk, seed: int) -> None:
    """Seats pay, sign forms for all or part of what they owe, or go on owing; some originals are lost."""
    rnd = Random(seed)
    desk.says(form_acts.ReceiveSeries, series="LAW", first=1, last=99)
    desk.says(form_acts.IssueSeries, series="LAW", pit="P-1", clerks=["PC-1"])
    tray, collected, documented, lost = OPENER_CENTS, 0, 0, 0
    originals: list[OriginalFound] = []
    for number in range(1, 9):
        seat, stake = rnd.randint(1, 3), rnd.randint(1, 90) * 25
        desk.owes(seat, stake)
        tray -= stake
        owed = desk.ledger.table("MB-01").owed(seat)
        part = rnd.randint(1, owed)
        if rnd.random() < 0.4:
            desk.clerk.says("collect_vig", seat=seat, cents=part)
            tray, collected = tray + part, collected + part
            part = owed - part
        if not part or desk.ledger.table("MB-01").owed(seat) == 0 or rnd.random() < 0.2:
            desk.says(form_acts.VoidForm, series="LAW", number=number, reason="torn", **SIGNED_VOID)
            continue
        desk.says(form_acts.IssueForm, series="LAW", **form(number, seat, cents=part))
        documented += part
        if rnd.random() < 0.4:
            lost += part
        else:
            originals.append(OriginalFound(f"LAW-{number}", part))
    left = {
        seat: desk.ledger.table("MB-01").owed(seat) for seat in desk.ledger.table("MB-01").marks
    }
    for seat in left:
        walked: dict[str, Any] = {"seat": seat, "reason": "left", "supervisor": "S-2"}
        assert desk.clerk.is_refused("uncollected_vig", **walked) == "form_first"
        desk.clerk.says("uncollected_vig", **walked, no_form="would not wait")
    desk.clerk.says("close", closer={"1": tray - 50}, **SIGNED)
    desk.counts(*originals, cash=7)
    row = figures(desk)
    assert (row.vig_collected, row.vig_documented) == (collected, documented)
    assert (row.vig_uncollected, row.vig_outstanding) == (sum(left.values()), 0)
    assert row.vig_assessed == collected + documented + row.vig_uncollected
    assert (row.tray_variance, row.drop_variance, row.form_variance) == (-50, 7, -lost)
    assert row.win_tray - row.win_hands == -50 + 7 - lost
    assert row.drop == 7 + documented - lost


def figures(desk: Desk, day: str = DAY) -> Any:
    projection_engine.catch_up(win.NEEDS, desk.ledger.journal, desk.ledger.journal.engine)
    with desk.ledger.journal.engine.connect() as connection:
        (row,) = win.win(connection, day)
    return row
