"""What a text wants approved or posted stands in the submission as a dated reference (R6)."""

from pathlib import Path

import pytest

from ledger.rules.loader import list_ids, load, load_file
from ledger.rules.submission import from_document
from ledger.values.errors import Refused
from tests.copies import sources
from tests.ledger.rules.licensee import document

APPROVED = "IEB-2026-114, 2026-05-04, IEB"


@pytest.mark.parametrize(
    ("rules", "chosen", "asked"),
    [
        ("div-mini", {}, "numbered_areas internal_controls"),
        ("div-mini", {"vigorish.collect": "at_payout"}, ""),
        (
            "div-mini",
            {"shuffle": "continuous"},
            "numbered_areas internal_controls continuous_shuffler",
        ),
        ("div-mini-no-commission", {}, ""),
        ("md-midi", {}, "royal_9_areas"),
        ("md-midi-fortune7", {}, "fortune_7_areas fortune_7_sign one_up_areas royal_9_areas"),
        ("house-dragon", {}, ""),
        (
            "ma-big-ez",
            {},
            "layout dragon_bonus_areas dragon_7_areas dragon_7_sign panda_8_areas house_money_areas discard_bucket",
        ),
    ],
)
def test_r6_what_is_asked_for_follows_from_the_text_and_what_is_offered(
    rules: str, chosen: dict[str, str], asked: str
) -> None:
    assert [*load(rules, chosen).asks] == asked.split()


def test_r6_every_approval_has_its_section_and_some_submission_calls_for_it() -> None:
    for name, text in sources().items():
        assert all(each.section.startswith(f"{name} ") for each in text.approvals)
        assert len({each.of for each in text.approvals}) == len(text.approvals)
    called = {(load(rules).source, of) for rules in list_ids() for of in load(rules).asks}
    known = {(name, each.of) for name, text in sources().items() for each in text.approvals}
    assert known - called == {
        ("div", "continuous_shuffler"),  # by an option
        ("md", "numbered_areas"),
    }


def test_r6_a_licensees_own_document_holds_them_and_is_recorded_with_them(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    entry = '{ document = "ICS 4.2", date = 2026-05-04, by = "the Division" }'
    text = document("div-mini", id='"own"')
    path.write_text(f"{text}\n[approvals]\ninternal_controls = {entry}\n")
    own = load_file(path)
    assert from_document(own.document()) == own
    assert own.lacks("2026-05-04") == {"numbered_areas": "div (c)(3)(ii)"}
    assert own.lacks("2026-05-03") == own.asks


@pytest.mark.parametrize(
    ("rules", "option", "field", "allowed"),
    [
        ("ma-midi", {"approvals.layouts": APPROVED}, "approvals.layouts", "one of layout, "),
        ("house-dragon", {"approvals.layout": APPROVED}, "approvals.layout", "none: its text asks"),
        ("ma-midi", {"approvals.layout": "IEB-114"}, "approvals.layout.date", "a value"),
        (
            "ma-midi",
            {"approvals.layout": "A, 2026-13-04, B"},
            "approvals.layout.date",
            "a date such",
        ),
        (
            "ma-midi",
            {"approvals.layout": "A, 2026-05-04, "},
            "approvals.layout.by",
            "`str` of length",
        ),
    ],
)
def test_r6_a_reference_that_cannot_be_one_is_refused(
    rules: str, option: dict[str, str], field: str, allowed: str
) -> None:
    with pytest.raises(Refused) as refused:
        load(rules, option)
    assert refused.value.refusal.facts["field"] == field
    assert str(refused.value.refusal.facts["allowed"]).startswith(allowed)
