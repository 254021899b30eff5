"""A table leaves its link, joins another, and a link goes out of service: nothing is lost by it (P4)."""

from datetime import datetime
from typing import Any

import msgspec
import pytest

from ledger.desks.ledger import Ledger
from ledger.events.link import AwardPaid, AwardReversed, BalanceCarried, MeterUnits
from ledger.link.acts import AdjustMeter, RetireLink
from ledger.link.state import Link, fold
from ledger.link.verify import verify
from ledger.table.draft import Past
from ledger.values.errors import IntegrityFailure, Refused
from projections.engine.rebuild import rebuild
from projections.figures.awards import Award
from projections.models.meters import PROJECTION
from projections.queries.check import check
from projections.queries.moment import NOW
from projections.queries.report import master_report, report
from tests.clerk import Clerk
from tests.ledger.desks.undo.said import undo
from tests.ledger.link.floor import (
    KING_BANKER,
    KING_PLAYER,
    LINK,
    NOTHING,
    ROYAL,
    floor,
    install_act,
    link,
    of,
    readings,
    says,
)
from tests.ledger.link.test_fixed import SUITED_TIE, limited
from tests.projections.log import dump

DAY = "2026-07-11"
OTHER, LAST = "R9-2", "R9-3"
CENT = 10_000
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


