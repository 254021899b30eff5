"""A table as it stands, as `pit table show` prints it."""

from collections.abc import Iterator

from ledger.values.money import dollars
from projections.queries.standing import TableStanding
from projections.queries.words import cards, left_by_rank, wager


def lines(shown: TableStanding) -> Iterator[str]:
    """The table, a fact a line."""
    rules = f"{shown.rules} version {shown.rules_version}"
    yield f"{shown.table} in pit {shown.pit}: {shown.status}, {rules}"
    for key, value in shown.options.items():
        yield f"  {key} = {value}"
    yield f"Shoe     {_shoe(shown)}"
    if shown.cards_left is not None and shown.left_by_rank and not shown.shoe_over:
        yield f"  left   {left_by_rank(shown.cards_left, shown.left_by_rank)}"
    for seat, patron in shown.seats.items():
        owed = f", owes {dollars(shown.owed[seat])}" if seat in shown.owed else ""
        yield f"Seat {seat:<3} {patron or 'taken'}{owed}"
    yield from _round(shown)
    if shown.tray is not None:
        yield f"Tray     {dollars(shown.tray)}"


def _shoe(shown: TableStanding) -> str:
    if shown.shoe is None:
        return "none"
    if shown.shoe_over:
        return f"{shown.shoe}, over"
    left = f"{shown.shoe}, {shown.cards_left} cards left"
    if shown.rounds_left is None:
        return left
    return f"{left}, cut card out, {shown.rounds_left} more to be played"


def _round(shown: TableStanding) -> Iterator[str]:
    if shown.round is None:
        yield f"Round    none in progress; the last was {shown.last_round or 'none'}"
        return
    yield f"Round    {shown.round}, {'no more bets' if shown.bets_closed else 'wagers open'}"
    for line in shown.wagers:
        yield f"  {wager(line)}"
    for hand, dealt in (("Player", shown.player), ("Banker", shown.banker)):
        if dealt:
            yield f"  {hand:<7}{cards(dealt)}"
