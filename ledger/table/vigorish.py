"""Marked vigorish is collected, documented or recorded as uncollected; the button stays until then (V3, V4, F8).

A mark is settled as of the moment that is said, whenever it is typed: only marks that stood then count, under the rules
of their own rounds. A table need not be open for it any more; chips and forms, though, go to a day that has a tray.
"""

from collections.abc import Sequence
from typing import Final

from ledger.events import table as e
from ledger.table import acts as table_acts
from ledger.table.draft import Draft, require_positive, require_seat, require_tray
from ledger.table.state import Table
from ledger.values.errors import Refused
from ledger.values.money import dollars
from ledger.values.rounds import day_of
from ledger.values.signatures import require_different

_PUT_BACK: Final = (
    "what was recorded as uncollected is put back first, dated before it was paid (--at):"
    " pit day correct vig-uncollected --lower."
)

_OWED_SINCE: Final = "what it owes since is settled at a later time (--at)."

_AFTER_THE_CLOSE: Final = (
    "Paid, or put on a form, while the table was open: say when, --at. Else settle it when it is open, or record it:"
    " pit vig uncollected."
)


def settling(table: Table) -> str:
    """What can be done about vigorish that is owed, as a next step."""
    forms = any(table.has_forms_for(mark.round) for marks in table.marks.values() for mark in marks)
    return f"Collect{' or document' if forms else ''} it first, or record it as uncollected."


def require_nothing_owed(draft: Draft, so: str) -> None:
    """Refuse while seats owe vigorish. so: what cannot be, for the sentence (ma-midi 12(d)(2)(i); div (c)(3)(iv))."""
    table = draft.table
    owed = {seat: table.owed(seat) for seat in sorted(table.marks)}
    if owed:
        told = ", ".join(f"seat {seat} owes {dollars(cents)}" for seat, cents in owed.items())
        raise Refused(
            "vigorish_owed",
            f"{told.capitalize()} of vigorish; {so}.",
            settling(table),
            owed_cents=owed,
        )


def collect(draft: Draft, act: table_acts.CollectVig) -> None:
    """A seat pays what it owes, or part of it, oldest round first (ma-midi 12(d)(2); div (c)(3)(ii))."""
    _require_owing(draft, act.seat)
    _require_tray(draft)
    standing = _standing(draft, act.seat)
    draft.record(
        e.VigorishCollected, lines=_settled(draft, act.seat, standing, act.cents, "Collect")
    )


def collect_all(draft: Draft, act: table_acts.CollectAllVig) -> None:  # noqa: ARG001  decisions share one shape
    """Every seat that owes pays all of it, before the shoe ends say (ma-midi 12(d)(2); div (c)(3)(ii))."""
    if not draft.table.marks:
        raise Refused(
            "nothing_owed",
            f"No seat of {draft.table.code} owes vigorish.",
            f"Nothing is to be collected; {_PUT_BACK}",
            table=draft.table.code,
        )
    _require_tray(draft)
    lines = [
        line
        for seat in sorted(draft.table.marks)
        for line in _settled(draft, seat, _standing(draft, seat), None, "Collect")
    ]
    draft.record(e.VigorishCollected, lines=lines)


def document(draft: Draft, act: table_acts.DocumentVig) -> None:
    """A form takes over what a seat owes, or part of it; only where the rules provide for forms (div (c)(3)(iii))."""
    table = draft.table
    if act.seat not in table.marks and not table.submission.vigorish_forms:
        raise _no_form(table, "Collect it from the player.")
    _require_owing(draft, act.seat)
    _require_tray(draft)
    standing = _standing(draft, act.seat)
    provided = [mark for mark in standing if table.has_forms_for(mark.round)]
    if not provided:
        raise _no_form(table, "Collect it from the player.")
    lines = _settled(draft, act.seat, provided, act.cents, "Document")
    draft.record(e.VigorishDocumented, serial=act.serial, lines=lines)


