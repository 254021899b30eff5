"""What an event put into the tray: the one place that knows which events move chips."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from ledger.events import table as e
from ledger.events.base import Event

_MOVES: Final[Mapping[type[Event], Callable[[Any], int]]] = {
    e.BoughtIn: lambda x: -x.cents,
    e.ChipsFilled: lambda x: x.cents,
    e.ChipsCredited: lambda x: -x.cents,
    # A coupon is no chip; what it wins is paid in chips.
    e.RoundSettled: lambda x: sum(
        (0 if line.tender == "coupon" else line.cents) - line.returned for line in x.lines
    ),
    e.VigorishCollected: lambda x: sum(line.cents for line in x.lines),
    e.AwardHandedOver: lambda x: -x.cents,
}


def into_tray(event: Event) -> int:
    """Cents that an event put into its table's tray, below zero where it took them out."""
    moves = _MOVES.get(type(event))
    return moves(event) if moves else 0
