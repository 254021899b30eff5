"""What an event put into the tray: the one place that knows which events move chips."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from ledger.events import award as award_events
from ledger.events import table as e
from ledger.events.base import Event


def _of_line(line: e.SettledLine) -> int:
    """What a settled wager left in the tray. A coupon is no chip; what it wins is paid in chips."""
    return (0 if line.tender == "coupon" else line.cents) - line.returned


def _of_lines(lines: Iterable[e.SettledLine]) -> int:
    return sum(map(_of_line, lines))


MOVES: Final[Mapping[type[Event], Callable[[Any], int]]] = {
    e.BoughtIn: lambda x: -x.cents,
    e.ChipsFilled: lambda x: x.cents,
    e.ChipsCredited: lambda x: -x.cents,
    e.RoundSettled: lambda x: _of_lines(x.lines),
    e.RoundReversed: lambda x: -_of_lines(x.lines),
    e.VigorishCollected: lambda x: sum(line.cents for line in x.lines),
    e.VigorishHandedBack: lambda x: -sum(line.cents for line in x.lines),
    award_events.AwardHandedOver: lambda x: -x.cents,
    award_events.AwardNotHandedOver: lambda x: x.cents,
}
"""Cents that each kind of event put into the tray."""

IN_THE_TRAY: Final[Mapping[str, int]] = {
    "opener": 1,
    "closer": 0,
    "hand_result": 1,
    "vig_assessed": 0,
    "vig_collected": 1,
    "vig_documented": 0,
    "vig_uncollected": 0,
    "fills": 1,
    "credits": -1,
    "buy_ins": -1,
    "drop": 0,
}
"""Whether a figure of the books adds to what the tray should hold, or takes from it."""


def into_tray(event: Event) -> int:
    """Cents that an event put into its table's tray, below zero where it took them out."""
    moves = MOVES.get(type(event))
    return moves(event) if moves else 0


def moved_at(event: Event) -> int:
    """When the chips moved that an event tells of, microseconds UTC; 0 where nobody knows, of what is corrected.

    A round that is reversed, or a payment that is recorded otherwise, never was, and what is corrected was otherwise:
    that holds from its own moment on.
    """
    match event:
        case e.RoundReversed():
            return event.settled_at
        case award_events.AwardNotHandedOver():
            return event.handed_at
        case e.CorrectionPosted():
            return event.moved_at
        case _:
            return event.at


def moved_between(event: Event, since: int, until: int | None = None) -> int:
    """Cents that by an event were put into the tray between two moments, both included. until: None for ever since."""
    at = moved_at(event)
    if at < since or (until is not None and at > until):
        return 0
    if isinstance(event, e.CorrectionPosted):
        return IN_THE_TRAY[event.figure] * event.cents
    return into_tray(event)


def first_moved(events: Iterable[Event]) -> int | None:
    """The first moment at which chips moved of which events tell; None where none did."""
    return min(
        (at for event in events if moved_between(event, 1) for at in [moved_at(event)]),
        default=None,
    )


def from_seats(event: Event) -> int:
    """Cents in chips that players put into their table's tray by an event, whatever they were handed by it."""
    match event:
        case e.RoundSettled():
            return sum(max(0, _of_line(line)) for line in event.lines)
        case e.RoundReversed():
            return sum(max(0, -_of_line(line)) for line in event.lines)
        case e.VigorishCollected():
            return into_tray(event)
        case _:
            return 0
