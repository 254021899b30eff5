"""Vigorish owed at a table's seats, and what seats get back, as its state keeps it: by seat, oldest round first."""

from collections.abc import Iterable
from typing import TypeVar

import msgspec

from ledger.events import table as e
from ledger.values.rounds import in_order

T = TypeVar("T")

Marks = dict[int, tuple[e.MarkBack, ...]]
OwedBack = dict[int, tuple[e.SeatCents, ...]]


def put_back(marks: Marks, back: e.MarkBack, known_at: int) -> None:
    """It is owed again from then on, and no earlier payment settles it; what is left of its round stays apart."""
    again = msgspec.structs.replace(back, since=known_at)
    of_seat = (*marks.get(back.seat, ()), again)
    marks[back.seat] = tuple(sorted(of_seat, key=lambda of: (in_order(of.round), of.since)))


def pay(marks: Marks, paid: e.SeatCents) -> None:
    """What a seat owes of a round, less what it paid; a seat that owes nothing more has no marks."""
    left, rest = [], paid.cents
    for mark in marks.get(paid.seat, ()):
        settled = min(rest, mark.cents) if mark.round == paid.round else 0
        rest -= settled
        if mark.cents > settled:
            left.append(msgspec.structs.replace(mark, cents=mark.cents - settled))
    _keep(marks, paid.seat, left)


def hand_back(owed_back: OwedBack, lines: Iterable[e.SeatCents]) -> None:
    """What seats get back, less what they were handed."""
    for paid in lines:
        left = [
            msgspec.structs.replace(back, cents=back.cents - paid.cents)
            if back.round == paid.round
            else back
            for back in owed_back.get(paid.seat, ())
        ]
        _keep(owed_back, paid.seat, [back for back in left if back.cents])


def _keep(of_seats: dict[int, tuple[T, ...]], seat: int, left: list[T]) -> None:
    if left:
        of_seats[seat] = tuple(left)
    else:
        of_seats.pop(seat, None)
