"""Reconciliation: each pass over rows alone, and whole days through the read models (A1-A4, F6)."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.events import table as e
from ledger.events.day import DropCounted, OriginalFound
from ledger.events.property import Settings
from projections.figures.awards import Award
from projections.figures.closing import Correction, Dispute
from projections.figures.drop import Box
from projections.figures.finding_kinds import CORRECTED, KINDS
from projections.figures.forms_in_hand import InHand
from projections.figures.forms_matched import Match, Matched
from projections.figures.hours import Coupons
from projections.figures.meter_differences import MeterDifference
from projections.figures.must_hit import Reached
from projections.figures.performance import Flagged, Performance
from projections.figures.readings import Reading
from projections.figures.slips import Slip, Unaccounted
from projections.figures.slips_in_hand import InHand as SlipsInHand
from projections.figures.slips_in_hand import SlipSeriesNow
from projections.figures.slips_matched import Match as SlipMatch
from projections.figures.slips_matched import Slip as Matching
from projections.figures.win import Win
from projections.models.evidence import About, EvidenceRow
from projections.models.exceptions import ExceptionRow
from projections.models.inventory import RECEIVED, InventoryRow, SlipCopyRow, SlipStepRow
from projections.models.rounds import RoundRow
from projections.models.table_win import TableCountRow
from projections.reconcile import NEEDS, EventPlace, Finding, findings
from projections.reconcile.day import Carried, Day, Mark
from projections.reconcile.passes import reconcile
from tests.projections.log import DAY, Story, folded
from tests.projections.models.test_table_win import (
    SIGNED,
    closed,
    collected,
    counted,
    opened,
    settled,
    shoe,
    worked_example,
)
from tests.projections.models.test_vigorish import paid, won

TABLE = "table:MB-01"
NEXT_DAY = "2026-07-12"


def flagged() -> Flagged:
    """A table that lost farther than chance takes it, and holds otherwise than before."""
    of = Performance(
        by="table",
        name="MB-01",
        from_day=DAY,
        to_day=DAY,
        rounds=400,
        handle=10_000_000,
        theory=120_000,
        win=-132_000,
        difference=-252_000,
        standard_deviation=100_000,
        deviations=-252,
        hold_bps=-132,
        theory_hold_bps=120,
        base_hold_bps=400,
        band_bps=None,
        outside_band=True,
        off_base=True,
        coupons=0,
        coupons_theory=0,
        coupons_win=0,
    )
    return Flagged(of, Fraction(196, 100))


def books(**facts: Any) -> Win:
    """A table's day that agrees in everything."""
    agreeing: dict[str, Any] = {
        "table": "MB-01",
        "gaming_day": DAY,
        "rules": "house",
        "rounds": 1,
        "voids": 0,
        "opener": 100_000,
        "fills": 0,
        "credits": 0,
        "buy_ins": 20_000,
        "closer": 78_100,
        "drop": 20_000,
        "hand_result": -2_000,
        "vig_brought_forward": 0,
        "vig_assessed": 100,
        "vig_collected": 100,
        "vig_documented": 0,
        "vig_uncollected": 0,
        "vig_outstanding": 0,
        "win_hands": -1_900,
        "win_tray": -1_900,
        "expected_tray": 78_100,
        "tray_variance": 0,
        "drop_variance": 0,
        "form_variance": 0,
        "hold_bps": -950,
        "progressive_contributions": 0,
        "progressive_awards": 0,
        "win_after_progressives": None,
        "hands": True,
        "position": 9,
    }
    return Win(**{**agreeing, **facts})


def looked_at(**facts: Any) -> list[Finding]:
    """What the passes find on a day that has these rows and no others."""
    nothing: dict[str, Any] = {name: [] for name in Day.__struct_fields__ if name != "day"}
    nothing |= {"unread": {}, "settings": Settings()}
    return reconcile(Day(day=DAY, **{**nothing, **facts}))


def tray(version: int, kind: str, cents: int, **facts: Any) -> InventoryRow:
    row: dict[str, Any] = {"stream": TABLE, "day": DAY, "table": "MB-01", "at": 0}
    return InventoryRow(version=version, kind=kind, cents=cents, **{**row, **facts})


