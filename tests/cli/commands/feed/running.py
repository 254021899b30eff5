"""`pit feed` as a process of its own."""

import os
import resource
import sys
import time
from pathlib import Path
from typing import Any

from cli.frame.main import main
from ledger.feed import intake as feed_intake
from tests.forked import Process
from tests.ledger.feed.sender import NOW

ROOT = Path(__file__).parents[4]


def start(
    url: str, *typed: str, small_batches: bool = False, largest_file_bytes: int = 0, **streams: Any
) -> Process:
    """Start `pit --db URL feed ...`. largest_file_bytes: what no file may become larger than; 0 for no such limit.

    small_batches: with so few records a transaction that it can be stopped between many, and with a clock that stands
    still, so that its books can be compared to the byte.
    """
    env = {**os.environ, "PIT_CONFIG": os.devnull}
    command = ("pit", "--db", url, "feed", *typed)
    does = (_feed, command, small_batches, largest_file_bytes)
    return Process(*does, cwd=ROOT, env=env, **streams)


def finish(process: Process, seconds: float = 60) -> tuple[int, str, str]:
    """Wait for its end: exit code, stdout, stderr."""
    if process.stdin is not None:
        process.stdin.close()
    return process.wait(seconds), *process.said()


def _feed(command: tuple[str, ...], small_batches: bool, largest_file_bytes: int) -> None:
    if small_batches:
        vars(time)["time_ns"] = lambda: NOW * 1_000
        vars(feed_intake)["BATCH_RECORDS"] = 3
    if largest_file_bytes:
        resource.setrlimit(resource.RLIMIT_FSIZE, (largest_file_bytes, largest_file_bytes))
    sys.argv[:] = command
    main()
