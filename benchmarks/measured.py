"""Lines of benchmarks: what was measured, what it is held against in the same run, and the ratio of the two.

Seconds are those that a process spent on a core: the machine may be shared.
"""

import gc
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final
from urllib.parse import urlsplit

RUNS: Final = 3

DONE: Final = {0, 6}
"""What a process ends with that did what it was to do; 6: it found variances."""


def cpu(does: Callable[[], object], runs: int = 1) -> float:
    """Seconds of this process's CPU, of the fastest of some runs."""
    spent = []
    for _ in range(runs):
        gc.collect()
        started = time.process_time()
        does()
        spent.append(time.process_time() - started)
    return min(spent)


def in_turns(*does: Callable[[], object], runs: int = RUNS) -> tuple[float, ...]:
    """Seconds of CPU of the processes that each starts and that have ended, of the fastest of some runs. Each has its
    turn in every run, so that what else the machine does slows all of them.
    """
    spent = [[_of_children(each) for each in does] for _ in range(runs)]
    return tuple(map(min, zip(*spent, strict=True)))


def _of_children(does: Callable[[], object]) -> float:
    before = children()
    does()
    return children() - before


def pit(*arguments: str) -> None:
    """A command, in a process of its own."""
    python("-m", "cli.frame.main", *arguments)


@contextmanager
def served(url: str, port: int, *words: str) -> Iterator[tuple[str, int]]:
    """`pit serve` over a store, in a process of its own that has ended behind the block: its host and port."""
    command = (sys.executable, "-m", "cli.frame.main", "--db", url, "serve", "--port", str(port))
    with subprocess.Popen(
        [*command, *words], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdout is not None
        address = urlsplit(process.stdout.readline().strip())
        try:
            yield str(address.hostname), int(address.port or 0)
        finally:
            process.send_signal(signal.SIGTERM)


def python(*arguments: str) -> None:
    """A process of this Python; what it prints is nobody's."""
    done = subprocess.run(
        [sys.executable, *arguments],
        check=False,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    if done.returncode not in DONE:
        done.check_returncode()


def children() -> float:
    """Seconds of CPU of all processes that this one started and that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def speed(what: str, events: int, seconds: float, limit: str, limit_seconds: float) -> None:
    """Print events a second, and how many times as long as the limit they took."""
    told = f"{events / seconds:>11,.0f} events/s"
    print(f"  {what:<46}{told}   {seconds / limit_seconds:>6.2f} x {limit}", flush=True)


def seconds(what: str, took: float, peer: str, peer_took: float) -> None:
    """Print seconds, and how many times as long as the peer they are."""
    print(f"  {what:<46}{took:>9.3f} s   {took / peer_took:>9.3f} x {peer}", flush=True)


def memory() -> None:
    """Print the most that this process has held."""
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"  memory of this process so far{most:>22} MB", flush=True)
