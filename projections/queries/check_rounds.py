"""Every round that has ended settled again: those that are plain as their table's stream is gone through, the others
one by one.
"""

from collections.abc import Sequence
from contextlib import AbstractContextManager, suppress
from functools import cache
from typing import Final

import msgspec
import sqlalchemy as sa

from ledger.desks.ledger import Ledger
from ledger.events.base import Event
from ledger.events.table import RulesAdopted
from ledger.rules.submission import from_document
from ledger.seal.tiles import KEEP
from ledger.store.codec import TOPIC_OF
from ledger.store.driver import ask, ask_long, value_of
from ledger.store.engine import read_only
from ledger.values.errors import IntegrityFailure
from ledger.values.progress import Progress
from ledger.values.rounds import table_of
from projections.figures.rounds import NEEDS
from projections.queries.checked_stream import Stream, Taker
from projections.queries.past import unwritten
from projections.queries.round import difference
from projections.queries.workers import Part, Task
from projections.replay import at_once
from projections.replay import find as replay_find
from projections.replay.at_once import TAKEN, Dealt, Pass

AT_A_TIME: Final = 2_000
"""Rounds fetched at a time."""

_ENDED: Final = (
    "SELECT id, first_version, last_version FROM rounds WHERE ended_at IS NOT NULL"
    ' AND "table" IN (:tables) ORDER BY day, "table", n'
)
"""Every round of some tables that was settled or void, and where its own events stand in the table's stream."""

_HOW_MANY: Final = f"SELECT count(*) FROM ({_ENDED}) AS ended"  # noqa: S608  of constants
_TABLES: Final = 'SELECT DISTINCT "table" FROM rounds ORDER BY "table"'


class Settled(msgspec.Struct, frozen=True):
    """What of some of the log was settled again. reached: by stream, the version up to which. doubtful: rounds of which
    it is not certain that they agree.
    """

    reached: dict[str, int]
    doubtful: list[str]


class Rounds:
    """Rounds of some of the log, settled again as their streams are gone through."""

    def __init__(self) -> None:
        self._streams: list[Stream] = []
        self._doubtful: set[str] = set()

    def settled(self) -> Settled:
        """What is left to be told one by one, once nothing more comes."""
        for each in self._streams:
            if each.rounds is not None:
                each.rounds.end()
        return Settled({each.name: each.version for each in self._streams}, sorted(self._doubtful))

    def takers(self, kind: type[Event]) -> list[Taker]:
        """What takes in an event of a kind, in the order of the log."""
        if kind is RulesAdopted:
            return [_adopted]
        if TOPIC_OF[kind] not in TAKEN:
            return []
        _, taken = TAKEN[TOPIC_OF[kind]]
        return [lambda event, of: taken(of.rounds or self._begin(of), event)]

    def _begin(self, of: Stream) -> Pass:
        def judge(dealt: Dealt) -> None:
            if f"table:{table_of(dealt.round)}" != of.name or not _agrees(dealt, of):
                self._doubtful.add(dealt.round)

        self._streams.append(of)
        of.rounds = Pass(judge)
        return of.rounds


def _adopted(event: RulesAdopted, of: Stream) -> None:
    with suppress(msgspec.MsgspecError):  # Rounds under what is no submission are told one by one.
        of.rules[event.sha256] = from_document(event.document)


def _agrees(dealt: Dealt, of: Stream) -> bool:
    try:
        return at_once.agrees(dealt, of.rules.get)
    except Exception:  # noqa: BLE001  what is wrong with it is said as it is told by itself
        return False


def tasks(ledger: Ledger, workers: int, settled: Sequence[Settled]) -> list[Task]:
    """The tables' rounds in as many parts as there are workers. settled: as the parts of the log were gone through."""
    with _rounds(ledger) as connection:
        tables = [table for (table,) in ask(connection, _TABLES)]
    parts = range(min(workers, len(tables)))
    return [
        Task(f"rounds {n + 1} of {len(parts)}", _part, (tables[n :: len(parts)], settled), int)
        for n in parts
    ]


def _part(
    ledger: Ledger, tables: Sequence[str], settled: Sequence[Settled], progress: Progress | None
) -> Part:
    """How many rounds these tables have had, or the first that differs, by gaming day."""
    reached = {stream: version for each in settled for stream, version in each.reached.items()}
    engine, done = ledger.journal.engine, 0
    with _rounds(ledger) as rows, engine.connect() as connection:
        goal = value_of(rows, _HOW_MANY, tables=[*tables])
        alone = at_once.awarded(connection).union(*(each.doubtful for each in settled))

        @cache
        def undone(stream: str) -> set[int]:
            return replay_find.undone_between(connection, stream, 1, reached.get(stream, 0))

        for name, first, last in ask_long(rows, _ENDED, AT_A_TIME, tables=[*tables]):
            table, day, _ = name.split(":")
            stream = f"table:{table}"
            certain = last <= reached.get(stream, 0) and name not in alone
            if not certain or not undone(stream).isdisjoint(range(first, last + 1)):
                fault = _difference(connection, name, first, last)
                if fault is not None:
                    return Part(None, (day, table), fault)
            done += 1
            if progress is not None and done % AT_A_TIME == 0:
                progress(done, goal)
    return Part(done)


def _rounds(ledger: Ledger) -> AbstractContextManager[sa.Connection]:
    """A connection to all rounds of the log, also where the store may only be read and its read model lacks some."""
    if read_only(ledger.journal.engine):
        return unwritten(ledger, NEEDS)
    return ledger.journal.engine.connect()


def _difference(
    connection: sa.Connection, name: str, first: int, last: int
) -> IntegrityFailure | None:
    found = replay_find.replay(connection, name, first, last)
    if found.recomputed_agrees:
        return None
    return IntegrityFailure(
        "round_differs",
        f"Round {name}, settled again, is not what was recorded.",
        f"pit audit replay {name} shows it. {KEEP}",
        round=name,
        differences=[difference(each).strip() for each in found.differences],
    )
