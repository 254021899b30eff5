"""Who deals on a big table, and when the shoe passes on (T9)."""

import pytest

from projections.queries.event_lines import in_words
from tests.clerk import Clerk
from tests.ledger.table.test_cards import BANKER_LOSES, BANKER_WINS, again, big, only


def test_t9_ma_big_7_b_the_shoe_is_offered_from_seat_1(clerk: Clerk) -> None:
    big(clerk, 2, 5, 8)
    assert clerk.is_refused("pass_shoe", seat=5) == "shoe_out_of_order"
    assert clerk.is_refused("pass_shoe", seat=4) == "not_offered"
    chosen = only(clerk.says("pass_shoe", seat=5, declined=[2]))
    assert (chosen.seat, chosen.previous, chosen.reason) == (5, -1, "offered")
    assert chosen.rule == "ma-big 7(b)"


def test_t9_ma_big_14_a_1_the_curator_passes_when_banker_loses(clerk: Clerk) -> None:
    big(clerk, 2, 5, 8)
    clerk.says("pass_shoe", seat=5, declined=[2])
    clerk.plays("7d Qh", "9c Kh")
    clerk.plays("7d Qh", "7c Kh")
    clerk.plays("9d Qh", "7c Kh")
    assert clerk.is_refused("no_more_bets") == "shoe_to_pass"
    assert clerk.is_refused("pass_shoe", seat=5) == "not_offered"
    assert clerk.is_refused("pass_shoe", seat=2) == "shoe_out_of_order"
    passed = only(clerk.says("pass_shoe", seat=2, declined=[8]))
    assert (passed.previous, passed.reason, passed.rule) == (5, "banker_lost", "ma-big 14(a)(1)")
    clerk.plays("7d Qh", "9c Kh")


def test_t9_who_passes_the_shoe_is_of_the_last_round_and_not_of_one_in_an_earlier_place(
    clerk: Clerk,
) -> None:
    big(clerk, 2, 5).says("pass_shoe", seat=2)
    clerk.plays(*BANKER_WINS)
    clerk.plays(*BANKER_LOSES)
    again(clerk, 1, BANKER_WINS)
    assert clerk.is_refused("no_more_bets") == "shoe_to_pass"
    clerk.says("pass_shoe", seat=5)
    clerk.plays(*BANKER_WINS)
    again(clerk, 2, BANKER_LOSES)
    clerk.plays(*BANKER_WINS)


def test_t9_a_round_in_the_place_of_the_last_one_says_who_passes_the_shoe(clerk: Clerk) -> None:
    big(clerk, 2, 5).says("pass_shoe", seat=2)
    clerk.plays(*BANKER_LOSES)
    again(clerk, 1, BANKER_WINS)
    clerk.plays(*BANKER_WINS)
    again(clerk, 2, BANKER_LOSES)
    assert clerk.is_refused("no_more_bets") == "shoe_to_pass"


def test_t9_ma_big_14_a_by_choice_or_by_order(clerk: Clerk) -> None:
    big(clerk, 2, 5, 8)
    clerk.says("pass_shoe", seat=2)
    assert only(clerk.says("pass_shoe", seat=5)).reason == "by_choice"
    assert clerk.is_refused("pass_shoe", seat=8, reason="delays") == "order_by_nobody"
    assert clerk.is_refused("pass_shoe", seat=8, ordered_by="S-2") == "order_for_nothing"
    assert clerk.is_refused("pass_shoe", seat=8, designated=True) == "dealer_designated"
    ordered = only(clerk.says("pass_shoe", seat=8, ordered_by="S-2", reason="delays"))
    assert "(by order, S-2: delays)" in in_words(ordered)
    assert (ordered.reason, ordered.ordered_by) == ("by_order", "S-2")
    assert ordered.rule == "ma-big 14(a)(2)"


def test_t9_ma_big_14_b_a_curator_who_leaves_relinquishes_the_shoe(clerk: Clerk) -> None:
    big(clerk, 2, 5, 8)
    clerk.says("pass_shoe", seat=5, declined=[2])
    clerk.says("leave", seat=5)
    assert clerk.is_refused("no_more_bets") == "shoe_to_pass"
    assert clerk.is_refused("pass_shoe", seat=2) == "shoe_out_of_order"
    passed = only(clerk.says("pass_shoe", seat=8))
    assert (passed.previous, passed.reason, passed.rule) == (5, "left", "ma-big 14(b)")
    clerk.plays("7d Qh", "9c Kh")


def test_t9_not_between_the_cards_of_a_round(clerk: Clerk) -> None:
    big(clerk, 2, 5).says("pass_shoe", seat=2)
    clerk.says("no_more_bets")
    clerk.says("deal", player=["7d", "Qh"], banker=["9c", "Kh"])
    assert clerk.is_refused("pass_shoe", seat=5) == "cards_on_layout"


def test_t9_ma_big_7_a_shoe_is_not_played_without_a_curator_or_the_dealer_as_one(
    clerk: Clerk,
) -> None:
    big(clerk, 2, 5)
    clerk.says("wager", seat=2, bet="player", cents=5000)
    assert clerk.is_refused("no_more_bets") == "curator_missing"
    hands = {"wagers": [], "player": ["9d", "Qh"], "banker": ["7c", "Kh"]}
    assert clerk.is_refused("round", **hands) == "curator_missing"
    clerk.says("pass_shoe", seat=0, declined=[2, 5])
    clerk.says("round", **hands)


def test_t9_ma_big_7_d_the_dealer_deals_when_nobody_accepts_or_by_designation(
    clerk: Clerk,
) -> None:
    big(clerk, 2, 5)
    assert clerk.is_refused("pass_shoe", seat=0, declined=[2]) == "shoe_out_of_order"
    assert only(clerk.says("pass_shoe", seat=0, declined=[2, 5])).rule == "ma-big 7(d)(2)"
    clerk.plays("9d Qh", "7c Kh")
    clerk.plays("9d Qh", "7c Kh")
    assert only(clerk.says("pass_shoe", seat=0, designated=True)).rule == "ma-big 7(d)(1)"


@pytest.mark.parametrize("rules", ["ma-midi", "md-midi", "div-mini", "house-dragon"])
def test_t9_no_other_table_has_a_curator(clerk: Clerk, rules: str) -> None:
    clerk.opens(rules).starts_shoe()
    assert clerk.is_refused("pass_shoe", seat=0) == "no_curator"
