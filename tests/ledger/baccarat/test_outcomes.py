"""W5: every wager's outcome and odds, as printed; every kind of round against a second referee."""

from fractions import Fraction
from functools import cache

import pytest

from ledger.baccarat.hands import FinalHands
from ledger.baccarat.odds import deals
from ledger.baccarat.offering import Result
from ledger.baccarat.verdicts import verdict
from ledger.baccarat.wagers import Bet
from ledger.rules.loader import list_ids, load
from tests.ledger.baccarat.layout import net_cents, on, only, round_of
from tests.ledger.baccarat.referee import net


@cache
def every_kind_of_round() -> tuple[FinalHands, ...]:
    return tuple(deals(8))


@pytest.mark.parametrize("rules", list_ids())
def test_w5_a_second_referee_agrees_on_every_bet_in_every_kind_of_round(rules: str) -> None:
    offering = load(rules).offering
    bets = [bet for bet in offering.bets if bet is not Bet.ROYAL_9]
    for final in every_kind_of_round():
        for bet in bets:
            ended = verdict(offering, bet, final)
            gained = {
                Result.WIN: Fraction(ended.pays, ended.per),
                Result.PUSH: Fraction(0),
                Result.LOSE: Fraction(-1),
            }[ended.result]
            assert gained == net(offering.game, bet, final), (bet, final)


@pytest.mark.parametrize("paytable", ["A", "B", "C"])
def test_ma_midi_12_e_dragon_bonus_paytables(paytable: str) -> None:
    offering = load("ma-midi", {"dragon_bonus": paytable}).offering
    for final in every_kind_of_round():
        for bet in (Bet.DRAGON_BONUS_PLAYER, Bet.DRAGON_BONUS_BANKER):
            ended = verdict(offering, bet, final)
            expected = net(offering.game, bet, final, paytable)
            assert (ended.result is Result.WIN) == (expected > 0)
            assert ended.pays == max(expected, 0)


# Rounds by what they are: Player's cards, Banker's cards.
PLAYER_WINS = "Ks 7s", "5d As"
BANKER_WINS = "Ks 6s", "Kd 7d"
TIE = "Ks 7s", "Kd 7d"
BANKER_SIX = "2s 3s Kh", "Kd 6d"
DRAGON_7 = "Ks Qs 2d", "Kh 2h 5c"
PANDA_8 = "Ks 5s 3d", "Kh 7h"
ONE_TO_NOTHING = "Ks Qs Ad", "Kh Jh Tc"
ONE_UP = "Ks 7s", "Kd 6d"


