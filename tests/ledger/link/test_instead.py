"""What is on record of an award is changed until its day is closed: where it was paid, on whose word, how it was ruled
(P4, X26).
"""

from typing import Any

import pytest

from ledger.desks.ledger import Ledger
from ledger.events import award as award_events
from ledger.events import link as link_events
from ledger.values.errors import Refused
from projections.engine import engine as projection_engine
from projections.figures import awards, meters, win
from projections.figures import day as day_figures
from projections.queries.check import check
from tests.clerk import OPENER_CENTS, Clerk, count_drop
from tests.ledger.desks.undo.said import undo
from tests.ledger.link.floor import EXACT, KING_PLAYER, ROYAL, floor, link, of, readings

DAY = "2026-07-11"
FIRST = f"MB-01:{DAY}:1"
SIGNED: dict[str, Any] = {"round": FIRST, "seat": 3, "supervisor": "S-2"}
KING = 35_025
RULED: dict[str, Any] = {**SIGNED, "round": f"MB-01:{DAY}:5"}


@pytest.fixture
def paid(linked: Clerk) -> Clerk:
    """A King's meter was won and paid from the tray at once."""
    linked.plays(*KING_PLAYER, ROYAL)
    return linked


def held(ledger: Ledger) -> Clerk:
    """The same after four rounds that fed it, in one that was void."""
    (clerk,) = floor(ledger, "MB-01")
    for _ in range(4):
        clerk.plays("7d Qh", "8c Kh", ROYAL)
    clerk.says("wager", seat=3, bet="royal_9", cents=500)
    clerk.says("no_more_bets")
    clerk.says("deal", player=KING_PLAYER[0].split(), banker=KING_PLAYER[1].split())
    clerk.says("void", reason="fouled")
    return clerk


def on_record(clerk: Clerk) -> list[tuple[str, str | None, str | None, int | None, str]]:
    """Of each award: what became of it, where, on whose word, what is paid, and what does not agree."""
    journal = clerk.ledger.journal
    projection_engine.catch_up(meters.NEEDS, journal, journal.engine)
    with projection_engine.reading(journal.engine, meters.NEEDS) as connection:
        found = awards.awards(connection, DAY)
    return [(x.status, x.place, x.supervisor, x.paid, x.finding) for x in found]


def tray(clerk: Clerk) -> int:
    return clerk.ledger.table("MB-01").tray_cents


def test_an_award_that_the_cage_paid_never_left_the_tray(paid: Clerk) -> None:
    assert tray(paid) == OPENER_CENTS + 500 - KING
    events = paid.says("pay_award", **SIGNED, place="cage", instead=True)
    (back,) = of(events, award_events.AwardNotHandedOver)
    (owed,) = of(events, link_events.AwardOwed)
    assert (back.cents, back.day, owed.back_cents) == (KING, DAY, 0)
    assert tray(paid) == OPENER_CENTS + 500
    assert on_record(paid) == [("paid", "cage", "S-2", KING, "")]
    again = {**SIGNED, "place": "cage", "instead": True}
    assert paid.is_refused("pay_award", **again) == "award_as_recorded"
    paid.says("pay_award", **SIGNED, instead=True)
    assert (tray(paid), on_record(paid)) == (
        OPENER_CENTS + 500 - KING,
        [("paid", "tray", "S-2", KING, "")],
    )
    check(paid.ledger)


def test_decision_35_an_undo_takes_the_change_back_and_the_earlier_record_stands_again(
    paid: Clerk,
) -> None:
    """From the tray at the cage, and from there from the tray; then the settlement itself."""
    before = (tray(paid), on_record(paid))
    assert before == (OPENER_CENTS + 500 - KING, [("paid", "tray", None, KING, "")])
    paid.says("pay_award", **SIGNED, place="cage", instead=True)
    at_the_cage = (tray(paid), on_record(paid))
    with pytest.raises(Refused, match="It bears signatures"):
        undo(paid)
    undo(paid, approved_by="S-1", reason="it was the tray")
    assert (tray(paid), on_record(paid)) == before
    paid.says("pay_award", **SIGNED, place="cage", instead=True)
    paid.says("pay_award", **SIGNED, instead=True)
    undo(paid, approved_by="S-1", reason="it was the cage")
    assert (tray(paid), on_record(paid)) == at_the_cage
    undo(paid, approved_by="S-1", reason="it was the tray")
    assert (tray(paid), on_record(paid)) == before
    undo(paid)
    assert (tray(paid), on_record(paid)) == (OPENER_CENTS, [])
    check(paid.ledger)


