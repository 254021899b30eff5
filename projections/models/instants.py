"""When the events of each span of the log happened and were recorded: which spans a moment needs, and up to where all
counts.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec

from ledger.events.topics import TOPICS
from ledger.events.undoing import happened_at
from projections.engine import milestones
from projections.engine.model import Fact, Model, Projection, Rows


class InstantsRow(msgspec.Struct, gc=False):
    """A span of the log, from one milestone to the next: the first and the last instant, microseconds UTC, at which an
    event in it happened, and was recorded. span: the number of the milestone, in twelve digits.
    """

    span: str
    first_happened: int = 0
    last_happened: int = 0
    first_recorded: int = 0
    last_recorded: int = 0


INSTANTS: Final = Model("instants", InstantsRow, key=1, past=False)


def _outermost(_: Rows, facts: Sequence[Fact[Any]]) -> Iterator[Fact[Any]]:
    """All of a batch are of one span."""
    happened = [happened_at(fact.event) for fact in facts]
    recorded = [fact.event.recorded_at for fact in facts]
    for instants in (happened, recorded):
        yield facts[instants.index(min(instants))]
        yield facts[instants.index(max(instants))]


PROJECTION: Final = Projection("instants", (INSTANTS,), sift=_outermost)


def _widen(rows: Rows, fact: Fact[Any]) -> None:
    row = rows.at(INSTANTS, f"{milestones.number(fact.position - 1):012d}")
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
