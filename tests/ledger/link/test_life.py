"""A table leaves its link, joins another, and a link goes out of service: nothing is lost by it (P4)."""

from typing import Any

import pytest

from ledger.desks.ledger import Ledger
from ledger.link.acts import AdjustMeter, RetireLink
from ledger.values.errors import Refused
from projections.figures.meters import Award
from projections.figures.win import Win
from projections.queries.check import check
from projections.queries.moment import NOW
from projections.queries.report import master_report, report
from tests.clerk import Clerk
from tests.ledger.desks.test_undo import undo
from tests.ledger.link.floor import (
    KING_PLAYER,
    LINK,
    NOTHING,
    ROYAL,
    floor,
    install_act,
    link,
    readings,
    says,
)
from tests.ledger.link.test_fixed import SUITED_TIE, limited

DAY = "2026-07-11"
OTHER = "R9-2"
FIRST = "MB-01:2026-07-11:1"
SIGNED: dict[str, Any] = {"reason": "the pit is closed", "authorised_by": "B-2", "second": "A-1"}


def two_links(ledger: Ledger) -> Clerk:
    """A table on a link, beside another link of the same game."""
    (clerk,) = floor(ledger, "MB-01")
    ledger.do(install_act(clerk, OTHER, by="S-1"))
    return clerk


def moves(clerk: Clerk) -> None:
    clerk.says("unlink_meters", link=LINK)
    clerk.says("link_meters", link=OTHER)


def retires(clerk: Clerk, document: str = "MR-1") -> None:
    clerk.ledger.do(
        RetireLink(by="S-1", at=clerk.moment, link=LINK, to=OTHER, document=document, **SIGNED)
    )


def major(clerk: Clerk, code: str) -> int:
    return clerk.ledger.link(code).meters["major"].visible


def test_decision_12_a_submission_splits_the_printed_rate_and_its_link_takes_it_from_there(
    ledger: Ledger,
) -> None:
    """A table that says nothing of reserves plays the same game: how a rate is split is its link's."""
    split = {"royal_9.reserve_bps.major": "300", "royal_9.reserve_bps.k9_player": "500"}
    one = Clerk(ledger).opens(options=split).starts_shoe()
    two = Clerk(ledger, "MB-02").opens().starts_shoe()
    ledger.do(install_act(one, LINK, by="S-1"))
    ledger.do(install_act(one, OTHER, by="S-1", reserve_bps={"major": 0}))
    for clerk in (one, two):
        clerk.says("link_meters", link=LINK)
        clerk.plays(*NOTHING, ROYAL)
    meters = link(one).meters
    held = {
        name: (x.visible - x.terms.seed_cents * 10_000, x.reserve) for name, x in meters.items()
    }
    assert held == {
        "major": (600_000, 300_000),
        "k9_banker": (500_000, 0),
        "k9_player": (0, 500_000),
    }
    terms = ledger.link(OTHER).meters
    assert [terms[name].terms.reserve_bps for name in ("major", "k9_player")] == [0, 500]
    check(ledger)


def test_ma_big_13_j_the_configuration_of_a_must_hit_is_an_option_and_its_links_too(
    ledger: Ledger,
) -> None:
    third = {"must_hit.configuration": "3"}
    clerk = Clerk(ledger, "BB-01").opens("ma-big", options=third)
    ledger.do(install_act(clerk, LINK, by="S-1"))
    clerk.says("link_meters", link=LINK)
    terms = link(clerk).meters["must_hit"].terms
    assert (terms.seed_cents, terms.maximum_cents, terms.visible_bps) == (10_000, 20_000, 200)
    other = Clerk(ledger, "BB-02").opens("ma-big")
    assert other.is_refused("link_meters", link=LINK) == "link_differs"


def test_p4_what_a_round_has_fed_stays_with_its_link_and_goes_back_there(ledger: Ledger) -> None:
    clerk = two_links(ledger)
    clerk.plays(*NOTHING, ROYAL)
    moves(clerk)
    clerk.plays(*NOTHING, ROYAL)
    assert (major(clerk, LINK), major(clerk, OTHER)) == (50_000_450_000, 50_000_450_000)
    clerk.says("reverse", round=FIRST, reason="typed", approved_by="S-2", document="MC-1")
    assert (major(clerk, LINK), major(clerk, OTHER)) == (50_000_000_000, 50_000_450_000)
    check(ledger)


def test_p4_an_award_of_a_link_that_the_table_has_left_is_paid_and_taken_back_there(
    ledger: Ledger,
) -> None:
    (clerk,) = floor(ledger, "MB-01", supervisor_above_cents=0)
    ledger.do(install_act(clerk, OTHER, by="S-1"))
    clerk.plays(*KING_PLAYER, ROYAL)
    moves(clerk)
    before = readings(clerk)["k9_player"]
    clerk.says("pay_award", round=FIRST, seat=3, supervisor="S-2")
    assert link(clerk).owed == {}
    clerk.says("reverse_award", round=FIRST, seat=3, document="MC-1", **SIGNED, handed_back="tray")
    assert readings(clerk)["k9_player"] > before
    check(ledger)


