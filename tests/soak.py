"""Every fault of machines at random, for as long as it is let, and the laws after each: `make soak`.

    python -m tests.soak [SECONDS] [SEED]

A feed is read into a store on SQLite and into one on PostgreSQL, by turns, and something happens to it again and again.
Then it is read to its end, and nothing is lost, nothing doubled, what is rebuilt is what was live, the log verifies.
The seed is printed: with it the same faults come again, as far as moments can.
"""

import contextlib
import json
import os
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random
from typing import Final

import time_machine

from cli.demo.dealer import Day, Plan
from ledger.desks.ledger import Ledger
from ledger.store.schema import VERSION
from migrations.run import upgrade
from tests.cli.commands.feed.running import finish, start
from tests.cli.conftest import Terminal
from tests.cli.sealing import seal, write_keys
from tests.forked import Process
from tests.ledger.feed.conftest import open_pit
from tests.ledger.feed.sender import NOW, every_record_once, log_of
from tests.machines import Line, Machine, machines
from tests.migrations.test_fences import LATER
from tests.migrations.test_migrations import set_version
from tests.sealing import LOG

LONGEST_PAUSE_SECONDS: Final = 0.2
ROOM_BYTES: Final = 200_000
A_YEAR_SECONDS: Final = 365 * 86_400

ENDED: Final = {0, 7, 130, -signal.SIGKILL, -signal.SIGTERM}
"""How a feed may end: done, the store lost or full, stopped, killed; told to end when it had done so already."""


@dataclass
class Place:
    """A store, the feed that is read into it, its server and a place for another, where it has one. met: the faults, by
    name.
    """

    name: str
    feed: Path
    servers: list[Machine]
    met: Counter[str] = field(default_factory=Counter)

    @property
    def url(self) -> str:
        """Its address, of whichever server is written to."""
        if not self.servers:
            return f"sqlite:///{self.name}"
        return self.servers[0].url(self.name, *self.servers[1:])

    def largest_file_bytes(self) -> int:
        """What lets a little more be written to the store's file than there is."""
        return Path(self.name).stat().st_size + ROOM_BYTES

    @contextlib.contextmanager
    def cut_line(self, *, arrives: bool) -> Iterator[str]:
        """Its address over a line that is cut at some commits, as they arrive or before."""
        line = Line(self.servers[0].socket, lambda number: number % 5 == 3, arrives=arrives)
        with tempfile.TemporaryDirectory() as folder, line.at(Path(folder)):
            yield f"postgresql://postgres@/{self.name}?host={folder}"


Fault = Callable[[Place, Process], None]


def _sent(number: signal.Signals) -> Fault:
    return lambda _, process: process.send_signal(number)


def _stopped(mode: str) -> Fault:
    def restart(place: Place, _: Process) -> None:
        place.servers[0].restart(mode)

    return restart


def _sessions_ended(place: Place, _: Process) -> None:
    place.servers[0].end_sessions()


def _failed_over(place: Place, process: Process) -> None:
    """The server fails, and the standby that confirmed with it takes its place; the feed knows both addresses."""
    first, second = place.servers
    process.send_signal(signal.SIGSTOP)
    second.follow(first)
    process.send_signal(signal.SIGCONT)
    time.sleep(LONGEST_PAUSE_SECONDS)
    first.stop()
    second.promote()
    second.restart("fast")  # It was told that nobody confirms with it.
    first.forget()
    place.servers.reverse()


def _read(place: Place, _: Process) -> None:
    """Not a fault: the read models are caught up in the middle of it, and the log is sealed."""
    Terminal(place.url).run("report", "win", "--json")
    Terminal(place.url).run("audit", "seal", "--key", "log.key", "--out", "own", "--force")


def _clock_set_back(place: Place, _: Process) -> None:
    """Another feed of the same, by a machine whose clock is behind: it takes nothing."""
    with time_machine.travel(NOW / 1_000_000 - A_YEAR_SECONDS, tick=False):
        answer = Terminal(place.url).run("feed", str(place.feed), "--json")
    if answer.exit_code:
        assert json.loads(answer.stderr)["error"]["code"] == "clock_behind"
    else:
        assert json.loads(answer.stdout)["taken"] == 0, "all of it was there"