def box(**facts: Any) -> Box:
    """A drop box. machine, hand: its notes, where they were counted so."""
    counts = {how: facts.pop(how, None) for how in ("machine", "hand")}
    cents = {
        how: None if notes is None else sum(note * n for note, n in notes.items())
        for how, notes in counts.items()
    }
    machine, hand = cents["machine"], cents["hand"]
    said: dict[str, Any] = {
        **dict.fromkeys(("box", "kind", "placed_at", "pulled_at", "opened_at")),
        "table": "MB-01",
        "gaming_day": DAY,
        "forms": 0,
        "team": [],
        "by": "A-1",
        "counted_at": "2026-07-12T12:00:00Z",
        "version": 2,
        "cash": hand or machine or 0,
        "notes": counts["hand"] or counts["machine"],
        "difference": None if machine is None or hand is None else hand - machine,
        **cents,
        **{f"{how}_notes": notes for how, notes in counts.items()},
    }
    return Box(**{**said, **facts})


def form(*found: Match, status: str = "issued") -> Matched:
    return Matched(
        series="CVF",
        number=1,
        serial="CVF-1",
        status=status,
        table="MB-01",
        cents=375,
        matches=found,
    )


def award(status: str, **facts: Any) -> Award:
    agreeing: dict[str, Any] = {"due": 500, "settled": 0, "finding": ""}
    return Award(
        link="L-1",
        meter="major",
        gaming_day=DAY,
        round="MB-01:1",
        table="MB-01",
        seat=3,
        level="king_9",
        reading_exact=0,
        cents=500,
        player="Kc 9h",
        banker="2s 5d",
        status=status,
        at="",
        by="C-1",
        place=None,
        supervisor=None,
        reason=None,
        folded_exact=0,
        to_settle=500,
        from_tray=0,
        to_leave_tray=0,
        won_version=4,
        settled_version=None,
        **{**agreeing, **facts},
    )


def difference(finding: str) -> MeterDifference:
    return MeterDifference(
        "MB-01:1", "MB-01", "L-1", finding, "major 2 on record, 1 due", (7, 0), (9, 0)
    )


def reading(difference: int) -> Reading:
    return Reading(
        link="R9-1",
        meter="major",
        occasion="close",
        at="",
        by="C-1",
        shown=500 + difference,
        rolled_over=0,
        ledger=500,
        difference=difference,
        since=DAY,
        days=1,
        version=7,
    )


def dispute(ruling: str | None) -> Dispute:
    nothing = dict.fromkeys(("reason", "decided_by", "decided_at", "document"))
    return Dispute(
        round="MB-01:1",
        table="MB-01",
        gaming_day=DAY,
        seat=3,
        claim="Paid as a tie.",
        evidence=[],
        raised_by="S-2",
        raised_at="",
        ruling=ruling,
        **nothing,
    )


def exception(kind: str, **facts: Any) -> ExceptionRow:
    at = {"day": DAY, "table": "MB-01", "at": 0, "by": "C-1", "message": "No more bets."}
    return ExceptionRow("feed:rater", 4, kind=kind, **{**at, **facts})


def matching(found: SlipMatch) -> Matching:
    """A fill of $5.00, and of $2.00 by the cage's part, of which the comparison found something."""
    place = (TABLE, 7, 9, DAY, "MB-01")
    row = SlipStepRow(*place, "fill", RECEIVED, 0, 500, "C-1", slip="F 19")
    part = SlipCopyRow(DAY, "cage", "fill", "f-19", "F-19", 3, cents=200)
    return Matching(
        kind="fill",
        table="MB-01",
        request=7,
        slip="F 19",
        steps={RECEIVED: row},
        parts={"cage": part},
        matches=(found,),
    )


def stock(
    *, touched: bool = False, lost: tuple[tuple[str, int], ...] = (), **facts: Any
) -> SlipsInHand:
    """Ten slips of which one is used."""
    numbers = {"first": 1, "last": 10, "received": 10, "used": 1, "lost": 0, "in_hand": 9}
    of = SlipSeriesNow(kind="fill", prefix="F-", **{**numbers, **facts})
    return SlipsInHand(now=of, touched=touched, places=(EventPlace("slips:fill:f-", 3),), lost=lost)


