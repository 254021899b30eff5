"""A pit: the tables open in it, and the procedures that must be the same at all of them (R5)."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from ledger.events.base import Event
from ledger.events.pit import TableJoinedPit, TableLeftPit
from ledger.events.table import RulesAdopted, TableClosed, TableOpened
from ledger.table.state import Table
from ledger.values.errors import Refused


class Pit(msgspec.Struct):
    """The open tables of a pit: by code, the text they follow and their choices."""

    version: int = 0
    tables: dict[str, tuple[str, dict[str, str]]] = {}

    def apply(self, event: Event) -> None:
        """Fold one event in."""
        if isinstance(event, TableJoinedPit):
            self.tables[event.table] = (event.rules_source, event.choices)
        elif isinstance(event, TableLeftPit):
            self.tables.pop(event.table, None)
        self.version += 1

    def verify_uniform(self) -> None:
        """Raise Refused where tables under one text differ (ma-midi 5(b); ma-big 5(b); div (e)(3), (j)(3)(i))."""
        first: dict[tuple[str, str], tuple[str, str]] = {}
        for table, (source, choices) in sorted(self.tables.items()):
            for option, choice in choices.items():
                other, theirs = first.setdefault((source, option), (table, choice))
                if theirs != choice:
                    raise Refused(
                        "pit_differs",
                        f"{option} is {theirs} at {other} and {choice} at {table}; a pit has one.",
                        "Use the pit's choice, or change all its open tables together.",
                        option=option,
                        tables={other: theirs, table: choice},
                    )


def consequences(
    table: Table, decided: Sequence[Event]
) -> Iterator[tuple[type[Event], dict[str, Any]]]:
    """What a table's events mean for its pit: kinds of event and their facts."""
    kinds = {type(event) for event in decided}
    if TableClosed in kinds:
        yield from _leaves(table)
    elif table.open and kinds & {TableOpened, RulesAdopted}:
        yield from _joins(table)


def taken_back(before: Table, after: Table) -> Iterator[tuple[str, type[Event], dict[str, Any]]]:
    """What it means for the pits that an opening or a close was taken back: pit, kind of event and its facts.

    before: the table as it stood until then; after: as it stands now.
    """
    if before.open and not after.open:
        yield from ((before.pit, *each) for each in _leaves(before))
    elif after.open and not before.open:
        yield from ((after.pit, *each) for each in _joins(after))


def _leaves(table: Table) -> Iterator[tuple[type[Event], dict[str, Any]]]:
    if table.submission.uniform_in_pit:
        yield TableLeftPit, {"table": table.code}


def _joins(table: Table) -> Iterator[tuple[type[Event], dict[str, Any]]]:
    submission = table.submission
    if submission.uniform_in_pit:
        choices = {option: str(getattr(submission, option)) for option in submission.uniform_in_pit}
        facts: dict[str, Any] = {
            "table": table.code,
            "rules_source": submission.source,
            "choices": choices,
        }
        yield TableJoinedPit, facts