def retires(clerk: Clerk, document: str = "MR-1", *, link: str = LINK, to: str = OTHER) -> None:
    clerk.ledger.do(
        RetireLink(by="S-1", at=clerk.moment, link=link, to=to, document=document, **SIGNED)
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
    rows = {(x.link, x.meter): x for x in master_report(ledger, NOW, "2026-07-11").meters}
    assert rows[LINK, "major"].closing == 0
    assert (rows[LINK, "major"].transfers, rows[OTHER, "major"].transfers) == (
        -5_000_045,
        5_000_045,
    )
    assert rows[OTHER, "major"].closing_exact == 100_000_450_000
    check(ledger)


def carried(ledger: Ledger) -> dict[tuple[str, str], int]:
    """What each meter shows that is not at its seed, in units above it; each day's row of the report closes so."""
    rows = master_report(ledger, NOW, "2026-07-12").meters
    links = {x: ledger.link(x) for x in dict.fromkeys((LINK, OTHER, *(row.link for row in rows)))}
    for row in rows:
        if row.meter in links[row.link].meters:
            meter = links[row.link].meters[row.meter]
            assert row.closing_exact == meter.visible + meter.reserve
    return {
        (code, name): meter.visible - (0 if held.retired_to else meter.terms.seed_cents * CENT)
        for code, held in links.items()
        for name, meter in held.meters.items()
    }


@pytest.mark.parametrize("later", [False, True])
def test_p4_what_a_round_put_into_a_retired_link_goes_out_where_it_is_now(
    ledger: Ledger, *, later: bool
) -> None:
    """Down the whole chain of those that got it, entered on the day of the retirement or after it."""
    clerk = two_links(ledger)
    ledger.do(install_act(clerk, LAST, by="S-1"))
    clerk.plays(*NOTHING, ROYAL)
    moves(clerk)
    clerk.plays(*NOTHING, ROYAL)
    retires(clerk)
    clerk.says("unlink_meters", link=OTHER)
    retires(clerk, "MR-2", link=OTHER, to=LAST)
    before = ledger.link(LAST)
    with pytest.raises(Refused, match="took the table from its progressive link") as caught:
        undo(clerk, by="S-3", approved_by="S-2")
    assert "reverse a round, of a retired link too" in caught.value.refusal.next_step
    if later:
        clerk.moment = datetime.fromisoformat("2026-07-12T12:00:00-04:00")
    for n in (1, 2):
        clerk.says("reverse", round=f"MB-01:{DAY}:{n}", reason="typed", approved_by="S-2")
        units = before.meters["major"].visible - n * ROYAL[2] * 900
        assert ledger.link(LAST).meters["major"].visible == units
    seeds = {name: meter.terms.seed_cents * CENT for name, meter in before.meters.items()}
    for (code, name), above in carried(ledger).items():
        assert above == (2 * seeds[name] if code == LAST else 0)
    assert (ledger.link(LINK).liability, ledger.link(OTHER).liability) == (0, 0)
    check(ledger)


def test_p4_what_was_won_since_of_the_link_that_has_a_balance_does_not_go_out_of_it(
    ledger: Ledger,
) -> None:
    """Nor what a correction has lowered its meter by, to its seed."""
    clerk = two_links(ledger)
    clerk.plays(*NOTHING, ROYAL)
    moves(clerk)
    retires(clerk)
    clerk.plays(*NOTHING, ROYAL)
    lowers = AdjustMeter(
        by="S-1",
        at=clerk.moment,
        link=OTHER,
        meter="major",
        cents=-(5_000_000 + 90),
        document="MC-3",
        **SIGNED,
    )
    ledger.do(lowers)
    reverses = {"round": FIRST, "reason": "typed", "approved_by": "S-2"}
    assert clerk.is_refused("reverse", **reverses) == "corrected_since"
    clerk.plays(*KING_PLAYER, ROYAL)
    assert clerk.is_refused("reverse", **reverses) == "meter_won_since"


def test_p4_an_award_of_a_retired_link_goes_back_into_the_meter_that_has_its_balance(
    ledger: Ledger,
) -> None:
    """With what those who won of it after that one would have won more; and then its round can be reversed."""
    clerk = two_links(ledger)
    clerk.plays(*NOTHING, ROYAL)
    for shoe in (2, 3):
        clerk.says("end_shoe", reason="completed")
        clerk.starts_shoe(shoe)
        clerk.plays(*KING_PLAYER, ROYAL)
    first, second = (f"MB-01:{DAY}:{n}" for n in (2, 3))
    moves(clerk)
    retires(clerk)
    clerk.moment = datetime.fromisoformat("2026-07-12T12:00:00-04:00")
    held = ledger.link(OTHER).meters["k9_player"]
    reverses = {"reason": "typed", "approved_by": "S-2"}
    assert clerk.is_refused("reverse", round=first, **reverses) == "meter_won_since"
    assert clerk.is_refused("reverse", round=second, **reverses) == "award_won"
    for n, won in enumerate((first, second)):
        back = {"round": won, "seat": 3, "document": f"MC-{n}", "handed_back": "cage"}
        taken = of(clerk.says("reverse_award", **back, **{**SIGNED, "by": "S-2"}), AwardReversed)
        meter = ledger.link(OTHER).meters["k9_player"]
        given = taken[0].cents - taken[0].reseed_cents
        assert (meter.visible - held.visible, meter.reserve) == (given * CENT, held.reserve)
        held = meter
    for won in (FIRST, first, second):
        clerk.says("reverse", round=won, **reverses)
    for (code, name), above in carried(ledger).items():
        seed = ledger.link(OTHER).meters[name].terms.seed_cents * CENT
        assert above == (seed if code == OTHER else 0)
    live = dump(ledger.journal.engine, PROJECTION)
    rebuild([PROJECTION], ledger.journal, ledger.journal.engine)
    assert dump(ledger.journal.engine, PROJECTION) == live
    check(ledger)
    for code in (LINK, OTHER):
        _states_what_is_carried(ledger, code)


def _states_what_is_carried(ledger: Ledger, code: str) -> None:
    """Another amount, or another link, does not verify."""

    def at(code: str, version: int) -> Link:
        return fold(None, ledger.stream(f"link:{code}")[:version]) or Link()

    stream = ledger.stream(f"link:{code}")
    (first, *_) = [x for x in stream if isinstance(x.event, BalanceCarried)]
    told = at(code, first.originator_version - 1)
    verify(told, first.event, Past(link_at=at))
    less = [MeterUnits("k9_player", 1)]
    for altered in ({"lines": less}, {"link": LAST}):
        event = msgspec.structs.replace(first.event, **altered)
        with pytest.raises(IntegrityFailure, match="the events before it come to"):
            verify(told, event, Past(link_at=at))


def test_p4_a_ruling_on_an_award_of_a_retired_link_is_changed_where_its_balance_is(
    ledger: Ledger,
) -> None:
    """And the change undone: the meter that has the balance gives what the award is paid of, and has it back."""
    clerk = two_links(ledger)
    clerk.plays(*NOTHING, ROYAL)
    clerk.says("wager", seat=3, bet="royal_9", cents=500)
    clerk.says("no_more_bets")
    clerk.says("deal", player=KING_PLAYER[0].split(), banker=KING_PLAYER[1].split())
    clerk.says("void", reason="fouled")
    award = {"round": f"MB-01:{DAY}:2", "seat": 3, "supervisor": "S-2"}
    clerk.says("pay_award", **award, refused="fouled")
    moves(clerk)
    retires(clerk)
    held = ledger.link(OTHER).liability
    paid = of(clerk.says("pay_award", **award, place="tray", instead=True), AwardPaid)
    assert ledger.link(OTHER).liability < held
    assert (link(clerk).liability, len(paid)) == (0, 1)
    undo(clerk, by="S-3", approved_by="S-2")
    assert (link(clerk).liability, ledger.link(OTHER).liability) == (0, held)
    clerk.plays(*KING_BANKER, ROYAL)
    clerk.says("pay_award", **award, place="cage", instead=True)
    clerk.says("pay_award", **award, refused="fouled", instead=True)
    carried(ledger)
    check(ledger)


def test_p4_a_table_with_other_shares_than_its_links_is_refused(
    ledger: Ledger, linked: Clerk
) -> None:
    """Paytable 2 puts in $0.48 of each wager where Paytable 1 puts in $0.45."""
    other = Clerk(ledger, "MB-02").opens("ma-midi", options={"royal_9.paytable": "2"})
    assert other.is_refused("link_meters", link=LINK) == "link_differs"
    adopts = {"rules": "ma-midi", "options": {"royal_9.paytable": "2"}, "authorised_by": "M-1"}
    assert linked.is_refused("adopt", **adopts) == "link_differs"
    linked.says("unlink_meters", link=LINK)
    linked.says("adopt", **adopts)


def test_p4_a_document_retires_one_link_alone(ledger: Ledger) -> None:
    clerk = two_links(ledger)
    says(clerk, AdjustMeter, meter="major", cents=5, document="MR-1", **SIGNED)
    clerk.says("unlink_meters", link=LINK)
    with pytest.raises(Refused, match="MR-1"):
        retires(clerk)


def test_p4_where_no_meter_is_concerned_an_award_of_a_retired_link_is_put_right(
    ledger: Ledger,
) -> None:
    """Where it was paid; and a fixed one is taken back."""
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
    assert (link(clerk).liability, ledger.link(OTHER).liability) == (0, held)
    check(ledger)
