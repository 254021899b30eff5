"""The exact odds of a submission's bets, as programs get them."""

from collections.abc import Mapping, Sequence

import msgspec

from ledger.baccarat.odds import BetOdds
from ledger.baccarat.royal9_odds import LevelOdds
from ledger.baccarat.wagers import Bet
from ledger.rules.odds import levels_of, odds_of
from ledger.rules.submission import Submission

Levels = Mapping[int, Sequence[LevelOdds]]
"""The levels of Royal 9, by chair."""


class Level(msgspec.Struct, frozen=True):
    """A level of Royal 9. award_cents: None where a share of a meter is awarded. deals: ordered, of total."""

    level: str
    award_cents: int | None
    meter: str | None
    share_bps: int | None
    deals: int
    total: int
    probability: str
    returned: str = msgspec.field(name="return")


class Chair(msgspec.Struct, frozen=True):
    """A chair's levels."""

    chair: int
    levels: list[Level]


class Odds(msgspec.Struct, frozen=True, omit_defaults=True):
    """A bet: expectation per unit staked as a fraction and in percent, and ordered deals. chairs: of Royal 9."""

    ev: str
    ev_percent: str
    win: int
    lose: int
    push: int
    total: int
    chairs: list[Chair] = []


class Counted(msgspec.Struct, frozen=True):
    """The odds of all bets as they were counted."""

    bets: Mapping[Bet, BetOdds]
    levels: Levels


def count(submission: Submission, decks: int | None = None) -> Counted:
    """Every bet counted out over all ordered deals. decks: in the shoe; else the submission's."""
    return Counted(odds_of(submission, decks), levels_of(submission, decks))


def of_bets(counted: Counted) -> dict[str, Odds]:
    """Each bet's odds, and of Royal 9 every level of every chair."""
    chairs = [Chair(chair, [_level(x) for x in of]) for chair, of in counted.levels.items()]
    return {
        str(bet): Odds(
            f"{one.ev.numerator}/{one.ev.denominator}",
            one.ev_percent,
            one.win,
            one.lose,
            one.push,
            one.total,
            chairs if bet == Bet.ROYAL_9 else [],
        )
        for bet, one in counted.bets.items()
    }


def _level(one: LevelOdds) -> Level:
    return Level(
        level=str(one.level),
        award_cents=None if one.award.meter else one.award.cents,
        meter=one.award.meter or None,
        share_bps=one.award.share_bps or None,
        deals=one.ways,
        total=one.total,
        probability=f"{one.probability.numerator}/{one.probability.denominator}",
        returned=f"{one.returned.numerator}/{one.returned.denominator}",
    )
