"""Books put right, and disputes: raised on a round, decided, corrected by an event that names it (A4, U3).

What was recorded stays. A correction counts on the gaming day on which it is posted.
"""

from datetime import date

from ledger.events import table as e
from ledger.table import acts
from ledger.table.draft import LARGEST_CENTS, Draft
from ledger.values.errors import NotFound, Refused
from ledger.values.signatures import require_different

OF_ROUNDS = frozenset({"hand_result"})
"""Figures that are made of rounds, so that a correction names the round."""

COUNTS = frozenset({"opener", "closer"})
"""Figures that there are only where somebody counted the tray."""


def correct(draft: Draft, act: acts.Correct) -> None:
    """Post a correction to the books of the day of `at`, which names what was wrong (A4)."""
    require_different("correction", author=act.by, approver=act.approved_by)
    day = _day_of_round(draft, act.original) if act.figure in OF_ROUNDS else act.of_day
    if day != act.of_day:
        raise Refused(
            "day_differs",
            f"{act.original} was played on {day}, not on {act.of_day}.",
            "Check the round and the gaming day.",
            original=act.original,
            of_day=act.of_day,
        )
    _post(draft, act)


def _require_counted(draft: Draft, figure: str, day: str) -> None:
    """A correction does not make a count: an opener or closer that nobody counted stays unknown whatever is posted."""
    table = draft.table
    if figure in COUNTS and figure not in table.counted.get(day, ()):
        raise Refused(
            "never_counted",
            f"Nobody counted the {figure} of {table.code} on {day}, so there is nothing to correct.",
            "Count it where it can be: pit table count after the cut-off, pit table close; else acknowledge what is"
            " missing.",
            table=table.code,
            figure=figure,
            day=day,
        )


def raise_dispute(draft: Draft, act: acts.RaiseDispute) -> None:
    """Record that a round is disputed: what is said, and what there is to look at (div (j)(4))."""
    _day_of_round(draft, act.round)
    if act.round in draft.table.disputed:
        raise Refused(
            "dispute_open",
            f"Round {act.round} is disputed already.",
            "Decide that dispute first.",
            round=act.round,
        )
    draft.record(
        e.DisputeRaised, round=act.round, claim=act.claim, evidence=act.evidence, seat=act.seat
    )


def decide_dispute(draft: Draft, act: acts.DecideDispute) -> None:
    """Record the ruling; where it changes what the round came to, the correction follows at once (U3)."""
    if act.round not in draft.table.disputed:
        raise Refused(
            "no_dispute",
            f"No dispute about round {act.round} is open.",
            "pit audit dispute list shows those that are.",
            round=act.round,
        )
    require_different("ruling", author=act.by, decider=act.decided_by)
    if bool(act.cents) != bool(act.document):
        raise Refused(
            "document_missing" if act.cents else "nothing_corrected",
            "A correction has an amount and the number of its document.",
            "Give both, or neither.",
            round=act.round,
        )
    if act.cents and act.ruling == "denied":
        raise Refused(
            "denied_not_corrected",
            "A dispute that is denied corrects nothing.",
            "Leave the amount out, or uphold the dispute.",
            round=act.round,
        )
    draft.record(
        e.DisputeDecided,
        round=act.round,
        ruling=act.ruling,
        reason=act.reason,
        decided_by=act.decided_by,
        document=act.document,
    )
    if act.cents:
        correction = acts.Correct(
            source=act.source,
            seq=act.seq,
            at=act.at,
            by=act.by,
            table=act.table,
            figure="hand_result",
            cents=act.cents,
            of_day=_day_of_round(draft, act.round),
            original=act.round,
            document=act.document,
            reason=act.reason,
            approved_by=act.decided_by,
        )
        _post(draft, correction)


def _post(draft: Draft, act: acts.Correct) -> None:
    today = draft.stamp.day
    if act.of_day > today:
        raise Refused(
            "day_to_come",
            f"Gaming day {act.of_day} comes after {today}.",
            "A correction names a day that was.",
            of_day=act.of_day,
        )
    for day in (act.of_day, today):
        _require_was_open(draft, day)
    _require_counted(draft, act.figure, act.of_day)
    if not 0 < abs(act.cents) <= LARGEST_CENTS:
        raise Refused(
            "not_an_amount",
            f"A correction of {act.cents} cents cannot be.",
            "Give the amount that is missing, or too much.",
            cents=act.cents,
        )
    draft.claim(f"correction:{act.document}")
    draft.record(
        e.CorrectionPosted,
        figure=act.figure,
        cents=act.cents,
        of_day=act.of_day,
        original=act.original,
        document=act.document,
        reason=act.reason,
        approved_by=act.approved_by,
    )


def _require_was_open(draft: Draft, day: str) -> None:
    if day not in draft.table.rounds:
        raise Refused(
            "table_not_open_that_day",
            f"Table {draft.table.code} was not open on {day}.",
            "Check the table and the gaming day.",
            table=draft.table.code,
            day=day,
        )


def _day_of_round(draft: Draft, round_id: str) -> str:
    """The gaming day of a round of this table that has ended."""
    table = draft.table
    code, _, rest = round_id.partition(":")
    day, _, number = rest.partition(":")
    ended = code == table.code and _is_day(day) and number.isascii() and number.isdigit()
    if not ended or not 1 <= int(number) <= table.rounds.get(day, 0):
        raise NotFound(
            "unknown_round",
            f"There is no round {round_id} at {table.code}.",
            "pit round list shows the rounds of a table.",
            round=round_id,
        )
    if table.round is not None and table.round.id == round_id:
        raise Refused(
            "round_in_progress",
            f"Round {round_id} is in progress; a dispute about what it came to has to wait.",
            "Settle or void the round first.",
            round=round_id,
        )
    return day


def _is_day(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False
