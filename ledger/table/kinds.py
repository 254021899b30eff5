"""Kinds of event of a table by what they say of its time."""

from typing import Final

from ledger.events import slip as slip_events
from ledger.events import table as e
from ledger.events.award import AwardNotHandedOver
from ledger.events.shoe import CardsHanded

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