SLIP = Slip(("fill", "f-"), 19, DAY, "F-19", "MB-01")
LOST = EventPlace("slips:fill:f-", 5)
CASES: dict[str, tuple[dict[str, Any], str, int | None]] = {
    "tray_variance": ({"tables": [books(tray_variance=1)]}, "MB-01", 1),
    "drop_variance": ({"tables": [books(drop_variance=-1)]}, "MB-01", -1),
    "form_variance": ({"tables": [books(form_variance=-375)]}, "MB-01", -375),
    "table_not_closed": ({"tables": [books(closer=None, tray_variance=None)]}, "MB-01", None),
    "opener_unknown": ({"tables": [books(opener=None, tray_variance=None)]}, "MB-01", None),
    "drop_not_counted": ({"tables": [books(drop=None, drop_variance=None)]}, "MB-01", None),
    "round_unsettled": ({"rounds": [RoundRow("MB-01:1", DAY, "MB-01", 1)]}, "MB-01:1", None),
    "form_undecided": ({"forms": [form()]}, "CVF-1", 375),
    "vigorish_outstanding": ({"tables": [books(vig_outstanding=250)]}, "MB-01", 250),
    "round_not_entered_again": (
        {"rounds": [RoundRow("MB-01:1", DAY, "MB-01", 1, "reversed", reason="typed twice")]},
        "MB-01:1",
        None,
    ),
    "vigorish_owed_back": (
        {"marks": [Mark("MB-01", EventPlace("table:MB-01", 9), DAY, -125)]},
        "MB-01",
        125,
    ),
    "opener_differs": (
        {
            "closers_before": [tray(3, "closer", 500, chips='{"500":1}', day="2026-07-10")],
            "inventory": [tray(4, "opener", 499, chips='{"499":1}')],
        },
        "MB-01:4",
        -1,
    ),
    "counts_differ": (
        {
            "counts": [
                TableCountRow(
                    DAY, "MB-01", "closer", "", 3, "D-7", 5, "{}", None, 4, "S-2", 7, "{}"
                )
            ]
        },
        "MB-01:closer",
        2,
    ),
    "second_count_missing": (
        {"counts": [TableCountRow(DAY, "MB-01", "inventory", "", 3, "D-7", 5)]},
        "MB-01:inventory",
        None,
    ),
    "drop_counts_differ": (
        {"boxes": [box(box="17", machine={10_000: 2, 2_000: 1}, hand={10_000: 2, 500: 3})]},
        "MB-01:17",
        -500,
    ),
    "record_refused": (
        {"exceptions": [exception("record_refused", subject="rater:9", code="bets_closed")]},
        "rater:9",
        None,
    ),
    "drop_recounted": (
        {"exceptions": [exception("drop_recounted", subject="day", cents=700)]},
        "MB-01:4",
        700,
    ),
    "slip_missing": (
        {"slips": [Unaccounted("slip_missing", SLIP, "F-17 to F-18")]},
        "fill:F-17_to_F-18",
        None,
    ),
    "slip_used_again": (
        {"slips": [Unaccounted("slip_used_again", SLIP, "F-19")] * 2},
        "fill:F-19",
        None,
    ),
    "slip_not_received": (
        {"slips": [Unaccounted("slip_not_received", SLIP, "F-19")]},
        "fill:F-19",
        None,
    ),
    "slip_lost_and_used": (
        {"slips": [Unaccounted("slip_lost_and_used", SLIP, "F-19", events=(LOST,))]},
        "fill:F-19",
        None,
    ),
    "meter_contributions_differ": (
        {"differences": [difference("contributions_differ")]},
        "MB-01:1",
        None,
    ),
    "meter_returns_differ": ({"differences": [difference("returns_differ")]}, "MB-01:1", None),
    "meter_reading_differs": ({"readings": [reading(-20_001)]}, "R9-1:major:close", -2),
    "meter_at_maximum": (
        {"reached": [Reached("R9-1", "BB-01:1", "BB-01", 100_005, 7)]},
        "R9-1",
        100_005,
    ),
    "meter_not_read": ({"unread": {"R9-1": ["k9_player", "major"]}}, "R9-1", None),
    "hands_not_recorded": ({"tables": [books(hands=False)]}, "MB-01", None),
    "award_differs": (
        {"award_differences": [award("won", finding="award_differs", due=499)]},
        "MB-01:1:3:major",
        1,
    ),
    "award_payment_differs": (
        {"award_differences": [award("paid", finding="award_payment_differs", settled=497)]},
        "MB-01:1:3:major",
        -3,
    ),
    "award_held": ({"awards": [award("held")]}, "MB-01:1:3:major", 500),
    "award_unpaid": ({"awards": [award("won")]}, "MB-01:1:3:major", 500),
    "hold_outside_band": ({"outside_band": [flagged()]}, "MB-01", -252_000),
    "hold_off_base": ({"off_base": [flagged()]}, "MB-01", -252_000),
    "coupons_kept": ({"coupons": [Coupons("MB-01", DAY, 3, 2, 5_000, 2_500)]}, "MB-01", 5_000),
    "dispute_open": ({"disputes": [dispute(None)]}, "MB-01:1", None),
    "forms_not_counted": ({"in_hand": [InHand("CVF", 0)]}, "CVF", None),
    "forms_in_hand_differ": (
        {"in_hand": [InHand("CVF", 7, "CVF-9", "CVF-2")]},
        "CVF",
        None,
    ),
    "slips_not_counted": ({"slips_in_hand": [stock(touched=True)]}, "fill:F-", None),
    "slips_in_hand_differ": (
        {"slips_in_hand": [stock(counted=True, missing="F-9", beyond="F-1")]},
        "fill:F-",
        None,
    ),
    "slips_lost": (
        {"slips_in_hand": [stock(lost=(("F-7 to F-8", 5),))]},
        "fill:F-7_to_F-8",
        None,
    ),
    **{
        f"slip_{each}": (
            {"slips_matched": [matching(each)]},
            "fill:F_19",
            300 if each is SlipMatch.AMOUNT_DIFFERS else 500,
        )
        for each in SlipMatch
        if each is not SlipMatch.MATCHED
    },
    **{
        f"form_{each}": ({"forms": [form(each, status="unused")]}, "CVF-1", 375)
        for each in Match
        if each is not Match.MATCHED
    },
}
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


