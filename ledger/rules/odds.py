"""Exact odds of every bet of a submission."""

from ledger.baccarat import odds
from ledger.baccarat.odds import BetOdds, Progress
from ledger.baccarat.royal9_odds import royal_9_odds
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
    if paytable and submission.royal_9:
        seeds = {meter.meter: meter.seed_cents for meter in submission.royal_9.meters}
        found[Bet.ROYAL_9] = royal_9_odds(paytable, decks or submission.decks, seeds)
    return found
