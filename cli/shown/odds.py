"""The exact odds of a submission's bets, as `pit rules` shows them."""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import click

from cli.shown.telling import words
from ledger.baccarat.odds import BetOdds
from ledger.baccarat.royal9_odds import LevelOdds
from ledger.baccarat.vigorish import BPS
from ledger.baccarat.wagers import Bet
from ledger.values.money import dollars

Levels = Mapping[int, Sequence[LevelOdds]]
"""The levels of Royal 9, by chair."""


def to_json(odds: Mapping[Bet, BetOdds], levels: Levels) -> dict[str, dict[str, Any]]:
    """The stable JSON of each bet: expectation per unit staked as a fraction and in percent, and
    ordered deals; and of Royal 9 every level of every chair.
    """
    found: dict[str, dict[str, Any]] = {
        str(bet): {
            "ev": f"{one.ev.numerator}/{one.ev.denominator}",
            "ev_percent": one.ev_percent,
            "win": one.win,
            "lose": one.lose,
            "push": one.push,
            "total": one.total,
        }
        for bet, one in odds.items()
    }
    if levels:
        found[str(Bet.ROYAL_9)]["chairs"] = [
            {"chair": chair, "levels": [_level(each) for each in of]}
            for chair, of in levels.items()
        ]
    return found


def _level(one: LevelOdds) -> dict[str, Any]:
    return {
        "level": str(one.level),
        "award_cents": None if one.award.meter else one.award.cents,
        "meter": one.award.meter or None,
        "share_bps": one.award.share_bps or None,
        "deals": one.ways,
        "total": one.total,
        "probability": f"{one.probability.numerator}/{one.probability.denominator}",
        "return": f"{one.returned.numerator}/{one.returned.denominator}",
    }


def level_lines(levels: Levels) -> Iterator[str]:
    """A line a level, for each chair or once for chairs that are alike."""
    alike: dict[tuple[LevelOdds, ...], list[int]] = {}
    for chair, of in levels.items():
        alike.setdefault(tuple(of), []).append(chair)
    for of, chairs in alike.items():
        named = f"chair{'s' * (len(chairs) > 1)} {', '.join(map(str, chairs))}"
        yield ""
        yield f"{'Royal 9, ' + named:<46} {'One in':>14} {'Return':>9}"
        for one in of:
            often = f"{float(1 / one.probability):,.1f}" if one.ways else "never"
            yield f"  {words(str(one.level)):<24} {_award(one):<19} {often:>14} {float(one.returned):>9.4%}"


def _award(one: LevelOdds) -> str:
    if not one.award.meter:
        return dollars(one.award.cents)
    whole = f"{one.award.share_bps / 100:g}% of " if one.award.share_bps != BPS else ""
    return f"{whole}{words(one.award.meter).lower()} meter"


def lines(odds: Mapping[Bet, BetOdds], decks: int) -> Iterator[str]:
    """A line a bet: the player's expectation, and how often it wins, loses and pushes."""
    yield f"{'Bet':<20} {'Expectation':>12} {'Wins':>11} {'Loses':>11} {'Pushes':>11}"
    for bet, one in odds.items():
        shares = [f"{ways / one.total:>11.4%}" for ways in (one.win, one.lose, one.push)]
        yield f"{words(bet):<20} {one.ev_percent + '%':>12} {' '.join(shares)}"
    total = next(iter(odds.values())).total
    yield f"Player's expectation per unit, over all {total:,} ordered deals of {decks} decks."


def progress() -> Callable[[int, int], None] | None:
    """Tells a person at a terminal how far the count has come; nobody else."""
    if not sys.stderr.isatty():
        return None

    def tell(done: int, steps: int) -> None:
        line = f"Counting deals: {done:,} of {steps:,}" if done < steps else ""
        click.echo(f"\r\x1b[K{line}", nl=False, err=True)

    return tell
