"""What a command leaves unsaid and the table that it names knows."""

from itertools import groupby
from typing import Final, NamedTuple

import msgspec

from ledger.desks.ledger import Ledger
from ledger.events.base import Event
from ledger.events.table import RoundSettled, VigorishCollected
from ledger.events.undoing import entry_of
from ledger.rules.submission import Submission
from ledger.table.state import stream
from ledger.values.errors import Refused
from ledger.values.money import dollars
from projections.models.settled import sums
from projections.queries.codes import names_of
from projections.queries.event_lines import in_words
from projections.queries.standing import TableStanding, standing_of
from projections.queries.totals import result_told


class Opened(msgspec.Struct, frozen=True):
    """How a table was opened last: its rules submission and its pit, each "" where it never was."""

    rules: str = ""
    pit: str = ""


def opened(ledger: Ledger, code: str) -> Opened:
    """How a table was opened last."""
    found = ledger.loader.table(code)
    return Opened(found.rules, found.pit) if found else Opened()


def closer(ledger: Ledger, code: str) -> dict[int, int] | None:
    """The chips with which a table was closed last, the largest first; None where it never was."""
    found = ledger.loader.last_closer(code)
    return None if found is None else dict(sorted(found.items(), reverse=True))


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


MOST_NEWS: Final = 12
"""Entries that are told of at most, the latest."""

LOOKED_THROUGH: Final = 120
"""Events in which they are looked for: a hand is less than ten."""


class News(NamedTuple):
    """What was entered at a table, by whom: a person, or a feed."""

    who: str
    said: str

    def __str__(self) -> str:
        return f"{self.who}: {self.said}"


class Watch:
    """Tables that are asked about again and again: each time only what is new is read."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._seen: dict[str, int] = {}
        self._told: tuple[object, list[News]] = (None, [])

    def at(self, code: str) -> TableStanding | None:
        """A table as it stands; None where there is none of that code."""
        found = self._ledger.loader.table(code)
        if found is None or not found.code:
            return None
        self._seen.setdefault(code, found.version)
        return standing_of(self._ledger, found)

    def see(self, code: str) -> None:
        """All that is on record of a table by now is known to who works there."""
        self._seen.pop(code, None)
        self.at(code)

    def news(self, code: str) -> list[News]:
        """What was entered at a table since it was last seen, the latest last: MOST_NEWS at most, and one more that
        tells only that there were others.
        """
        since, found = self._seen.get(code), self._ledger.loader.table(code)
        if since is None or found is None:
            return []
        asked = code, since, found.version
        if self._told[0] != asked:
            self._told = asked, self._since(stream(code), since, found.version)
        return self._told[1]

    def _since(self, of: str, since: int, last: int) -> list[News]:
        events = self._ledger.stream(of, max(since, last - LOOKED_THROUGH) + 1, last)
        together = groupby(events, lambda each: entry_of(each.originator_version, each.event))
        entries = [[each.event for each in entry] for _, entry in together]
        return [_news(entry) for entry in entries[-MOST_NEWS - 1 :]]


def _news(entry: list[Event]) -> News:
    """What was entered together: of a round that is settled, how it ended and with what; else each event."""
    who = entry[-1].source or entry[-1].by
    for event in entry:
        if isinstance(event, RoundSettled):
            staked, returned, _ = sums(event.lines)
            said = f"{in_words(event).splitlines()[0]}, {result_told(staked - returned)}"
            return News(who, briefly(event, said))
    return News(who, "; ".join(map(_told, entry)))


def _told(event: Event) -> str:
    """An event in words; of what was collected how much and of which seats, where the rounds would take all room."""
    if not isinstance(event, VigorishCollected):
        return briefly(event, in_words(event))
    seats = sorted({each.seat for each in event.lines})
    of = f"seat{'s' * (len(seats) > 1)} {', '.join(map(str, seats))}"
    return f"vigorish collected: {dollars(sum(each.cents for each in event.lines))} of {of}"


def briefly(event: Event, said: str) -> str:
    """`r17: seat 3: $25.00 on Banker`: the table is known, and so is the day."""
    round_: str = getattr(event, "round", "")
    return said.replace(f"round {round_}", f"r{round_.rpartition(':')[2]}") if round_ else said
