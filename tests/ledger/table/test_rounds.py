"""Wagers, cards and results (W1-W8, I6)."""

import pytest

from ledger.events import table as e
from ledger.events.base import Event
from tests.clerk import SIGNED, Clerk


def settled(events: list[Event]) -> e.RoundSettled:
    (found,) = [event for event in events if isinstance(event, e.RoundSettled)]
    return found


def net(event: e.RoundSettled) -> dict[str, int]:
    return {line.bet: line.returned - line.cents for line in event.lines}


def test_a_round_is_named_for_table_day_and_number(dealing: Clerk) -> None:
    first = settled(dealing.plays("7d Qh", "9c Kh"))
    second = settled(dealing.plays("7d Qh", "9c Kh"))
    assert (first.round, second.round) == ("MB-01:2026-07-11:1", "MB-01:2026-07-11:2")


def test_x37_rounds_count_from_one_in_each_gaming_day(dealing: Clerk) -> None:
    dealing.plays("7d Qh", "9c Kh", at="2026-07-12T09:59:59Z")
    events = dealing.plays("7d Qh", "9c Kh", at="2026-07-12T10:00:00Z")
    assert settled(events).round == "MB-01:2026-07-12:1"
    assert {event.day for event in events} == {"2026-07-12"}


def test_every_round_names_the_version_of_its_rules(dealing: Clerk) -> None:
    (closed,) = [x for x in dealing.plays("7d Qh", "9c Kh") if isinstance(x, e.NoMoreBets)]
    table = dealing.ledger.table("MB-01")
    assert (closed.rules, closed.rules_version, closed.rules_sha256) == (
        "ma-midi",
        table.rules_version,
        table.rules_sha256,
    )


def test_w1_a_bet_the_submission_does_not_offer_is_refused(dealing: Clerk) -> None:
    assert dealing.is_refused("wager", seat=1, bet="dragon_7", cents=500) == "bet_not_offered"
    assert dealing.is_refused("wager", seat=1, bet="roulette", cents=500) == "unknown_bet"


def test_w2_cash_is_a_buy_in_followed_by_a_wager_in_chips(dealing: Clerk) -> None:
    bought, placed = dealing.says("wager", seat=2, bet="player", cents=10_000, tender="cash")
    assert isinstance(bought, e.BoughtIn)
    assert isinstance(placed, e.WagersPlaced)
    assert (bought.seat, bought.cents) == (2, 10_000)


def test_w2_decision_17_a_coupon_doubles_a_standing_wager(dealing: Clerk) -> None:
    coupon = {"seat": 2, "bet": "player", "cents": 2500, "tender": "coupon", "coupon": "MP-1"}
    assert dealing.is_refused("wager", **coupon) == "coupon_without_wager"
    dealing.says("wager", seat=2, bet="player", cents=2500)
    dealing.says("wager", **coupon)
    for number in ("MP-1", "mp-1 "):
        assert dealing.is_refused("wager", **{**coupon, "coupon": number}) == "coupon_on_table"
    dealing.says("no_more_bets")
    dealing.says("deal", player=["9c", "Kh"], banker=["7d", "Qh"])
    event = settled(dealing.says("settle"))
    assert [(line.tender, line.returned) for line in event.lines] == [
        ("chips", 5000),
        ("coupon", 2500),
    ]
    assert dealing.ledger.table("MB-01").tray_cents == 850_000 - 5_000


def test_w2_decision_17_a_coupon_the_house_kept_is_not_wagered_again(dealing: Clerk) -> None:
    chips = {"seat": 2, "bet": "player", "cents": 2500}
    coupon = {**chips, "tender": "coupon", "coupon": "MP-1"}
    tie = {"player": ["7d", "Qh"], "banker": ["7c", "Kh"]}
    dealing.says("round", wagers=[chips, coupon], **tie)
    dealing.says("round", wagers=[chips, coupon], player=["9c", "Kh"], banker=["7d", "Qh"])
    assert dealing.is_refused("round", wagers=[chips, coupon], **tie) == "number_used"
    other = Clerk(dealing.ledger, "MB-02").opens().starts_shoe()
    other.says("wager", **chips)
    for number in ("MP-1", "mp-1 "):
        assert other.is_refused("wager", **{**coupon, "coupon": number}) == "number_used"