def _counted_anew(place: Place, _: Process) -> None:
    """What comes under the first number again is another record."""
    with place.feed.open("rb") as feed:
        Path("anew").write_bytes(feed.readline().replace(b'"by"', b'"by" '))
    answer = Terminal(place.url).run("feed", "anew", "--json")
    assert answer.exit_code == 1, answer.output
    (gap,) = json.loads(answer.stdout)["gaps"]
    assert gap["code"] == "feed_source_restarted"


def _of_another_version(version: str) -> Fault:
    """The store is brought to a version under the feed, which ends; and back."""

    def bring(place: Place, process: Process) -> None:
        with Ledger(place.url) as ledger:
            set_version(ledger.journal.engine, version)
            process.wait()
            set_version(ledger.journal.engine, VERSION)

    return bring


def _nothing(_: Place, __: Process) -> None:
    """It was started so that something happens to it."""


FULL: Final = "disk full"
UNANSWERED: Final = "commits without an answer"
UNHEARD: Final = "commits that are lost"

ANYWHERE: Final = {
    "killed": _sent(signal.SIGKILL),
    "told to end": _sent(signal.SIGTERM),
    "Ctrl-C": _sent(signal.SIGINT),
    "read and sealed": _read,
    "clock set back": _clock_set_back,
    "source counts anew": _counted_anew,
    "newer program": _of_another_version(LATER),
    "older program": _of_another_version("0001"),
}
ON_A_SERVER: Final = {
    **ANYWHERE,
    "machine failed": _stopped("immediate"),
    "server restarted": _stopped("fast"),
    "sessions ended": _sessions_ended,
    "failed over": _failed_over,
    UNANSWERED: _nothing,
    UNHEARD: _nothing,
}
ON_A_FILE: Final = {**ANYWHERE, FULL: _nothing}


def _happens(place: Place, rng: Random) -> None:
    """Start the feed, and let something happen to it once it has begun."""
    faults = ON_A_SERVER if place.servers else ON_A_FILE
    name = rng.choice(sorted(faults))
    with contextlib.ExitStack() as ends:
        url = place.url
        if name in (UNANSWERED, UNHEARD):
            url = ends.enter_context(place.cut_line(arrives=name == UNANSWERED))
        _happens_to(place, url, name, faults[name], rng.uniform(0, LONGEST_PAUSE_SECONDS))


def _happens_to(place: Place, url: str, name: str, fault: Fault, pause: float) -> None:
    largest = place.largest_file_bytes() if name == FULL else 0
    process = start(url, str(place.feed), small_batches=True, largest_file_bytes=largest)
    with Ledger(place.url) as ledger:
        before = ledger.journal.max_notification_id()
        while process.poll() is None and ledger.journal.max_notification_id() == before:
            time.sleep(0.01)
    time.sleep(pause)
    fault(place, process)
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
    home: Path, servers: list[Machine], rng: Random, faults: int, met: Counter[str]
) -> None:
    """One feed, in a folder of its own: a key that has signed one log signs no other."""
    feed, clean, store = (home / name for name in ("feed", "clean", "store"))
    plan = Plan(seed=rng.randrange(2**32), rounds=10, tables=("MB-01", "MB-02"))
    feed.write_bytes(b"".join(Day(plan).lines()))
    _set_up(f"sqlite:///{clean}")
    place = Place(home.name if servers else str(store), feed, servers, met)
    if servers:
        servers[0].runs(f"CREATE DATABASE {home.name}")
        _set_up(place.url)
    else:
        shutil.copyfile(clean, store)
    code, _, err = finish(start(f"sqlite:///{clean}", str(feed)))
    assert code == 0, err
    with contextlib.chdir(home):
        write_keys()
        for _ in range(faults):
            _happens(place, rng)
        _hold(place, clean)


def soak(seconds: float, seed: int, met: Counter[str], faults: int = 4) -> None:
    """Go on for so long, and once on each database at least, so many faults a feed. met: how often each was."""
    until = time.monotonic() + seconds
    rng = Random(seed)
    with tempfile.TemporaryDirectory(prefix="pit-soak-") as place, machines(2) as found:
        servers = list(found)
        servers[0].make()
        for number in count():
            if number > 1 and time.monotonic() > until:
                break
            home = Path(place) / f"soak{number}"
            home.mkdir()
            _soaked(home, servers if number % 2 else [], rng, faults, met)
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
