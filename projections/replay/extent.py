"""From where to where a table's stream has to be known, without a gap, so that nothing of a round's play is missing.

Who proves a round gives these events; who checks the proof holds what was given against the same rule.
"""

from collections.abc import Iterable, Sequence
from itertools import takewhile
from typing import Final

import msgspec
import sqlalchemy as sa

from ledger.events import table as e
from ledger.events.base import Event, Recorded
from ledger.events.shoe import ShoeStarted
from ledger.events.undoing import is_barrier, round_played
from projections.engine.streams import Placed, between, of_round
from projections.replay.find import backwards, undone_from
from projections.replay.story import concerns

_ENDS: Final = (e.RoundSettled, e.RoundVoided)


class Extent(msgspec.Struct, frozen=True):
    """Events of a table's stream, one after the other. first, last: their versions.

    begins: nothing of the round's play can be before them. over: it is settled or void by them.
    ends: nothing of its play can be after them, and none of it can be taken back any more.
    """

    first: int
    last: int
    begins: bool
    over: bool
    ends: bool

    @property
    def tells(self) -> bool:
        """Whether it shows how the round was played, from its first wager to its end."""
        return self.begins and (self.over or self.ends)


def extent(given: Iterable[Recorded], round_id: str) -> Extent:
    """What is known of a round by events of its table's stream, in order, of which some may be missing.

    Raises LookupError where none is of its play.
    """
    events = sorted(given, key=lambda each: each.originator_version)
    own = [n for n, each in enumerate(events) if round_played(each.event) == round_id]
    if not own:
        raise LookupError(round_id)
    before = [*_unbroken(events[own[0] :: -1])][1:]
    after = [*_unbroken(events[own[0] :])]
    first, last = (before or after[:1])[-1].originator_version, after[-1].originator_version
    begins = first == 1 or any(_another_hand(each.event, round_id) for each in before)
    over, ends = _end(after, round_id)
    ends = ends and events[own[-1]].originator_version <= last
    # What is not known to its end is known to the last that is known of the table at all.
    over = over and (ends or events[-1].originator_version == last)
    return Extent(first, last, begins, over, ends)


def around(connection: sa.Connection, round_id: str, first: int) -> list[Placed]:
    """The stretch of a table's stream that tells a round from end to end, as far as there is one.

    first: the version of the round's first event.
    """
    stream = of_round(round_id)
    before: list[Placed] = []
    for placed in backwards(connection, stream, first - 1):
        before.insert(0, placed)
        version = placed[1].originator_version
        counts = version not in undone_from(connection, stream, version)
        if counts and _another_hand(placed[1].event, round_id):
            break
    after: list[Placed] = []
    for placed in between(connection, stream, first):
        after.append(placed)
        event = placed[1].event
        may_end = round_played(event) not in {"", round_id} or is_barrier(event)
        if may_end and _end([each for _, each in after], round_id)[1]:
            break
    return [*before, *after]


def _unbroken(events: Sequence[Recorded]) -> Iterable[Recorded]:
    """Events up to the first gap between their versions, one way or the other."""
    start = events[0].originator_version
    return (
        each
        for _, each in takewhile(
            lambda numbered: abs(numbered[1].originator_version - start) == numbered[0],
            enumerate(events),
        )
    )


def _another_hand(event: Event, round_id: str) -> bool:
    """Whether a hand was dealt, or a shoe began, before the round: neither is between its own wagers."""
    return isinstance(event, e.CardsDealt | ShoeStarted) and not concerns(event, round_id)


def _end(events: Iterable[Recorded], round_id: str) -> tuple[bool, bool]:
    """Whether a round is over by these events, and whether they show that no more of it can come.

    The next round's first event of play does, and after its end whatever an undo stops at.
    """
    over = 0
    for each in events:
        event, version = each.event, each.originator_version
        if round_played(event) not in {"", round_id}:
            return bool(over), True
        if isinstance(event, e.ActUndone) and event.first <= over <= event.last:
            over = 0
        elif isinstance(event, _ENDS) and event.round == round_id:
            over = version
        if over and is_barrier(event):
            return True, True
    return bool(over), False
