"""Where in a table's stream a gaming day lies: the stretches that hold all of its events, so that nobody reads years.

Nearly always it is one stretch; what is recorded days later begins another.
"""

from collections import defaultdict
from collections.abc import Iterator
from typing import Any, Final

import msgspec

from ledger.events.topics import TOPICS
from projections.engine.facts import Facts
from projections.engine.model import Fact, Model, Projection, Rows

NEAR: Final = 200
"""Events of other days that a stretch may hold: two days that are recorded by turns do not end in thousands of them."""


class TableDayRow(msgspec.Struct, gc=False):
    """A table's gaming day. first, last: versions of its last stretch. earlier: those before it, as
    `[[first, last], ...]`, in JSON.
    """

    day: str
    table: str
    first_version: int = 0
    last_version: int = 0
    earlier: str = "[]"

    @property
    def stretches(self) -> list[tuple[int, int]]:
        """Every stretch, from the first version to the last, in order."""
        earlier = msgspec.json.decode(self.earlier, type=list[tuple[int, int]])
        return [*earlier, (self.first_version, self.last_version)]


TABLE_DAYS: Final = Model("table_days", TableDayRow, key=2, past=False)


def _ends(_: Rows, facts: Facts, __: object) -> Iterator[Fact[Any]]:
    """Of events of a day that lie side by side in a stream the first and the last, and as many between as keep near."""
    days = defaultdict[tuple[str, str], list[Fact[Any]]](list)
    for fact in facts.in_order:
        days[fact.stream, fact.event.day].append(fact)
    for of_day in days.values():
        apart = of_day[-1].version - of_day[0].version >= len(of_day)
        yield from of_day if apart else (*of_day[::NEAR], of_day[-1])


PROJECTION: Final = Projection("stretches", (TABLE_DAYS,), sift=_ends)


def _extend(rows: Rows, fact: Fact[Any]) -> None:
    row = rows.at(TABLE_DAYS, fact.event.day, fact.table)
    if fact.version - row.last_version > NEAR or not row.first_version:
        if row.first_version:
            row.earlier = msgspec.json.encode(row.stretches).decode()
        row.first_version = fact.version
    row.last_version = fact.version


for _topic, _kind in TOPICS.items():
    if _topic.startswith("table."):
        PROJECTION.on(_kind)(_extend)
