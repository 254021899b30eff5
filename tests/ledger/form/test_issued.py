"""A form settles what is owed, and is signed by three people and the patron (F3)."""

import pytest

from ledger.events import form as form_events
from ledger.events import table as e
from ledger.form import acts as form_acts
from tests.ledger.form.desk import DAY, Desk, form


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
