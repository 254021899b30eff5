"""What seats have in all, once wagers or a buy-in of theirs were entered, and what several wagers come to."""

from collections.abc import Iterator

import msgspec

from ledger.desks.ledger import Ledger
from ledger.events import table as e
from ledger.table.state import Table, stream
from ledger.transaction.unit import Done
from ledger.values.money import dollars
from ledger.values.numbers import counted
from projections.queries.totals import owed_told
from projections.queries.words import words


class SeatTotal(msgspec.Struct, frozen=True, kw_only=True):
    """In cents: what was entered, and what that makes in all: at stake in the round, or bought in since the seat was
    left. bet: "" of a buy-in, and where it is of several.
    """

    seat: int
    bet: str = ""
    cents: int
    total_cents: int


class PutDown(msgspec.Struct, frozen=True, kw_only=True):
    """Wagers that were entered together, seat by seat, in cents; of a buy-in no wager. wagers: how many. owed: vigorish
    at the table then, by seat.
    """

    seats: list[SeatTotal]
    wagers: int
    cents: int
    owed: dict[int, int]


def put_down(ledger: Ledger, done: Done) -> PutDown | None:
    """Of wagers or a buy-in that were entered; None where it was neither, or the round is over."""
    if not done.events:
        return None
    last = done.events[-1]
    match last.event:
        case e.WagersPlaced(round=round_):
            table = _table(ledger, done, last.originator_id)
            placed = [x.event for x in done.events if isinstance(x.event, e.WagersPlaced)]
            wagers = [wager for event in placed if event.round == round_ for wager in event.wagers]
            if table.round is None or table.round.id != round_:
                return None
            seats = [_of_seat(table, seat, wagers) for seat in sorted({x.seat for x in wagers})]
        case e.BoughtIn(seat=seat, cents=cents):
            table, wagers = _table(ledger, done, last.originator_id), []
            total = table.bought.get(seat, 0)
            seats = [SeatTotal(seat=seat, cents=cents, total_cents=total)]
        case _:
            return None
    return PutDown(
        seats=seats,
        wagers=len(wagers),
        cents=sum(each.cents for each in seats),
        owed={seat: table.owed(seat) for seat in sorted(table.marks)},
    )


def _of_seat(table: Table, seat: int, wagers: list[e.WagerLine]) -> SeatTotal:
    entered = [each for each in wagers if each.seat == seat]
    bets = {each.bet for each in entered}
    at_stake = table.round.at_stake(seat) if table.round else ()
    return SeatTotal(
        seat=seat,
        bet=bets.pop() if len(bets) == 1 else "",
        cents=sum(each.cents for each in entered),
        total_cents=sum(each.cents for each in at_stake),
    )


def _table(ledger: Ledger, done: Done, of: str) -> Table:
    code = of.removeprefix(stream(""))
    return done.tables.get(code) or ledger.table(code)


def told(found: PutDown) -> Iterator[str]:
    """`seat 3: $25.00 on Banker, $75.00 in all; owed now: nothing`, a line a seat; below several wagers their total and
    what is owed.
    """
    for each in found.seats:
        on = f" on {words(each.bet)}" if each.bet else ""
        owed = f"; {together_told(found)}" if found.wagers == 1 else ""
        total = dollars(each.total_cents)
        yield f"seat {each.seat}: {dollars(each.cents)}{on}, {total} in all{owed}"
    if found.wagers > 1:
        yield together_told(found)


def together_told(found: PutDown) -> str:
    """`2 wagers of $30.00; owed now: nothing`; of one what is owed, as it is told by itself."""
    owed = f"owed now: {owed_told(found.owed)}"
    of = f"{counted(found.wagers, 'wager')} of {dollars(found.cents)}"
    return f"{of}; {owed}" if found.wagers > 1 else owed
