"""What an act that is taken back had put into meters, won of them or paid."""

from datetime import timedelta

import msgspec
import pytest

from ledger.desks.ledger import Ledger
from ledger.events.link import AwardOwed, AwardUndone, AwardWon
from ledger.values.errors import Refused
from tests.clerk import OPENER, SIGNED
from tests.folded import fold
from tests.ledger.desks.undo.said import (
    MINUTE,
    ROYAL,
    Clock,
    played,
    refused,
    stands,
    undo,
)
from tests.ledger.link.floor import EXACT, KING_BANKER, KING_PLAYER, floor, link, of, readings


def test_an_opening_stays_on_whose_day_an_award_of_its_tray_was_taken_back(
    ledger: Ledger, clock: Clock
) -> None:
    (clerk,) = floor(ledger, "MB-01")
    (won,) = of(clerk.says("round", **played(EXACT, ROYAL)), AwardWon)
    seat = {"round": won.round, "seat": 3}
    clerk.says("pay_award", **seat, supervisor="S-2", place="tray")
    clerk.says("close", closer=OPENER, **SIGNED)
    clerk.moment += timedelta(days=1)
    clock.now += 24 * 60 * MINUTE
    again = {"rules": stands(clerk).rules, "opener": OPENER, "pit": "P-1", **SIGNED}
    clerk.says("open", **again)
    undo(clerk, approved_by="S-9")
    clerk.says("open", **again)
    signed = {"reason": "misread", "authorised_by": "M-1", "second": "S-2", "document": "M-1"}
    clerk.says("reverse_award", **seat, handed_back="", **signed)
    assert refused(clerk, approved_by="S-9") == "opening_rested_upon"


def test_meters_lose_what_an_act_had_put_in_and_nothing_else(ledger: Ledger) -> None:
    one, other = floor(ledger, "MB-01", "MB-02")
    royal = ((3, "banker", 1_000), (3, "royal_9", 500))
    hand = ("7d Qh", "8c Kh")
    before = readings(one)
    for seat, bet, cents in royal:
        one.says("wager", seat=seat, bet=bet, cents=cents)
    one.says("no_more_bets")
    alone = readings(one)
    one.says("deal", player=hand[0].split(), banker=hand[1].split())
    one.says("settle")
    other.moment = one.moment
    other.says("round", **played(hand, royal))
    for _ in range(3):
        undo(one)
    assert readings(one) == alone
    one.says("no_more_bets")
    one.says("void", reason="misdeal")
    other.moment = one.moment
    undo(other)
    assert readings(one) == before
    assert link(one).fed == {}
    fold(ledger)


@pytest.mark.parametrize("hands", [EXACT, KING_PLAYER, KING_BANKER], ids=" ".join)
def test_a_settlement_that_won_a_meter_is_taken_back_with_what_it_won_and_paid(
    ledger: Ledger, hands: tuple[str, str]
) -> None:
    """A mistyped card: the round goes on with the right one, and the meters are as if it had never been typed."""
    one, other = floor(ledger, "MB-01", "MB-02")
    for seat, bet, cents in ROYAL:
        one.says("wager", seat=seat, bet=bet, cents=cents)
    one.says("no_more_bets")
    before = link(one)
    for _ in range(2):
        one.says("deal", player=hands[0].split(), banker=hands[1].split())
        won = of(one.says("settle"), AwardWon)
        assert len(won) == 1
        undone = of(undo(one), AwardUndone)
        assert [(each.seat, each.cents) for each in undone] == [(3, won[0].cents)]
        assert msgspec.structs.replace(link(one), version=0) == msgspec.structs.replace(
            before, version=0
        )
        undo(one)
    one.says("deal", player=["7d", "Qh"], banker=["8c", "Kh"])
    one.says("settle")
    other.moment = one.moment
    other.says("round", **played(hands, ROYAL))
    fold(ledger)


def test_a_settlement_stays_where_its_meter_was_won_since_or_its_award_dealt_with(
    ledger: Ledger,
) -> None:
    one, other = floor(ledger, "MB-01", "MB-02")
    one.says("round", **played(KING_PLAYER, ROYAL))
    other.moment = one.moment
    other.says("round", **played(KING_PLAYER, ROYAL))
    with pytest.raises(Refused) as caught:
        undo(one)
    assert caught.value.refusal.code == "meters_moved"
    assert "correct the books instead" in caught.value.refusal.next_step, "no reversal either"
    undo(other)
    undo(one)
    one.moment = other.moment
    (won,) = of(one.says("round", **played(EXACT, ROYAL)), AwardWon)
    one.says("pay_award", round=won.round, seat=3, supervisor="S-2", place="cage")
    assert refused(one) == "cannot_be_undone"
    one.says("buy_in", seat=3, cents=1_000)
    undo(one)
    assert refused(one) == "meters_moved"
    again = {"reason": "misread", "authorised_by": "M-1", "second": "S-2", "document": "M-1"}
    one.says("reverse_award", round=won.round, seat=3, handed_back="cage", **again)
    assert refused(one) == "meters_moved"


def test_bets_stay_closed_where_somebody_won_what_they_had_put_in(ledger: Ledger) -> None:
    one, other = floor(ledger, "MB-01", "MB-02")
    for seat, bet, cents in ROYAL:
        one.says("wager", seat=seat, bet=bet, cents=cents)
    one.says("no_more_bets")
    other.moment = one.moment
    other.says("round", **played(EXACT, ROYAL))
    assert refused(one) == "meters_moved"
    undo(other)
    undo(one)


def test_an_award_paid_from_the_tray_is_owed_again(ledger: Ledger) -> None:
    """A supervisor had signed it, and approves that it is taken back; the settlement may follow."""
    (one,) = floor(ledger, "MB-01")
    shown = readings(one)
    (won,) = of(one.says("round", **played(EXACT, ROYAL)), AwardWon)
    before, tray = link(one), stands(one).tray_cents
    paid = {"round": won.round, "seat": 3, "supervisor": "S-2", "place": "tray"}
    one.says("pay_award", **paid)
    assert refused(one) == "approval_missing"
    (owed,) = of(undo(one, approved_by="S-9"), AwardOwed)
    assert (owed.cents, owed.won_at) == (won.cents, won.at)
    after = link(one)
    assert (after.meters, after.owed.keys()) == (before.meters, before.owed.keys())
    assert stands(one).tray_cents == tray
    one.says("pay_award", **paid)
    undo(one, approved_by="S-9")
    undo(one)
    assert (link(one).owed, stands(one).round) == ({}, None)
    assert readings(one) == shown
    fold(ledger)
