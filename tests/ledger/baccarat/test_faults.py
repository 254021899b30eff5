"""Faults seen in public baccarat software, X1 to X20: the rules of the game and its money."""

import pytest

from ledger.baccarat.hands import banker_draws, points, read
from ledger.baccarat.settlement import settle
from ledger.baccarat.vigorish import Collection, Rounding, VigorishPlan, vigorish
from ledger.baccarat.wagers import Bet, Wager
from ledger.rules.loader import load
from ledger.values.cards import parse_card
from ledger.values.errors import Misused, Refused
from ledger.values.money import format_cents
from tests.ledger.baccarat.layout import cards, deal, net_cents, on, only, round_of


def test_x1_a_face_card_is_worth_nothing_and_is_still_a_third_card() -> None:
    player, banker = deal(iter(cards("4S 2C KD 2H KS 5C")))
    assert (len(player), len(banker)) == (3, 2)
    assert (read(player, banker).outcome, points(player), points(banker)) == ("tie", 4, 4)


def test_x2_banker_does_not_draw_against_a_natural() -> None:
    player, banker = deal(iter(cards("8S 2C KD 3H 4S")))
    assert (len(player), len(banker)) == (2, 2)
    assert read(player, banker).outcome == "player"


def test_x3_banker_looks_at_the_third_card_and_not_at_the_total() -> None:
    player, banker = deal(iter(cards("2S 3C AD 3H 4S 2C")))
    assert (len(player), len(banker)) == (3, 2)
    assert read(player, banker).outcome == "player"
    offering = load("md-midi-fortune7").offering
    settled = settle(offering, player, banker, [on(Bet.ONE_UP, 100)])
    assert only(settled).returned == 1000


def test_x4_banker_draws_on_nothing_when_player_stands() -> None:
    player, banker = deal(iter(cards("6S KC KD QH 9S")))
    assert (len(player), len(banker)) == (2, 3)
    assert read(player, banker).outcome == "banker"


def test_x5_cells_that_a_published_page_has_wrong() -> None:
    cells = [(4, 2), (5, 4), (5, 1), (6, 6), (6, 1)]
    drawn = [banker_draws(0, banker, third) for banker, third in cells]
    assert drawn == [True, True, False, True, False]


def test_x7_a_hand_that_breaks_the_rules_is_refused_whatever_outcome_is_claimed() -> None:
    with pytest.raises(Refused) as refused:
        round_of("ma-midi", "8S 10C", "3H 2D 2S", on(Bet.BANKER, 1000))
    assert refused.value.refusal.code == "hand_illegal"
    assert "natural 8" in refused.value.refusal.message
    assert "2s" in refused.value.refusal.message


def test_x8_a_third_card_against_a_natural_is_never_counted() -> None:
    with pytest.raises(Refused) as refused:
        read(cards("4c 7d Kh"), cards("5s 3s"))
    assert refused.value.refusal.code == "hand_illegal"
    assert "Banker has a natural 8" in refused.value.refusal.message


def test_x9_four_cards_are_not_a_finished_round() -> None:
    with pytest.raises(Refused) as refused:
        round_of("ma-midi", "QS 7S", "5C QS", on(Bet.PLAYER, 1000))
    assert refused.value.refusal.code == "hand_incomplete"
    assert "Banker must draw on 5" in refused.value.refusal.message


@pytest.mark.parametrize(
    "token", ["1H", "X0", "H", "HTC", "XK", "DH", "55", "0S", "11D", "", "TH ", "♠", "10"]
)
def test_x10_a_token_that_is_no_card_is_named_with_its_field(token: str) -> None:
    with pytest.raises(Misused) as misused:
        parse_card(token, "player[1]")
    refusal = misused.value.refusal
    assert refusal.code == "unknown_card"
    assert refusal.facts == {"field": "player[1]", "token": token}
    assert repr(token) in refusal.message
    assert "player[1]" in refusal.message


def test_x11_two_pairs_are_paid_as_both() -> None:
    player, banker = deal(iter(cards("4S 5C 4D 5H")))
    settled = settle(load("ma-midi").offering, player, banker, [on(Bet.HOUSE_MONEY, 500)])
    assert net_cents(settled) == {"house_money": 7500}


