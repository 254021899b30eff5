"""Every round that has ended settled again, table by table: those that are plain in one pass, the others one by one."""

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from itertools import groupby
from typing import Any, Final

import sqlalchemy as sa

from ledger.desks.ledger import Ledger
from ledger.seal.tiles import KEEP
from ledger.store.driver import ask, ask_long, value_of
from ledger.store.engine import read_only
from ledger.values.errors import IntegrityFailure
from projections.engine.engine import Progress
from projections.figures.rounds import NEEDS
from projections.queries.past import unwritten
from projections.queries.round import difference
from projections.queries.workers import Part, Task
from projections.replay import at_once
from projections.replay import find as replay_find

AT_A_TIME: Final = 2_000
"""Rounds fetched at a time."""

_ENDED: Final = (
    "SELECT id, first_version, last_version FROM rounds WHERE ended_at IS NOT NULL"
    ' AND "table" IN (:tables) ORDER BY day, "table", n'
)
"""Every round of some tables that was settled or void, and where its own events stand in the table's stream."""

_HOW_MANY: Final = f"SELECT count(*) FROM ({_ENDED}) AS ended"  # noqa: S608  of constants
_TABLES: Final = 'SELECT DISTINCT "table" FROM rounds ORDER BY "table"'

Stretch = tuple[str, int, int]
"""A round, and the versions of its first and last event in its table's stream."""


def tasks(ledger: Ledger, workers: int) -> list[Task]:
    """The tables' rounds in as many parts as there are workers."""
    with _rounds(ledger) as connection:
        tables = [table for (table,) in ask(connection, _TABLES)]
    parts = range(min(workers, len(tables)))
    return [
        Task(f"rounds {n + 1} of {len(parts)}", _part, (tables[n :: len(parts)],), int)
        for n in parts
    ]


def _part(ledger: Ledger, tables: Sequence[str], progress: Progress | None) -> Part:
    """How many rounds these tables have had, or the first that differs, by gaming day."""
    engine, done = ledger.journal.engine, 0
    with _rounds(ledger) as rows, engine.connect() as connection:
        goal = value_of(rows, _HOW_MANY, tables=[*tables])
        won = at_once.awarded(connection)
        ended = ask_long(rows, _ENDED, AT_A_TIME, tables=[*tables])
        for (day, table), own in groupby(ended, key=_day_of):
            stretches = list(own)
            fault = _first_differing(connection, table, stretches, won)
            if fault is not None:
                return Part(None, (day, table), fault)
            done += len(stretches)
            if progress is not None:
                progress(done, goal)
    return Part(done)


def _rounds(ledger: Ledger) -> AbstractContextManager[sa.Connection]:
    """A connection to all rounds of the log, also where the store may only be read and its read model lacks some."""
    if read_only(ledger.journal.engine):
        return unwritten(ledger, NEEDS)
    return ledger.journal.engine.connect()


def _day_of(stretch: Any) -> tuple[str, str]:
    table, day, _ = stretch[0].split(":")
    return day, table


def _first_differing(
    connection: sa.Connection, table: str, stretches: Sequence[Stretch], won: set[str]
) -> IntegrityFailure | None:
    certain = at_once.agreeing(connection, f"table:{table}", stretches, won)
    return next(
        _differing(connection, (each for each in stretches if each[0] not in certain)), None
    )


def _differing(
    connection: sa.Connection, stretches: Iterator[Stretch]
) -> Iterator[IntegrityFailure]:
    for name, first, last in stretches:
        found = replay_find.replay(connection, name, first, last)
        if not found.recomputed_agrees:
            yield IntegrityFailure(
                "round_differs",
                f"Round {name}, settled again, is not what was recorded.",
                f"pit audit replay {name} shows it. {KEEP}",
                round=name,
                differences=[difference(each).strip() for each in found.differences],
            )
