"""`pit feed` as a process of its own."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.ledger.feed.sender import NOW

ROOT = Path(__file__).parents[4]

IN_SMALL_BATCHES = f"""
import time, ledger.feed.intake, cli.frame.main
time.time_ns = lambda: {NOW} * 1_000
ledger.feed.intake.BATCH_RECORDS = 3
cli.frame.main.main()
"""
"""The command with so few records a transaction that it can be stopped between many, and with a
clock that stands still, so that its books can be compared to the byte.
"""


class Process(subprocess.Popen[bytes]):
    """One that a failing test does not wait for."""

    def __exit__(self, kind: type[BaseException] | None, *rest: Any) -> None:
        if kind is not None:
            self.kill()
        super().__exit__(kind, *rest)


def start(
    url: str, *typed: str, small_batches: bool = False, largest_file_bytes: int = 0, **options: Any
) -> Process:
    """Start `pit --db URL feed ...`. largest_file_bytes: what no file may become larger than; 0 for no such limit."""
    program = ["-c", IN_SMALL_BATCHES] if small_batches else ["-m", "cli.frame.main"]
    limit = f'ulimit -f {largest_file_bytes // 512}; exec "$@"'  # in blocks of 512 bytes
    limited = ["sh", "-c", limit, "sh"] if largest_file_bytes else []
    return Process(
        [*limited, sys.executable, *program, "--db", url, "feed", *typed],
        cwd=ROOT,
        env={**os.environ, "PIT_CONFIG": os.devnull},
        **{"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options},
    )


def finish(process: Process, seconds: float = 60) -> tuple[int, str, str]:
    """Wait for its end: exit code, stdout, stderr."""
    out, err = process.communicate(timeout=seconds)
    return process.returncode, out.decode(), (err or b"").decode()
