"""Every fault of machines at random, for as long as it is let, and the laws after each: `make soak`.

    python -m tests.soak [SECONDS] [SEED]

A feed is read into a store on SQLite and into one on PostgreSQL, by turns, and something happens to it again and again.
Then it is read to its end, and nothing is lost, nothing doubled, what is rebuilt is what was live, the log verifies.
The seed is printed: with it the same faults come again, as far as moments can.
"""

import contextlib
import os
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random
from typing import Final

from cli.demo.dealer import Day, Plan
from ledger.desks.ledger import Ledger
from migrations.run import upgrade
from tests.cli.commands.feed.running import finish, start
from tests.cli.conftest import Terminal
from tests.cli.sealing import seal, write_keys
from tests.forked import Process
from tests.ledger.feed.conftest import open_pit
from tests.ledger.feed.sender import every_record_once, log_of
from tests.machines import Machine, machines
from tests.sealing import LOG

LONGEST_PAUSE_SECONDS: Final = 0.2
ROOM_BYTES: Final = 200_000

ENDED: Final = {0, 7, 130, -signal.SIGKILL, -signal.SIGTERM}
"""How a feed may end: done, the store lost or full, stopped, killed; told to end when it had done so already."""


@dataclass
class Place:
    """A store, the feed that is read into it, and its server where it has one. met: the faults, by name."""

    url: str
    feed: Path
    server: Machine | None
    met: Counter[str] = field(default_factory=Counter)

    def largest_file_bytes(self) -> int:
        """What lets a little more be written to the store's file than there is."""
        path = Path(self.url.removeprefix("sqlite:///"))
        return path.stat().st_size + ROOM_BYTES


def _sent(number: signal.Signals) -> Callable[[Place, Process], None]:
    return lambda _, process: process.send_signal(number)


def _stopped(mode: str) -> Callable[[Place, Process], None]:
    def restart(place: Place, _: Process) -> None:
        if place.server is not None:
            place.server.restart(mode)

    return restart


def _sessions_ended(place: Place, _: Process) -> None:
    if place.server is not None:
        place.server.end_sessions()


def _read(place: Place, _: Process) -> None:
    """Not a fault: the read models are caught up in the middle of it, and the log is sealed."""
    Terminal(place.url).run("report", "win", "--json")
    Terminal(place.url).run("audit", "seal", "--key", "log.key", "--out", "own", "--force")


def _nothing(_: Place, __: Process) -> None:
    """The limit of its files, which it was started with, ends it."""


ANYWHERE: Final = {
    "killed": _sent(signal.SIGKILL),
    "told to end": _sent(signal.SIGTERM),
    "Ctrl-C": _sent(signal.SIGINT),
    "read and sealed": _read,
}
ON_A_SERVER: Final = {
    **ANYWHERE,
    "machine failed": _stopped("immediate"),
    "server restarted": _stopped("fast"),
    "sessions ended": _sessions_ended,
}
FULL: Final = "disk full"
ON_A_FILE: Final = {**ANYWHERE, FULL: _nothing}


def _happens(place: Place, rng: Random) -> None:
    """Start the feed, and let something happen to it once it has begun."""
    faults = ON_A_FILE if place.server is None else ON_A_SERVER
    name = rng.choice(sorted(faults))
    largest = place.largest_file_bytes() if name == FULL else 0
    process = start(place.url, str(place.feed), small_batches=True, largest_file_bytes=largest)
    with Ledger(place.url) as ledger:
        before = ledger.journal.max_notification_id()
        while process.poll() is None and ledger.journal.max_notification_id() == before:
            time.sleep(0.01)
    time.sleep(rng.uniform(0, LONGEST_PAUSE_SECONDS))
    faults[name](place, process)
    code, _, err = finish(process)
    assert code in ENDED, f"{name}: exit {code}: {err}"
    assert "Traceback" not in err
    place.met[name] += 1


def _hold(place: Place, clean: Path) -> None:
    """The laws, once the feed is read to its end."""
    code, _, err = finish(start(place.url, str(place.feed)))
    assert code == 0, err
    with Ledger(place.url) as ledger, Ledger(f"sqlite:///{clean}") as once:
        assert every_record_once(ledger, place.feed), "lost or doubled"
        assert log_of(ledger) == log_of(once), "other books than those of one clean run"
    terminal = Terminal(place.url)
    terminal.does("report", "win", "--json")
    terminal.does("db", "check")
    seal(terminal)
    terminal.does("audit", "verify", "--key", LOG, "--against", "own.checkpoint")


def _set_up(url: str) -> None:
    with Ledger(url) as ledger:
        upgrade(ledger.journal.engine)
    open_pit(url).close()


def _soaked(
    home: Path, server: Machine | None, rng: Random, faults: int, met: Counter[str]
) -> None:
    """One feed, in a folder of its own: a key that has signed one log signs no other."""
    feed, clean, store = (home / name for name in ("feed", "clean", "store"))
    plan = Plan(seed=rng.randrange(2**32), rounds=10, tables=("MB-01", "MB-02"))
    feed.write_bytes(b"".join(Day(plan).lines()))
    _set_up(f"sqlite:///{clean}")
    url = f"sqlite:///{store}"
    if server is None:
        shutil.copyfile(clean, store)
    else:
        server.runs(f"CREATE DATABASE {home.name}")
        url = server.url(home.name)
        _set_up(url)
    code, _, err = finish(start(f"sqlite:///{clean}", str(feed)))
    assert code == 0, err
    place = Place(url, feed, server, met)
    with contextlib.chdir(home):
        write_keys()
        for _ in range(faults):
            _happens(place, rng)
        _hold(place, clean)


def soak(seconds: float, seed: int, met: Counter[str], faults: int = 4) -> None:
    """Go on for so long, and once on each database at least, so many faults a feed. met: how often each was."""
    until = time.monotonic() + seconds
    rng = Random(seed)
    with tempfile.TemporaryDirectory(prefix="pit-soak-") as place, machines(1) as (server,):
        server.make()
        for number in count():
            if number > 1 and time.monotonic() > until:
                break
            home = Path(place) / f"soak{number}"
            home.mkdir()
            _soaked(home, server if number % 2 else None, rng, faults, met)
            shutil.rmtree(home)


def main() -> None:
    """Run as it says above; an assertion ends it, and what was met is printed."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 3_600
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else int.from_bytes(os.urandom(4))
    print(f"seed {seed}", flush=True)  # noqa: T201  a command's answer
    met = Counter[str]()
    try:
        soak(seconds, seed, met)
    finally:
        for name, times in sorted(met.items()):
            print(f"{times:>6} {name}")  # noqa: T201  a command's answer
    print(f"{met.total():>6} faults, and the laws held after each feed")  # noqa: T201  a command's answer


if __name__ == "__main__":
    main()
