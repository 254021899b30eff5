"""What may be so and may be a slip of the hand: who types it is asked whether it is meant (A4).

A feed is not asked, and neither is a program.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from ledger.events import table as e
from ledger.events.act import Act
from ledger.events.base import Event, Recorded
from ledger.events.limits import beyond, name_of
from ledger.table import acts as table_acts
from ledger.table.state import stream
from ledger.transaction.unit import UnitOfWork
from ledger.values.errors import Doubtful
from ledger.values.money import dollars
from ledger.values.people import same_person

A_MOMENT: Final = 10_000_000
"""Microseconds: what is entered alike within them may be one thing entered twice."""


def verify_meant(
    unit: UnitOfWork,
    acts: Sequence[Act],
    recorded: Sequence[Recorded],
    meant: Callable[[Doubtful], bool],
) -> None:
    """Ask of acts that came to these events, before they are saved. Raises Doubtful for what is not meant."""
    for doubt in _doubts(unit, acts, recorded):
        if not meant(doubt):
            raise doubt


def _doubts(
    unit: UnitOfWork, acts: Sequence[Act], recorded: Sequence[Recorded]
) -> Iterator[Doubtful]:
    yield from _beyond(unit, recorded)
    for act in acts:
        if isinstance(act, table_acts.PlaceWager | table_acts.BuyIn):
            yield from _twice(unit, act, recorded)


def _beyond(unit: UnitOfWork, recorded: Sequence[Recorded]) -> Iterator[Doubtful]:
    """Amounts that the property looks at twice, by its settings in force."""
    settings = unit.loader.property_now().settings
    for each in recorded:
        code = each.originator_id.removeprefix(stream(""))
        table = unit.standing.tables.now.get(code)
        for found in beyond(each.event, settings, table.rules if table else ""):
            of, limit = name_of(found.setting), dollars(found.limit_cents)
            yield Doubtful(
                "beyond_limit",
                f"{found.what[:1].upper()}{found.what[1:]}: {dollars(found.cents)} is beyond the {of} of {limit}.",
                "Where it is meant, say --yes; pit property show tells the limits.",
                setting=found.setting,
                cents=found.cents,
                limit_cents=found.limit_cents,
            )


def _twice(
    unit: UnitOfWork, act: table_acts.PlaceWager | table_acts.BuyIn, recorded: Sequence[Recorded]
) -> Iterator[Doubtful]:
    """A wager or buy-in like another of the same seat, by the same author, a moment before or after it.

    A wager is asked about while the other one lies there in the same round: whoever withdrew it types it again.
    """
    events = [each.event for each in recorded if each.originator_id == stream(act.table)]
    entered = next(event for event in reversed(events) if isinstance(event, _KINDS))
    since = list(unit.standing.happened_since(act.table, entered.at - A_MOMENT))
    alike = (
        event
        for event in since
        if event.at <= entered.at + A_MOMENT
        and _alike(event, entered)
        and all(event is not each for each in events)
    )
    if next(alike, None) is not None and not any(_withdraws(event, entered) for event in since):
        yield _entered_twice(act)


_KINDS: Final = (e.WagersPlaced, e.BoughtIn)


def _alike(one: Event, other: Event) -> bool:
    if one.source or not same_person(one.by, other.by):
        return False
    match one, other:
        case e.WagersPlaced(), e.WagersPlaced():
            return one.round == other.round and other.wagers[0] in one.wagers
        case e.BoughtIn(), e.BoughtIn():
            return (one.seat, one.cents) == (other.seat, other.cents)
        case _:
            return False


def _withdraws(event: Event, entered: Event) -> bool:
    return (
        isinstance(event, e.WagerWithdrawn)
        and isinstance(entered, e.WagersPlaced)
        and event.round == entered.round
        and (event.seat, event.bet) == (entered.wagers[0].seat, entered.wagers[0].bet)
    )


def _entered_twice(act: table_acts.PlaceWager | table_acts.BuyIn) -> Doubtful:
    bet = act.bet if isinstance(act, table_acts.PlaceWager) else ""
    what = f"{dollars(act.cents)} on {bet.replace('_', ' ').title()}" if bet else dollars(act.cents)
    return Doubtful(
        "entered_twice",
        f"Seat {act.seat}: {what} was entered already, within ten seconds of this.",
        "Where it is meant a second time, say --yes.",
        table=act.table,
        seat=act.seat,
        cents=act.cents,
        **({"bet": bet} if bet else {}),
    )