def corrected(figure: str, cents: int, document: str = "MC-1", **facts: Any) -> Correction:
    row: dict[str, Any] = {"gaming_day": DAY, "table": "MB-01", "of_day": "2026-07-10", "at": ""}
    names = {"original": "MB-01", "reason": "misread", "by": "A-1", "approved_by": "A-2"}
    return Correction(document=document, figure=figure, cents=cents, **{**row, **names, **facts})


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


# -- through the read models


def found(story: Story, day: str = DAY) -> list[Finding]:
    with folded(story.recorded, NEEDS) as connection:
        return findings(connection, day)


def ids(story: Story, day: str = DAY) -> list[tuple[str, int | None]]:
    return [(each.id, each.cents) for each in found(story, day)]


def test_the_worked_example_agrees_in_everything() -> None:
    assert ids(worked_example()) == []


@pytest.mark.parametrize("cents", [1, -1])
def test_x21_one_cent_is_found(cents: int) -> None:
    assert ids(worked_example(closer=978_100 + cents)) == [("tray_variance:MB-01", cents)]


def test_x23_a_mark_that_stands_at_the_end_of_the_day_is_found() -> None:
    story = opened(Story(), 1_000_000)
    line = e.SettledLine(3, "banker", 7_500, "chips", "win", 15_000, 375, "12(c)")
    settled(shoe(story), line)
    counted(closed(story.tell(e.BoughtIn, seat=3, cents=20_000), 972_500), 20_000)

    assert ids(story) == [("vigorish_outstanding:MB-01", 375)]


def test_v3_a_mark_of_one_cent_is_still_a_mark() -> None:
    story = won(shoe(opened(Story(), 1_000_000)), 1, seat=3, vig=375)
    place = EventPlace(TABLE, story.recorded[-1].originator_version)
    counted(closed(paid(story, 3, (1, 374)), 1_000_000), 0)

    (finding,) = [each for each in found(story) if each.code == "vigorish_outstanding"]

    assert (finding.cents, finding.events) == (1, [place])


def fill(story: Story, text: str, *, credit: bool = False, day: str = DAY) -> Story:
    kind = e.ChipsCredited if credit else e.ChipsFilled
    return story.tell(kind, day=day, slip=text, chips={500: 2}, cents=1_000, **SIGNED)


def of_slips(story: Story, day: str = DAY) -> list[str]:
    return [each.id for each in found(story, day) if each.code.startswith("slip_")]


def test_x24_a_gap_in_a_series_is_found_on_the_day_that_shows_it() -> None:
    story = fill(fill(Story(), "F-1"), "F-4", day=NEXT_DAY)

    assert of_slips(story) == []
    (finding,) = [each for each in found(story, NEXT_DAY) if each.code == "slip_missing"]
    assert finding.id == "slip_missing:fill:F-2_to_F-3"
    assert finding.events == [EventPlace(TABLE, 2)]


def test_x25_series_that_share_numbers_have_no_gap() -> None:
    story = fill(fill(fill(Story(), "1"), "2"), "3")
    fill(fill(story, "1", credit=True), "2", credit=True)

    assert of_slips(story) == []


def test_a_number_used_three_times_is_one_finding_with_each_use() -> None:
    story = fill(fill(fill(Story(), "7"), "7"), "7")

    (finding,) = [each for each in found(story) if each.code == "slip_used_again"]

    assert [place.version for place in finding.events] == [1, 2, 3]


