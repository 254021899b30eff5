"""W1 to W3: which wagers may be made, with what, and which need another."""

from dataclasses import replace

import pytest

from ledger.baccarat.betting import check_wager, gather, named
from ledger.baccarat.wagers import Bet, Tender, Wager
from ledger.rules.loader import list_ids, load
from ledger.values.errors import Misused, Refused
from tests.ledger.baccarat.layout import on, round_of

MAIN = {"banker", "player", "tie"}
DRAGON_BONUS = {"dragon_bonus_player", "dragon_bonus_banker"}
OFFERED = {
    "ma-midi": MAIN | DRAGON_BONUS | {"house_money", "royal_9"},
    "ma-midi-ez": MAIN | DRAGON_BONUS | {"house_money", "royal_9", "dragon_7", "panda_8"},
    "ma-big": MAIN | DRAGON_BONUS | {"house_money", "royal_9"},
    "ma-big-ez": MAIN | DRAGON_BONUS | {"house_money", "dragon_7", "panda_8"},
    "md-midi": MAIN | DRAGON_BONUS | {"royal_9"},
    "md-midi-ez": MAIN | DRAGON_BONUS | {"royal_9", "dragon_7", "panda_8"},
    "md-midi-fortune7": MAIN | DRAGON_BONUS | {"royal_9", "fortune_7", "one_up"},
    "div-mini": MAIN,
    "div-mini-tie-vig": MAIN,
    "div-mini-no-commission": MAIN,
    "house-dragon": MAIN | DRAGON_BONUS,
}


def refusal_of(rules: str, *wagers: Wager) -> str:
    with pytest.raises(Refused) as refused:
        gather(load(rules).offering, wagers)
    return refused.value.refusal.code


@pytest.mark.parametrize("rules", list_ids())
def test_w1_each_wager_only_where_the_submission_offers_it(rules: str) -> None:
    offering = load(rules).offering
    assert set(offering.bets) == OFFERED[rules]
    for bet in Bet:
        if bet not in OFFERED[rules]:
            assert refusal_of(rules, on(bet, 500)) == "bet_not_offered"


@pytest.mark.parametrize(
    ("rules", "wager", "code"),
    [
        ("ma-midi", on(Bet.BANKER, 100, seat=10), "no_such_seat"),
        ("ma-midi", on(Bet.BANKER, 100, seat=0), "no_such_seat"),
        ("ma-midi", on(Bet.BANKER, 0), "stake_not_positive"),
        ("ma-midi", on(Bet.BANKER, -100), "stake_not_positive"),
        ("ma-midi", on(Bet.TIE, 100, tender=Tender.COUPON), "coupon_bet"),
        ("ma-midi", on(Bet.DRAGON_BONUS_PLAYER, 100, tender=Tender.COUPON), "coupon_bet"),
        ("md-midi", on(Bet.PLAYER, 100, tender=Tender.COUPON), "tender_not_accepted"),
        ("house-dragon", on(Bet.PLAYER, 100, tender=Tender.COUPON), "tender_not_accepted"),
        ("ma-midi", on(Bet.ROYAL_9, 1000), "royal_9_stake"),
    ],
)
def test_w1_w2_a_wager_that_cannot_be_placed(rules: str, wager: Wager, code: str) -> None:
    with pytest.raises(Refused) as refused:
        check_wager(load(rules).offering, wager)
    refusal = refused.value.refusal
    assert refusal.code == code
    assert refusal.facts["seat"] == wager.seat
    assert refusal_of(rules, wager) == code
    with pytest.raises(Refused) as again:
        round_of(rules, "Ks 6s", "Kd 7d", wager)
    assert again.value.refusal.code == code


@pytest.mark.parametrize("rules", ["ma-midi", "ma-big", "div-mini"])
@pytest.mark.parametrize("tender", list(Tender))
def test_ma_midi_7_b_chips_cash_and_coupons_are_accepted(rules: str, tender: Tender) -> None:
    offering = load(rules).offering
    check_wager(offering, on(Bet.PLAYER, 100, tender=tender))


@pytest.mark.parametrize("tender", [Tender.CASH, Tender.COUPON])
def test_w2_where_chips_alone_are_accepted_nothing_else_is(tender: Tender) -> None:
    chips = replace(load("ma-midi").offering, tenders=frozenset({Tender.CHIPS}))
    for check in (check_wager, lambda offering, wager: gather(offering, [wager])):
        with pytest.raises(Refused) as refused:
            check(chips, on(Bet.PLAYER, 100, tender=tender))
        assert refused.value.refusal.code == "tender_not_accepted"


def test_ma_midi_7_b_cash_stands_as_the_chips_it_became() -> None:
    wagers = on(Bet.PLAYER, 1000), on(Bet.PLAYER, 500, tender=Tender.CASH)
    settled = round_of("ma-midi", "Ks 7s", "Kd 6d", *wagers)
    assert [(line.cents, line.tender) for line in settled.lines] == [(1500, "chips")]


@pytest.mark.parametrize("main", [Bet.PLAYER, Bet.BANKER, Bet.TIE])
@pytest.mark.parametrize("side", [Bet.DRAGON_BONUS_PLAYER, Bet.DRAGON_BONUS_BANKER])
def test_house_dragon_bonus_needs_a_main_wager(main: Bet, side: Bet) -> None:
    assert refusal_of("house-dragon", on(side, 100)) == "main_wager_missing"
    assert refusal_of("house-dragon", on(side, 100), on(main, 100, seat=2)) == "main_wager_missing"
    gather(load("house-dragon").offering, [on(side, 100), on(main, 100)])


