"""Exact odds of every bet of a submission."""

from ledger.baccarat import odds, theory
from ledger.baccarat.odds import BetOdds
from ledger.baccarat.royal9_odds import LevelOdds, royal_9_levels, royal_9_odds
from ledger.baccarat.theory import Theory
from ledger.baccarat.wagers import Bet
from ledger.rules.source import paytables
from ledger.rules.submission import Submission


def odds_of(submission: Submission, decks: int | None = None) -> dict[Bet, BetOdds]:
    """The odds of every bet offered, those of Royal 9 with its meters at their seeds. decks: those
    of the submission unless given; Royal 9 is left out where its text does not have it played with so many.
    """
    found = odds.odds_of(submission.offering, decks)
    paytable = submission.offering.royal_9
    if paytable and not forbids_royal_9(submission, decks):
        found[Bet.ROYAL_9] = royal_9_odds(paytable, decks or submission.decks, _seeds(submission))
    return found


def levels_of(submission: Submission, decks: int | None = None) -> dict[int, list[LevelOdds]]:
    """The levels of Royal 9 for every chair, with its meters at their seeds; empty where it is not offered, or not with
    so many decks.
    """
    paytable = submission.offering.royal_9
    if paytable is None or forbids_royal_9(submission, decks):
        return {}
    seeds = _seeds(submission)
    return {
        chair: royal_9_levels(paytable, decks or submission.decks, seeds, chair)
        for chair in range(1, len(paytable.chairs) + 1)
    }


def theory_of(submission: Submission, decks: int) -> Theory:
    """What its wagers come to for the house in theory, with so many decks; of Royal 9 the part with fixed awards."""
    return theory.theory_of(
        submission.offering, decks, royal_9=not forbids_royal_9(submission, decks)
    )


def forbids_royal_9(submission: Submission, decks: int | None) -> str:
    """Why Royal 9 is not played with so many decks, with its section; "" where it is, or is not offered at all."""
    text = paytables().royal_9.get(submission.text.royal_9)
    if submission.royal_9 is None or text is None or (decks or submission.decks) in text.decks:
        return ""
    allowed = " or ".join(map(str, text.decks))
    played = f"it is played with {allowed} decks, not with {decks}"
    return f"{played} [{submission.text.cites_royal_9(text)}]"


def _seeds(submission: Submission) -> dict[str, int]:
    terms = submission.royal_9
    return {meter.meter: meter.seed_cents for meter in terms.meters} if terms else {}
