"""What a command leaves unsaid and the table that it names knows."""

from collections.abc import Iterator

import msgspec

from ledger.desks.ledger import Ledger
from ledger.rules import Submission
from ledger.table.state import Table
from ledger.values.errors import Refused
from projections.queries.standing import near_tables, table_codes


class Opened(msgspec.Struct, frozen=True):
    """How a table was opened last: its rules submission and its pit, each "" where it never was."""

    rules: str = ""
    pit: str = ""


class AtWork(msgspec.Struct, frozen=True):
    """Where play is at a table. round: the one in progress, or ""; last_round: the one before, or ""."""

    round: str
    last_round: str


def opened(ledger: Ledger, code: str) -> Opened:
    """How a table was opened last."""
    found = ledger.loader.table(code)
    return Opened(found.rules, found.pit) if found else Opened()


def decks(ledger: Ledger, code: str) -> int:
    """The decks of a shoe at a table, as its submission has it. Raises NotFound, saying which tables come near."""
    with near_tables(ledger):
        return ledger.table(code).submission.decks


def adopting(ledger: Ledger, pit: str, chosen: Submission) -> list[str]:
    """The open tables of a pit under the text of a submission, less those that run under it already, unless all do.

    Raises Refused where there is none.
    """
    found = [
        table
        for table in map(ledger.table, table_codes(ledger))
        if table.open and table.pit == pit and table.submission.source == chosen.source
    ]
    if not found:
        raise Refused(
            "no_such_tables",
            f"No table is open in pit {pit} under {chosen.source}.",
            "pit table list shows the tables with their pits.",
            pit=pit,
            source=chosen.source,
        )
    changing = [table for table in found if table.rules_sha256 != chosen.sha256]
    return [table.code for table in changing or found]


class Watch:
    """Where play is at tables that are asked about again and again: each time only what is new is read."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._tables: dict[str, Table] = {}

    def at(self, code: str) -> AtWork | None:
        """Where play is at a table; None where there is none of that code."""
        found = self._ledger.loader.table(code, self._tables.get(code))
        if found is None or not found.code:
            return None
        self._tables[code] = found
        return AtWork(found.round.id if found.round else "", found.last_round)

    def names(self, code: str) -> Iterator[str]:
        """What can be named: every table, and the latest rounds of one."""
        yield from table_codes(self._ledger)
        if code and (found := self.at(code)):
            yield from filter(None, (found.round, found.last_round))
