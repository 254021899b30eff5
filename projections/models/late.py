"""What was entered late: recorded longer after it happened than the property allows (decision 27).

A row a person and kind of event at a table, and one a source that was fed late, however much it sent: a history that is
entered years later does not hide what else there is to look at.
"""

from collections.abc import Iterable
from itertools import compress
from operator import sub
from typing import Any, Final

import msgspec

from ledger.events import link as link_events
from ledger.events.base import Event
from ledger.events.property import PropertySettingsChanged, Settings
from ledger.events.topics import TOPICS
from projections.engine.facts import Facts
from projections.engine.model import Fact, Model, Projection, Rows, journal_of

MINUTE: Final = 60_000_000

FOLLOWING: Final[frozenset[type[Event]]] = frozenset(
    {
        link_events.TableLinked,
        link_events.TableUnlinked,
        link_events.BalanceReceived,
        link_events.BalanceCarried,
        link_events.ContributionsTaken,
        link_events.ContributionsReturned,
        link_events.AwardWon,
        link_events.AwardPaid,
        link_events.AwardRefused,
        link_events.AwardOwed,
        link_events.AwardUndone,
    }
)
"""What an act of a table means for its link; so do a pit's events, and a refused record was not taken."""


class LateAfterRow(msgspec.Struct, gc=False):
    """The property's setting in force."""

    property: str
    minutes: int = Settings().late_after_minutes


class LateRow(msgspec.Struct, gc=False):
    """What was entered late of a stream for a gaming day. source: of a feed, "" where it was typed; kind: of event, ""
    of a feed. most: microseconds from the event to its record, of the latest. first_at: when the first happened.
    """

    day: str
    stream: str
    source: str
    kind: str
    by: str
    entries: int = 0
    most: int = 0
    first_at: int = 0


LATE_AFTER: Final = Model("late_after", LateAfterRow, key=1)
LATE: Final = Model("late", LateRow, key=5)
JOURNAL: Final = journal_of("late")

_PROPERTY: Final = "property"


def _allowed(rows: Rows) -> int:
    """Microseconds from an event to its record that are not late."""
    row = rows.get(LATE_AFTER, _PROPERTY) or LateAfterRow(_PROPERTY)
    return row.minutes * MINUTE


def _late(rows: Rows, facts: Facts, _: object) -> Iterable[Fact[Any]]:
    """All where the setting changes among them."""
    if facts.kinds[PropertySettingsChanged]:
        return facts.in_order
    after = map(sub, facts.recorded_at, facts.at)
    return compress(facts.in_order, map(_allowed(rows).__lt__, after))


PROJECTION: Final = Projection("late", (LATE_AFTER, LATE, JOURNAL), JOURNAL, sift=_late)


@PROJECTION.on(PropertySettingsChanged)
def _changed(rows: Rows, fact: Fact[PropertySettingsChanged]) -> None:
    if fact.event.late_after_minutes is not None:
        rows.at(LATE_AFTER, _PROPERTY).minutes = fact.event.late_after_minutes


def _entered(kind: str) -> Any:
    def entered(rows: Rows, fact: Fact[Event]) -> None:
        event = fact.event
        # What came late is listed, not the count that it had stated again.
        if getattr(event, "again", False):
            return
        late = event.recorded_at - event.at
        if late <= _allowed(rows):
            return
        what = "" if event.source else kind
        row = rows.at(LATE, event.day, fact.stream, event.source, what, event.by)
        row.first_at = min(row.first_at, event.at) if row.entries else event.at
        row.entries += 1
        row.most = max(row.most, late)

    return entered


for _topic, _kind in TOPICS.items():
    _noun, _, _name = _topic.partition(".")
    if _noun not in {"pit", "feed"} and _kind not in FOLLOWING and _noun != "property":
        PROJECTION.on(_kind)(_entered(_name))
