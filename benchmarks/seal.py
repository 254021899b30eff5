"""The seal over a floor's day: events a second taken into the tree, hashed anew to verify it, and proved.

Of one core: 100,000 events a second and more are to be verified, so that the hashes of fifty million take minutes.
Run: `python -m benchmarks.seal [EVENTS] [EVENTS ON POSTGRESQL]`.
"""

import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks import floor
from ledger.desks.ledger import Ledger
from ledger.seal import note as signed_note
from ledger.seal import sealing
from ledger.seal.memory import Memory
from ledger.seal.sealing import Holder
from ledger.store.engine import make_engine
from ledger.store.recorders import EventRow, SqlApplicationRecorder
from migrations.run import upgrade
from projections.queries import verify as verify_query
from tests.postgres import server

RUNS = 3


def main(events: int, on_postgres: int) -> None:
    """Both databases, one after the other."""
    rows = floor.played(max(events, on_postgres), 0, 0)
    with TemporaryDirectory() as home:
        _measure(f"sqlite:///{home}/pit.db", Path(home), rows)
    few = rows[: len(rows) * on_postgres // max(events, on_postgres)]
    with TemporaryDirectory() as home, server() as started, started.database() as url:
        _measure(url, Path(home), few)


def _measure(url: str, home: Path, rows: list[EventRow]) -> None:
    engine = make_engine(url)
    upgrade(engine)
    stored = floor.stored(SqlApplicationRecorder(engine), rows)
    print(f"{engine.dialect.name}: {stored:,} events", flush=True)
    key = signed_note.signer_of(signed_note.generate("harbor-house", signed_note.ED25519))
    holder = Holder(key, Memory(home / "log.key"))
    with Ledger(url) as ledger:
        taken = _seconds(lambda: sealing.seal(engine, holder, ledger.clock))
        print(f"  taken into the tree: {stored / taken:,.0f} events/s of one core", flush=True)
        hashed = min(
            _seconds(lambda: verify_query.verify(ledger, [key.key], hashes_only=True))
            for _ in range(RUNS)
        )
        print(f"  hashed anew: {stored / hashed:,.0f} events/s of one core", flush=True)
    engine.dispose()


def _seconds(act: Callable[[], object]) -> float:
    """Of the processor: others may share the machine."""
    started = time.process_time()
    act()
    return time.process_time() - started


if __name__ == "__main__":
    typed_numbers = [int(text) for text in sys.argv[1:]]
    main(*(typed_numbers + [320_000, 320_000][len(typed_numbers) :]))
