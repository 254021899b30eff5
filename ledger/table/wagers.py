"""Wagers put down and taken back before `no more bets` (W1-W3)."""

from collections.abc import Sequence
from typing import Any

from ledger.baccarat.betting import gather, named, verify_offered
from ledger.baccarat.wagers import BET_OF, TENDER_OF, Bet, Tender, Wager
from ledger.events import table as e
from ledger.rules.stakes import require_taken
from ledger.rules.submission import Submission
from ledger.table import acts as table_acts
from ledger.table.draft import (
    Draft,
    require_open,
    require_positive,
    require_round,
    require_shoe,
)
from ledger.table.irregular import require_no_simulated
from ledger.table.round_state import RoundInProgress
from ledger.table.shoe import CASH
from ledger.table.state import Table
from ledger.values.errors import Refused
from ledger.values.signatures import require_different


def place(draft: Draft, entries: Sequence[table_acts.WagerEntry | table_acts.PlaceWager]) -> None:
    """Put wagers down; the first one begins a round. Cash is a buy-in followed by a wager in chips.

    Refused after `no more bets` (ma-midi 7(c); ma-big 8(c); md 7D; div (b)(4)).
    """
    if draft.instead is None:
        require_open(draft)
        require_shoe(draft)
        require_no_simulated(draft)
    in_progress = draft.table.round
    if in_progress is not None:
        _require_bets_open(in_progress)
    placed = [_wager(draft, entry) for entry in entries]
    standing = [*as_wagers(in_progress.wagers if in_progress else ()), *placed]
    require_taken(draft.table.submission, placed, standing)
    draft.unused += [f"coupon:{wager.coupon}" for wager in placed if wager.coupon]
    for wager, entry in zip(placed, entries, strict=True):
        if wager.tender is Tender.CASH:
            draft.record(
                e.BoughtIn, seat=wager.seat, cents=wager.cents, **_confirmation(draft.table, entry)
            )
    round_id, day = next_round(draft)
    draft.record(e.WagersPlaced, day=day, round=round_id, wagers=list(map(as_line, placed)))


def place_one(draft: Draft, act: table_acts.PlaceWager) -> None:
    """Put one wager down."""
    place(draft, [act])


def withdraw(draft: Draft, act: table_acts.Withdraw) -> None:
    """A seat takes back all it has on one bet."""
    in_progress = require_round(draft)
    _require_bets_open(in_progress)
    bet = named(Bet, act.bet, "bet")
    lines = in_progress.at_stake(act.seat, bet)
    if not lines:
        raise Refused(
            "no_such_wager",
            f"Seat {act.seat} has nothing on {bet}.",
            "Check the seat and the bet.",
            seat=act.seat,
            bet=str(bet),
        )
    rest = [w for w in in_progress.wagers if w not in lines]
    gather(draft.table.offering, as_wagers(rest))
    draft.record(
        e.WagerWithdrawn,
        day=in_progress.day,
        round=in_progress.id,
        seat=act.seat,
        bet=str(bet),
        wagers=lines,
    )


def next_round(draft: Draft) -> tuple[str, str]:
    """The id and gaming day of the round in progress, or of the one that begins now."""
    if draft.instead is not None:
        return draft.instead.round, draft.instead.day
    if draft.table.round is not None:
        return draft.table.round.id, draft.table.round.day
    day = draft.stamp.day
    n = draft.table.rounds.get(day, 0) + 1
    return f"{draft.table.code}:{day}:{n}", day


def as_wagers(lines: Sequence[e.WagerLine]) -> list[Wager]:
    """The wagers of event lines, for the game's functions."""
    return [Wager(w.seat, BET_OF[w.bet], w.cents, TENDER_OF[w.tender], w.coupon) for w in lines]


def as_line(wager: Wager) -> e.WagerLine:
    """The event line of a wager."""
    return e.WagerLine(wager.seat, str(wager.bet), wager.cents, str(wager.tender), wager.coupon)


def _wager(draft: Draft, entry: table_acts.WagerEntry | table_acts.PlaceWager) -> Wager:
    bet = BET_OF.get(entry.bet) or named(Bet, entry.bet, "bet")
    tender = TENDER_OF.get(entry.tender) or named(Tender, entry.tender, "tender")
    if bet is Bet.ROYAL_9 and not draft.table.link and bet in draft.table.offering.bets:
        raise Refused(
            "no_meter",
            f"No progressive meter is installed for {draft.table.code}.",
            "Royal 9 is taken only at a table that is linked to its meters.",
            table=draft.table.code,
        )
    if (entry.confirmed_by or entry.supervisor) and tender is not Tender.CASH:
        raise Refused(
            "nothing_to_confirm",
            f"A wager in {tender} lies on the layout; only a verbal one with cash is confirmed.",
            "Leave out who confirmed it, or give tender cash.",
            tender=str(tender),
        )
    wager = Wager(entry.seat, bet, require_positive(entry.cents), tender, entry.coupon)
    verify_offered(draft.table.offering, wager, metered=bool(draft.table.link))
    return wager


def _confirmation(
    table: Table, entry: table_acts.WagerEntry | table_acts.PlaceWager
) -> dict[str, Any]:
    """Who confirmed a verbal wager: everybody whom its text asks for, where it is recorded at all (ma-midi 7(b); ma-big
    8(b); md 7C; div (b)(3)).
    """
    submission = table.submission
    said = {"dealer": entry.confirmed_by or "", "supervisor": entry.supervisor or ""}
    due = submission.text.procedure.cash_confirmed_by
    missing = [who for who in due if not said[who]]
    if any(said.values()) and missing:
        raise Refused(
            "confirmation_missing",
            f"A verbal wager with cash is confirmed by {' and '.join(due)} at {table.code}.",
            f"Name the {missing[0]} too.",
            table=table.code,
            missing=missing,
        )
    require_different("confirmation of a verbal wager", **said)
    return {
        "confirmed_by": said["dealer"],
        "supervisor": said["supervisor"],
        "unconfirmed": is_unconfirmed(submission, **said),
    }


def is_unconfirmed(submission: Submission, dealer: str, supervisor: str) -> bool:
    """Whether a submission has it recorded who confirms a verbal wager, and somebody of them is not named."""
    said = {"dealer": dealer, "supervisor": supervisor}
    due = submission.text.procedure.cash_confirmed_by
    return CASH in submission.recorded and not all(said[who] for who in due)


def _require_bets_open(in_progress: RoundInProgress) -> None:
    if in_progress.closed:
        raise Refused(
            "bets_closed",
            f"No more bets: round {in_progress.id} takes no wager and gives none back.",
            "Wait for the next round.",
            round=in_progress.id,
        )
