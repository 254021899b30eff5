"""Figures of a day in which everything agrees, and for each kind of finding those in which one thing does not."""

from fractions import Fraction
from typing import Any

from ledger.events.property import Settings
from projections.figures.awards import Award
from projections.figures.closing import Correction, Dispute
from projections.figures.drop import Box
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
from projections.models.exceptions import ExceptionRow
from projections.models.inventory import RECEIVED, InventoryRow, SlipCopyRow, SlipStepRow
from projections.models.rounds import RoundRow
from projections.models.table_win import TableCountRow
from projections.reconcile import EventPlace, Finding
from projections.reconcile.day import Day, Mark
from projections.reconcile.passes import reconcile
from tests.projections.log import DAY

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


def corrected(figure: str, cents: int, document: str = "MC-1", **facts: Any) -> Correction:
    row: dict[str, Any] = {"gaming_day": DAY, "table": "MB-01", "of_day": "2026-07-10", "at": ""}
    names = {"original": "MB-01", "reason": "misread", "by": "A-1", "approved_by": "A-2"}
    return Correction(document=document, figure=figure, cents=cents, **{**row, **names, **facts})
