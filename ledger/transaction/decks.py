"""What the acts of cards before play must not come before: they are received, shuffled and cut, and then in a shoe."""

from collections.abc import Iterable

from ledger.events import shoe as shoe_events
from ledger.table import shoe_acts
from ledger.table.cards import batches_due
from ledger.transaction.facts import Fact, Known
from ledger.transaction.standing import Standing
from ledger.values.calendar import to_micros


def received(
    standing: Standing, act: shoe_acts.ShuffleCards | shoe_acts.StoreCards
) -> Iterable[Known]:
    """That the batch came, or went into the shuffler; and that cards were spread, which are shuffled after."""
    table = standing.table(act.table)
    due = batches_due(table) if table is not None else []
    batch = act.batch or next(iter(due), "")
    return [
        Known(event.known_at, Fact.CARDS)
        for event in standing.happened_since(act.table, to_micros(act.at))
        if isinstance(event, shoe_events.CardsSpread)
        or (
            isinstance(event, shoe_events.DecksReceived | shoe_events.CardsStored)
            and event.batch == batch
        )
    ]


def cut(standing: Standing, act: shoe_acts.Recut | shoe_acts.Shoe) -> Iterable[Known]:
    """That the cards were cut, and cut again; nothing where nobody recorded it."""
    table = standing.table(act.table)
    if table is None or (table.stack is None and isinstance(act, shoe_acts.Shoe)):
        return ()
    return [
        Known(event.known_at, Fact.CARDS)
        for event in standing.happened_since(act.table, to_micros(act.at))
        if isinstance(event, shoe_events.CardsShuffled | shoe_events.ShoeRecut)
    ]