@pytest.mark.parametrize(
    ("rules", "hands", "bet", "returned", "rule"),
    [
        ("ma-midi", BANKER_WINS, Bet.BANKER, 2000, "ma-midi 12(c)"),
        ("ma-midi", PLAYER_WINS, Bet.BANKER, 0, "ma-midi 7(a)(1)(ii)"),
        ("ma-midi", TIE, Bet.BANKER, 1000, "ma-midi 7(a)(1)(iii)"),
        ("ma-midi", DRAGON_7, Bet.BANKER, 2000, "ma-midi 12(c)"),
        ("ma-midi", PLAYER_WINS, Bet.PLAYER, 2000, "ma-midi 12(a)"),
        ("ma-midi", BANKER_WINS, Bet.PLAYER, 0, "ma-midi 7(a)(2)(ii)"),
        ("ma-midi", TIE, Bet.PLAYER, 1000, "ma-midi 7(a)(2)(iii)"),
        ("ma-midi", TIE, Bet.TIE, 9000, "ma-midi 12(b)"),
        ("ma-midi", BANKER_WINS, Bet.TIE, 0, "ma-midi 7(a)(3)(ii)"),
        ("ma-midi-ez", DRAGON_7, Bet.BANKER, 1000, "ma-midi 7(a)(1)(iii)"),
        ("ma-midi-ez", DRAGON_7, Bet.PLAYER, 0, "ma-midi 7(a)(2)(ii)"),
        ("ma-midi-ez", DRAGON_7, Bet.DRAGON_7, 41_000, "ma-midi 12(f)"),
        ("ma-midi-ez", BANKER_WINS, Bet.DRAGON_7, 0, "ma-midi 7(a)(5)(ii)"),
        ("ma-midi-ez", PANDA_8, Bet.PANDA_8, 26_000, "ma-midi 12(g)"),
        ("ma-midi-ez", PLAYER_WINS, Bet.PANDA_8, 0, "ma-midi 7(a)(6)(ii)"),
        ("ma-midi-ez", PANDA_8, Bet.PLAYER, 2000, "ma-midi 12(a)"),
        ("ma-big", BANKER_WINS, Bet.BANKER, 2000, "ma-big 13(c)"),
        ("ma-big", TIE, Bet.TIE, 9000, "ma-big 13(b)"),
        ("ma-big-ez", DRAGON_7, Bet.BANKER, 1000, "ma-big 8(a)(1)(iii)"),
        ("ma-big-ez", DRAGON_7, Bet.DRAGON_7, 41_000, "ma-big 13(f)"),
        ("ma-big-ez", PANDA_8, Bet.PANDA_8, 26_000, "ma-big 13(g)"),
        ("md-midi", BANKER_WINS, Bet.BANKER, 2000, "md 12C"),
        ("md-midi-ez", DRAGON_7, Bet.BANKER, 1000, "md 7A(1)(c)(ii)"),
        ("md-midi-fortune7", DRAGON_7, Bet.BANKER, 1000, "md 7A(1)(c)(iii)"),
        ("md-midi-fortune7", TIE, Bet.BANKER, 1000, "md 7A(1)(c)(i)"),
        ("md-midi-fortune7", DRAGON_7, Bet.FORTUNE_7, 41_000, "md 12I"),
        ("md-midi-fortune7", ONE_TO_NOTHING, Bet.ONE_UP, 31_000, "md 12J(1)"),
        ("md-midi-fortune7", ONE_UP, Bet.ONE_UP, 10_000, "md 12J(2)"),
        ("md-midi-fortune7", PLAYER_WINS, Bet.ONE_UP, 10_000, "md 12J(2)"),
        ("md-midi-fortune7", BANKER_WINS, Bet.ONE_UP, 0, "md 7A(8)(b)"),
        ("div-mini", BANKER_WINS, Bet.BANKER, 2000, "div (c)(3)"),
        ("div-mini", TIE, Bet.BANKER, 1000, "div (b)(1)(i)(C)"),
        ("div-mini", TIE, Bet.TIE, 9000, "div (c)(2)"),
        ("div-mini-tie-vig", BANKER_WINS, Bet.BANKER, 2000, "div (c)(4)"),
        ("div-mini-tie-vig", TIE, Bet.BANKER, 1000, "div (c)(4)"),
        ("div-mini-no-commission", BANKER_WINS, Bet.BANKER, 2000, "div (c)(6)"),
        ("div-mini-no-commission", BANKER_SIX, Bet.BANKER, 1500, "div (c)(6)"),
        ("house-dragon", BANKER_WINS, Bet.BANKER, 2000, "house"),
    ],
)
def test_w5_what_is_handed_back_and_the_section_that_says_so(
    rules: str, hands: tuple[str, str], bet: Bet, returned: int, rule: str
) -> None:
    line = only(round_of(rules, *hands, on(bet, 1000)))
    assert (line.returned, line.rule) == (returned, rule)


@pytest.mark.parametrize(
    ("player", "banker", "on_player", "on_banker"),
    [
        ("Ks Qs 2h", "Kc 4c 4d", -100, 400),
        ("Ks 5s 3h", "Kc 3c 8d", 600, -100),
        ("Ks 9s", "Kc 3c", 100, -100),
        ("Ks 6s", "Kd 2c As", -100, -100),
        ("Ks 3s As", "Kc 4h", -100, -100),
        ("Ks 9s", "Kc 8c", 100, -100),
        ("Ks 8s", "Kc 9c", -100, 100),
        ("Ks 9s", "Kc 9c", 0, 0),
    ],
)
def test_house_dragon_bonus_examples(
    player: str, banker: str, on_player: int, on_banker: int
) -> None:
    settled = round_of(
        "house-dragon",
        player,
        banker,
        on(Bet.TIE, 100),
        on(Bet.DRAGON_BONUS_PLAYER, 100),
        on(Bet.DRAGON_BONUS_BANKER, 100),
    )
    nets = net_cents(settled)
    assert (nets["dragon_bonus_player"], nets["dragon_bonus_banker"]) == (on_player, on_banker)


def test_div_c_6_half_a_cent_is_not_paid() -> None:
    line = only(round_of("div-mini-no-commission", *BANKER_SIX, on(Bet.BANKER, 105)))
    assert line.returned == 157
