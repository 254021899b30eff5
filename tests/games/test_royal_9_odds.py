"""U5, P1, P2: the odds of Royal 9, counted again in another way."""

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from math import perm
from typing import NamedTuple

import pytest

from ledger.baccarat.royal9 import RoyalPaytable, level
from ledger.baccarat.royal9_odds import royal_9_levels, royal_9_odds
from ledger.baccarat.wagers import Bet
from ledger.rules.loader import load
from ledger.rules.odds import odds_of
from tests.cli.conftest import Terminal

OFFERING_IT = ("ma-midi", "ma-midi-ez", "ma-big", "md-midi", "md-midi-ez", "md-midi-fortune7")
NAMED = [rank + suit for rank in "9JQK" for suit in "shdc"]
ANY_OTHER = "2s"


def offered(rules: str) -> tuple[RoyalPaytable, dict[str, int]]:
    """The paytable, and where its meters start."""
    submission = load(rules)
    paytable = submission.offering.royal_9
    assert paytable
    assert submission.royal_9
    return paytable, {meter.meter: meter.seed_cents for meter in submission.royal_9.meters}


def recounted(paytable: RoyalPaytable, decks: int, meters: dict[str, int]) -> tuple[Fraction, int]:
    """Four cards one by one, each of the sixteen that matter or any other: cents won, and deals."""
    cents, deals = Fraction(0), 0
    for cards in product([*NAMED, ANY_OTHER], repeat=4):
        reached = level(paytable, 5, cards[::2], cards[1::2])
        if reached is None:
            continue
        ways = ways_to(cards, decks)
        award = paytable.awards[reached]
        share = Fraction(award.share_bps, 10_000) * meters.get(award.meter, 0)
        cents += ways * (award.cents + share)
        deals += ways
    return cents, deals


@pytest.mark.parametrize("rules", ["ma-midi", "ma-big"])
def test_u5_four_cards_counted_one_by_one_agree(rules: str) -> None:
    paytable, meters = offered(rules)
    cents, deals = recounted(paytable, 8, meters)
    odds = royal_9_odds(paytable, 8, meters)
    assert odds.total == perm(416, 6)
    assert odds.win == deals * perm(412, 2)
    assert odds.ev == cents / (500 * perm(416, 4)) - 1


Pair = frozenset[str]
"""The two cards of a hand, in no order."""
ROYAL_9S = ({"9", "J"}, {"9", "Q"}, {"9", "K"})


class Deal(NamedTuple):
    """Two hands, and the ways to them. royal, suited: which of them is a Royal 9, and one of one suit."""

    player: Pair
    banker: Pair
    ways: int
    royal: tuple[bool, bool]
    suited: tuple[bool, bool]


def is_royal(hand: Pair) -> bool:
    return {card[0] for card in hand} in ROYAL_9S


def is_suited(hand: Pair) -> bool:
    return is_royal(hand) and len({card[1] for card in hand}) == 1


def printed(rules: str, kings: list[Pair], own: list[Pair], deal: Deal) -> str:
    """The line of the printed paytable that a chair reaches, read from its text (ma-midi 12(i), ma-big 13(i)).

    kings: each chair's King; own: the chair's combinations, its King first.
    """
    player, banker, _, royal, suited = deal
    if not any(royal):
        return ""
    lines = {
        "exact_match": player == banker and player in own,
        "any_two": rules == "ma-midi" and player in own and banker in own,
        "banker_king_9": banker == own[0],
        "player_king_9": player == own[0],
        "other_identical_king_9": rules == "ma-big" and player == banker and player in kings,
        "suited_tie": all(suited),
        "tie": all(royal),
        "any_suited": any(suited),
        "any": True,
    }
    return next(line for line, reached in lines.items() if reached)


def ways_to(cards: Iterable[str], decks: int) -> int:
    """The ways to deal these cards, each of the sixteen that matter or any other, in this order."""
    ways = 1
    for card, times in Counter(cards).items():
        ways *= perm(decks * (36 if card == ANY_OTHER else 1), times)
    return ways


@cache
def dealt(decks: int) -> list[Deal]:
    """Every deal of four cards, each of the sixteen that matter or any other, whatever the order in a hand."""
    hands = list(combinations_with_replacement([*NAMED, ANY_OTHER], 2))
    found = Counter[tuple[Pair, Pair]]()
    for player, banker in product(hands, repeat=2):
        orders = len(set(player)) * len(set(banker))
        ways = orders * ways_to((*player, *banker), decks)
        found[frozenset(player), frozenset(banker)] += ways
    pairs = [frozenset(hand) for hand in hands]
    royal, suited = ({hand: of(hand) for hand in pairs} for of in (is_royal, is_suited))
    return [
        Deal(*each, ways, (royal[each[0]], royal[each[1]]), (suited[each[0]], suited[each[1]]))
        for each, ways in found.items()
    ]


