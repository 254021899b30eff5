"""Books put right, and disputes: raised on a round, decided, corrected by an event that names it (A4, U3).

What was recorded stays. A correction counts on the gaming day on which it is posted, whether or not its table is open
then: what was wrong at a table that rests has to be put right too. It moves the thing with the sum: a seat's mark with
its vigorish.
"""

from collections.abc import Sequence
from typing import NamedTuple

from ledger.events import table as e
from ledger.table import acts as table_acts
from ledger.table.books import OF_ONE_MOMENT, OF_SEATS, Entry, moments, named, taken_back
from ledger.table.draft import Draft
from ledger.table.figures_named import seat_named
from ledger.table.meters import require_linked
from ledger.table.rounds_named import day_of_round
from ledger.table.state import Table
from ledger.values.errors import Refused
from ledger.values.money import dollars
from ledger.values.signatures import require_different

SIGNED: frozenset[str] = frozenset({"hand_result"})
"""Figures that may be below zero."""


class _When(NamedTuple):
    """When the chips moved that are corrected, microseconds UTC, 0 where nobody knows; whether they are in what was
    counted last.
    """

    moved_at: int
    counted: bool


def correct(draft: Draft, act: table_acts.Correct) -> None:
    """Post a correction to the books of the day of `at`, which names what was wrong (A4)."""
    require_different(
        "correction", author=act.by, approver=act.approved_by, accounting=act.accounting
    )
    _post(draft, act)


def raise_dispute(draft: Draft, act: table_acts.RaiseDispute) -> None:
    """Record that a round is disputed: what is said, and what there is to look at (div (j)(4)).

    Each patron has a dispute of his own on a round: one of a seat that is decided can be raised again.
    """
    day_of_round(draft, act.round)
    if e.disputed(act.round, act.seat) in draft.table.disputed:
        raise Refused(
            "dispute_open",
            f"Round {act.round} is disputed already{_by(act.seat)}.",
            "Decide that dispute first.",
            round=act.round,
        )
    draft.record(
        e.DisputeRaised, round=act.round, claim=act.claim, evidence=act.evidence, seat=act.seat
    )


def decide_dispute(draft: Draft, act: table_acts.DecideDispute) -> None:
    """Record the ruling; where it changes what the round came to, the correction follows at once (U3)."""
    seat = _seat_of_dispute(draft, act)
    require_different("ruling", author=act.by, decider=act.decided_by, accounting=act.accounting)
    corrects = bool(act.cents or act.awards)
    if corrects != bool(act.document):
        raise Refused(
            "document_missing" if corrects else "nothing_corrected",
            "A correction has an amount and the number of its document.",
            "Give both, or neither.",
            round=act.round,
        )
    if corrects and act.ruling == "denied":
        raise Refused(
            "denied_not_corrected",
            "A dispute that is denied corrects nothing.",
            "Leave the amount out, or uphold the dispute.",
            round=act.round,
        )
    for award in act.awards:
        require_linked(draft, act.round, award.seat)
    draft.record(
        e.DisputeDecided,
        round=act.round,
        ruling=act.ruling,
        reason=act.reason,
        decided_by=act.decided_by,
        document=act.document,
        seat=seat,
    )
    if act.cents:
        correction = table_acts.Correct(
            source=act.source,
            seq=act.seq,
            at=act.at,
            by=act.by,
            table=act.table,
            figure="hand_result",
            cents=act.cents,
            of_day=day_of_round(draft, act.round),
            original=act.round,
            document=act.document,
            reason=act.reason,
            approved_by=act.decided_by,
            accounting=act.accounting,
        )
        # What is handed over by a ruling is handed over as it is made.
        at = draft.stamp.at
        _post(draft, correction, _When(at, is_counted(draft.table, at)))


def _seat_of_dispute(draft: Draft, act: table_acts.DecideDispute) -> int:
    """Whose dispute is decided: the one that is open, or the one that is named where there are several."""
    open_ = draft.table.disputes(act.round)
    found = [seat for seat in open_ if act.seat in {None, seat}]
    if not found:
        raise Refused(
            "no_dispute",
            f"No dispute about round {act.round}{_by(act.seat or 0)} is open.",
            "pit audit dispute list shows those that are.",
            round=act.round,
        )
    if len(found) > 1:
        raise Refused(
            "which_dispute",
            f"{len(found)} disputes about round {act.round} are open.",
            "Say whose is decided: --seat N, 0 for one without a seat.",
            round=act.round,
            seats=found,
        )
    return found[0]


def _by(seat: int) -> str:
    return f" by seat {seat}" if seat else ""


