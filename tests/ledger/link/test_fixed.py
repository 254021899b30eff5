"""A fixed award from the property's limit on waits for a supervisor, and is on record like a meter's (P1, P4)."""

from datetime import timedelta
from itertools import product
from typing import Any

import pytest

from ledger.desks.ledger import Ledger
from ledger.events import link as link_events
from ledger.events import table as e
from ledger.property.acts import ChangeSettings
from ledger.values.calendar import to_micros
from ledger.values.errors import Refused
from projections.engine import engine as projection_engine
from projections.figures import awards, meters, readings, win
from projections.figures import day as day_figures
from projections.queries.check import check
from tests.clerk import OPENER_CENTS, Clerk, count_drop
from tests.ledger.desks.undo.said import undo
from tests.ledger.link.floor import NOTHING, ROYAL, floor, link, of
from tests.ledger.link.floor import readings as shown
from tests.ledger.link.test_meters import reading

DAY = "2026-07-11"
FIRST = f"MB-01:{DAY}:1"
SUITED_TIE, TIE = ("Ks 9s", "Kh 9h"), ("Ks 9d", "Kh 9c")
CENTS = 150_000
AWARD: dict[str, Any] = {"round": FIRST, "seat": 3}
SIGNED: dict[str, Any] = {**AWARD, "supervisor": "S-2"}
BACK: dict[str, Any] = {
    "document": "MC-9",
    "reason": "the 9 of hearts was a 6",
    "authorised_by": "B-2",
    "second": "A-1",
}


def limited(clerk: Clerk, cents: int) -> None:
    limit = ChangeSettings(by="A-1", at=clerk.moment, settings={"award_limit_cents": cents})
    clerk.ledger.do(limit)


@pytest.fixture
def linked(linked: Clerk) -> Clerk:
    limited(linked, CENTS)
    return linked


def tray(clerk: Clerk) -> int:
    return clerk.ledger.table("MB-01").tray_cents


def figures(clerk: Clerk) -> tuple[list[awards.Award], list[meters.MeterDay], win.Win]:
    journal = clerk.ledger.journal
    needs = day_figures.NEEDS
    projection_engine.catch_up(needs, journal, journal.engine)
    with projection_engine.reading(journal.engine, needs) as connection:
        (row,) = win.win(connection, DAY)
        found = meters.meters(connection, DAY)
        assert all("paytable" not in each for each in readings.unread(connection, DAY).values())
        return (
            awards.awards(connection, DAY),
            [x for x in found if x.meter == link_events.PAYTABLE],
            row,
        )


def test_p1_below_the_limit_and_without_one_it_is_handed_over_with_the_wagers(
    linked: Clerk,
) -> None:
    limited(linked, CENTS + 1)
    linked.plays(*SUITED_TIE, ROYAL)
    limited(linked, 0)
    linked.plays(*SUITED_TIE, ROYAL)
    limited(linked, CENTS)
    events = linked.plays(*TIE, ROYAL)
    assert of(events, e.RoundSettled)[0].lines[0].returned == 25_000
    assert not link(linked).owed
    assert tray(linked) == OPENER_CENTS + 3 * 500 - 2 * CENTS - 25_000
    assert figures(linked)[:2] == ([], [])


def test_decision_52_the_limit_is_that_of_when_the_round_was_settled_not_of_when_it_is_entered(
    linked: Clerk,
) -> None:
    """It holds from the fixture's moment on, and is lifted an hour later; before it there was none."""
    begun, set_at = linked.moment - timedelta(minutes=5), linked.moment
    assert linked.ledger.loader.property_now().award_limit_at(to_micros(begun)) == 0
    linked.moment += timedelta(hours=1)
    limited(linked, 0)
    linked.moment = set_at + timedelta(minutes=30)
    assert of(linked.plays(*SUITED_TIE, ROYAL), link_events.AwardWon)
    linked.moment = set_at + timedelta(minutes=90)
    assert not of(linked.plays(*SUITED_TIE, ROYAL), link_events.AwardWon)


def test_p1_at_the_limit_it_waits_also_where_a_meter_of_as_much_would_be_handed_over(
    ledger: Ledger,
) -> None:
    (clerk,) = floor(ledger, "MB-01", supervisor_above_cents=CENTS)
    limited(clerk, CENTS)
    events = clerk.plays(*SUITED_TIE, ROYAL)
    (won,) = of(events, link_events.AwardWon)
    assert (won.meter, won.cents) == (link_events.PAYTABLE, CENTS)
    assert not of(events, link_events.AwardPaid)


def test_p1_at_the_limit_it_waits_for_a_supervisor_and_no_meter_moves(linked: Clerk) -> None:
    events = linked.plays(*SUITED_TIE, ROYAL)
    ((line,),) = [each.lines for each in of(events, e.RoundSettled)]
    (won,) = of(events, link_events.AwardWon)
    assert (line.result, line.returned) == ("win", 0)
    assert (won.level, won.meter, won.cents, won.reseed_cents) == (
        *("suited_tie", "paytable"),
        *(CENTS, CENTS),
    )
    assert tray(linked) == OPENER_CENTS + 500
    held = sum(shown(linked).values())
    assert link(linked).liability == held + CENTS * link_events.UNITS_A_CENT
    assert linked.is_refused("pay_award", **AWARD) == "supervisor_missing"
    assert linked.is_refused("pay_award", **AWARD, supervisor="C-1") == "supervisor_missing"
    assert linked.is_refused("reverse", round=FIRST, reason="x", approved_by="S-2") == "award_won"
    (award,), (row,), _ = figures(linked)
    assert (award.status, award.due, award.finding) == ("won", CENTS, "")
    assert (row.seeds, row.awards, row.unpaid, row.closing) == (CENTS, CENTS, CENTS, 0)
    check(linked.ledger)


