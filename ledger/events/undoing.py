"""What can be taken back of a table's stream, how far, and what is left of it then.

Nothing is deleted: `ActUndone` names versions of its own stream, and whoever folds that passes over them. Writer and
readers go by the same rules, for a read model keeps what it needs to go back only as far as an undo may reach.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from ledger.events import award as award_events
from ledger.events import shoe as shoe_events
from ledger.events import slip as slip_events
from ledger.events import table as e
from ledger.events.base import Event, Recorded, TableEvent

PLAIN: Final[frozenset[type[Event]]] = frozenset(
    {
        shoe_events.ShoeStarted,
        shoe_events.CardsShuffled,
        shoe_events.CardsStored,
        shoe_events.CardsHanded,
        shoe_events.CardsSpread,
        shoe_events.CuratorChosen,
        shoe_events.CutCardSeen,
        shoe_events.ShoeEnded,
        e.SeatTaken,
        e.SeatLeft,
        e.BoughtIn,
        e.WagersPlaced,
        e.WagerWithdrawn,
        e.NoMoreBets,
        e.CardsDealt,
        e.ThirdCardDealt,
        e.IrregularCard,
        e.RoundSimulated,
        e.HouseMoneyPressed,
        e.RoundSettled,
        e.VigorishMarked,
        e.VigorishCollected,
        e.VigorishHandedBack,
        award_events.AwardHandedOver,
        award_events.AwardNotHandedOver,
    }
)
"""What an operator enters alone: it can be taken back, and so can what came before it."""

SIGNED: Final[frozenset[type[Event]]] = frozenset(
    {
        e.TableCommissioned,
        e.TableOpened,
        e.TableClosed,
        shoe_events.DecksReceived,
        shoe_events.ShoeRecut,
        e.ChipsFilled,
        e.ChipsCredited,
        e.VigorishUncollected,
    }
)
"""What bears signatures: it can be taken back while it is the last, but nothing that came before it."""

POSTED: Final[frozenset[type[Event]]] = frozenset(
    {
        e.CorrectionPosted,
        e.DisputeRaised,
        e.DisputeDecided,
        slip_events.ChipsRequested,
        slip_events.SlipPrepared,
        slip_events.SlipVoided,
    }
)
"""What is put to a table's books by whomever, of any round or day, or said of it at the cage: an undo passes it over,
where it is of nothing that is taken back."""

REACH: Final = 200
"""Events of a table, from its last one back, that an undo may reach."""

OF_PLAY: Final[frozenset[type[Event]]] = frozenset(
    {
        e.WagersPlaced,
        e.WagerWithdrawn,
        e.NoMoreBets,
        e.CardsDealt,
        shoe_events.CardsHanded,
        e.ThirdCardDealt,
        e.HouseMoneyPressed,
        e.RoundSettled,
        e.RoundVoided,
        e.VigorishMarked,
    }
)
"""What names the round that is being played: an undo goes back into no round before the last one begun."""


def is_barrier(event: Event) -> bool:
    """Whether every undo stops at an event: what came before it stays, unless it is of the same act.

    A count of the tray is none: what happened after it can be taken back, though it was entered before.
    """
    return (
        type(event) not in PLAIN and not isinstance(event, e.ActUndone) and not may_be_passed(event)
    )


def may_be_passed(event: Event) -> bool:
    """Whether an undo may take back what came before an event and leave the event where it is."""
    return type(event) in POSTED or isinstance(event, e.TrayCounted)


def is_stated_again(event: Event) -> bool:
    """Whether an event is a count that an act had stated again: it goes with that act, whose time it does not bear."""
    return isinstance(event, e.TrayCounted) and event.again


def round_played(event: Event) -> str:
    """The round that an event of play belongs to; "" for any other event."""
    return event.round if type(event) in OF_PLAY else ""  # type: ignore[attr-defined]  # all of them have it


def rounds_of(event: Event) -> list[str]:
    """The rounds that an event is of, be it line by line; none where it is of no round."""
    named = getattr(event, "round", "")
    if named:
        return [named]
    if isinstance(event, e.VigorishCollected | e.VigorishUncollected | e.VigorishHandedBack):
        return sorted({line.round for line in event.lines})
    return []


def entry_of(version: int, event: Event) -> tuple[str | int, ...]:
    """What the events of one entry share and those of two do not: where its first one stands in the stream.

    Older stores do not tell it: there the events of an act share who said it and when.
    """
    if isinstance(event, TableEvent) and event.nth:
        return (version - event.nth + 1,)
    return event.by, event.at, event.recorded_at, event.source, event.seq


def happened_at(event: Event) -> int:
    """Since when an event counts: what was taken back counts at no moment at all, so that is since it happened."""
    return event.happened_at if isinstance(event, e.ActUndone) else event.at


def undone_versions(history: Iterable[Recorded]) -> set[int]:
    """The versions that a stream's events take back."""
    return {
        version
        for recorded in history
        if isinstance(recorded.event, e.ActUndone)
        for version in range(recorded.event.first, recorded.event.last + 1)
    }


def in_effect(history: Iterable[Recorded]) -> Iterator[Recorded]:
    """A stream's history with nothing in the place of what was taken back: a fold counts it and changes nothing."""
    together = list(history)
    undone = undone_versions(together)
    for recorded in together:
        if recorded.originator_version in undone:
            yield Recorded(recorded.originator_id, recorded.originator_version, None)
        else:
            yield recorded