def test_w2_a_coupon_withdrawn_or_of_a_void_round_is_wagered_again(dealing: Clerk) -> None:
    chips = {"seat": 2, "bet": "player", "cents": 2500}
    coupon = {**chips, "tender": "coupon", "coupon": "MP-1"}
    for taking_back in (
        ("withdraw", {"seat": 2, "bet": "player"}),
        ("void", {"reason": "misdeal"}),
    ):
        dealing.says("wager", **chips)
        dealing.says("wager", **coupon)
        dealing.says(taking_back[0], **taking_back[1])


def test_w3_x22_no_wager_after_no_more_bets(dealing: Clerk) -> None:
    dealing.says("wager", seat=4, bet="banker", cents=5000)
    dealing.says("no_more_bets")
    assert dealing.is_refused("wager", seat=4, bet="banker", cents=5000) == "bets_closed"
    assert dealing.is_refused("withdraw", seat=4, bet="banker") == "bets_closed"
    assert dealing.is_refused("no_more_bets") == "bets_closed"


def test_w3_a_wager_may_be_withdrawn_before(dealing: Clerk) -> None:
    dealing.says("wager", seat=4, bet="banker", cents=5000)
    dealing.says("wager", seat=4, bet="banker", cents=1000)
    (event,) = dealing.says("withdraw", seat=4, bet="banker")
    assert isinstance(event, e.WagerWithdrawn)
    assert [line.cents for line in event.wagers] == [5000, 1000]
    assert dealing.is_refused("withdraw", seat=4, bet="banker") == "no_such_wager"


def test_w3_house_dragon_bonus_needs_a_main_wager(clerk: Clerk) -> None:
    clerk.opens("house-dragon").starts_shoe()
    side = {"seat": 1, "bet": "dragon_bonus_player", "cents": 500}
    assert clerk.is_refused("wager", **side) == "main_wager_missing"
    clerk.says("wager", seat=1, bet="tie", cents=500)
    clerk.says("wager", **side)
    assert clerk.is_refused("withdraw", seat=1, bet="tie") == "main_wager_missing"


def test_w3_ma_midi_dragon_bonus_stands_alone(dealing: Clerk) -> None:
    dealing.says("wager", seat=1, bet="dragon_bonus_player", cents=500)


def test_a_raise_is_part_of_the_wager_it_raises(dealing: Clerk) -> None:
    for _ in range(2):
        dealing.says("wager", seat=1, bet="banker", cents=300)
    dealing.says("no_more_bets")
    dealing.says("deal", player=["7d", "Qh"], banker=["9c", "Kh"])
    event = settled(dealing.says("settle"))
    assert [(line.cents, line.vig) for line in event.lines] == [(600, 50)]


@pytest.mark.parametrize("cents", [0, -100])
def test_zero_and_negative_wagers_are_refused(dealing: Clerk, cents: int) -> None:
    assert dealing.is_refused("wager", seat=1, bet="tie", cents=cents) == "not_positive"


def test_a_seat_the_table_does_not_have_is_refused(dealing: Clerk) -> None:
    assert dealing.is_refused("wager", seat=10, bet="tie", cents=100) == "no_such_seat"
    assert dealing.is_refused("sit", seat=10) == "no_such_seat"


def test_w4_the_deal_follows_no_more_bets(dealing: Clerk) -> None:
    cards = {"player": ["7d", "Qh"], "banker": ["9c", "Kh"]}
    assert dealing.is_refused("deal", **cards) == "no_round"
    dealing.says("wager", seat=1, bet="tie", cents=500)
    assert dealing.is_refused("deal", **cards) == "bets_open"
    dealing.says("no_more_bets")
    assert dealing.is_refused("settle") == "not_dealt"
    dealing.says("deal", **cards)
    assert dealing.is_refused("deal", **cards) == "already_dealt"


