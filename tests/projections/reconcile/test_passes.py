"""Reconciliation: each pass over rows alone (A1-A4, F6)."""

from typing import Any

import pytest

from projections.figures.closing import Correction
from projections.figures.finding_kinds import CORRECTED, KINDS
from projections.figures.forms_in_hand import InHand
from projections.figures.forms_matched import Match
from projections.figures.hours import Coupons
from projections.models.evidence import About, EvidenceRow
from projections.models.rounds import RoundRow
from projections.reconcile import EventPlace
from projections.reconcile.day import Carried
from tests.projections.log import DAY
from tests.projections.reconcile.figures import (
    CASES,
    NEXT_DAY,
    TABLE,
    books,
    corrected,
    dispute,
    exception,
    form,
    looked_at,
    reading,
    tray,
)

BLOCKING = {"drop_not_counted", "round_unsettled", "form_undecided"}


def test_every_kind_of_finding_has_a_case() -> None:
    assert set(CASES) == set(KINDS)


@pytest.mark.parametrize("code", CASES)
def test_each_pass_finds_its_own_and_nothing_else(code: str) -> None:
    rows, subject, cents = CASES[code]

    (finding,) = looked_at(**rows)

    assert (finding.id, finding.code) == (f"{code}:{subject}", code)
    assert (finding.gaming_day, finding.cents) == (DAY, cents)
    assert finding.message.startswith(KINDS[code].message)
    assert finding.usual_cause == KINDS[code].usual_cause
    assert finding.blocks is (code in BLOCKING)
    assert " " not in finding.id


@pytest.mark.parametrize(
    "rows",
    [
        {"tables": [books()]},
        # Only a late correction is on the books: nobody opened, so nobody counts.
        {"tables": [books(rounds=0, buy_ins=None, opener=None, closer=None, drop=None)]},
        # Unknown is not a variance of zero, nor of anything.
        {"tables": [books(tray_variance=None, drop_variance=None, form_variance=None)]},
        {"tables": [books(vig_outstanding=None)]},
        {"forms": [form(Match.MATCHED), form(Match.MATCHED, status="void")]},
        {"readings": [reading(0)]},
        {"in_hand": [InHand("CVF", 7)]},
        {"coupons": [Coupons("MB-01", DAY, 2, 0, 0, 0)]},
        {"disputes": [dispute("upheld")]},
        {"exceptions": [exception("round_voided", subject="MB-01:1")]},
    ],
)
def test_what_agrees_is_no_finding(rows: dict[str, Any]) -> None:
    assert looked_at(**rows) == []


def test_every_kind_has_its_sentences() -> None:
    for kind in KINDS.values():
        assert all(text.endswith(".") for text in (kind.message, kind.usual_cause))
        assert not kind.no_event or kind.no_event.endswith(".")


def test_a_variance_rests_on_the_counts_and_movements_of_its_table() -> None:
    rows = [
        tray(1, "opener", 100),
        tray(2, "buy_in", 100),
        tray(5, "fill", 100, slip="F-1"),
        tray(9, "closer", 100),
        tray(7, "closer", 100, table="MB-02", stream="table:MB-02"),
    ]

    found = looked_at(tables=[books(tray_variance=1, drop_variance=1)], inventory=rows)

    assert [[place.version for place in each.events] for each in found] == [[1, 2, 5, 9], [2]]
    assert {place.stream for each in found for place in each.events} == {TABLE}


@pytest.mark.parametrize(
    ("variance", "cents", "posted"),
    [
        ("tray_variance", 500, (corrected("hand_result", -500),)),
        ("tray_variance", -500, (corrected("fills", 700), corrected("closer", 200, "MC-2"))),
        ("drop_variance", -100, (corrected("drop", -100),)),
        ("drop_variance", 100, (corrected("buy_ins", -100),)),
        ("form_variance", 375, (corrected("vig_documented", -375),)),
    ],
)
def test_a4_a_variance_of_corrections_alone_says_so_with_its_documents(
    variance: str, cents: int, posted: tuple[Correction, ...]
) -> None:
    """Nothing is to be looked for in a tray or a box that agrees with what was recorded."""
    elsewhere = (
        corrected("hand_result", 9_900, "MC-8", table="MB-02"),
        corrected("drop", 9_900, "MC-9", gaming_day=NEXT_DAY, of_day=DAY),
    )
    (found,) = looked_at(tables=[books(**{variance: cents})], corrections=[*posted, *elsewhere])
    documents = ", ".join(each.document for each in posted)
    side = "over" if cents > 0 else "short"
    amount = f"${abs(cents) // 100}.{abs(cents) % 100:02}"
    assert found.message.endswith(f"It is {amount} {side}, by correction {documents}.")
    assert (found.id, found.usual_cause) == (f"{variance}:MB-01", CORRECTED.usual_cause)


