"""The seal over a floor's day: events a second taken into the tree and hashed anew to verify it; and the commands that
prove a round, check its proof, and verify what came since the last tenth of the log, with the start of the program.

Of one core: 100,000 events a second and more are to be verified, so that the hashes of fifty million take minutes.
Run: `python -m benchmarks.seal [EVENTS] [EVENTS ON POSTGRESQL]`.
"""

import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from benchmarks import floor
from benchmarks.measured import in_turns, pit, python, seconds
from ledger.desks.ledger import Ledger
from ledger.seal import checkpoint, merkle, sealing
from ledger.seal import note as signed_note
from ledger.seal.memory import Memory
from ledger.seal.note import Signer
from ledger.seal.sealing import Holder
from ledger.seal.tiles import Kept
from ledger.store.engine import make_engine
from ledger.store.recorders import EventRow, SqlApplicationRecorder
from migrations.run import upgrade
from projections.queries import verify as verify_query
from tests.postgres import server

RUNS: Final = 3
ROUND: Final = f"B19-3:{floor.DAY.isoformat()}:1"
PEER: Final = "import sqlalchemy"
NAMED: Final = {"audit", "prove", "check-proof", "verify", "--since", "--hashes"}
"""The words of a command that are told."""


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
        _commands(url, home, _before(ledger, key), key.key.written())
    engine.dispose()


def _before(ledger: Ledger, signer: Signer) -> bytes:
    """A checkpoint of the log without its last tenth."""
    with ledger.journal.engine.connect() as connection:
        tree = Kept(connection)
        size = tree.size * 9 // 10
        note = checkpoint.make(signer.key.name, size, merkle.root(tree, size), signer)
    return note.written().encode()


def _commands(url: str, home: Path, before: bytes, key: str) -> None:
    since, proof = home / "since.checkpoint", home / "round.proof"
    since.write_bytes(before)
    for does in (
        ("--db", url, "audit", "prove", ROUND, "--out", str(proof), "--force"),
        ("audit", "check-proof", str(proof), "--key", key),
        ("--db", url, "audit", "verify", "--key", key, "--since", str(since), "--hashes"),
        ("--db", url, "audit", "verify", "--key", key, "--hashes"),
    ):
        words = [each for each in does if each in NAMED]
        took, limit = in_turns(partial(pit, *does), partial(python, "-c", PEER))
        seconds(f"pit {' '.join(words)}", took, PEER, limit)
    print(f"  the proof: {proof.stat().st_size:,} bytes", flush=True)


def _seconds(act: Callable[[], object]) -> float:
    """Of the processor: others may share the machine."""
    started = time.process_time()
    act()
    return time.process_time() - started


if __name__ == "__main__":
    typed_numbers = [int(text) for text in sys.argv[1:]]
    main(*(typed_numbers + [320_000, 320_000][len(typed_numbers) :]))