def test_w4_two_cards_each(dealing: Clerk) -> None:
    dealing.says("no_more_bets")
    assert dealing.is_refused("deal", player=["7d"], banker=["9c", "Kh"]) == "two_cards_each"


def test_w4_a_third_card_only_where_the_rules_call_for_it(dealing: Clerk) -> None:
    dealing.says("no_more_bets")
    dealing.says("deal", player=["2s", "3d"], banker=["3c", "3h"])
    assert dealing.is_refused("third", hand="banker", card="2c") == "third_card_not_due"
    (player,) = dealing.says("third", hand="player", card="6h")
    assert isinstance(player, e.ThirdCardDealt)
    assert "ma-midi 10" in player.rule
    assert dealing.is_refused("third", hand="player", card="2c") == "third_card_not_due"
    dealing.says("third", hand="banker", card="2c")
    assert dealing.is_refused("third", hand="banker", card="2c") == "third_card_not_due"


def test_x2_x8_no_third_card_on_a_natural(dealing: Clerk) -> None:
    dealing.says("no_more_bets")
    dealing.says("deal", player=["8s", "Kd"], banker=["2c", "3h"])
    assert dealing.is_refused("third", hand="banker", card="4s") == "third_card_not_due"


def test_x3_banker_looks_at_the_third_card_not_at_the_total(dealing: Clerk) -> None:
    event = settled(dealing.plays("2s Ad 4s", "3c 3h", (1, "player", 100)))
    assert (event.outcome, event.player_points, event.banker_points) == ("player", 7, 6)


def test_x7_an_outcome_the_cards_do_not_make_is_refused(dealing: Clerk) -> None:
    natural = {"player": ["8s", "Tc"], "banker": ["3h", "2d", "2s"]}
    assert dealing.is_refused("round", wagers=[], outcome="banker", **natural) == (
        "third_card_not_due"
    )
    cards = {"player": ["7d", "Qh"], "banker": ["9c", "Kh"]}
    assert dealing.is_refused("round", wagers=[], outcome="player", **cards) == "outcome_differs"
    dealing.says("round", wagers=[], outcome="banker", **cards)


def test_x9_an_unfinished_round_is_not_settled(dealing: Clerk) -> None:
    dealing.says("wager", seat=1, bet="player", cents=500)
    dealing.says("no_more_bets")
    dealing.says("deal", player=["Qs", "7s"], banker=["5c", "Qs"])
    assert dealing.is_refused("settle") == "hand_incomplete"
    dealing.says("third", hand="banker", card="2h")
    assert settled(dealing.says("settle")).outcome == "tie"


@pytest.mark.parametrize("card", ["1H", "X0", "H", "HTC", "XK", "DH", "55", "0S", "11D", ""])
def test_x10_a_card_that_is_none_is_named(dealing: Clerk, card: str) -> None:
    dealing.says("no_more_bets")
    cards = {"player": [card, "Qh"], "banker": ["9c", "Kh"]}
    assert dealing.is_refused("deal", **cards) == "unknown_card"


def test_w5_x12_natural_tie_pushes_the_dragon_bonus(dealing: Clerk) -> None:
    wagers = [(1, "dragon_bonus_player", 2500), (1, "dragon_bonus_banker", 2500), (1, "tie", 1000)]
    event = settled(dealing.plays("Ts 8d", "Ac 7h", *wagers))
    assert net(event) == {"dragon_bonus_player": 0, "dragon_bonus_banker": 0, "tie": 8000}
    assert "tie hand" in event.announce


def test_w5_x17_eight_to_one_returns_the_stake_besides(dealing: Clerk) -> None:
    event = settled(dealing.plays("Ts 8d", "Ac 7h", (1, "tie", 1000)))
    assert [line.returned for line in event.lines] == [9000]