def test_p4_a_link_is_retired_with_all_that_it_holds_and_gets_nothing_more(ledger: Ledger) -> None:
    clerk = two_links(ledger)
    clerk.plays(*NOTHING, ROYAL)
    moves(clerk)
    held = link(clerk).liability + ledger.link(OTHER).liability
    retires(clerk)
    assert (link(clerk).liability, ledger.link(OTHER).liability) == (0, held)
    with pytest.raises(Refused, match="out of service"):
        says(clerk, AdjustMeter, meter="major", cents=5, document="MC-2", **SIGNED)
    reverses = {"round": FIRST, "reason": "typed", "approved_by": "S-2"}
    assert clerk.is_refused("reverse", **reverses) == "link_retired"
    rows = {(x.link, x.meter): x for x in master_report(ledger, NOW, "2026-07-11").meters}
    assert rows[LINK, "major"].closing == 0
    assert (rows[LINK, "major"].transfers, rows[OTHER, "major"].transfers) == (
        -5_000_045,
        5_000_045,
    )
    assert rows[OTHER, "major"].closing_exact == 100_000_450_000
    check(ledger)


def test_p4_what_a_round_put_into_a_retired_link_is_taken_out_where_it_is_now(
    ledger: Ledger,
) -> None:
    """The refusal says how much of which meter; what is corrected by it leaves nothing of the round in them."""
    clerk = two_links(ledger)
    before = link(clerk).liability + ledger.link(OTHER).liability
    clerk.plays(*NOTHING, ROYAL)
    moves(clerk)
    retires(clerk)
    with pytest.raises(Refused, match="is in the meters of R9-2 now") as caught:
        clerk.says("reverse", round=FIRST, reason="typed", approved_by="S-2")
    put_in = caught.value.refusal.facts["units"]
    assert isinstance(put_in, dict)
    for n, (meter, units) in enumerate(put_in.items()):
        cents, document = -(units // 10_000), f"MC-{n}"
        facts = {"link": OTHER, "meter": meter, "cents": cents, "document": document}
        ledger.do(AdjustMeter(by="S-1", at=clerk.moment, **facts, **SIGNED))
    assert ledger.link(OTHER).liability == before
    said = {"figure": "hand_result", "of_day": "2026-07-11", "original": FIRST}
    clerk.says("correct", **said, cents=-500, document="MC-9", reason="typed", approved_by="S-2")
    (table,) = report(ledger, NOW, "win", "2026-07-11").rows
    assert isinstance(table, Win)
    assert table.hand_result == 0
    check(ledger)


def test_p4_a_round_that_won_of_a_retired_link_is_told_where_what_it_put_in_is(
    ledger: Ledger,
) -> None:
    """And not to take back an award that cannot be any more."""
    clerk = two_links(ledger)
    clerk.plays(*KING_PLAYER, ROYAL)
    moves(clerk)
    retires(clerk)
    reverses = {"round": FIRST, "reason": "typed", "approved_by": "S-2"}
    assert clerk.is_refused("reverse", **reverses) == "link_retired"


def test_p4_a_table_with_other_shares_than_its_links_is_refused(ledger: Ledger) -> None:
    """Paytable 2 puts in $0.48 of each wager where Paytable 1 puts in $0.45."""
    (clerk,) = floor(ledger, "MB-01")
    other = Clerk(ledger, "MB-02").opens("ma-midi", options={"royal_9.paytable": "2"})
    assert other.is_refused("link_meters", link=LINK) == "link_differs"
    adopts = {"rules": "ma-midi", "options": {"royal_9.paytable": "2"}, "authorised_by": "M-1"}
    assert clerk.is_refused("adopt", **adopts) == "link_differs"
    clerk.says("unlink_meters", link=LINK)
    clerk.says("adopt", **adopts)


def test_p4_a_document_retires_one_link_alone(ledger: Ledger) -> None:
    clerk = two_links(ledger)
    says(clerk, AdjustMeter, meter="major", cents=5, document="MR-1", **SIGNED)
    clerk.says("unlink_meters", link=LINK)
    with pytest.raises(Refused, match="MR-1"):
        retires(clerk)


def test_p4_where_no_meter_is_concerned_an_award_of_a_retired_link_is_put_right(
    ledger: Ledger,
) -> None:
    """Where it was paid; and a fixed one is taken back. What would move a meter is refused."""
    clerk = two_links(ledger)
    limited(clerk, 150_000)
    clerk.plays(*SUITED_TIE, ROYAL)
    clerk.plays(*KING_PLAYER, ROYAL)
    fixed = {"round": FIRST, "seat": 3}
    meters = {"round": f"MB-01:{DAY}:2", "seat": 3}
    clerk.says("pay_award", **fixed, supervisor="S-2")
    moves(clerk)
    retires(clerk)
    held, tray = ledger.link(OTHER).liability, ledger.table("MB-01").tray_cents
    for award in (fixed, meters):
        clerk.says("pay_award", **award, supervisor="S-2", place="cage", instead=True)
    paid = [x for x in report(ledger, NOW, "awards", DAY).rows if isinstance(x, Award)]
    assert {x.place for x in paid} == {"cage"}
    assert ledger.table("MB-01").tray_cents == tray + sum(x.cents for x in paid)
    undo(clerk, by="S-3", approved_by="S-2")
    clerk.says("pay_award", **meters, supervisor="S-2", place="cage", instead=True)
    back: dict[str, Any] = {**SIGNED, "by": "S-2", "handed_back": "cage"}
    clerk.says("reverse_award", **fixed, document="MC-1", **back)
    assert clerk.is_refused("reverse_award", **meters, document="MC-2", **back) == "link_retired"
    assert (link(clerk).liability, ledger.link(OTHER).liability) == (0, held)
    check(ledger)