def test_p4_from_the_tray_or_at_the_cage_and_win_after_progressives_bears_it_once(
    linked: Clerk,
) -> None:
    linked.plays(*SUITED_TIE, ROYAL)
    linked.says("pay_award", **SIGNED)
    (award,), (row,), books = figures(linked)
    assert (tray(linked), award.place, award.finding) == (OPENER_CENTS + 500 - CENTS, "tray", "")
    assert (books.hand_result, row.from_trays, row.to_win) == (500 - CENTS, CENTS, 0)
    linked.says("pay_award", **SIGNED, place="cage", instead=True)
    (award,), (row,), books = figures(linked)
    assert (tray(linked), award.place, award.finding) == (OPENER_CENTS + 500, "cage", "")
    assert (books.hand_result, row.from_trays, row.to_win) == (500, 0, -CENTS)
    check(linked.ledger)
    linked.says("reverse_award", **AWARD, **BACK, handed_back="cage")
    (award,), (row,), books = figures(linked)
    assert (award.status, award.finding, row.unpaid, row.to_win) == ("reversed", "", 0, 0)
    linked.says("reverse", round=FIRST, reason="x", approved_by="S-2")
    assert tray(linked) == OPENER_CENTS
    check(linked.ledger)


def test_decision_35_an_award_at_the_cage_is_not_taken_back_nor_what_came_before_it(
    linked: Clerk,
) -> None:
    linked.plays(*SUITED_TIE, ROYAL)
    linked.says("buy_in", seat=3, cents=7_000)
    linked.says("pay_award", **SIGNED, place="cage")
    held = tray(linked)
    with pytest.raises(Refused, match="paid at the cage, and moved no chip"):
        undo(linked)
    assert tray(linked) == held
    linked.says("pay_award", **SIGNED, instead=True)
    assert tray(linked) == held - CENTS
    undo(linked, approved_by="S-1", reason="it was the cage")
    assert tray(linked) == held


def test_p4_wherever_an_award_was_paid_and_came_back_the_house_bears_what_it_has_not(
    linked: Clerk,
) -> None:
    borne = 0
    for n, (paid, back) in enumerate(product(("tray", "cage"), ("tray", "cage", "")), 1):
        linked.plays(*SUITED_TIE, ROYAL)
        award = {"round": f"MB-01:{DAY}:{n}", "seat": 3}
        linked.says("pay_award", **award, supervisor="S-2", place=paid)
        _, (row,), books = figures(linked)
        assert (books.hand_result or 0) + (row.to_win or 0) == 500 * n - borne - CENTS, (paid, back)
        again = {**BACK, "document": f"MC-{n}", "handed_back": back}
        linked.says("reverse_award", **award, **again)
        borne += 0 if back else CENTS
        found, (row,), books = figures(linked)
        assert (books.hand_result or 0) + (row.to_win or 0) == 500 * n - borne, (paid, back)
        assert sum(each.given_away for each in found) == borne
    linked.says("close", closer={"1": tray(linked)}, dealer="D-7", supervisor="S-2")
    count_drop(
        linked.ledger, DAY, "MB-01", cash_cents=0, cash={}, by="C-1", at=linked.ledger.clock()
    )
    with reading(linked.ledger, day_figures.NEEDS) as connection:
        summary = day_figures.day_summary(connection, DAY)
        to_win = sum(each.to_win or 0 for each in meters.meters(connection, DAY))
    assert summary.win_after_seeds == (summary.win_tray or 0) + to_win
    check(linked.ledger)


def test_p4_two_seats_and_a_void_and_what_others_do_meanwhile(linked: Clerk) -> None:
    linked.plays(*SUITED_TIE, ROYAL, (5, "royal_9", 500))
    before = shown(linked)
    undo(linked)
    assert not link(linked).owed
    linked.plays(*NOTHING, ROYAL)
    linked.says("wager", seat=3, bet="royal_9", cents=500)
    linked.says("no_more_bets")
    linked.says("deal", player=SUITED_TIE[0].split(), banker=SUITED_TIE[1].split())
    linked.says("void", reason="fouled")
    (held,) = link(linked).owed.values()
    assert (held.held, held.cents) == (True, CENTS)
    assert linked.is_refused("pay_award", **SIGNED, refused="fouled") == "no_such_award"
    linked.says("reverse", round=FIRST, reason="x", approved_by="S-2")
    linked.says("pay_award", **{**SIGNED, "round": held.round}, refused="fouled")
    (award,), (row,), _ = figures(linked)
    assert (award.status, row.seeds, row.to_win, row.unpaid) == ("refused", 0, 0, 0)
    assert {name: each > shown(linked)[name] for name, each in before.items()} == dict.fromkeys(
        before, True
    )
    check(linked.ledger)
