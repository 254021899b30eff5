"""Where in the log to look for what is rare: what was said of a round after it was played, and the
rules submissions that a table adopted.

Pointers, never facts: a replay reads the events that they point at, and tells what those say.
"""

import re
from collections.abc import Iterator
from typing import Any, Final

import msgspec

from ledger.events.base import Event
from ledger.events.table import RulesAdopted
from ledger.events.topics import TOPICS
from ledger.store.schema import COMMON
from projections.engine.model import Fact, Model, Projection, Rows

_ROUND: Final = re.compile(r".+:\d{4}-\d\d-\d\d:\d+r*", re.ASCII | re.DOTALL)


class RoundPointerRow(msgspec.Struct, gc=False):
    """An event that names a round and does not come with every hand: a correction, a dispute, an award, a void."""

    round: str
    position: int
    stream: str


class RulesPointerRow(msgspec.Struct, gc=False):
    """The event by which a table first adopted a submission, of that hash. version: in the table's stream."""

    table: str
    sha256: str
    version: int = 0


ROUND_POINTERS: Final = Model("round_pointers", RoundPointerRow, key=2, past=False)
RULES_POINTERS: Final = Model("rules_pointers", RulesPointerRow, key=2, past=False)
PROJECTION: Final = Projection("pointers", (ROUND_POINTERS, RULES_POINTERS))


def named(event: Event) -> set[str]:
    """The rounds that an event names, in a field of its own or in its lines."""
    return {text for text in _texts(event) if _ROUND.fullmatch(text)}


def _texts(event: Event) -> Iterator[str]:
    for name in event.__struct_fields__:
        value = getattr(event, name)
        if isinstance(value, str):
            yield value
        elif isinstance(value, list):
            yield from (line.round for line in value if hasattr(line, "round"))


def _point(rows: Rows, fact: Fact[Any]) -> None:
    for round_id in named(fact.event):
        rows.add(ROUND_POINTERS, RoundPointerRow(round_id, fact.position, fact.stream))


# All that is rare, kinds still to come among them: none is forgotten for not being on a list.
for _topic, _kind in TOPICS.items():
    if _topic not in COMMON:
        PROJECTION.on(_kind)(_point)


@PROJECTION.on(RulesAdopted)
def _adopted(rows: Rows, fact: Fact[RulesAdopted]) -> None:
    row = rows.at(RULES_POINTERS, fact.table, fact.event.sha256)
    row.version = row.version or fact.version
