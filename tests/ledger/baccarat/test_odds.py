"""U5: exact odds, against the published counts and expectations, and against a plain recount."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from ledger.baccarat.hands import next_draw, read
from ledger.baccarat.odds import POLYNOMIALS, BetOdds, deals, odds_in
from ledger.baccarat.wagers import Bet
from ledger.rules.loader import list_ids, load
from ledger.values.cards import RANKS, VALUE
from tests.ledger.baccarat.counted import MANY, count, written


def odds(rules: str, bet: Bet, decks: int = 8, **options: str) -> BetOdds:
    return odds_in(deals(decks), load(rules, options).offering)[bet]


def test_u5_every_ordered_deal_of_eight_decks_is_counted() -> None:
    assert sum(deals(8).values()) == 4_998_398_275_503_360
    assert sum(deals(6).values()) == 312 * 311 * 310 * 309 * 308 * 307


def test_u5_published_counts() -> None:
    banker = odds("ma-midi", Bet.BANKER)
    assert banker.win == 2_292_252_566_437_888
    assert banker.lose == 2_230_518_282_592_256
    assert banker.push == 475_627_426_473_216
    assert banker.total == 4_998_398_275_503_360


@pytest.mark.parametrize(
    ("rules", "bet", "percent"),
    [
        ("ma-midi", Bet.PLAYER, "-1.2351"),
        ("ma-midi", Bet.BANKER, "-1.0579"),
        ("ma-midi-ez", Bet.BANKER, "-1.0183"),
        ("md-midi-fortune7", Bet.BANKER, "-1.0183"),
        ("ma-midi", Bet.TIE, "-14.3596"),
        ("ma-midi-ez", Bet.DRAGON_7, "-7.6113"),
        ("md-midi-fortune7", Bet.FORTUNE_7, "-7.6113"),
        ("ma-midi-ez", Bet.PANDA_8, "-10.1876"),
        ("div-mini-no-commission", Bet.BANKER, "-1.4581"),
    ],
)
def test_u5_published_expectations(rules: str, bet: Bet, percent: str) -> None:
    assert odds(rules, bet).ev_percent == percent


@pytest.mark.parametrize(
    ("rules", "bet", "percent"),
    [
        ("md-midi-fortune7", Bet.ONE_UP, -8.81),
        ("ma-midi", Bet.DRAGON_BONUS_PLAYER, -2.65),
        ("ma-midi", Bet.DRAGON_BONUS_BANKER, -9.37),
    ],
)
def test_u5_expectations_published_to_two_places(rules: str, bet: Bet, percent: float) -> None:
    assert round(float(odds(rules, bet).ev * 100), 2) == percent


def test_v1_expectation_takes_the_exact_rate_whatever_the_rounding() -> None:
    rounded = load("ma-midi", {"vigorish.rounding": "up"}).offering
    exact = load("ma-midi", {"vigorish.rounding": "exact"}).offering
    assert odds_in(deals(8), rounded) == odds_in(deals(8), exact)


def test_div_c_3_four_percent_is_worth_the_hundredth_of_banker_wins() -> None:
    five = odds("div-mini", Bet.BANKER)
    four = odds_in(deals(8), load("div-mini", {"vigorish.rate_bps": "400"}).offering)[Bet.BANKER]
    assert four.ev - five.ev == Fraction(five.win, five.total * 100)


def test_div_c_4_vigorish_on_ties_is_a_quarter_of_their_share() -> None:
    banker = odds("div-mini-tie-vig", Bet.BANKER)
    expected = Fraction(4 * (banker.win - banker.lose) - banker.push, 4 * banker.total)
    assert banker.ev == expected


def test_ma_midi_12_h_house_money_by_ranks_alone() -> None:
    """Two ways to hold the counts: here by the pairs of four cards of 32 each of thirteen ranks."""
    ways: Counter[int] = Counter()
    for ranks in product(range(13), repeat=4):
        left = [32] * 13
        weight = 1
        for rank in ranks:
            weight *= left[rank]
            left[rank] -= 1
        ways[(ranks[0] == ranks[1]) + (ranks[2] == ranks[3])] += weight
    rest = 412 * 411
    house_money = odds("ma-midi", Bet.HOUSE_MONEY)
    assert house_money.lose == ways[0] * rest
    assert house_money.win == (ways[1] + ways[2]) * rest
    total = sum(ways.values())
    assert house_money.ev == Fraction(3 * ways[1] + 15 * ways[2] - ways[0], total)


def test_u5_a_plain_recount_of_one_deck_agrees() -> None:
    """Card by card with `next_draw`, one card of each value standing for all of that value."""
    card = {VALUE[rank + "s"]: rank + "s" for rank in RANKS}
    ended: Counter[tuple[int, int, int, int]] = Counter()

    def go_on(player: list[str], banker: list[str], left: list[int], ways: int) -> None:
        draw = next_draw(player, banker)
        if draw is None:
            rest = sum(left)
            for _ in range(6 - len(player) - len(banker)):
                ways *= rest
                rest -= 1
            ended[read(player, banker)[:4]] += ways
            return
        for value in range(10):
            if left[value]:
                hand = player if draw.hand == "player" else banker
                hand.append(card[value])
                there = ways * left[value]
                left[value] -= 1
                go_on(player, banker, left, there)
                left[value] += 1
                hand.pop()

    for values in product(range(10), repeat=4):
        left, ways = [16] + [4] * 9, 1
        for value in values:
            ways *= left[value]
            left[value] -= 1
        first, second, third, fourth = (card[value] for value in values)
        if ways:
            go_on([first, third], [second, fourth], left, ways)

    expected: Counter[tuple[int, int, int, int]] = Counter()
    for final, ways in deals(1).items():
        expected[final[:4]] += ways
    assert expected == ended


@pytest.mark.parametrize("rules", list_ids())
@pytest.mark.parametrize("decks", [6, 8])
def test_u5_every_bet_of_every_submission_favours_the_house(rules: str, decks: int) -> None:
    offering = load(rules).offering
    found = odds_in(deals(decks), offering)
    assert set(found) == set(offering.bets) - {Bet.ROYAL_9}
    assert all(one.ev < 0 for one in found.values())
    assert {one.total for one in found.values()} == {sum(deals(decks).values())}


def test_u5_the_polynomials_kept_are_what_is_counted_out() -> None:
    """They are of a degree and of coefficients that one count of enough decks tells."""
    counted = count(MANY)
    assert deals(MANY) == counted
    assert written(counted) == POLYNOMIALS.read_text()


def test_u5_percent_is_written_to_four_places() -> None:
    assert BetOdds(Fraction(-1, 2), 1, 3, 0).ev_percent == "-50.0000"
    assert BetOdds(Fraction(1, 30_000), 1, 3, 0).ev_percent == "0.0033"
    assert BetOdds(Fraction(-1, 10**9), 1, 3, 0).ev_percent == "0.0000"