def leave_uncollected(draft: Draft, act: table_acts.UncollectedVig) -> None:
    """What a seat owes, or part of it, is not collected and will not be: a supervisor answers for it.

    Where the rules of the mark have a form for it, the form is asked for first; without one somebody says why.
    No chips move, so that it may be said of a table that is closed, on whatever day.
    """
    _require_owing(draft, act.seat)
    require_different("record of what is not collected", author=act.by, supervisor=act.supervisor)
    table = draft.table
    lines = _settled(draft, act.seat, _standing(draft, act.seat), act.cents, "Record")
    on_form = sum(line.cents for line in lines if table.has_forms_for(line.round))
    if act.no_form and not on_form:
        raise _no_form(table, "Leave out why no form was written.")
    if on_form and not act.no_form:
        raise Refused(
            "form_first",
            f"{dollars(on_form)} that seat {act.seat} owes goes on a form: {table.submission.id} provides it.",
            "Issue it (pit form issue), or say with --no-form why there is none.",
            seat=act.seat,
            cents=on_form,
        )
    draft.record(
        e.VigorishUncollected,
        lines=lines,
        reason=act.reason,
        supervisor=act.supervisor,
        no_form=act.no_form,
    )


def restore(draft: Draft, act: table_acts.RestoreVig) -> None:
    """What a form had taken over is owed again: both copies of it are void (div (c)(3)(iii)(E)).

    The table may be closed by then; a button stays on record.
    """
    lines = [e.MarkBack(mark.seat, mark.cents, mark.round, mark.since) for mark in act.marks]
    draft.record(e.VigorishRestored, serial=act.serial, lines=lines)


def _require_owing(draft: Draft, seat: int) -> None:
    """A seat that owes; where the table is open, one that it has."""
    if seat in draft.table.marks:
        return
    if draft.table.open:
        require_seat(draft, seat)
    raise Refused(
        "nothing_owed",
        f"Seat {seat} owes no vigorish.",
        f"Check the seat; {_PUT_BACK}",
        seat=seat,
    )


def _require_tray(draft: Draft) -> None:
    """A table to whose tray or drop box the money goes: one that was open on the day, and not closed before.

    On another day there is no tray to hold the books against, and what comes after the close is in no count of it.
    """
    table, stamp = draft.table, draft.stamp
    if stamp.day in table.rounds or (table.open and stamp.at + draft.tolerance >= table.opened_at):
        require_tray(draft, _AFTER_THE_CLOSE, table=table.code, day=stamp.day)
        return
    raise Refused(
        "table_closed",
        f"Table {table.code} was not open on {stamp.day}.",
        "Open it, and collect it there. What was paid elsewhere is posted: pit day correct vig-collected --raise,"
        " vig-documented for a form;"
        " what is not paid is recorded: pit vig uncollected.",
        table=table.code,
        day=stamp.day,
    )


def _standing(draft: Draft, seat: int) -> list[e.MarkBack]:
    """The marks of a seat that stood at the moment of the act, oldest round first: none of a round of a later day."""
    stamp, marks = draft.stamp, draft.table.marks[seat]
    # The time itself was held against the first of them.
    stood = [mark for mark in marks if mark.since <= stamp.at + draft.tolerance]
    # All are of later days only where an older store holds rounds of days to come.
    return [mark for mark in stood if day_of(mark.round) <= stamp.day] or stood


def _settled(
    draft: Draft, seat: int, standing: Sequence[e.MarkBack], cents: int | None, doing: str
) -> list[e.SeatCents]:
    """What an amount settles of marks, oldest round first; all of them where None is given."""
    owed = sum(mark.cents for mark in standing)
    rest = owed if cents is None else require_positive(cents)
    if rest > owed:
        later = sum(mark.cents for mark in _standing(draft, seat)) < draft.table.owed(seat)
        raise Refused(
            "more_than_owed",
            f"Seat {seat} {'owed' if later else 'owes'} {dollars(owed)}{' then' if later else ''}, less than the"
            f" {dollars(rest)} given.",
            f"{doing} what is owed, or leave the amount out; {_OWED_SINCE if later else _PUT_BACK}",
            seat=seat,
            owed_cents=owed,
            cents=rest,
        )
    paid: dict[str, int] = {}
    for mark in standing:
        settled = min(rest, mark.cents)
        rest -= settled
        paid[mark.round] = paid.get(mark.round, 0) + settled
    return [e.SeatCents(seat, part, of) for of, part in paid.items() if part]


def _no_form(table: Table, next_step: str) -> Refused:
    submission = table.submission
    named = ("vigorish.forms", "vigorish.deferred")
    section = next(filter(None, map(submission.cites.get, named)), submission.source)
    return Refused(
        "forms_not_provided",
        f"{submission.id} has no form for vigorish that is not collected [{section}].",
        next_step,
        table=table.code,
        rules=submission.id,
        section=section,
    )