SEEDS = {
    ("ma-midi", "1"): {"exact_match": 5_000_000, "any_two": 500_000, "kings": 35_000},
    ("ma-midi", "2"): {"exact_match": 2_500_000, "any_two": 250_000, "kings": 35_000},
    ("ma-big", "1"): {"exact_match": 2_500_000, "kings": 45_000},
    ("ma-big", "2"): {"exact_match": 5_000_000, "kings": 45_000},
}
FIXED = {
    "other_identical_king_9": 500_000,
    "suited_tie": 150_000,
    "tie": 25_000,
    "any_suited": 5_000,
    "any": 2_500,
}


@pytest.mark.parametrize(("rules", "decks"), [("ma-midi", 8), ("ma-big", 8), ("ma-big", 6)])
def test_u5_each_level_of_every_chair_and_option_counted_one_by_one_agrees(
    rules: str, decks: int
) -> None:
    deals = dealt(decks)
    chairs = [
        [frozenset((own[:2], own[2:])) for own in chair] for chair in offered(rules)[0].chairs
    ]
    assert len(chairs) == {"ma-midi": 9, "ma-big": 12}[rules]
    kings = [each[0] for each in chairs]
    for chair, own in enumerate(chairs, 1):
        counted = Counter[str]()
        for deal in deals:
            counted[printed(rules, kings, own, deal)] += deal.ways
        assert counted.total() == perm(52 * decks, 4)
        for option in "12":
            submission = load(rules, {"royal_9.paytable": option})
            paytable, royal_9 = submission.offering.royal_9, submission.royal_9
            assert paytable
            assert royal_9
            meters = {meter.meter: meter.seed_cents for meter in royal_9.meters}
            levels = royal_9_levels(paytable, decks, meters, chair)
            assert {each.level: each.ways for each in levels} == {
                each: counted[each] for each in paytable.awards
            }
            pays = FIXED | SEEDS[rules, option]
            pays |= {"banker_king_9": pays["kings"], "player_king_9": pays["kings"]}
            assert {each.level: each.returned * 500 * each.total for each in levels} == {
                each: counted[each] * pays[each] for each in paytable.awards
            }


@pytest.mark.parametrize("options", [(), ("--option", "royal_9.paytable=2")])
def test_u5_odds_show_every_level_of_every_chair(apart: Terminal, options: tuple[str, ...]) -> None:
    shown = apart.json("rules", "odds", "ma-midi", *options)["royal_9"]
    assert [each["chair"] for each in shown["chairs"]] == list(range(1, 10))
    for chair in shown["chairs"]:
        won = sum(each["deals"] for each in chair["levels"])
        assert Fraction(won, perm(416, 4)) == Fraction(shown["win"], shown["total"])
        returned = sum(Fraction(each["return"]) for each in chair["levels"])
        assert returned == Fraction(shown["ev"]) + 1


@pytest.mark.parametrize("decks", [6, 8])
def test_u5_it_wins_whenever_a_hand_is_a_royal_9(decks: int) -> None:
    paytable, meters = offered("ma-big")
    cards, faces, nines = 52 * decks, 12 * decks, 4 * decks
    one = 2 * faces * nines * (cards - 2) * (cards - 3)
    both = 4 * faces * (faces - 1) * nines * (nines - 1)
    rest = (cards - 4) * (cards - 5)
    assert royal_9_odds(paytable, decks, meters).win == (2 * one - both) * rest


@pytest.mark.parametrize("rules", ["ma-midi", "ma-big"])
def test_decision_23_every_chair_has_the_same_odds(rules: str) -> None:
    paytable, meters = offered(rules)
    turned = [
        paytable._replace(chairs=paytable.chairs[seat:] + paytable.chairs[:seat])
        for seat in range(len(paytable.chairs))
    ]
    assert len({royal_9_odds(one, 8, meters).ev for one in turned}) == 1


@pytest.mark.parametrize("rules", OFFERING_IT)
def test_u5_odds_hold_every_bet_that_is_offered(apart: Terminal, rules: str) -> None:
    shown = apart.json("rules", "odds", rules)
    assert list(shown) == [str(bet) for bet in load(rules).offering.bets]
    assert shown["royal_9"]["total"] == shown["banker"]["total"]


def test_decision_10_royal_9_favours_the_house_at_its_seeds() -> None:
    found = {
        (rules, paytable): odds_of(load(rules, {"royal_9.paytable": paytable}))
        for rules in ("ma-midi", "ma-big")
        for paytable in "12"
    }
    percents = {which: one[Bet.ROYAL_9].ev_percent for which, one in found.items()}
    assert percents == {
        ("ma-midi", "1"): "-38.0511",
        ("ma-midi", "2"): "-38.8342",
        ("ma-big", "1"): "-35.9741",
        ("ma-big", "2"): "-35.7616",
    }
