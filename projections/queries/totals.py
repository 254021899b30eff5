"""What a round that was settled came to, and what is owed at its table then."""

from collections.abc import Mapping

import msgspec

from ledger.desks.ledger import Ledger
from ledger.events import table as e
from ledger.table.state import stream
from ledger.transaction.unit import Done
from ledger.values.money import dollars
from ledger.values.numbers import counted
from projections.models.settled import sums


class RoundTotals(msgspec.Struct, frozen=True, kw_only=True):
    """In cents: what was staked in a round, what of it and of winnings was handed back, the vigorish, and what is owed
    at the table then, by seat. wagers: how many.
    """

    round: str
    wagers: int
    staked_cents: int
    returned_cents: int
    vig_cents: int
    owed: dict[int, int]


def round_totals(ledger: Ledger, done: Done) -> RoundTotals | None:
    """Of the round that was settled last by what was done; None where none was, or it was recorded before."""
    settled = [each for each in done.events if isinstance(each.event, e.RoundSettled)]
    if not settled or done.repeated:
        return None
    event: e.RoundSettled = settled[-1].event
    code = settled[-1].originator_id.removeprefix(stream(""))
    table = done.tables.get(code) or ledger.table(code)
    staked, returned, vig = sums(event.lines)
    return RoundTotals(
        round=event.round,
        wagers=len(event.lines),
        staked_cents=staked,
        returned_cents=returned,
        vig_cents=vig,
        owed={seat: table.owed(seat) for seat in sorted(table.marks)},
    )


def told(totals: RoundTotals) -> str:
    """`1 wager of $20.00, $40.00 handed back: the house loses $20.00; vigorish $1.00; owed now: seat 3 $1.00`."""
    came_to = came_to_told(
        totals.wagers, totals.staked_cents, totals.returned_cents, totals.vig_cents
    )
    return f"{came_to}; owed now: {owed_told(totals.owed)}"


def came_to_told(wagers: int, staked_cents: int, returned_cents: int, vig_cents: int) -> str:
    """What the wagers of a round came to; `no wagers` of none."""
    if not wagers:
        return "no wagers"
    return (
        f"{counted(wagers, 'wager')} of {dollars(staked_cents)},"
        f" {dollars(returned_cents)} handed back: {result_told(staked_cents - returned_cents)};"
        f" vigorish {dollars(vig_cents)}"
    )


def result_told(won_cents: int) -> str:
    """`the house wins $7.00`."""
    return f"the house {'loses' if won_cents < 0 else 'wins'} {dollars(abs(won_cents))}"


def owed_told(owed: Mapping[int, int]) -> str:
    """Vigorish by seat: `seat 3 $1.00, seat 7 $0.50`; `nothing` of none."""
    return ", ".join(f"seat {seat} {dollars(cents)}" for seat, cents in owed.items()) or "nothing"
