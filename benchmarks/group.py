"""A group's questions: the log copied, the copy verified, and its table win, events a second of one core's CPU; by one
process that does it all, and by one and two of Dask's.

An event counts whether a report needs it or not. What workers spend is asked of them, so that their start is no part of
it; what somebody waits for is by the clock, which says something where both cores are free. Run: `python -m
benchmarks.group [TABLES]`.
"""

import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final

import sqlalchemy as sa
from distributed import Client

from benchmarks.measured import RUNS, cpu, speed
from ledger.events.base import Recorded
from ledger.events.day import DayClosed
from ledger.export.parts import copies
from ledger.export.place import Place
from ledger.export.verify import verify
from ledger.export.write import export
from ledger.seal import note as signed_note
from ledger.seal import sealing
from ledger.seal.memory import Memory
from ledger.seal.sealing import Holder
from ledger.store.engine import make_engine
from ledger.store.recorders import SqlApplicationRecorder
from migrations.run import upgrade
from projections.group.figures import Axis
from projections.group.report import Asked, report
from projections.group.sharing import Workers, local
from tests.projections.history import make_up, store
from tests.projections.made_up_table import DAYS

TABLES: Final = 4
ROUNDS: Final = 960
"""Of a sitting, at the most."""

LIMIT: Final = "by one process without Dask"
BEHIND: Final = 1_000_000
"""A version of a day's stream that no event has."""


def main(tables: int) -> None:
    """A property's days, made up, closed, sealed and copied; then what is asked of the copy."""
    with TemporaryDirectory() as home:
        engine = make_engine(f"sqlite:///{home}/pit.db")
        upgrade(engine)
        events = _filled(engine, tables)
        key = signed_note.signer_of(signed_note.generate("harbor-house", signed_note.ED25519))
        sealing.seal(engine, Holder(key, Memory(Path(home, "log.key"))), lambda: 0)
        copy = Path(home, "copy")
        exported = cpu(lambda: export(engine, Place(str(copy))))
        engine.dispose()
        bytes_ = sum(each.stat().st_size for each in copy.rglob("*.parquet"))
        print(
            f"{events:,} events of {len(DAYS)} days at {tables} tables, {bytes_ / events:.0f} bytes each"
        )
        limit = cpu(lambda: _asked(copy, Workers(1)), RUNS)
        speed("pit group report win", events, limit, LIMIT, limit)
        waited: list[float] = []
        for count in (1, 2):
            took, by_the_clock, most = _by_dask(copy, count)
            waited.append(by_the_clock)
            speed(f"... by {count} of Dask's, together", events, took, LIMIT, limit)
            print(f"  waited for, by the clock{by_the_clock:>27.1f} s")
            print(f"  memory of a worker, at the most{most:>20} MB", flush=True)
        print(f"two of Dask's answer {waited[0] / waited[1]:.2f} times as soon as one", flush=True)
        (of,) = copies([Place(str(copy))])
        verified = cpu(lambda: verify(of, [key.key]), RUNS)
        speed("pit audit verify --export", events, verified, LIMIT, limit)
        speed("pit export events", events, exported, LIMIT, limit)


def _filled(engine: sa.Engine, tables: int) -> int:
    """How many events there are."""
    history = make_up(Random(5), tables=tables, days=len(DAYS), rounds=ROUNDS)  # noqa: S311  the same each time
    day = DAYS[-1]
    closed = DayClosed(by="A-1", second="A-2", at=0, recorded_at=0, day=day, books_at=0, books=[])
    events = [*history.recorded, Recorded(f"day:{day}", BEHIND, closed)]
    store(SqlApplicationRecorder(engine), events)
    return len(events)


def _asked(copy: Path, workers: Workers) -> list[Any]:
    with workers:
        found = report(Asked([str(copy)], None, workers), "win", Axis.PROPERTY)
    assert found.rows
    assert not found.left_out
    return found.rows


def _by_dask(copy: Path, count: int) -> tuple[float, float, int]:
    """Seconds that all workers spent together, and that somebody waited, each of the best run; and the most that one
    worker has held, in megabytes.
    """
    asks: Callable[..., Any] = Client
    with local(count) as cluster, asks(cluster.scheduler_address) as client:
        spent, waited = [], []
        for _ in range(RUNS):
            before, begun = sum(client.run(time.process_time).values()), time.perf_counter()
            _asked(copy, Workers(scheduler=cluster.scheduler_address))
            waited.append(time.perf_counter() - begun)
            spent.append(sum(client.run(time.process_time).values()) - before)
        return min(spent), min(waited), max(client.run(_most_held).values()) // 1024


def _most_held() -> int:
    """KiB that this process held at the most; what `getrusage` says goes on from the process that started it."""
    said = Path("/proc/self/status").read_text(encoding="ascii")
    return int(said.partition("VmHWM:")[2].split()[0])


if __name__ == "__main__":
    main(*[int(text) for text in sys.argv[1:2]] or [TABLES])