def _post(draft: Draft, act: table_acts.Correct, when: _When | None = None) -> None:
    """when: the chips move, where that is known otherwise than from what is named."""
    today = draft.stamp.day
    if act.of_day > today:
        raise Refused(
            "day_to_come",
            f"Gaming day {act.of_day} comes after {today}.",
            "A correction names a day that was.",
            of_day=act.of_day,
        )
    if not act.cents:
        raise Refused(
            "not_an_amount",
            f"A correction of {act.cents} cents cannot be.",
            "Give the amount that is missing, or too much.",
            cents=act.cents,
        )
    if act.seat and act.figure not in OF_SEATS:
        raise _of_no_seat(act)
    act, entry = named(draft, act)
    _verify_bounds(act, entry, hidden=act.figure == "buy_ins" and bool(draft.blind))
    since = _mark_moved(draft, act, entry) if act.figure in OF_SEATS else 0
    when = when or _when(draft, act)
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
        accounting=act.accounting,
        seat=act.seat,
        since=since,
        counted=when.counted,
        moved_at=when.moved_at,
    )


def _when(draft: Draft, act: table_acts.Correct) -> _When:
    """What takes back a correction moves chips when that did, whatever came to the figure since."""
    if before := taken_back(draft, act):
        at = before.moved_at or before.known_at
        return _When(before.moved_at, before.counted or is_counted(draft.table, at))
    when = moments(draft, act)
    last = max(when, default=0)
    known = act.figure in OF_ONE_MOMENT or _is_one_purchase(act, when)
    return _When(last if known else 0, last > 0 and is_counted(draft.table, last))


def _is_one_purchase(act: table_acts.Correct, when: Sequence[int]) -> bool:
    """Whether a correction names a seat that bought in once: of several buy-ins nobody knows which was wrong, and so
    when; and where no seat is named, it may be one that nobody entered.
    """
    return len(when) == 1 and seat_named(act.figure, act.original) > 0


def _of_no_seat(act: table_acts.Correct) -> Refused:
    figure = act.figure.replace("_", "-")
    return Refused(
        "seat_not_meant",
        f"A correction of {figure} is of no seat, and seat {act.seat} is given.",
        f'Say --names "seat {act.seat}" for what that seat bought.'
        if act.figure == "buy_ins"
        else "Leave out --seat; it is for vigorish.",
        figure=act.figure,
        seat=act.seat,
    )


def is_counted(table: Table, at: int) -> bool:
    """Whether the tray of an open table was counted after a moment, be it as its opener."""
    return table.open and at < max(table.opened_at, table.counted_at)


def _verify_bounds(act: table_acts.Correct, entry: Entry, *, hidden: bool) -> None:
    """No figure falls below zero; and who may correct by how much. hidden: what it comes to is told nobody, and what is
    refused would tell it: then accounting answers for any amount.
    """
    figure = act.figure.replace("_", "-")
    told = act.original.startswith(f"{figure} of ")
    said = act.original if told else f"{figure} of {act.original}"
    if act.figure not in SIGNED and entry.cents + act.cents < 0 and not hidden:
        raise Refused(
            "figure_below_zero",
            f"At {dollars(entry.cents)}, the {said} cannot be lowered by {dollars(-act.cents)}.",
            "Check the amount, and what it names.",
            figure=act.figure,
            figure_cents=entry.cents,
            cents=act.cents,
        )
    if (hidden or abs(act.cents) > entry.measure) and not act.accounting:
        raise Refused(
            "accounting_missing",
            f"A correction of the {said} is accounting's too, where something is counted blind."
            if hidden
            else f"A correction of {dollars(abs(act.cents))} is larger than the {said} it corrects.",
            "Have accounting approve it too: --approved-by a second time.",
            figure=act.figure,
            **({} if hidden else {"figure_cents": entry.measure}),
            cents=act.cents,
        )


def _mark_moved(draft: Draft, act: table_acts.Correct, entry: Entry) -> int:
    """Since when the mark stands that is put back, 0 where it is taken off: by no more than the seat owes."""
    owed = sum(
        mark.cents for mark in draft.table.marks.get(act.seat, ()) if mark.round == act.original
    )
    moved = act.cents if act.figure == "vig_assessed" else -act.cents
    if owed + moved < 0:
        raise Refused(
            "more_than_owed",
            f"Seat {act.seat} owes {dollars(owed)} of {act.original}, less than the {dollars(-moved)} given.",
            "Correct first what is wrong of what it was assessed, or paid.",
            seat=act.seat,
            owed_cents=owed,
            cents=-moved,
        )
    if act.figure == "vig_documented" and not draft.table.has_forms_for(act.original):
        raise Refused(
            "forms_not_provided",
            f"The rules of {act.original} have no form for vigorish that is not collected.",
            "Correct what was collected.",
            table=draft.table.code,
            round=act.original,
        )
    return entry.since if moved > 0 else 0