def test_x12_a_natural_tie_pushes_the_dragon_bonus() -> None:
    player, banker = deal(iter(cards("10S AC 8D 7H")))
    wagers = [
        on(Bet.DRAGON_BONUS_PLAYER, 2500),
        on(Bet.DRAGON_BONUS_BANKER, 2500),
        on(Bet.TIE, 1000),
    ]
    settled = settle(load("ma-midi").offering, player, banker, wagers)
    assert net_cents(settled) == {"dragon_bonus_player": 0, "dragon_bonus_banker": 0, "tie": 8000}


def test_x13_a_natural_is_not_paid_by_its_margin() -> None:
    player, banker = deal(iter(cards("4S KC 5D QH")))
    settled = settle(load("ma-midi").offering, player, banker, [on(Bet.DRAGON_BONUS_PLAYER, 100)])
    assert net_cents(settled) == {"dragon_bonus_player": 100}


@pytest.mark.parametrize(
    ("player", "banker"),
    [("Ks 2s 5s", "Kd 2d 2c"), ("Ks 2s 2c", "Kd 2d 2h")],
    ids=["7 over 4", "4 to 4"],
)
def test_x14_a_dragon_bonus_by_less_than_four_or_on_a_plain_tie_loses(
    player: str, banker: str
) -> None:
    settled = round_of("ma-midi", player, banker, on(Bet.DRAGON_BONUS_PLAYER, 100))
    assert net_cents(settled) == {"dragon_bonus_player": -100}


def test_x15_a_banker_seven_of_two_cards_is_no_dragon_7() -> None:
    wagers = on(Bet.BANKER, 10_000), on(Bet.DRAGON_7, 100)
    settled = round_of("ma-midi-ez", "2S 4D", "3C 4H", *wagers)
    assert net_cents(settled) == {"banker": 10_000, "dragon_7": -100}


def test_x16_a_tie_returns_the_main_wager_without_vigorish() -> None:
    settled = round_of("ma-midi", "10C 7S", "2D 5D", on(Bet.BANKER, 93_100))
    assert net_cents(settled) == {"banker": 0}
    assert only(settled).vig == 0


def test_x17_eight_to_one_hands_back_nine() -> None:
    settled = round_of("ma-midi", "10C 7S", "2D 5D", on(Bet.TIE, 1000))
    assert net_cents(settled) == {"tie": 8000}
    assert only(settled).returned == 9000


def test_x18_money_is_whole_cents_and_never_minus_zero() -> None:
    settled = round_of("house-dragon", "Ks 6c", "7d Kh", on(Bet.BANKER, 77_100))
    assert (only(settled).vig, net_cents(settled)["banker"]) == (3855, 73_245)
    assert all(type(figure) is int for figure in (only(settled).returned, only(settled).vig))
    with pytest.raises(Refused):
        round_of("house-dragon", "7d Kh", "Ks 6c", on(Bet.BANKER, 0))
    assert format_cents(-0) == "0.00"


F19_STAKES = (100, 500, 600, 1000, 1100, 1111, 1600, 2100, 5000)


@pytest.mark.parametrize(
    ("rules", "rounding", "expected"),
    [
        ("ma-midi", "exact", (5, 25, 30, 50, 55, 56, 80, 105, 250)),
        ("ma-midi", "up", (25, 25, 50, 50, 75, 75, 100, 125, 250)),
        ("div-mini", "up", (5, 25, 30, 50, 55, 60, 80, 105, 250)),
    ],
)
def test_x19_vigorish_is_rounded_as_the_submission_says(
    rules: str, rounding: str, expected: tuple[int, ...]
) -> None:
    wagers = [Wager(seat, Bet.BANKER, cents) for seat, cents in enumerate(F19_STAKES, start=1)]
    settled = round_of(rules, "Ks 6c", "7d Kh", *wagers, options={"vigorish.rounding": rounding})
    assert tuple(line.vig for line in reversed(settled.lines)) == expected


def test_x20_halves_go_up_on_every_platform() -> None:
    half_of_5_cents = {
        Rounding.EXACT: 3,
        Rounding.NEAREST: 3,
        Rounding.UP: 3,
    }
    for rounding, expected in half_of_5_cents.items():
        plan = VigorishPlan(500, rounding, 1, Collection.AT_PAYOUT)
        assert vigorish(plan, 50) == expected
    with pytest.raises(Refused) as refused:
        load("ma-midi", {"vigorish.rounding": "half_even"})
    assert refused.value.refusal.facts["allowed"] == "exact, nearest or up"
