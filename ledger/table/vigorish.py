"""Marked vigorish is collected or documented; the button stays until nothing is owed (V3, V4, F8)."""

from ledger.events import table as e
from ledger.table import acts
from ledger.table.draft import Draft, require_open, require_positive, require_seat
from ledger.table.state import Table
from ledger.values.errors import Refused
from ledger.values.money import dollars


def collecting(table: Table) -> str:
    """What can be done about vigorish that is owed, as a next step begins."""
    return "Collect or document" if table.submission.vigorish_forms else "Collect"


def collect(draft: Draft, act: acts.CollectVig) -> None:
    """A seat pays what it owes, or part of it, oldest round first (ma-midi 12(d)(2); div (c)(3)(ii))."""
    require_open(draft)
    draft.record(e.VigorishCollected, lines=_settled(draft, act.seat, act.cents, "Collect"))


def document(draft: Draft, act: acts.DocumentVig) -> None:
    """A form takes over what a seat owes, or part of it; only where the rules provide for forms (div (c)(3)(iii))."""
    submission = require_open(draft).submission
    if not submission.vigorish_forms:
        named = ("vigorish.forms", "vigorish.deferred")
        section = next(filter(None, map(submission.sections.get, named)), submission.source)
        raise Refused(
            "forms_not_provided",
            f"{submission.id} has no form for vigorish that is not collected [{section}].",
            "Collect it from the player.",
            table=draft.table.code,
            rules=submission.id,
            section=section,
        )
    lines = _settled(draft, act.seat, act.cents, "Document")
    draft.record(e.VigorishDocumented, serial=act.serial, lines=lines)


def restore(draft: Draft, act: acts.RestoreVig) -> None:
    """What a form had taken over is owed again: both copies of it are void (div (c)(3)(iii)(E)).

    The table may be closed by then; a button stays on record.
    """
    lines = [e.MarkBack(mark.seat, mark.cents, mark.round, mark.since) for mark in act.marks]
    draft.record(e.VigorishRestored, serial=act.serial, lines=lines)


def _settled(draft: Draft, seat: int, cents: int | None, doing: str) -> list[e.SeatCents]:
    """The marks of a seat that an amount settles, oldest round first; all of them where None is given."""
    table = draft.table
    require_seat(draft, seat)
    owed = table.owed(seat)
    if not owed:
        raise Refused(
            "nothing_owed", f"Seat {seat} owes no vigorish.", "Check the seat.", seat=seat
        )
    rest = owed if cents is None else require_positive(cents)
    if rest > owed:
        raise Refused(
            "more_than_owed",
            f"Seat {seat} owes {dollars(owed)}, less than the {dollars(rest)} given.",
            f"{doing} what is owed, or leave the amount out.",
            seat=seat,
            owed_cents=owed,
            cents=rest,
        )
    lines = []
    for mark in table.marks[seat]:
        if not rest:
            break
        paid = min(rest, mark.cents)
        rest -= paid
        lines.append(e.SeatCents(seat, paid, mark.round))
    return lines
