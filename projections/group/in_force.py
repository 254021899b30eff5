"""Under which rules submissions the tables and links of a copy were (decision 68)."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Sequence
from operator import itemgetter
from typing import Final

import msgspec

from ledger.events.base import Recorded
from ledger.events.link import LinkInstalled
from ledger.events.table import ActUndone, RulesAdopted
from ledger.events.undoing import in_effect
from ledger.store.codec import TOPIC_OF, decode
from projections.group.shards import Stretch

_SAID: Final = {TOPIC_OF[kind] for kind in (RulesAdopted, ActUndone, LinkInstalled)}


class InForce(msgspec.Struct, frozen=True):
    """The ids of submissions. tables: of each, by the gaming day on whose end it was under another, in order; links:
    under which each was installed.
    """

    tables: dict[str, Sequence[tuple[str, str]]] = {}
    links: dict[str, str] = {}

    def of_table(self, table: str | None, day: str) -> str:
        """That of a table at the end of a gaming day, as table win has it; "" where none is known."""
        said = self.tables.get(table or "", [])
        upto = bisect_right(said, day, key=itemgetter(0))
        return said[upto - 1][1] if upto else ""


def in_force(copied: Stretch) -> InForce:
    """Look through all of a shard for what its tables adopted, and for what its links were installed under."""
    streams = defaultdict[str, list[Recorded]](list)
    for rows in copied.rows(_SAID):
        for _, stream, version, topic, state in rows:
            streams[stream].append(Recorded(stream, version, decode(topic, state)))
    found = InForce()
    for stream, recorded in streams.items():
        code, days = stream.partition(":")[2], dict[str, str]()
        for each in in_effect(recorded):
            if isinstance(each.event, LinkInstalled):
                found.links[code] = each.event.rules
            elif isinstance(each.event, RulesAdopted):
                days[each.event.day] = each.event.rules
        found.tables[code] = sorted(days.items())
    return found
