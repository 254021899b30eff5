"""Work on the whole log by all cores: tasks that know nothing of one another, each process with a ledger of its own.

Processes, since threads of one process take turns at what is computed. They are started anew and not forked: a fork
would take along open connections, and locks that other threads hold.
"""

import os
import pickle
import signal
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from multiprocessing import connection as pipes
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Any, Final, NamedTuple, Self, cast

from ledger.desks.ledger import Ledger
from ledger.seal.unfinished import Unfinished
from ledger.values.errors import Conflict, IntegrityFailure
from projections.engine.engine import Progress

FEW: Final = 50_000
"""Events that one process has gone through before others have started."""

ANEW: Final[Any] = get_context("spawn")

A_MOMENT: Final = 0.2
"""Seconds between two words of a task on how far it is."""


class Task(NamedTuple):
    """name: its own among those that are shared. does: a function of a module, which takes a ledger, the arguments and
    whom to tell how far it is. gives: the type of what it comes to, which can be sent to another process; None where
    that is worth nothing to who goes on later.
    """

    name: str
    does: Callable[..., Any]
    arguments: Sequence[Any] = ()
    gives: Any = Any


class Part(NamedTuple):
    """What a part of some work came to, or the first fault in it. order: by which it comes before those of others."""

    found: Any
    order: tuple[Any, ...] = ()
    fault: IntegrityFailure | None = None


class Workers:
    """Processes that do tasks on a ledger's store while the block lasts; with one, this process does them itself.

    So many as the ledger says; else as many as there are cores, and one where there is little to do. few: whether
    there is, which others may ask; unless given, where the log is short. A store in memory is this process's own.
    """

    def __init__(self, ledger: Ledger, *, few: bool | None = None) -> None:
        self._ledger = ledger
        self._ends: dict[Connection, SpawnProcess] = {}
        self.few = ledger.position < FEW if few is None else few
        self.count = ledger.workers or (1 if self.few else len(os.sched_getaffinity(0)))
        if ledger.journal.engine.url.database in {None, "", ":memory:"}:
            self.count = 1

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """None is left, however the block ends."""
        for end, process in self._ends.items():
            end.close()
            process.terminate()
            process.join()

    def share(
        self,
        tasks: Sequence[Task],
        progress: Progress | None = None,
        done: Callable[[str, Any], None] = lambda *_: None,
    ) -> dict[str, Any]:
        """What tasks come to, by their names. done: told of each as soon as it is there.

        Raises what the first of them in their order raises, whichever is there first; Conflict `worker_lost` where a
        process ends by itself.
        """
        told = _Told(progress, [each.name for each in tasks])
        if min(self.count, len(tasks)) > 1:
            self._start(min(self.count, len(tasks)))
            return _handed_out(self._ends, tasks, told, done)
        found = {}
        for task in tasks:
            found[task.name] = task.does(self._ledger, *task.arguments, told.of(task.name))
            told.of(task.name)(1, 1)
            done(task.name, found[task.name])
        return found

    def go_on(
        self, tasks: Sequence[Task], steps: Unfinished, progress: Progress | None = None
    ) -> dict[str, Part]:
        """The same, with what an earlier command has done of it passed over, and kept what is done now."""
        known = {each.name: each.gives and steps.known(each.name, each.gives) for each in tasks}
        kept = {each.name for each in tasks if each.gives is not None}
        parts = {name: Part(found) for name, found in known.items() if found is not None}

        def keep(name: str, found: Any) -> None:
            parts[name] = found if isinstance(found, Part) else Part(found)
            if name in kept and parts[name].fault is None:
                steps.done(name, parts[name].found)

        self.share([each for each in tasks if each.name not in parts], progress, keep)
        return parts

    def _start(self, count: int) -> None:
        while len(self._ends) < count:
            end, process = started(_work, self._ledger.url)
            self._ends[end] = process