def test_decision_35_a_change_taken_back_can_be_made_again_and_the_award_taken_back_is_not_changed(
    paid: Clerk,
) -> None:
    paid.says("pay_award", **SIGNED, place="cage", instead=True)
    undo(paid, approved_by="S-1", reason="it was the tray")
    paid.says("pay_award", **SIGNED, place="cage", instead=True)
    assert on_record(paid) == [("paid", "cage", "S-2", KING, "")]
    back = {**SIGNED, "document": "MC-9", "reason": "x", "authorised_by": "B-2", "second": "A-1"}
    del back["supervisor"]
    paid.says("reverse_award", **back, handed_back="cage")
    check(paid.ledger)
    for place in ("cage", "tray"):
        again = {**SIGNED, "place": place, "instead": True}
        assert paid.is_refused("pay_award", **again) == "award_not_settled"


def test_on_another_word_no_chip_moves(paid: Clerk) -> None:
    before = tray(paid)
    events = paid.says("pay_award", **SIGNED, instead=True)
    assert not of(events, award_events.AwardNotHandedOver)
    assert not of(events, award_events.AwardHandedOver)
    assert (tray(paid), on_record(paid)) == (before, [("paid", "tray", "S-2", KING, "")])
    with pytest.raises(Refused, match="recorded an award otherwise, and moved no chip"):
        undo(paid, approved_by="S-1", reason="x")
    assert (tray(paid), on_record(paid)) == (before, [("paid", "tray", "S-2", KING, "")])
    check(paid.ledger)


def test_a_count_since_is_stated_again_without_the_award(ledger: Ledger, paid: Clerk) -> None:
    """It was short by what the cage had paid; now it agrees."""
    paid.says("close", closer={"1": OPENER_CENTS + 500}, dealer="D-7", supervisor="S-2")
    count_drop(ledger, DAY, "MB-01", cash_cents=0, cash={}, by="C-1", at=ledger.clock())
    assert paid.is_refused("pay_award", **SIGNED, instead=True, refused="no") == "award_stands"
    paid.says("pay_award", **SIGNED, place="cage", instead=True)
    journal = ledger.journal
    projection_engine.catch_up(day_figures.NEEDS, journal, journal.engine)
    with projection_engine.reading(journal.engine, day_figures.NEEDS) as connection:
        (row,) = win.win(connection, DAY)
    assert (row.tray_variance, row.hand_result) == (0, 500)
    assert paid.is_refused("pay_award", **SIGNED, instead=True) == "tray_counted"
    check(ledger)


def test_a_ruling_is_turned_round_and_back_and_the_meter_follows(ledger: Ledger) -> None:
    clerk = held(ledger)
    ruled = {**RULED, "refused": "fouled hand"}
    clerk.says("pay_award", **ruled)
    gone_back = readings(clerk)["k9_player"]
    events = clerk.says("pay_award", **RULED, place="cage", instead=True)
    (owed,) = of(events, link_events.AwardOwed)
    assert owed.back_cents * 10_000 == gone_back - readings(clerk)["k9_player"] == 1_000_000
    assert on_record(clerk) == [("paid", "cage", "S-2", 35_100, "")]
    check(ledger)
    clerk.says("pay_award", **ruled, instead=True)
    assert readings(clerk)["k9_player"] == gone_back
    assert on_record(clerk) == [("refused", None, "S-2", 0, "")]
    check(ledger)


def test_what_a_ruling_put_back_and_somebody_won_since_does_not_come_out_again(
    ledger: Ledger,
) -> None:
    clerk = held(ledger)
    clerk.says("pay_award", **RULED, refused="fouled hand")
    clerk.plays(*KING_PLAYER, ROYAL)
    assert clerk.is_refused("pay_award", **RULED, instead=True) == "meter_won_since"


def test_decision_15_what_is_held_is_no_later_winners_and_the_meter_pays_from_its_seed(
    ledger: Ledger,
) -> None:
    clerk = held(ledger)
    (kept,) = link(clerk).owed.values()
    assert (kept.held, kept.cents) == (True, 35_100)
    assert readings(clerk)["k9_player"] == 35_000 * 10_000
    (won,) = of(clerk.plays(*KING_PLAYER, ROYAL), link_events.AwardWon)
    assert (won.cents, [each.cents for each in link(clerk).owed.values()]) == (KING, [35_100])


def test_only_what_is_settled_is_changed_and_only_by_two(paid: Clerk) -> None:
    changed = {**SIGNED, "place": "cage", "instead": True}
    assert paid.is_refused("pay_award", **{**changed, "supervisor": ""}) == "supervisor_missing"
    assert paid.is_refused("pay_award", **{**changed, "seat": 4}) == "award_not_settled"
    before = "2026-07-11T17:00:00-04:00"
    assert paid.is_refused("pay_award", **changed, at=before).startswith("at_before")
    paid.plays(*EXACT, ROYAL)
    waits = {**changed, "round": f"MB-01:{DAY}:2"}
    assert paid.is_refused("pay_award", **waits) == "award_not_settled"
