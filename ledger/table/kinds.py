"""Kinds of event of a table by what they say of its time, and what they change in its state."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from ledger.events import slip as slip_events
from ledger.events import table as e
from ledger.events.award import AwardNotHandedOver
from ledger.events.base import Event
from ledger.events.shoe import CardsHanded
from ledger.events.tray import MOVES

ELSEWHERE: Final = frozenset(
    {
        e.VigorishUncollected,
        e.VigorishRestored,
        e.RoundReversed,
        AwardNotHandedOver,
        e.CorrectionPosted,
        e.DisputeRaised,
        e.DisputeDecided,
        e.ActUndone,
        slip_events.ChipsRequested,
        slip_events.SlipPrepared,
        slip_events.SlipVoided,
    }
)
"""What is said of a table and does not happen at it."""

OF_ROUNDS: Final = frozenset(
    {
        e.WagersPlaced,
        e.WagerWithdrawn,
        e.NoMoreBets,
        e.CardsDealt,
        CardsHanded,
        e.HouseMoneyPressed,
        e.ThirdCardDealt,
        e.RoundSettled,
        e.RoundVoided,
        e.IrregularCard,
        e.RoundSimulated,
    }
)
"""The steps of rounds, which follow one another."""


Change = tuple[Callable[[Any], int] | None, bool, bool, Callable[[Any, Any], None] | None]
"""What an event of a kind changes: what tells the cents that it put into the tray, whether it is said elsewhere,
whether it is a step of a round, and what takes in its own facts.
"""


class Changes(dict[type[Event], Change]):
    """By kind, looked up once for each: a log has millions of events and a few dozen kinds."""

    def __init__(self, handlers: Mapping[type[Event], Callable[[Any, Any], None]]) -> None:
        super().__init__()
        self._handlers = handlers

    def __missing__(self, kind: type[Event]) -> Change:
        times = kind in ELSEWHERE, kind in OF_ROUNDS
        change = self[kind] = MOVES.get(kind), *times, self._handlers.get(kind)
        return change