def test_md_7a_9_royal_9_needs_a_main_wager() -> None:
    assert refusal_of("md-midi", on(Bet.ROYAL_9, 500)) == "main_wager_missing"
    gather(load("md-midi").offering, [on(Bet.ROYAL_9, 500), on(Bet.TIE, 100)])
    gather(load("ma-midi").offering, [on(Bet.ROYAL_9, 500)])


def test_ma_midi_7_a_4_dragon_bonus_may_stand_alone() -> None:
    gather(load("ma-midi").offering, [on(Bet.DRAGON_BONUS_PLAYER, 100)])


def test_ma_midi_12_i_royal_9_is_one_fixed_wager() -> None:
    assert refusal_of("ma-midi", on(Bet.ROYAL_9, 500), on(Bet.ROYAL_9, 500)) == "royal_9_stake"
    gather(load("ma-midi").offering, [on(Bet.ROYAL_9, 500), on(Bet.ROYAL_9, 500, seat=2)])


def test_decision_17_a_coupon_needs_a_standing_wager_of_its_face() -> None:
    coupon = on(Bet.BANKER, 1000, tender=Tender.COUPON)
    for standing in ([], [on(Bet.BANKER, 999)], [on(Bet.PLAYER, 1000)], [on(Bet.BANKER, 1000, 2)]):
        assert refusal_of("ma-midi", coupon, *standing) == "coupon_without_wager"
    assert refusal_of("ma-midi", coupon, coupon, on(Bet.BANKER, 1999)) == "coupon_without_wager"
    gather(load("ma-midi").offering, [coupon, on(Bet.BANKER, 1000)])


BANKER_WINS = "Ks 6s", "Kd 7d"


@pytest.mark.parametrize(
    ("hands", "bet", "chips", "coupon"),
    [
        (BANKER_WINS, Bet.BANKER, ("win", 4000, 100), ("win", 1000, 50)),
        (BANKER_WINS, Bet.PLAYER, ("lose", 0, 0), ("lose", 0, 0)),
        (("Ks 7s", "Kd 7d"), Bet.BANKER, ("push", 2000, 0), ("push", 0, 0)),
        (("Ks 7s", "Kd 6d"), Bet.PLAYER, ("win", 4000, 0), ("win", 1000, 0)),
    ],
)
def test_decision_17_a_coupon_pays_as_cash_would_and_is_worth_nothing_itself(
    hands: tuple[str, str],
    bet: Bet,
    chips: tuple[str, int, int],
    coupon: tuple[str, int, int],
) -> None:
    settled = round_of("ma-midi", *hands, on(bet, 2000), on(bet, 1000, tender=Tender.COUPON))
    lines = {line.tender: (line.result, line.returned, line.vig) for line in settled.lines}
    assert lines == {"chips": chips, "coupon": coupon}


def test_decision_17_each_coupon_goes_with_the_wager_that_it_doubles() -> None:
    wagers = [
        wager
        for seat, bet in ((1, Bet.BANKER), (2, Bet.PLAYER), (3, Bet.BANKER))
        for wager in (on(bet, 2000, seat), on(bet, 1000, seat, Tender.COUPON))
    ]
    settled = round_of("ma-midi", *BANKER_WINS, *wagers)
    found = {(line.seat, line.tender): (line.result, line.vig) for line in settled.lines}
    assert found == {
        (2, "chips"): ("lose", 0),
        (2, "coupon"): ("lose", 0),
        (3, "chips"): ("win", 100),
        (3, "coupon"): ("win", 50),
        (1, "chips"): ("win", 100),
        (1, "coupon"): ("win", 50),
    }


def test_decision_17_vigorish_is_on_the_whole_amount_won() -> None:
    wagers = on(Bet.BANKER, 100), on(Bet.BANKER, 100, tender=Tender.COUPON)
    settled = round_of("ma-midi", *BANKER_WINS, *wagers)
    assert [(line.tender, line.vig) for line in settled.lines] == [("chips", 25), ("coupon", 0)]


def test_div_c_4_a_coupon_on_a_tie_owes_nothing_more() -> None:
    wagers = on(Bet.BANKER, 1000), on(Bet.BANKER, 1000, tender=Tender.COUPON)
    settled = round_of("div-mini-tie-vig", "Ks 7s", "Kd 7d", *wagers)
    assert [(line.tender, line.vig) for line in settled.lines] == [("chips", 250), ("coupon", 0)]


def test_div_c_6_a_coupon_on_a_banker_six_wins_half() -> None:
    wagers = on(Bet.BANKER, 1000), on(Bet.BANKER, 1000, tender=Tender.COUPON)
    settled = round_of("div-mini-no-commission", "2s 3s Kh", "Kd 6d", *wagers)
    assert [line.returned for line in settled.lines] == [1500, 500]


@pytest.mark.parametrize("text", ["banker", " Banker ", "BANKER"])
def test_w1_a_bet_is_read_as_a_person_writes_it(text: str) -> None:
    assert named(Bet, text, "bet") is Bet.BANKER
    assert named(Bet, "dragon bonus-player", "bet") is Bet.DRAGON_BONUS_PLAYER


def test_w1_a_bet_that_does_not_exist_is_named() -> None:
    with pytest.raises(Misused) as misused:
        named(Bet, "dragon_8", "wagers[0].bet")
    assert misused.value.refusal.code == "unknown_bet"
    assert misused.value.refusal.facts == {"field": "wagers[0].bet", "found": "dragon_8"}
    with pytest.raises(Misused) as misused:
        named(Tender, "cheque", "tender")
    assert misused.value.refusal.code == "unknown_tender"
