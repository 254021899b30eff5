"""What a seat has in all, once a wager or a buy-in of it was entered."""

import msgspec

from ledger.desks.ledger import Ledger
from ledger.events import table as e
from ledger.table.state import Table, stream
from ledger.transaction.unit import Done
from ledger.values.money import dollars
from projections.queries.words import words


class SeatTotal(msgspec.Struct, frozen=True, kw_only=True):
    """In cents: what was entered, and what that makes in all: at stake in the round, or bought in since the seat was
    left. bet: "" of a buy-in.
    """

    seat: int
    bet: str = ""
    cents: int
    total_cents: int


def seat_total(ledger: Ledger, done: Done) -> SeatTotal | None:
    """Of the wager or buy-in that was entered; None where it was neither, or its round is over."""
    if not done.events:
        return None
    last = done.events[-1]
    match last.event:
        case e.WagersPlaced(wagers=[wager]):
            round_ = _table(ledger, done, last.originator_id).round
            if round_ is None or round_.id != last.event.round:
                return None
            total = sum(each.cents for each in round_.at_stake(wager.seat))
            return SeatTotal(seat=wager.seat, bet=wager.bet, cents=wager.cents, total_cents=total)
        case e.BoughtIn(seat=seat, cents=cents):
            total = _table(ledger, done, last.originator_id).bought.get(seat, 0)
            return SeatTotal(seat=seat, cents=cents, total_cents=total)
        case _:
            return None


def _table(ledger: Ledger, done: Done, of: str) -> Table:
    code = of.removeprefix(stream(""))
    return done.tables.get(code) or ledger.table(code)


def told(total: SeatTotal) -> str:
    """`seat 3: $25.00 on Banker, $75.00 in all`."""
    on = f" on {words(total.bet)}" if total.bet else ""
    return f"seat {total.seat}: {dollars(total.cents)}{on}, {dollars(total.total_cents)} in all"
