"""What an event of a table says that follows from those before it: cards left and burned (T5, T8), the batch, the shoe
and who dealt before, what nobody recorded (T2, W2), vigorish that was owed, or is owed back (V3, V4).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from ledger.baccarat.irregularities import Remedy, further_cards
from ledger.baccarat.vigorish import Collection
from ledger.baccarat.wagers import Tender
from ledger.events import shoe as shoe_events
from ledger.events import table as e
from ledger.events.base import Event
from ledger.table import cards, shoe
from ledger.table.curator import BANKER_LOST, BY_CHOICE
from ledger.table.shoe_state import (
    CARDS_A_DECK,
    ROUNDS_AFTER_CUT_CARD,
    burned_with,
    in_dealing_order,
)
from ledger.table.state import Table
from ledger.table.wagers import is_unconfirmed
from ledger.values.errors import IntegrityFailure
from ledger.values.rounds import instead_of

Stated = tuple[str, object, object]
"""What is stated, as what, and as what it is due."""

NOBODY: Final = -1
MOST_CARDS: Final = 6
"""A round takes no more."""


def verify(table: Table, event: Event, bought: Sequence[e.BoughtIn] = ()) -> None:
    """Hold an event, not yet folded into its table, against what came before it. bought: the buy-ins right before it.

    Raises IntegrityFailure where it says something else than follows from that.
    """
    for what, stated, due in _stated(table, event, bought):
        if stated != due:
            raise IntegrityFailure(
                "event_differs",
                f"An event of {table.code} says {what} {stated}; what came before it makes it {due}.",
                "Restore the store from a copy, or compare it with one.",
                table=table.code,
                stated=str(stated),
                due=str(due),
            )


def _stated(table: Table, event: Event, bought: Sequence[e.BoughtIn]) -> Iterable[Stated]:
    if isinstance(event, e.WagersPlaced):
        return _placed(table, event, bought) if bought else ()
    follows = _FOLLOWS.get(type(event))
    return follows(table, event) if follows else ()


def _burned(burn: str, decks: int, event: Any) -> Iterator[Stated]:
    burned = burned_with(burn)
    yield "cards burned:", event.burned, burned
    yield "cards left:", event.left, decks * CARDS_A_DECK - burned


def _started(table: Table, event: shoe_events.ShoeStarted) -> Iterator[Stated]:
    yield from _burned(event.burn, event.decks, event)
    if table.batches and table.stack is not None:
        yield "batch", event.batch, table.stack.batch
    yield "lacking before play:", event.lacking, shoe.lacking(table)


def _recut(table: Table, event: shoe_events.ShoeRecut) -> Iterator[Stated]:
    if event.shoe and table.shoe is not None:
        yield from _burned(event.burn, table.shoe.decks, event)


def _shuffled(table: Table, event: shoe_events.CardsShuffled) -> Iterator[Stated]:
    by_hand = event.method == "hand"
    yield "shuffled by", event.procedure, table.submission.shuffle if by_hand else ""
    yield "lacking of the shuffle:", event.lacking, cards.lacking(table, event.batch, event)


def _curator(table: Table, event: shoe_events.CuratorChosen) -> Iterator[Stated]:
    yield "curator before:", event.previous, NOBODY if table.curator is None else table.curator
    if table.must_pass and not table.again and event.reason == BY_CHOICE:
        yield "the shoe was passed", event.reason, BANKER_LOST


def _placed(table: Table, event: e.WagersPlaced, bought: Sequence[e.BoughtIn]) -> Iterator[Stated]:
    """Each wager with cash stands right behind its buy-in, in the order of both."""
    cash = [line for line in event.wagers if line.tender == Tender.CASH]
    for line, stated in zip(reversed(cash), reversed(bought), strict=False):
        due = is_unconfirmed(table.submission, stated.confirmed_by, stated.supervisor)
        yield f"unconfirmed cash of seat {line.seat}:", stated.unconfirmed, due


def _closed(table: Table, event: e.NoMoreBets) -> Iterator[Stated]:
    if table.shoe is not None and not instead_of(event.round):
        yield "shoe", event.shoe, table.shoe.shoe


def _out(table: Table) -> bool:
    """Whether the round's cards had left the shoe before, for a reversed one."""
    return table.round is not None and table.round.cards_out


