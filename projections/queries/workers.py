"""Work on the whole log by all cores: tasks that know nothing of one another, each process with a ledger of its own.

Processes, since threads of one process take turns at what is computed. They are started anew and not forked: a fork
would take along open connections, and locks that other threads hold.
"""

import os
import pickle
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from multiprocessing import connection as pipes
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Any, Final, NamedTuple, Self, cast

from ledger.desks.ledger import Ledger
from ledger.seal.unfinished import Unfinished
from ledger.values.errors import Conflict
from ledger.values.progress import Progress

FEW: Final = 50_000
"""Events that one process has gone through before others have started."""

Hashed = Callable[[int, bytes], None]
"""Told how many events were hashed, and the root over them."""

ANEW: Final[Any] = get_context("spawn")

A_MOMENT: Final = 0.2
"""Seconds between two words of a task on how far it is."""


class Task(NamedTuple):
    """name: its own among those that are shared. does: a function of a module, which takes a ledger, the arguments and
    whom to tell how far it is. gives: the type of what it comes to, which can be sent to another process; None where
    that is worth nothing to who goes on later. weight: how long it takes, as against the others.
    """

    name: str
    does: Callable[..., Any]
    arguments: Sequence[Any] = ()
    gives: Any = Any
    weight: float = 1


class Part(NamedTuple):
    """What a task came to, or why to nothing. order: by which a fault comes before those of tasks that do the same."""

    found: Any
    order: tuple[Any, ...] = ()
    fault: Exception | None = None


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

    @property
    def half(self) -> int:
        """Half of them, where others have something else to do; one at the least."""
        return max(1, self.count // 2)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """None is left, however the block ends."""
        for end, process in self._ends.items():
            end.close()
            process.terminate()
            process.join()

    def go_on(
        self,
        tasks: Sequence[Task],
        steps: Unfinished,
        progress: Progress | None = None,
        *,
        stops: bool = True,
    ) -> dict[str, Part]:
        """What tasks come to, by their names. steps: what an earlier command did of it is passed over, and what is done
        now kept. Nothing that went wrong is raised; stops: after it, nothing is done any more that stands behind it.

        Raises Conflict `worker_lost` where a process ends by itself.
        """
        known = {each.name: each.gives and steps.known(each.name, each.gives) for each in tasks}
        kept = {each.name for each in tasks if each.gives is not None}

        def keep(name: str, found: Any) -> None:
            if name in kept:
                steps.done(name, found)

        left = [each for each in tasks if known[each.name] is None]
        before = {name: Part(found) for name, found in known.items() if found is not None}
        return before | self._parts(left, progress, keep, steps.hashed, stops=stops)

    def busy(self, tasks: Iterable[Task]) -> list[float]:
        """How long each process takes for tasks, the longest first to whoever is free; none where one does all."""
        if self.count == 1:
            return []
        loads = [0.0] * self.count
        for weight in sorted((each.weight for each in tasks), reverse=True):
            loads[loads.index(min(loads))] += weight
        return loads

    def _parts(
        self,
        tasks: Sequence[Task],
        progress: Progress | None,
        done: Callable[[str, Any], None] = lambda *_: None,
        hashed: Hashed = lambda *_: None,
        *,
        stops: bool = True,
    ) -> dict[str, Part]:
        """done: told of what each comes to as soon as it is there; hashed: of how far one that hashes came."""
        sharing = _Sharing(tasks, _Told(progress, hashed, tasks), done, stops=stops)
        if min(self.count, len(tasks)) > 1:
            self._start(min(self.count, len(tasks)))
            return sharing.handed_out(self._ends)
        for n, task in enumerate(tasks):
            if sharing.wanted(n):
                sharing.take(n, _part(task, self._ledger, sharing.told.of(task.name)))
        return sharing.found

    def _start(self, count: int) -> None:
        while len(self._ends) < count:
            end, process = started(_work, self._ledger.url)
            self._ends[end] = process


def started(work: Callable[[Connection, str], None], url: str) -> tuple[Connection, SpawnProcess]:
    """A process that works on a store, and the end of the pipe to it; when this process ends, it does, however that
    ends, and whatever it is at.
    """
    ours, theirs = ANEW.Pipe()
    process = ANEW.Process(target=_attended, args=(work, theirs, url), daemon=True)
    process.start()
    theirs.close()
    return ours, process


def _attended(work: Callable[[Connection, str], None], end: Connection, url: str) -> None:
    """Work, while who started this process is there."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    work(end, url)


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)  # As if it had been killed too: nobody waits for what it is at.


def raise_first(tasks: Sequence[Task], parts: Mapping[str, Part]) -> None:
    """Raise what went wrong first in the order of tasks; among those that do the same, in that of their parts."""
    stages, wrong = _stages(tasks), list[tuple[int, tuple[Any, ...], int]]()
    faults = dict[int, Exception]()
    for n, task in enumerate(tasks):
        part = parts.get(task.name)
        if part is not None and part.fault is not None:
            faults[n] = part.fault
            wrong.append((stages[n], part.order, n))
    if wrong:
        raise faults[min(wrong)[-1]]


def _stages(tasks: Sequence[Task]) -> list[int]:
    """Of each task, where the first stands that does the same."""
    first: dict[Callable[..., Any], int] = {}
    return [first.setdefault(task.does, n) for n, task in enumerate(tasks)]


class _Told:
    """How far all tasks are together, as if they were one that goes through the log."""

    def __init__(self, progress: Progress | None, hashed: Hashed, tasks: Sequence[Task]) -> None:
        self.hashed = hashed
        self._progress = progress
        self._weights = {each.name: each.weight for each in tasks}
        self._at = dict.fromkeys(self._weights, 0.0)
        self._goal = 1

    def of(self, name: str) -> "Word":
        """Whom a task tells."""

        def tell(position: int, goal: int) -> None:
            self._at[name] = min(1.0, position / goal) if goal else 1.0
            self._goal = max(self._goal, goal)
            if self._progress is not None:
                done = sum(at * self._weights[each] for each, at in self._at.items())
                self._progress(int(done / sum(self._weights.values()) * self._goal), self._goal)

        return Word(tell, self.hashed)


class Word:
    """Whom a task tells how far it is; hashed: and what it hashed of the log, so that it need not be hashed again."""

    def __init__(self, tell: Progress, hashed: Hashed) -> None:
        self._tell, self.hashed = tell, hashed

    def __call__(self, position: int, goal: int) -> None:
        """The task is at a position, and will be done at the goal."""
        self._tell(position, goal)


class _Sharing:
    """Tasks as they are done. found: what each came to so far, by its name."""

    def __init__(
        self,
        tasks: Sequence[Task],
        told: _Told,
        done: Callable[[str, Any], None],
        *,
        stops: bool,
    ) -> None:
        self.told = told
        self.found: dict[str, Part] = {}
        self._tasks = tasks
        self._done = done
        self._stops = stops
        self._stages = _stages(tasks)
        self._last = len(tasks)

    def wanted(self, n: int) -> bool:
        """Whether what a task comes to matters: something that stands before it may have gone wrong."""
        return self._stages[n] <= self._last

    def take(self, n: int, part: Part) -> None:
        """What a task came to."""
        name = self._tasks[n].name
        self.found[name] = part
        if part.fault is None:
            self.told.of(name)(1, 1)
            self._done(name, part.found)
        elif self._stops:
            self._last = min(self._last, self._stages[n])

    def handed_out(self, ends: dict[Connection, SpawnProcess]) -> dict[str, Part]:
        """All of them done by processes, those that take longest first."""
        tasks, running = self._tasks, dict[Connection, int]()
        waiting = deque(sorted(range(len(tasks)), key=lambda n: -tasks[n].weight))

        def hand_out(end: Connection) -> None:
            while waiting and not self.wanted(waiting[0]):
                waiting.popleft()
            if waiting:
                running[end] = waiting.popleft()
                end.send(tasks[running[end]])

        for end in ends:
            hand_out(end)
        while any(map(self.wanted, running.values())):
            for end in _ready(running):
                kind, said = _received(end, ends[end])
                if kind == "at":
                    self.told.of(tasks[running[end]].name)(*said)
                    continue
                if kind == "hashed":
                    self.told.hashed(*said)
                    continue
                self.take(running.pop(end), said)
                hand_out(end)
        return self.found


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
    # At any moment: whoever has come upon a fault waits for nothing that stands after it.
    with Ledger(url) as ledger, suppress(EOFError, ConnectionError):
        while True:
            end.send(_outcome(end.recv(), ledger, end))


def _outcome(task: Task, ledger: Ledger, end: Connection) -> tuple[str, Any]:
    last = time.monotonic()

    def tell(position: int, goal: int) -> None:
        nonlocal last
        if time.monotonic() - last > A_MOMENT:
            end.send(("at", (position, goal)))
            last = time.monotonic()

    part = _part(task, ledger, Word(tell, lambda *reached: end.send(("hashed", reached))))
    return "found", part if part.fault is None else part._replace(fault=_portable(part.fault))


def _part(task: Task, ledger: Ledger, tell: Word) -> Part:
    try:
        found = task.does(ledger, *task.arguments, tell)
    except Exception as fault:  # noqa: BLE001  it is raised where the work was shared out
        return Part(None, (), fault)
    return found if isinstance(found, Part) else Part(found)


def _portable(error: Exception) -> Exception:
    try:
        pickle.loads(pickle.dumps(error))  # noqa: S301  its own
    except Exception:  # noqa: BLE001  of a library, with more in it than words
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error