def test_a4_what_of_a_variance_comes_of_corrections_is_told_from_the_rest() -> None:
    posted = [corrected("hand_result", -500)]
    (found,) = looked_at(tables=[books(tray_variance=-200)], corrections=posted)
    assert found.message == (
        f"{KINDS['tray_variance'].message} It is $2.00 short. Of it $5.00 over by correction MC-1."
    )
    assert found.usual_cause == KINDS["tray_variance"].usual_cause


def test_a_variance_rests_on_the_corrections_of_its_own_figures() -> None:
    corrections = [
        EvidenceRow("MB-01", About.CORRECTION, TABLE, version, DAY, figure)
        for version, figure in enumerate(("closer", "vig_documented", "drop", "fills"), 1)
    ]

    found = looked_at(tables=[books(tray_variance=1, drop_variance=1)], evidence=corrections)

    assert [[place.version for place in each.events] for each in found] == [[1, 4], [3]]


def test_what_is_carried_over_and_found_on_the_day_too_says_since_when() -> None:
    row = Carried("form_missing_original", "CVF-1", "2026-07-09", "MB-01", 375)
    (finding,) = looked_at(forms=[form(Match.MISSING_ORIGINAL, status="issued")], carried=[row])
    assert finding.since == "2026-07-09"
    assert finding.message.endswith("Open since 2026-07-09.")


def test_what_is_carried_over_says_since_when_on_every_day() -> None:
    place = EventPlace("form:CVF", 4)
    row = Carried("form_missing_duplicate", "CVF-1", "2026-07-09", "MB-01", 375, events=(place,))

    (finding,) = looked_at(carried=[row])

    assert (finding.id, finding.cents, finding.since) == (
        "form_missing_duplicate:CVF-1",
        375,
        "2026-07-09",
    )
    assert finding.message.endswith(" Open since 2026-07-09.")
    assert finding.events == [place]


def test_an_unsettled_round_rests_on_its_first_and_last_event() -> None:
    row = RoundRow("MB-01:1", DAY, "MB-01", 1, first_version=7, last_version=12)

    (finding,) = looked_at(rounds=[row])

    assert finding.events == [EventPlace(TABLE, 7), EventPlace(TABLE, 12)]


def test_chips_of_another_value_are_a_difference_of_the_same_amount() -> None:
    """The opener by denomination against the closer."""
    before = tray(3, "closer", 500, chips='{"500":1}', day="2026-07-10")
    after = tray(4, "opener", 500, chips='{"100":5}')

    (finding,) = looked_at(closers_before=[before], inventory=[after])

    assert (finding.code, finding.cents) == ("opener_differs", 0)


def test_a_table_opened_twice_is_held_against_its_own_closer() -> None:
    """Its first opener against the day before, the second against the closer between them."""
    before = tray(9, "closer", 500, chips='{"500":1}', day="2026-07-10")
    rows = [
        tray(1, "opener", 500, chips='{"500":1}'),
        tray(2, "closer", 400, chips='{"100":4}'),
        tray(3, "opener", 400, chips='{"100":4}'),
    ]

    assert looked_at(closers_before=[before], inventory=rows) == []


def test_an_opener_counted_over_the_cutoff_is_held_against_the_closer_of_the_day_before() -> None:
    """It may be stated again after the table has closed, opened again and closed once more."""
    before = tray(9, "closer", 500, chips='{"500":1}', day="2026-07-10")
    rows = [
        tray(1, "opener", 500, chips='{"500":1}', stands_at=1),
        tray(2, "closer", 400, chips='{"100":4}'),
        tray(3, "opener", 500, chips='{"500":1}', stands_at=1),
        tray(4, "opener", 400, chips='{"100":4}'),
        tray(5, "closer", 300, chips='{"100":3}'),
        tray(6, "opener", 500, chips='{"500":1}', stands_at=1),
    ]

    assert looked_at(closers_before=[before], inventory=rows) == []
    rows[5].cents, rows[5].chips = 600, '{"100":6}'
    (finding,) = looked_at(closers_before=[before], inventory=rows)
    assert (finding.code, finding.cents) == ("opener_differs", 100)