def _ended(table: Table, event: shoe_events.ShoeEnded) -> Iterator[Stated]:
    """By a section only where it held too few cards for a round; a continuous shuffler has its cards back by now."""
    if table.shoe is not None and not table.shoe.continuous and table.shoe.left >= MOST_CARDS:
        yield "the shoe ended by", event.rule, ""


def _dealt(table: Table, event: e.CardsDealt) -> Iterator[Stated]:
    if table.shoe is not None and not _out(table):
        order = in_dealing_order(event.player, event.banker)
        left = table.shoe.left - max(len(order) - len(table.shoe.carried), 0)
        yield "cards left:", event.left, left


def _third(table: Table, event: e.ThirdCardDealt) -> Iterator[Stated]:
    if table.shoe is not None and not _out(table):
        yield "cards left:", event.left, table.shoe.left - 1


def _irregular(table: Table, event: e.IrregularCard) -> Iterator[Stated]:
    if table.shoe is not None:
        further = min(further_cards(Remedy(event.remedy), event.card), table.shoe.left - 1)
        yield "cards burned:", event.burned, further
        yield "cards left:", event.left, table.shoe.left - 1 - further


def _simulated(table: Table, event: e.RoundSimulated) -> Iterator[Stated]:
    if table.shoe is not None:
        order = in_dealing_order(event.player, event.banker)
        yield "cards left:", event.left, table.shoe.left - len(order) + 1


def _cut_card(_: Table, event: shoe_events.CutCardSeen) -> Iterator[Stated]:
    yield "rounds left:", event.rounds_left, ROUNDS_AFTER_CUT_CARD


def _settles(
    table: Table, event: e.VigorishCollected | e.VigorishDocumented | e.VigorishUncollected
) -> Iterator[Stated]:
    """No more than a seat owes of the round; what is taken with the payout was never marked."""
    plan = table.submission.vigorish
    at_payout = plan is not None and plan.collect is Collection.AT_PAYOUT
    for line in event.lines:
        owed = _owed(table, line.seat, line.round)
        if owed or not at_payout:
            what = f"vigorish of seat {line.seat} in {line.round}, in cents:"
            yield what, line.cents, min(line.cents, owed)


def _reversed(table: Table, event: e.RoundReversed) -> Iterator[Stated]:
    stated = {mark.seat: mark.cents for mark in event.marks}
    for seat in sorted({*table.marks, *stated}):
        what = f"vigorish that seat {seat} owed of {event.round}, in cents:"
        yield what, stated.get(seat, 0), _owed(table, seat, event.round)


def _handed_back(table: Table, event: e.VigorishHandedBack) -> Iterator[Stated]:
    for line in event.lines:
        owed = [x.cents for x in table.owed_back.get(line.seat, ()) if x.round == line.round]
        what = f"vigorish handed back to seat {line.seat} of {line.round}, in cents:"
        yield what, line.cents, min(line.cents, sum(owed))


def _owed(table: Table, seat: int, round_id: str) -> int:
    return sum(mark.cents for mark in table.marks.get(seat, ()) if mark.round == round_id)


_FOLLOWS: Final[Mapping[type[Event], Callable[[Table, Any], Iterator[Stated]]]] = {
    shoe_events.ShoeStarted: _started,
    shoe_events.ShoeRecut: _recut,
    shoe_events.CardsShuffled: _shuffled,
    shoe_events.CuratorChosen: _curator,
    shoe_events.CutCardSeen: _cut_card,
    shoe_events.ShoeEnded: _ended,
    e.NoMoreBets: _closed,
    e.CardsDealt: _dealt,
    e.ThirdCardDealt: _third,
    e.IrregularCard: _irregular,
    e.RoundSimulated: _simulated,
    e.VigorishCollected: _settles,
    e.VigorishDocumented: _settles,
    e.VigorishUncollected: _settles,
    e.RoundReversed: _reversed,
    e.VigorishHandedBack: _handed_back,
}

HELD: Final = frozenset(_FOLLOWS)
"""The kinds of which something follows from what came before, without the buy-ins right before them."""
