"""What a round did to progressive meters, in the dealer's order and told once: its wagers go in as bets close, an award
is won with its wager and handed over after (P1 to P4, U1).

In the log a link's events stand behind all of the act that caused them, and a payment out of the tray is in the table's
stream too, for its books.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from ledger.events import award as award_events
from ledger.events import link as link_events
from ledger.events import table as e
from ledger.events.base import Event
from projections.engine.streams import Placed

_SAME: Final[Mapping[type[Event], type[Event]]] = {
    award_events.AwardHandedOver: link_events.AwardPaid,
    award_events.AwardNotHandedOver: link_events.AwardOwed,
}
"""What a table's event says that the link's says too."""


def told_once(events: Sequence[Placed]) -> list[Placed]:
    """A round's events in the order of the log, without those of its table that say of an award what the link's say;
    what its wagers put in stands with the bets' closing.
    """
    found: list[Placed] = []
    closed = 0
    for placed in events:
        event = placed[1].event
        if _said_by_the_link(event, events):
            continue
        if isinstance(event, link_events.ContributionsTaken):
            found.insert(closed, placed)
        else:
            found.append(placed)
        if isinstance(event, e.NoMoreBets):
            closed = len(found)
    return found


def _said_by_the_link(event: Any, events: Iterable[Placed]) -> bool:
    of_link = _SAME.get(type(event))
    said: Iterator[Any] = (x.event for _, x in events if type(x.event) is of_link)
    return any((each.seat, each.meter) == (event.seat, event.meter) for each in said)


def undone(events: Iterable[Placed]) -> set[int]:
    """The positions of what a link's later events say never was: an award of a settlement that was taken back, and what
    went in as bets closed that are open again.
    """
    found: set[int] = set()
    standing: dict[tuple[object, ...], list[int]] = {}
    for position, recorded in events:
        event: Any = recorded.event
        match event:
            case link_events.ContributionsTaken():
                standing.setdefault((), []).append(position)
            case link_events.ContributionsReturned(undone=True):
                found |= {*standing.pop((), ())}
            case link_events.AwardWon() | link_events.AwardPaid():
                standing.setdefault((event.seat, event.meter), []).append(position)
            case link_events.AwardUndone():
                found |= {*standing.pop((event.seat, event.meter), ())}
            case _:
                pass
    return found


def with_settlement(events: Sequence[Placed], settled: Placed) -> dict[int, list[Placed]]:
    """By seat, what a settlement won of meters, and what was handed over of that in the same act."""
    won: dict[int, list[Placed]] = {}
    acts = [x for x in events if x[0] > settled[0]]
    for n, placed in enumerate(acts):
        event = placed[1].event
        if isinstance(event, e.RoundSettled):
            break
        if not isinstance(event, link_events.AwardWon) or _is_of_the_controller(event):
            continue
        paid = (
            each
            for each in acts[n + 1 :]
            if isinstance(each[1].event, link_events.AwardPaid)
            and each[1].originator_version == placed[1].originator_version + 1
            and each[1].event.recorded_at == event.recorded_at
        )
        won.setdefault(event.seat, []).extend((placed, *paid))
    return won


def _is_of_the_controller(award: link_events.AwardWon) -> bool:
    """Whether a controller named its winner, when the round was over (ma-big 13(j))."""
    return award.level == link_events.MUST_HIT
