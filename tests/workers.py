"""`pytest --workers 4`: tests are collected once, in a process from which those that run them are forked.

A worker of its own that starts from nothing imports everything, finds eleven thousand tests and, where it is asked what
they reach, prepares every module for it: as long as hundreds of tests take. Here that is done once, before the fork.
A worker takes a run of neighbouring tests at a time, whole modules where they are not too long, so that what a module
shares is made once; the runs grow shorter towards the end, so that all end together.
"""

import multiprocessing
import sys
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain, pairwise
from multiprocessing.connection import Connection, wait
from typing import Any, Final

import pytest

FORK: Final = multiprocessing.get_context("fork")

SHARE: Final = 4
"""A worker takes this part of an equal share of what is left at a time; to the end of a module, at most all of it."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """How many workers run the tests."""
    parser.addoption(
        "--workers", type=int, default=0, help="fork this many processes to run the tests"
    )


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool | None:
    """Run what was collected in workers, where they are asked for."""
    asked: int = session.config.option.workers
    if not asked or session.config.option.collectonly or session.testsfailed:
        return None
    if "tests.forked" in sys.modules:  # Some test forks.
        sys.modules["tests.forked"].begin()
    turns = _Turns([each.nodeid.partition("::")[0] for each in session.items], asked)
    workers: dict[Connection, _Worker] = {}
    for number in range(asked):
        worker = _Worker(session, turns, number, list(workers))
        workers[worker.reports] = worker
    try:
        while workers:
            for each in workers.keys() & wait(list(workers)):
                if not workers[each].told():
                    del workers[each]
            if session.shouldfail or session.shouldstop:
                turns.end()
    finally:
        turns.end()
    if session.shouldfail:
        raise session.Failed(session.shouldfail)
    if session.shouldstop:
        raise session.Interrupted(session.shouldstop)
    return True


class _Turns:
    """Which tests are still to be run, by their numbers in the order in which they were collected."""

    def __init__(self, modules: Sequence[str], workers: int) -> None:
        """modules: that of each test."""
        self._next = FORK.Value("l", 0)
        self._tests, self._workers = len(modules), workers
        found = enumerate(pairwise([*modules, None]), 1)
        self._ends = [end for end, (module, then) in found if module != then]

    def taken(self) -> Iterator[int]:
        """Those that one worker takes, one after another."""
        while run := self._run():
            for each in run:
                if self._next.value > self._tests:
                    return
                yield each

    def end(self) -> None:
        """Nobody takes any more."""
        self._next.value = self._tests + 1

    def _run(self) -> range:
        with self._next.get_lock():
            left = range(self._next.value, self._tests)
            if not left:
                return left
            share = len(left) // self._workers
            many = max(1, share // SHARE)
            whole = self._ends[bisect_left(self._ends, left.start + many)] - left.start
            run = left[: min(whole, max(many, share))]
            self._next.value += len(run)
        return run


class _Worker:
    """A process that runs tests, and what it says of them. others: what is said by those that were forked before."""

    def __init__(
        self, session: pytest.Session, turns: _Turns, number: int, others: Sequence[Connection]
    ) -> None:
        self._session = session
        self._at = FORK.Value("l", -1, lock=False)
        self.reports, said = FORK.Pipe(duplex=False)
        self._process = FORK.Process(
            target=_work, args=(session, turns, number, self._at, said, [*others, self.reports])
        )
        self._process.start()
        said.close()

    def told(self) -> bool:
        """Take in what it says of the next test. False where it has ended."""
        items = self._session.items
        try:
            at, reports = self.reports.recv()
        except EOFError:
            self._process.join()
            if self._process.exitcode:
                at = self._at.value
                where = "before the first test" if at < 0 else items[at].nodeid
                self._session.shouldfail = f"a worker ended with {self._process.exitcode}: {where}"
            return False
        hook, first = self._session.config.hook, reports[0]
        hook.pytest_runtest_logstart(nodeid=first.nodeid, location=first.location)
        for report in reports:
            hook.pytest_runtest_logreport(report=report)
        return True


class _Reports:
    """Takes the place of what shows reports on a terminal: keeps those of a test until it is over."""

    def __init__(self) -> None:
        self.kept: list[pytest.TestReport] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Keep what came of a test."""
        self.kept.append(report)


def _work(
    session: pytest.Session,
    turns: _Turns,
    number: int,
    now: Any,
    said: Connection,
    inherited: Sequence[Connection],
) -> None:
    # While anybody can read what is said, nobody notices that all others are gone.
    for each in inherited:
        each.close()
    config = session.config
    _apart(config, number)
    # With all tests collected, which hooks are heard in a folder is looked up once, not ten times a test.
    vars(session)["gethookproxy"] = cache(session.gethookproxy)
    reports = _Reports()
    config.pluginmanager.register(reports)
    try:
        for at, then in pairwise(chain(turns.taken(), [None])):
            if at is not None:
                now.value = at
                following = None if then is None else session.items[then]
                config.hook.pytest_runtest_protocol(item=session.items[at], nextitem=following)
                said.send((at, reports.kept))
                reports.kept.clear()
    except KeyboardInterrupt:  # Who began all this was told so too.
        pass
    finally:
        failed = pytest.ExitCode.TESTS_FAILED if session.testsfailed else pytest.ExitCode.OK
        config.hook.pytest_sessionfinish(session=session, exitstatus=failed)


def _apart(config: Any, number: int) -> None:
    """Have a folder and captured streams of one's own, and leave the terminal and the cache to whoever collected."""
    config.workerinput = {"workerid": number}
    config.pluginmanager.unregister(name="terminalreporter")
    capturing = config.pluginmanager.getplugin("capturemanager")
    capturing.stop_global_capturing()
    capturing.start_global_capturing()
    capturing.suspend_global_capture()
    folders = config._tmp_path_factory
    folders._basetemp = folders.getbasetemp() / f"worker-{number}"
    folders._basetemp.mkdir(0o700)
