"""Players come and go; nobody leaves with vigorish owed or a wager at stake (V4)."""

from ledger.events import table as e
from ledger.table import acts as table_acts
from ledger.table.draft import Draft, require_open, require_seat
from ledger.table.vigorish import settling
from ledger.values.errors import Refused
from ledger.values.money import dollars


def sit(draft: Draft, act: table_acts.Sit) -> None:
    """A player takes a seat. A wager from an empty seat takes it without a name; sitting down then gives the name."""
    table = require_open(draft)
    require_seat(draft, act.seat)
    if table.seats.get(act.seat) or (act.seat in table.seats and not act.patron):
        raise Refused(
            "seat_taken",
            f"Seat {act.seat} is taken.",
            "Record the departure first, or choose another seat.",
            seat=act.seat,
        )
    draft.record(e.SeatTaken, seat=act.seat, patron=act.patron)


def leave(draft: Draft, act: table_acts.Leave) -> None:
    """A player leaves; refused while the seat owes vigorish (ma-midi 12(d)(2)(i); div (c)(3)(iv))."""
    table = draft.table
    require_seat(draft, act.seat)
    if act.seat not in table.seats:
        raise Refused(
            "seat_empty", f"Nobody sits at seat {act.seat}.", "Check the seat.", seat=act.seat
        )
    if table.round is not None and table.round.at_stake(act.seat):
        raise Refused(
            "wager_at_stake",
            f"Seat {act.seat} has a wager in round {table.round.id}.",
            "Withdraw it before no more bets, or wait for the result.",
            seat=act.seat,
            round=table.round.id,
        )
    if act.seat in table.marks:
        raise Refused(
            "vigorish_owed",
            f"Seat {act.seat} owes {dollars(table.owed(act.seat))} of vigorish and cannot leave.",
            settling(table),
            seat=act.seat,
            owed_cents=table.owed(act.seat),
        )
    draft.record(e.SeatLeft, seat=act.seat)