def started(work: Callable[[Connection, str], None], url: str) -> tuple[Connection, SpawnProcess]:
    """A process that works on a store, and the end of the pipe to it; when this process ends, it does."""
    ours, theirs = ANEW.Pipe()
    process = ANEW.Process(target=work, args=(theirs, url), daemon=True)
    process.start()
    theirs.close()
    return ours, process


class _Told:
    """How far all tasks are together, as if they were one that goes through the log."""

    def __init__(self, progress: Progress | None, names: Sequence[str]) -> None:
        self._progress = progress
        self._at = dict.fromkeys(names, 0.0)
        self._goal = 1

    def of(self, name: str) -> Progress:
        """Whom a task tells."""

        def tell(position: int, goal: int) -> None:
            self._at[name] = min(1.0, position / goal) if goal else 1.0
            self._goal = max(self._goal, goal)
            if self._progress is not None:
                share = sum(self._at.values()) / len(self._at)
                self._progress(int(share * self._goal), self._goal)

        return tell


def _handed_out(
    ends: dict[Connection, SpawnProcess],
    tasks: Sequence[Task],
    told: _Told,
    done: Callable[[str, Any], None],
) -> dict[str, Any]:
    waiting, running = deque(enumerate(tasks)), dict[Connection, int]()
    found: dict[str, Any] = {}
    failed: dict[int, Exception] = {}
    for end in ends:
        _next(end, waiting, running)
    while running:
        for end in _ready(running):
            n = running[end]
            kind, said = _received(end, ends[end])
            if kind == "at":
                told.of(tasks[n].name)(*said)
                continue
            del running[end]
            if kind == "failed":
                failed[n] = said
                # What stands before it may fail too, and comes first; what stands after it is not begun.
                waiting = deque(each for each in waiting if each[0] < n)
            else:
                found[tasks[n].name] = said
                told.of(tasks[n].name)(1, 1)
                done(tasks[n].name, said)
            _next(end, waiting, running)
    if failed:
        raise failed[min(failed)]
    return found


def _next(
    end: Connection, waiting: "deque[tuple[int, Task]]", running: dict[Connection, int]
) -> None:
    if waiting:
        running[end], task = waiting.popleft()
        end.send(task)


def _ready(running: Iterable[Connection]) -> list[Connection]:
    return cast("list[Connection]", pipes.wait(list(running)))


def _received(end: Connection, process: SpawnProcess) -> tuple[str, Any]:
    try:
        kind, said = end.recv()
    except (EOFError, OSError):
        process.join()
        raise Conflict(
            "worker_lost",
            f"A process that did a part of the work has ended by itself ({_why(process.exitcode)}).",
            "Repeat the command; where the machine was short of memory, with --workers 1.",
            exit_code=process.exitcode,
        ) from None
    return kind, said


def _why(code: int | None) -> str:
    if code is not None and code < 0:
        return f"signal {-code}"
    return f"exit code {code}"


def _work(end: Connection, url: str) -> None:
    """Do one task after the other, until nobody is at the other end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Whoever shares the work out ends it.
    with Ledger(url) as ledger:
        while True:
            try:
                task = end.recv()
            except EOFError:
                return
            end.send(_outcome(task, ledger, end))


def _outcome(task: Task, ledger: Ledger, end: Connection) -> tuple[str, Any]:
    last = time.monotonic()

    def tell(position: int, goal: int) -> None:
        nonlocal last
        if time.monotonic() - last > A_MOMENT:
            end.send(("at", (position, goal)))
            last = time.monotonic()

    try:
        return "found", task.does(ledger, *task.arguments, tell)
    except Exception as error:  # noqa: BLE001  it is raised where the work was shared out
        return "failed", _portable(error)


def _portable(error: Exception) -> Exception:
    try:
        pickle.loads(pickle.dumps(error))  # noqa: S301  its own
    except Exception:  # noqa: BLE001  of a library, with more in it than words
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error
