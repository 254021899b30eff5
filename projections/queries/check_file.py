"""Whether the store's file is whole: each table of SQLite's against its own indexes, whose entries answers rest on.

SQLite looks each row up in each index. Of the log that takes twice as long as to go through both in their own order:
what they hold of each stream is hashed, and only where that differs is SQLite asked what is wrong.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from itertools import chain, count, pairwise, starmap
from operator import lt
from typing import Any, Final

import sqlalchemy as sa

from ledger.desks.ledger import Ledger
from ledger.seal.tiles import KEEP
from ledger.store import schema
from ledger.store.driver import ask, ask_long, ask_some
from ledger.values.errors import IntegrityFailure
from ledger.values.progress import Progress
from projections.models.registry import whole_metadata

COST: Final = 2.7
"""Microseconds of an event of the log that it takes."""

ROWS: Final = 2_000
"""Entries that are fetched at once."""

_OTHERS: Final = """
SELECT made.name, held.integrity_check
FROM sqlite_master AS made, pragma_integrity_check(made.name) AS held
WHERE made.type = 'table' AND made.name <> 'events'
"""
"""Of one table after the other, as it is asked for: a statement for each takes most of the check of a small store."""

_PAGES: Final = "SELECT 'events', quick_check FROM pragma_quick_check('events')"
_WHOLE: Final = "SELECT 'events', integrity_check FROM pragma_integrity_check('events')"

_INDEXES: Final = """
SELECT held.name, held.partial, group_concat(part.name, ', ')
FROM pragma_index_list('events') AS held, pragma_index_info(held.name) AS part GROUP BY held.name
"""


def check_file(ledger: Ledger, progress: Progress | None) -> int:
    """Have SQLite hold each table against its own indexes. How many; none on another database, whose `amcheck` is for
    who runs it. Raises IntegrityFailure.
    """
    tables, held = whole_metadata().tables, 0
    if ledger.journal.engine.dialect.name != "sqlite":
        return held
    with ledger.journal.engine.connect() as connection:
        of_log = _PAGES if _agrees(connection) else _WHOLE
        for name, found in chain(ask_long(connection, of_log, 1), ask_long(connection, _OTHERS, 1)):
            if found != "ok":
                raise IntegrityFailure(
                    "store_damaged", f"The store's file is damaged: {found}.", KEEP, table=name
                )
            held += name in tables
            if progress is not None:
                progress(held, len(tables))
    return held


def _agrees(connection: sa.Connection) -> bool:
    """Whether each index of the log holds what the log does, in its own order. Where not, or where either cannot be
    read, SQLite knows better.
    """
    driver: Any = connection.dialect.dbapi
    with suppress(driver.DatabaseError, TypeError):
        return all(_holds(connection, *each) for each in ask(connection, _INDEXES))
    return False


def _holds(connection: sa.Connection, index: str, partial: int, columns: str) -> bool:
    """Whether an index holds each row that it should, once and in order, and nothing else."""
    entries = count()
    driver: Any = connection.connection.driver_connection
    driver.create_function("is_entry", 1, lambda _: next(entries) >= 0)
    what = f"SELECT {columns}, position FROM events"  # noqa: S608  names that the file itself gives
    of_log, of_index = f"{what} NOT INDEXED", f"{what} INDEXED BY {index}"
    if partial:
        # Entries that should not be there are left out of an answer: each is counted before it is looked at.
        of_log += f" WHERE {schema.RARE}"
        of_index += f" WHERE is_entry(position) AND {schema.RARE}"
    should, does = _Held(), _Held()
    should.take(ask_some(connection, f"{of_log} ORDER BY position", ROWS))
    does.take(ask_some(connection, f"{of_index} ORDER BY {columns}", ROWS))
    counted = next(entries) if partial else does.many
    return does.ordered and counted == does.many == should.many and does.hashes == should.hashes


class _Held:
    """What was gone through. many: rows; ordered: whether each came after the one before; hashes: of all rows that
    begin alike, as they came, which by the log and by an index is one order.
    """

    def __init__(self) -> None:
        self.many = 0
        self.ordered = True
        self.hashes: dict[object, int] = {}

    def take(self, rows: Iterable[Sequence[tuple[object, ...]]]) -> None:
        """Go through rows, some at a time."""
        hashes, last = self.hashes, tuple[object, ...]()
        for some in rows:
            self.many += len(some)
            self.ordered = self.ordered and all(starmap(lt, pairwise((last, *some))))
            last = some[-1]
            for row in some:
                hashes[row[0]] = hash((hashes.get(row[0]), row))
