"""Exact odds of every bet of a submission."""

from ledger.baccarat import odds
from ledger.baccarat.odds import BetOdds, Progress
from ledger.baccarat.royal9_odds import LevelOdds, royal_9_levels, royal_9_odds
from ledger.baccarat.wagers import Bet
from ledger.rules.submission import Submission


def odds_of(
    submission: Submission, decks: int | None = None, progress: Progress | None = None
) -> dict[Bet, BetOdds]:
    """The odds of every bet offered, those of Royal 9 with its meters at their seeds. decks: those
    of the submission unless given.
    """
    found = odds.odds_of(submission.offering, decks, progress)
    paytable = submission.offering.royal_9
    if paytable:
        found[Bet.ROYAL_9] = royal_9_odds(paytable, decks or submission.decks, _seeds(submission))
    return found


def levels_of(submission: Submission, decks: int | None = None) -> dict[int, list[LevelOdds]]:
    """The levels of Royal 9 for every chair, with its meters at their seeds; empty where it is not offered."""
    paytable = submission.offering.royal_9
    if paytable is None:
        return {}
    seeds = _seeds(submission)
    return {
        chair: royal_9_levels(paytable, decks or submission.decks, seeds, chair)
        for chair in range(1, len(paytable.chairs) + 1)
    }


def _seeds(submission: Submission) -> dict[str, int]:
    terms = submission.royal_9
    return {meter.meter: meter.seed_cents for meter in terms.meters} if terms else {}
