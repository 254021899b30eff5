"""The exact odds of a submission's bets, as `pit rules` shows them."""

import sys
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import click

from cli.telling import words
from ledger.baccarat.odds import BetOdds
from ledger.baccarat.wagers import Bet


def to_json(odds: Mapping[Bet, BetOdds]) -> dict[str, dict[str, Any]]:
    """The stable JSON of each bet: expectation per unit staked as a fraction and in percent, and
    ordered deals.
    """
    return {
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