def test_w8_losers_are_collected_first_and_winners_paid_from_the_highest_seat(
    dealing: Clerk,
) -> None:
    wagers = [(1, "banker", 100), (2, "player", 100), (7, "player", 100), (9, "banker", 100)]
    event = settled(dealing.plays("7d Qh", "9c Kh", *wagers))
    assert {line.seat for line in event.lines[:2]} == {2, 7}
    assert [line.seat for line in event.lines[2:]] == [9, 1]


def test_the_same_round_typed_step_by_step_and_fed_whole_is_the_same(dealing: Clerk) -> None:
    whole = settled(dealing.plays("5d Kh 4s", "3c Kc 9h", (2, "player", 500), (3, "tie", 100)))
    dealing.says("wager", seat=2, bet="player", cents=500)
    dealing.says("wager", seat=3, bet="tie", cents=100)
    dealing.says("no_more_bets")
    dealing.says("deal", player=["5d", "Kh"], banker=["3c", "Kc"])
    dealing.says("third", hand="player", card="4s")
    dealing.says("third", hand="banker", card="9h")
    typed = settled(dealing.says("settle"))
    assert (typed.lines, typed.outcome) == (whole.lines, whole.outcome)


def test_a_round_in_one_record_takes_up_wagers_already_standing(dealing: Clerk) -> None:
    dealing.says("wager", seat=1, bet="player", cents=500)
    event = settled(dealing.plays("9c Kh", "7d Qh", (2, "player", 300)))
    assert [(line.seat, line.cents) for line in event.lines] == [(2, 300), (1, 500)]


def test_a_round_refused_half_way_leaves_nothing(dealing: Clerk) -> None:
    wagers = [{"seat": 2, "bet": "player", "cents": 500, "tender": "cash"}]
    cards = {"player": ["2s", "3d", "Kh"], "banker": ["3c", "Kc"]}
    assert dealing.is_refused("round", wagers=wagers, **cards) == "hand_incomplete"
    assert dealing.ledger.table("MB-01").round is None


def test_i6_a_void_returns_every_wager_and_pays_nothing(dealing: Clerk) -> None:
    tray = dealing.ledger.table("MB-01").tray_cents
    dealing.says("wager", seat=1, bet="banker", cents=5000)
    dealing.says("wager", seat=1, bet="dragon_bonus_banker", cents=500)
    dealing.says("wager", seat=4, bet="tie", cents=100)
    dealing.says("no_more_bets")
    dealing.says("deal", player=["7d", "Qh"], banker=["9c", "Kh"])
    (event,) = dealing.says("void", reason="card exposed")
    assert isinstance(event, e.RoundVoided)
    assert [line.cents for line in event.returned] == [5000, 500, 100]
    assert dealing.ledger.table("MB-01").tray_cents == tray
    assert dealing.is_refused("void", reason="again") == "no_round"


def test_a_void_round_keeps_its_number(dealing: Clerk) -> None:
    dealing.says("no_more_bets")
    dealing.says("void", reason="misdeal")
    assert settled(dealing.plays("7d Qh", "9c Kh")).round == "MB-01:2026-07-11:2"


def test_seats_are_taken_and_left(dealing: Clerk) -> None:
    dealing.says("sit", seat=5, patron="P. Example")
    assert dealing.is_refused("sit", seat=5) == "seat_taken"
    dealing.says("wager", seat=5, bet="banker", cents=500)
    assert dealing.is_refused("leave", seat=5) == "wager_at_stake"
    dealing.says("withdraw", seat=5, bet="banker")
    dealing.says("leave", seat=5)
    assert dealing.is_refused("leave", seat=5) == "seat_empty"


def test_a_wager_from_an_empty_seat_takes_it_and_the_name_may_follow(dealing: Clerk) -> None:
    dealing.plays("7d Qh", "9c Kh", (6, "player", 500))
    dealing.says("sit", seat=6, patron="P. Example")
    dealing.says("leave", seat=6)


def test_no_fill_or_credit_is_refused_during_a_round(dealing: Clerk) -> None:
    dealing.says("no_more_bets")
    dealing.says("fill", slip="F-1", chips={"500": 20}, **SIGNED)
