"""When the events of each span of the log happened and were recorded: which spans a moment needs, and up to where all
counts.
"""

from bisect import bisect
from collections.abc import Iterator
from operator import attrgetter
from typing import Any, Final

import msgspec

from ledger.events.table import ActUndone
from ledger.events.topics import TOPICS
from ledger.events.undoing import happened_at
from projections.engine import milestones
from projections.engine.facts import Facts
from projections.engine.model import Fact, Model, Projection, Rows


class InstantsRow(msgspec.Struct, gc=False):
    """A span of the log, from one number of milestones to the next: the first and the last instant, microseconds UTC,
    at which an event in it happened, and was recorded. span: the number before it, in twelve digits.
    """

    span: str
    first_happened: int = 0
    last_happened: int = 0
    first_recorded: int = 0
    last_recorded: int = 0


INSTANTS: Final = Model("instants", InstantsRow, key=1, past=False)


_POSITION: Final = attrgetter("position")


def _span(position: int) -> int:
    """The span in which an event lies."""
    return (position - 1) // milestones.UNIT


def _outermost(_: Rows, facts: Facts, __: object) -> Iterator[Fact[Any]]:
    """Of each span the first and the last, of either instant."""
    in_order, happened = facts.in_order, facts.at
    if facts.kinds[ActUndone]:
        happened = [happened_at(fact.event) for fact in in_order]
    start = 0
    while start < len(in_order):
        after = milestones.UNIT * (_span(in_order[start].position) + 1)
        end = bisect(in_order, after, lo=start, key=_POSITION)
        for instants in (happened[start:end], facts.recorded_at[start:end]):
            yield in_order[start + instants.index(min(instants))]
            yield in_order[start + instants.index(max(instants))]
        start = end


PROJECTION: Final = Projection("instants", (INSTANTS,), sift=_outermost)


def _widen(rows: Rows, fact: Fact[Any]) -> None:
    row = rows.at(INSTANTS, f"{_span(fact.position):012d}")
    happened, recorded = happened_at(fact.event), fact.event.recorded_at
    if not row.last_recorded:
        row.first_happened = row.last_happened = happened
        row.first_recorded = row.last_recorded = recorded
        return
    if happened > row.last_happened:
        row.last_happened = happened
    elif happened < row.first_happened:
        row.first_happened = happened
    if recorded > row.last_recorded:
        row.last_recorded = recorded
    elif recorded < row.first_recorded:
        row.first_recorded = recorded


for _kind in TOPICS.values():
    PROJECTION.on(_kind)(_widen)
