"""What a command leaves unsaid and the table that it names knows."""

import msgspec

from ledger.desks.ledger import Ledger
from ledger.rules import Submission
from ledger.table.state import stream
from ledger.values.errors import Refused
from projections.queries.codes import names_of
from projections.queries.event_lines import in_words
from projections.queries.standing import TableStanding, standing_of


class Opened(msgspec.Struct, frozen=True):
    """How a table was opened last: its rules submission and its pit, each "" where it never was."""

    rules: str = ""
    pit: str = ""


def opened(ledger: Ledger, code: str) -> Opened:
    """How a table was opened last."""
    found = ledger.loader.table(code)
    return Opened(found.rules, found.pit) if found else Opened()


def decks(ledger: Ledger, code: str) -> int:
    """The decks of a shoe at a table, as its submission has it. Raises NotFound."""
    return ledger.table(code).submission.decks


def adopting(ledger: Ledger, pit: str, chosen: Submission) -> list[str]:
    """The open tables of a pit under the text of a submission, less those that run under it already, unless all do.

    Raises Refused where there is none.
    """
    found = [
        table
        for table in map(ledger.table, names_of(ledger, "TABLE"))
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
    """Tables that are asked about again and again: each time only what is new is read."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._seen: dict[str, int] = {}

    def at(self, code: str) -> TableStanding | None:
        """A table as it stands; None where there is none of that code."""
        found = self._ledger.loader.table(code)
        if found is None or not found.code:
            return None
        self._seen.setdefault(code, found.version)
        return standing_of(found)

    def see(self, code: str) -> None:
        """All that is on record of a table by now is known to who works there."""
        self._seen.pop(code, None)
        self.at(code)

    def news(self, code: str) -> list[str]:
        """What was recorded at a table since it was last seen, each by whom, the latest last."""
        since = self._seen.get(code)
        if since is None:
            return []
        found = self._ledger.stream(stream(code), since + 1)
        return [f"{each.event.source or each.event.by}: {in_words(each.event)}" for each in found]
