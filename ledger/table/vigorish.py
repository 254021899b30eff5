"""Marked vigorish is collected; the button stays until nothing is owed (V3, V4)."""

from ledger.errors import Refused
from ledger.money import dollars
from ledger.table import acts
from ledger.table import events as e
from ledger.table.draft import Draft, require_open, require_positive, require_seat


def collect(draft: Draft, act: acts.CollectVig) -> None:
    """A seat pays what it owes, or part of it, oldest round first (ma-midi 12(d)(2); div (c)(3)(ii))."""
    table = require_open(draft)
    require_seat(draft, act.seat)
    owed = table.owed(act.seat)
    if not owed:
        raise Refused(
            "nothing_owed", f"Seat {act.seat} owes no vigorish.", "Check the seat.", seat=act.seat
        )
    cents = owed if act.cents is None else require_positive(act.cents)
    if cents > owed:
        raise Refused(
            "more_than_owed",
            f"Seat {act.seat} owes {dollars(owed)}, less than the {dollars(cents)} given.",
            "Collect what is owed, or leave the amount out.",
            seat=act.seat,
            owed_cents=owed,
            cents=cents,
        )
    lines = []
    for mark in table.marks[act.seat]:
        if not cents:
            break
        paid = min(cents, mark.cents)
        cents -= paid
        lines.append(e.SeatCents(act.seat, paid, mark.round))
    draft.record(e.VigorishCollected, lines=lines)
