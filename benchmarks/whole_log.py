"""What goes through the whole log, events a second of one core's CPU, on both databases.

Held against what nobody can be faster than: the same events read from the same store and decoded, and nothing done with
them. `pit audit verify` is the sum of its last lines. Run: `python -m benchmarks.whole_log [EVENTS A DAY]`.
"""

import sys
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import sqlalchemy as sa

from benchmarks import floor
from benchmarks.measured import cpu, memory, speed
from ledger.desks.ledger import Ledger
from ledger.seal import note as signed_note
from ledger.seal import sealing
from ledger.seal.memory import Memory
from ledger.seal.sealing import Holder
from ledger.store.engine import begin_write, make_engine
from ledger.store.recorders import EventRow, SqlApplicationRecorder
from ledger.store.tables import past_rows, tracking
from migrations.run import upgrade
from projections.engine.batch import read, unswept
from projections.engine.engine import catch_up
from projections.engine.rebuild import rebuild
from projections.models.registry import PROJECTIONS
from projections.queries import check_rounds, check_signed, check_streams
from projections.queries import verify as verify_query
from projections.queries.workers import Task
from tests.postgres import server

DAYS: Final = 4
EVENTS_A_DAY: Final = 60_000
LIMIT: Final = "reading and decoding"


def main(events_a_day: int) -> None:
    """Both databases, one after the other."""
    rows = floor.played(events_a_day, DAYS - 1, events_a_day)
    with TemporaryDirectory() as home:
        _measure(f"sqlite:///{home}/pit.db", Path(home), rows)
    with TemporaryDirectory() as home, server() as started, started.database() as url:
        _measure(url, Path(home), rows)


def _measure(url: str, home: Path, rows: list[EventRow]) -> None:
    engine = make_engine(url)
    upgrade(engine)
    events = floor.stored(SqlApplicationRecorder(engine), rows)
    print(f"{engine.dialect.name}: {events:,} events of {DAYS} days at 100 tables", flush=True)
    with Ledger(url) as ledger:
        limit = cpu(lambda: _through(ledger), 2)
        speed(LIMIT, events, limit, LIMIT, limit)
        journal = ledger.journal
        log = _bytes(engine)
        made = min(_from_nothing(ledger, engine) for _ in range(2))
        speed("all read models from nothing", events, made, LIMIT, limit)
        memory()
        if log:
            told = f"{log / events:.0f} of the log, {(_bytes(engine) - log) / events:.0f} of read models"
            print(
                f"  bytes an event: {told}, indexes and what is kept to look back included",
                flush=True,
            )
        again = cpu(lambda: rebuild(PROJECTIONS, journal, engine))
        speed("all of them rebuilt, by one process", events, again, LIMIT, limit)
        _verified(ledger, home, events, limit)
        memory()
    engine.dispose()


def _verified(ledger: Ledger, home: Path, events: int, limit: float) -> None:
    key = signed_note.signer_of(signed_note.generate("harbor-house", signed_note.ED25519))
    sealing.seal(ledger.journal.engine, Holder(key, Memory(home / "log.key")), ledger.clock)
    parts = {
        "hashed anew": cpu(lambda: verify_query.verify(ledger, [key.key], hashes_only=True)),
        "every stream folded, every round settled again": cpu(lambda: _folded(ledger)),
        "every read model held against a rebuild": _done(ledger, check_signed.tasks((), 1)),
    }
    for what, took in parts.items():
        speed(what, events, took, LIMIT, limit)
    speed("these three: pit audit verify", events, sum(parts.values()), LIMIT, limit)


def _done(ledger: Ledger, tasks: Iterable[Task]) -> float:
    return sum(cpu(partial(task.does, ledger, *task.arguments, _unheard)) for task in tasks)


def _folded(ledger: Ledger) -> None:
    (task,) = check_streams.tasks(ledger, 1, settles=True)
    part = task.does(ledger, *task.arguments, _unheard)
    _done(ledger, check_rounds.tasks(ledger, 1, part.found.rounds))


def _unheard(_: int, __: int) -> None:
    """Nobody asks how far it is."""


def _bytes(engine: sa.Engine) -> int:
    """How large a store in a file is; 0 of another."""
    if engine.dialect.name != "sqlite":
        return 0
    with engine.connect() as connection:
        return int(
            connection.scalar(
                sa.text("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")
            )
            or 0
        )


def _through(ledger: Ledger) -> None:
    """Read and decode, batch after batch."""
    position, head = 0, ledger.position
    while position < head:
        with unswept():
            position = read(PROJECTIONS, ledger.journal, position, head).end


def _from_nothing(ledger: Ledger, engine: sa.Engine) -> float:
    with begin_write(engine) as connection:
        for table in (model.table for each in PROJECTIONS for model in each.models):
            connection.execute(sa.delete(table))
        connection.execute(sa.delete(past_rows))
        connection.execute(sa.delete(tracking))
    return cpu(lambda: catch_up(PROJECTIONS, ledger.journal, engine))


if __name__ == "__main__":
    main(*[int(text) for text in sys.argv[1:2]] or [EVENTS_A_DAY])
