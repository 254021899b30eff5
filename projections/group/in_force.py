"""Under which rules submissions the tables and links of a copy were (decision 68)."""

from collections.abc import Iterable
from typing import Any, Final, NamedTuple

import msgspec

from ledger.events.link import LinkInstalled
from ledger.events.table import ActUndone, RulesAdopted
from ledger.store.codec import TOPIC_OF, decode

SAID: Final = {TOPIC_OF[kind] for kind in (RulesAdopted, ActUndone, LinkInstalled)}
"""The topics of what says so."""


class Adopted(NamedTuple):
    """That a table was under a submission from a gaming day on. version: in the table's stream."""

    day: str
    version: int
    rules: str


class InForce(msgspec.Struct):
    """The ids of submissions. tables: what each adopted and did not take back; links: what each was installed under."""

    tables: dict[str, list[Adopted]] = {}
    links: dict[str, str] = {}

    def take(self, rows: Iterable[tuple[int, str, int, str, bytes]]) -> None:
        """Take in the next events: position, stream, version, topic, state."""
        for _, stream, version, topic, state in rows:
            if topic in SAID:
                self._take(stream.partition(":")[2], version, decode(topic, state))

    def _take(self, code: str, version: int, event: Any) -> None:
        adopted = self.tables.setdefault(code, [])
        if isinstance(event, LinkInstalled):
            self.links[code] = event.rules
        elif isinstance(event, RulesAdopted):
            adopted.append(Adopted(event.day, version, event.rules))
        else:
            undone = range(event.first, event.last + 1)
            self.tables[code] = [each for each in adopted if each.version not in undone]

    def of_table(self, table: str | None, day: str) -> str:
        """That of a table at the end of a gaming day, as table win has it; "" where none is known."""
        said = [each for each in self.tables.get(table or "", ()) if each.day <= day]
        return max(said).rules if said else ""
