"""Exact odds of every bet: all ordered deals from a fresh shoe, counted in whole numbers. Nothing is sampled.

Every deal is counted as six cards; where a round takes fewer, the rest may be any. How many of them end in each way is
a polynomial in the number of decks: `deals.json` has its coefficients.
"""

import json
from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple

from ledger.baccarat.hands import FinalHands
from ledger.baccarat.offering import Offering, Result, Verdict
from ledger.baccarat.verdicts import verdict
from ledger.baccarat.vigorish import BPS
from ledger.baccarat.wagers import Bet

POLYNOMIALS: Final = Path(__file__).with_name("deals.json")
"""A list of endings: point counts, numbers of cards and of pairs, and how many of the hands began with a pair; then the
coefficients of decks, of its square, and so on to the sixth power.
"""


class BetOdds(NamedTuple):
    """A bet over all ordered deals. ev: the player's expectation per unit staked. win, lose, push:
    deals.

    Vigorish counts at its exact rate: its rounding depends on the stake.
    """

    ev: Fraction
    win: int
    lose: int
    push: int

    @property
    def total(self) -> int:
        return self.win + self.lose + self.push

    @property
    def ev_percent(self) -> str:
        """The expectation in percent, to four decimals: `-1.2351`."""
        scaled = round(self.ev * 1_000_000)
        whole, rest = divmod(abs(scaled), 10_000)
        return f"{'-' if scaled < 0 else ''}{whole}.{rest:04d}"


def odds_of(offering: Offering, decks: int | None = None) -> dict[Bet, BetOdds]:
    """The odds of every bet offered, Royal 9 apart. decks: those of the offering unless given.

    House Money counts as taken. What is pressed has the expectation of the wager it is pressed
    onto, given the pair.
    """
    return odds_in(deals(decks or offering.decks), offering)


@cache
def deals(decks: int) -> Mapping[FinalHands, int]:
    """How many ordered six-card deals from a fresh shoe end in each way."""
    ended = {}
    for final, coefficients in json.loads(POLYNOMIALS.read_bytes()):
        ways = 0
        for coefficient in reversed(coefficients):
            ways = (ways + coefficient) * decks
        if ways:
            ended[FinalHands(*final)] = ways
    return MappingProxyType(ended)


def odds_in(counted: Mapping[FinalHands, int], offering: Offering) -> dict[Bet, BetOdds]:
    """The odds of every bet offered, Royal 9 apart, over deals already counted."""
    return {bet: _odds(counted, offering, bet) for bet in offering.bets if bet is not Bet.ROYAL_9}


def _odds(counted: Mapping[FinalHands, int], offering: Offering, bet: Bet) -> BetOdds:
    by_result = dict.fromkeys(Result, 0)
    by_verdict: defaultdict[Verdict, int] = defaultdict(int)
    for final, ways in counted.items():
        ended = verdict(offering, bet, final)
        by_result[ended.result] += ways
        by_verdict[ended] += ways
    won = sum(gain(offering, ended) * ways for ended, ways in by_verdict.items())
    return BetOdds(
        ev=Fraction(won, sum(counted.values())),
        win=by_result[Result.WIN],
        lose=by_result[Result.LOSE],
        push=by_result[Result.PUSH],
    )


def gain(offering: Offering, ended: Verdict) -> Fraction:
    """What a unit staked gains the player, vigorish at its exact rate."""
    rate = Fraction(offering.vigorish.rate_bps, BPS) if offering.vigorish else Fraction(0)
    owed = rate if ended.vigorish else Fraction(0)
    if ended.result is Result.WIN:
        return Fraction(ended.pays, ended.per) * (1 - owed)
    return -owed if ended.result is Result.PUSH else Fraction(-1)
