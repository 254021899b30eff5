"""What wagers come to in theory, and how those of one deal move together: against enumerations of another make."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import perm
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.baccarat.hands import FinalHands, read
from ledger.baccarat.odds import deals
from ledger.baccarat.offering import Game, Offering
from ledger.baccarat.royal9 import combination, level
from ledger.baccarat.theory import Theory
from ledger.baccarat.wagers import Bet
from ledger.rules.loader import load
from ledger.rules.odds import odds_of, theory_of
from ledger.values.cards import RANKS, SUITS
from tests.ledger.baccarat.dealt import DECKS, dealt
from tests.ledger.baccarat.referee import net

RULES = ("ma-midi", "ma-midi-ez", "md-midi-fortune7", "div-mini-tie-vig", "div-mini-no-commission")


@cache
def worked_out(rules: str) -> Theory:
    """Their theory: once, when a test asks, not by each process that collects tests."""
    return theory_of(load(rules), DECKS)


def won_by_referee(offering: Offering, bet: Bet, final: FinalHands) -> Fraction:
    """What a unit wins the house by the second referee, who takes the vigorish himself."""
    gained = net(offering.game, bet, final)
    if bet is Bet.BANKER and offering.vigorish and offering.game is not Game.NO_COMMISSION:
        owes = gained == 0 if offering.game is Game.TIE_VIGORISH else gained > 0
        gained -= Fraction(offering.vigorish.rate_bps, 10_000) if owes else 0
    return -gained


@pytest.mark.parametrize("rules", RULES)
def test_u5_the_edge_is_the_expectation_turned_round(rules: str) -> None:
    odds = odds_of(load(rules), DECKS)
    edge = worked_out(rules).edge
    assert edge.keys() == odds.keys()
    assert all(edge[bet] == -one.ev for bet, one in odds.items() if bet is not Bet.ROYAL_9)


@settings(max_examples=12, deadline=None)
@given(rules=st.sampled_from(RULES), seed=st.integers(0, 2**32))
def test_u5_what_a_round_can_come_to_varies_as_a_whole(rules: str, seed: int) -> None:
    """Every wager is decided by one deal: all deals of a whole round, against the bets two by two."""
    rnd, offering, theory = Random(seed), load(rules).offering, worked_out(rules)
    stakes = {bet: rnd.randrange(1, 50) for bet in offering.bets if bet is not Bet.ROYAL_9}
    total = sum(deals(DECKS).values())
    mean = square = Fraction(0)
    for final, ways in deals(DECKS).items():
        won = sum(
            (cents * won_by_referee(offering, bet, final) for bet, cents in stakes.items()),
            Fraction(0),
        )
        mean += ways * won
        square += ways * won**2
    by_two = sum(
        one * other * theory.covariance[bet, beside]
        for bet, one in stakes.items()
        for beside, other in stakes.items()
    )
    assert by_two == square / total - (mean / total) ** 2
    assert mean / total == sum(cents * theory.edge[bet] for bet, cents in stakes.items())


def test_u5_player_and_banker_of_one_deal_take_from_each_other() -> None:
    covariance = worked_out("ma-midi").covariance
    both = sum(covariance[one, other] for one in _MAIN for other in _MAIN)
    assert both < covariance[Bet.PLAYER, Bet.PLAYER] / 100


_MAIN = (Bet.PLAYER, Bet.BANKER)


def test_decision_17_a_coupon_wins_what_its_face_would_and_loses_nothing() -> None:
    player = odds_of(load("ma-midi"), DECKS)[Bet.PLAYER]
    assert worked_out("ma-midi").coupon[Bet.PLAYER] == -Fraction(player.win, player.total)


def hands_of_two() -> Iterator[tuple[str, str]]:
    """All that two cards can be to Royal 9: suits are told apart of nines and face cards alone."""
    kinds = [
        rank + suit for rank in RANKS for suit in (SUITS if rank in "9JQK" else SUITS[0]) if suit
    ]
    yield from combinations_with_replacement(kinds, 2)


def ways_to_deal(*cards: str) -> int:
    """One after the other from a fresh shoe."""
    ways, out = 1, Counter[str]()
    for card in cards:
        ways *= DECKS * (1 if card[0] in "9JQK" else len(SUITS)) - out[card]
        out[card] += 1
    return ways


def is_royal(hand: tuple[str, str]) -> bool:
    return {hand[0][0], hand[1][0]} in ({"9", "J"}, {"9", "Q"}, {"9", "K"})


def test_p1_royal_9_moves_with_the_hands_that_reach_it_and_so_do_its_chairs() -> None:
    submission = load("ma-midi")
    offering, theory = submission.offering, worked_out("ma-midi")
    paytable = offering.royal_9
    assert paytable is not None
    beside = (Bet.BANKER, Bet.PLAYER, Bet.TIE, Bet.DRAGON_BONUS_PLAYER, Bet.HOUSE_MONEY)
    chairs = range(1, len(paytable.chairs) + 1)
    awarded = square = of_pairs = 0
    mixed = Counter[FinalHands]()
    paid_to: dict[tuple[str, str], list[int]] = {}
    royal = [hand for hand in hands_of_two() if is_royal(hand)]
    for player in hands_of_two():
        for banker in hands_of_two() if is_royal(player) else royal:
            shown = combination(player), combination(banker)
            if shown not in paid_to:
                reached = [level(paytable, chair, player, banker) for chair in chairs]
                paid_to[shown] = [paytable.awards[each].cents if each else 0 for each in reached]
            paid = paid_to[shown]
            orders = (1 + (player[0] != player[1])) * (1 + (banker[0] != banker[1]))
            ways = orders * ways_to_deal(*player, *banker)
            awarded += ways * paid[0]
            square += ways * paid[0] ** 2
            of_pairs += ways * (sum(paid) ** 2 - sum(each**2 for each in paid))
            mixed[read(player, banker)] += ways * paid[0]
    total, stake = perm(52 * DECKS, 4), paytable.wager_cents
    award = Fraction(awarded, total * stake)
    assert theory.edge[Bet.ROYAL_9] == 1 - award
    assert (
        theory.covariance[Bet.ROYAL_9, Bet.ROYAL_9] == Fraction(square, total * stake**2) - award**2
    )
    assert theory.chairs == Fraction(of_pairs, total * stake**2 * 72) - award**2
    for bet in beside:
        of_both = (paid * won_by_referee(offering, bet, final) for final, paid in mixed.items())
        both = award * theory.edge[bet] - sum(of_both, Fraction(0)) / (total * stake)
        assert theory.covariance[bet, Bet.ROYAL_9] == theory.covariance[Bet.ROYAL_9, bet] == both


def test_u5_rounds_that_were_dealt_come_to_what_theory_says() -> None:
    """20,000 of them; `python -m benchmarks.theory` deals a million."""
    found = dealt("ma-midi", worked_out("ma-midi"), 20_000, seed=1)
    assert abs(found.deviations) < 2
