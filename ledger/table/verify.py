"""How many cards an event of a table says are left, held against what left the shoe before it (T5, T8)."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from ledger.baccarat.irregularities import Remedy, further_cards
from ledger.events import shoe as shoe_events
from ledger.events import table as e
from ledger.events.base import Event
from ledger.table.shoe_state import (
    CARDS_A_DECK,
    ROUNDS_AFTER_CUT_CARD,
    burned_with,
    in_dealing_order,
)
from ledger.table.state import Table
from ledger.values.errors import IntegrityFailure


def verify(table: Table, event: Event) -> None:
    """Hold an event, not yet folded into its table, against the cards that the shoe holds.

    Raises IntegrityFailure where it says that others are left, or were burned.
    """
    counted = _COUNTED.get(type(event))
    if counted is None:
        return
    stated, due = counted(table, event)
    if due is not None and stated != due:
        raise IntegrityFailure(
            "cards_differ",
            f"An event of {table.code} counts {_said(stated)} of the shoe's cards, which come to {_said(due)}.",
            "Restore the store from a copy, or compare it with one.",
            table=table.code,
            stated=_said(stated),
            due=_said(due),
        )


Count = tuple[int, ...]


def _said(count: Count) -> str:
    return " and ".join(map(str, count))


def _started(_: Table, event: shoe_events.ShoeStarted) -> tuple[Count, Count]:
    burned = burned_with(event.burn)
    return (event.burned, event.left), (burned, event.decks * CARDS_A_DECK - burned)


def _recut(table: Table, event: shoe_events.ShoeRecut) -> tuple[Count, Count | None]:
    if not event.shoe or table.shoe is None:
        return (), None
    burned = burned_with(event.burn)
    return (event.burned, event.left), (burned, table.shoe.decks * CARDS_A_DECK - burned)


def _out(table: Table) -> bool:
    """Whether the round's cards had left the shoe before, for a reversed one."""
    return table.round is not None and table.round.cards_out


def _dealt(table: Table, event: e.CardsDealt) -> tuple[Count, Count | None]:
    if table.shoe is None or _out(table):
        return (), None
    order = in_dealing_order(event.player, event.banker)
    return (event.left,), (table.shoe.left - max(len(order) - len(table.shoe.carried), 0),)


def _third(table: Table, event: e.ThirdCardDealt) -> tuple[Count, Count | None]:
    if table.shoe is None or _out(table):
        return (), None
    return (event.left,), (table.shoe.left - 1,)


def _irregular(table: Table, event: e.IrregularCard) -> tuple[Count, Count | None]:
    if table.shoe is None:
        return (), None
    further = min(further_cards(Remedy(event.remedy), event.card), table.shoe.left - 1)
    return (event.burned, event.left), (further, table.shoe.left - 1 - further)


def _simulated(table: Table, event: e.RoundSimulated) -> tuple[Count, Count | None]:
    if table.shoe is None:
        return (), None
    order = in_dealing_order(event.player, event.banker)
    return (event.left,), (table.shoe.left - len(order) + 1,)


def _cut_card(_: Table, event: shoe_events.CutCardSeen) -> tuple[Count, Count]:
    return (event.rounds_left,), (ROUNDS_AFTER_CUT_CARD,)


_COUNTED: Final[Mapping[type[Event], Callable[[Table, Any], tuple[Count, Count | None]]]] = {
    shoe_events.ShoeStarted: _started,
    shoe_events.ShoeRecut: _recut,
    e.CardsDealt: _dealt,
    e.ThirdCardDealt: _third,
    e.IrregularCard: _irregular,
    e.RoundSimulated: _simulated,
    shoe_events.CutCardSeen: _cut_card,
}