def test_an_opener_is_held_against_the_last_closer_of_the_day_before() -> None:
    story = closed(opened(Story(), 500), 500)
    opened(story, 499, day=NEXT_DAY)

    (finding,) = [each for each in found(story, NEXT_DAY) if each.code == "opener_differs"]

    assert (finding.id, finding.cents) == ("opener_differs:MB-01:3", -1)
    assert finding.events == [EventPlace(TABLE, 2), EventPlace(TABLE, 3)]


@pytest.mark.parametrize("recorded", ["count", "collection", "hand over"])
def test_a_table_that_stands_open_over_the_cut_off_is_not_known_by_what_moved_nothing(
    recorded: str,
) -> None:
    """A count off the cut-off, or vigorish collected alone, says neither what the day began with nor how it ended."""
    story = shoe(opened(Story(), 1_000))
    if recorded == "count":
        story.tell(
            e.TrayCounted, day=NEXT_DAY, tray={1: 1}, tray_cents=1, expected_cents=1, **SIGNED
        )
    elif recorded == "collection":
        collected(story, 5, day=NEXT_DAY)
    else:
        shoe(story, day=NEXT_DAY)

    codes = [each.code for each in found(story, NEXT_DAY) if each.table == "MB-01"]

    assert {"opener_unknown", "table_not_closed", "drop_not_counted"} <= set(codes)


def test_a_table_closed_the_day_before_is_not_open_for_what_is_put_back_later() -> None:
    story = closed(shoe(opened(Story(), 1_000)), 1_000)
    story.tell(
        e.TrayCounted,
        figure="closer",
        stands_at=5,
        tray={},
        tray_cents=0,
        expected_cents=0,
        **SIGNED,
    )
    collected(story, 5, day=NEXT_DAY)

    assert not [each for each in found(story, NEXT_DAY) if each.code == "table_not_closed"]


CENTS = st.integers(min_value=1, max_value=1_000_000)
ERROR = st.sampled_from((0, 0, 1, -1, 2_500))


@settings(max_examples=60)
@given(
    buy_ins=st.lists(CENTS, min_size=1, max_size=4),
    slips=st.tuples(st.lists(CENTS, max_size=3), st.lists(CENTS, max_size=3)),
    hands=st.lists(st.tuples(CENTS, CENTS), min_size=1, max_size=4),
    vigorish=st.integers(min_value=1, max_value=5_000),
    documented=st.integers(min_value=1, max_value=5_000),
    wrong=st.tuples(ERROR, ERROR, ERROR),
)
def test_law_each_cent_put_wrong_makes_exactly_the_finding_of_that_cent(
    buy_ins: list[int],
    slips: tuple[list[int], list[int]],
    hands: list[tuple[int, int]],
    vigorish: int,
    documented: int,
    wrong: tuple[int, int, int],
) -> None:
    """Tray, drop and forms are counted here, as they lie there; a day that agrees finds nothing."""
    in_tray, in_box, forms = wrong
    story = shoe(opened(Story(), 10_000_000))
    in_tray += 10_000_000
    for cents in buy_ins:
        story.tell(e.BoughtIn, seat=3, cents=cents)
        in_tray, in_box = in_tray - cents, in_box + cents
    for n, cents in enumerate(slips[0], 1):
        story.tell(e.ChipsFilled, slip=f"F-{n}", chips={1: cents}, cents=cents, **SIGNED)
        in_tray += cents
    for n, cents in enumerate(slips[1], 1):
        story.tell(e.ChipsCredited, slip=f"C-{n}", chips={1: cents}, cents=cents, **SIGNED)
        in_tray -= cents
    for n, (staked, back) in enumerate(hands, 1):
        line = e.SettledLine(3, "banker", staked, "chips", "win", back, 0, "12(c)")
        settled(story, line, n=n)
        in_tray += staked - back
    owed = e.SettledLine(3, "banker", 0, "chips", "win", 0, vigorish + documented, "12(c)")
    collected(settled(story, owed, n=9), vigorish, n=9)
    in_tray += vigorish
    on_form = [e.SeatCents(3, documented, f"MB-01:{DAY}:9")]
    story.tell(e.VigorishDocumented, serial="CVF-1", lines=on_form)
    closed(story, in_tray)
    originals = [OriginalFound("CVF-1", forms + documented)]
    story.tell(
        DropCounted,
        f"day:{DAY}",
        table="MB-01",
        cash={},
        cash_cents=in_box,
        originals=originals,
    )

    variances = {each.code: each.cents for each in found(story) if "_variance" in each.code}

    codes = ("tray_variance", "drop_variance", "form_variance")
    assert variances == {code: off for code, off in zip(codes, wrong, strict=True) if off}
