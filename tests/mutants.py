"""Small changes of the code, one at a time, each asked of the tests that come to the changed function: `make mutants`.

`mutmut` makes the changes and shows them. Its own run collects the tests anew for every change and makes their stores
again; here they are collected once, all are run once to see which of them come to which function, and each change is
tried in a process forked from that one, the fastest tests first, until one fails. What came of it is kept in `mutants/`
as mutmut keeps it, so that a run that was stopped goes on, and `mutmut results` and `mutmut show` read it. Asked again,
a change that no test noticed is tried again, in case a test came to be.

It needs `mutmut`, which is no part of `make install`.
"""

import gc
import importlib
import mmap
import os
import resource
import shutil
import signal
import subprocess
import sys
import time
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatch
from itertools import accumulate
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
from _pytest.runner import runtestprotocol

PLACE: Final = Path("mutants")
MODULES: Final = "PIT_MUTANTS_OF"
ONLY: Final = "PIT_MUTANTS"
"""The variables of the environment that say which changes are tried: patterns of their names, both of which fit."""

ERRORS: Final = "tests/cli/frame/test_errors.py"
"""What is said of every refusal; of each subject that refuses."""

SUBJECTS: Final[dict[str, tuple[Sequence[str], Sequence[str]]]] = {
    "settlement": (
        [f"ledger.baccarat.{each}.*" for each in ("settlement", "lines", "house_money", "royal9")],
        [
            "tests/ledger/baccarat",
            "--ignore=tests/ledger/baccarat/test_odds.py",
            "tests/games/test_house_money.py",
            ERRORS,
        ],
    ),
    "vigorish": (
        ["ledger.baccarat.vigorish.*"]
        + [f"ledger.table.{each}.*" for each in ("vigorish", "marks", "reckoning")],
        [
            "tests/ledger/baccarat/test_vigorish.py",
            "tests/ledger/table/test_marks.py",
            "tests/ledger/table/test_vigorish.py",
            "tests/ledger/form",
            "tests/ledger/day/test_reckoning.py",
            "tests/ledger/day/test_tray_counts.py",
            "tests/ledger/desks/test_reversal.py",
            "tests/ledger/desks/undo",
            "tests/projections/models/test_vigorish.py",
            ERRORS,
        ],
    ),
    "meters": (
        ["ledger.table.meters.*", "ledger.link.*"],
        [
            "tests/ledger/link",
            "--ignore=tests/ledger/link/test_together.py",
            "--ignore=tests/ledger/link/test_conserved.py",
            "tests/ledger/desks/test_reversal.py",
            "tests/ledger/desks/undo",
            ERRORS,
        ],
    ),
    "reconciliation": (
        ["projections.reconcile.*"],
        [
            "tests/projections/reconcile",
            "tests/projections/engine/test_carried.py",
            "tests/projections/models/test_closings.py",
            "tests/projections/figures/test_forms_matched.py",
            "tests/cli/commands/test_explained.py",
            "tests/cli/commands/test_slips.py",
            "tests/cli/commands/signed/test_stays_open.py::test_what_stayed_open_is_told_with_its_amount_and_the_events_it_rests_on",
        ],
    ),
    "seal": (
        ["ledger.seal.*", "projections.queries.check_keys.*"],
        [
            "tests/ledger/seal",
            "--ignore=tests/ledger/seal/test_sealing.py",
            "tests/projections/queries/test_check_keys.py",
            "tests/cli/commands/test_proofs.py",
            "tests/cli/commands/test_seal.py",
            "tests/cli/commands/test_seal_keys.py",
            "tests/cli/commands/test_resume.py",
            ERRORS,
        ],
    ),
}
"""By subject the modules that hold it, and the quick tests that hold those. Left out are tests that are long, and about
other things than single steps of the code.
"""

QUICK_SECONDS: Final = 2
"""Of a core: so long tests are asked of every change, and the others then of those that they left green."""

SEED: Final = 14

_NOT_COPIED: Final = shutil.ignore_patterns("__pycache__")
_NO_MODULES: Final = shutil.ignore_patterns("__pycache__", "*.py")

SURVIVED: Final = 0
NOTICED: Final = 1
NO_TESTS: Final = 33
DOUBTED: Final = 35
"""Green in the quick tests; the others were not asked yet. mutmut calls it suspicious."""
TOO_LONG: Final = 36
_UNDER_TEST: Final = "MUTANT_UNDER_TEST"
UNCHANGED: Final = "none"
"""In place of the name of a change."""


def main(only: Sequence[str]) -> None:
    """Make the changes, then try those whose names fit one of the patterns, or all, subject after subject."""
    run = importlib.import_module("mutmut.__main__")
    config = importlib.import_module("mutmut.configuration").config()
    os.environ[_UNDER_TEST] = "mutant_generation"
    PLACE.mkdir(exist_ok=True)
    for each in PLACE.rglob("*.py*"):  # What was made of a module that is gone.
        if not each.relative_to(PLACE).with_name(each.name.removesuffix(".meta")).exists():
            each.unlink()
    run.copy_src_dir()
    run.copy_also_copy_files()
    # They leave what is there as it is, and only modules that are changed are looked at again.
    for each in filter(Path.is_dir, config.also_copy):
        shutil.copytree(each, PLACE / each, ignore=_NOT_COPIED, dirs_exist_ok=True)
    for each in config.source_paths:
        shutil.copytree(each, PLACE / each, ignore=_NO_MODULES, dirs_exist_ok=True)
    run.create_mutants(1)
    os.chdir(PLACE)
    os.environ[ONLY] = " ".join(only or ["*"])
    for modules, tests in SUBJECTS.values():
        os.environ[MODULES] = " ".join(modules)
        told = ["-q", "-p", "tests.mutants", *config.pytest_add_cli_args, *tests]
        if any(_open()):
            command = [sys.executable, "-m", "pytest", *told]
            subprocess.run(command, stdin=subprocess.DEVNULL, check=True)


def pytest_runtestloop(session: pytest.Session) -> bool:
    """In place of running the tests once: once to see where they come, then for each change those that do."""
    if ONLY not in os.environ:
        return False
    if session.testsfailed:
        raise session.Interrupted("tests could not be collected")
    open_ = list(_open())
    _in_turn(open_)
    reached, seconds = _reached(session)
    quick, rest = _parted(reached, seconds)
    for asked, otherwise in ((quick, DOUBTED), (rest, SURVIVED)):
        for number, (data, name, of) in enumerate(open_, 1):
            code = _tried(session, name, asked[of], seconds, otherwise) if reached[of] else NO_TESTS
            data.exit_code_by_key[name] = code
            data.save()
            _say(f"{number}/{len(open_)} {code:>3} {name}")
        open_ = [each for each in open_ if each[0].exit_code_by_key[each[1]] == DOUBTED]
    return True


def _parted(
    reached: Mapping[str, set[pytest.Item]], seconds: Mapping[pytest.Item, float]
) -> tuple[dict[str, list[pytest.Item]], dict[str, list[pytest.Item]]]:
    """The tests of each function, the fastest first: those that take QUICK_SECONDS together, and the others."""
    quick, rest = dict[str, list[pytest.Item]](), dict[str, list[pytest.Item]]()
    for of, tests in reached.items():
        order = sorted(tests, key=seconds.__getitem__)
        until = bisect_right(list(accumulate(map(seconds.__getitem__, order))), QUICK_SECONDS) or 1
        quick[of], rest[of] = order[:until], order[until:]
    return quick, rest


def _in_turn(tries: list[tuple[Any, str, str]]) -> None:
    """What was never tried first, and of each function one after the other in turn, drawn by SEED: so what was tried
    when a run is stopped is a fair sample, spread evenly over the functions.
    """
    Random(SEED).shuffle(tries)  # the same order each time
    turn = Counter[str]()
    place = dict[str, tuple[bool, int]]()
    for data, name, of in tries:
        place[name] = (data.exit_code_by_key[name] is not None, turn[of])
        turn[of] += 1
    tries.sort(key=lambda each: place[each[1]])


def _say(line: str) -> None:
    sys.__stderr__.write(line + "\n") if sys.__stderr__ else None


def _reached(
    session: pytest.Session,
) -> tuple[dict[str, set[pytest.Item]], dict[pytest.Item, float]]:
    """The tests that come to each function, and how long each takes. Every test must be green.

    One that starts processes of its own can fail for being forked: it would notice every change, and is left out.
    """
    state = importlib.import_module("mutmut.state").state()
    os.environ[_UNDER_TEST] = "stats"
    came_to = dict[pytest.Item, set[str]]()
    seconds = dict[pytest.Item, float]()
    for item, following in zip(session.items, [*session.items[1:], session], strict=True):
        state._stats.clear()
        start = time.process_time()
        for failed in _failed(item, following):
            raise session.Interrupted(f"{item.nodeid} fails as it is: {failed.longreprtext}")
        seconds[item] = time.process_time() - start
        came_to[item] = set(state._stats)
    # What is left of the tests here is let go here: a forked process waits without end for threads that it has not.
    gc.collect()
    gc.freeze()
    reached = defaultdict[str, set[pytest.Item]](set)
    for item, functions in came_to.items():  # When no store is shared by what runs here any more.
        if functions and _tried(session, UNCHANGED, [item], seconds, SURVIVED) != SURVIVED:
            _say(f"not asked, as it fails in a process of its own: {item.nodeid}")
            continue
        for function in functions:
            reached[function].add(item)
    return reached, seconds


def _failed(item: pytest.Item, following: Any) -> list[pytest.TestReport]:
    return [each for each in runtestprotocol(item, log=False, nextitem=following) if each.failed]


def _open() -> Iterator[tuple[Any, str, str]]:
    """The changes that no test has noticed, each with the file it is kept with and the function that is changed."""
    run = importlib.import_module("mutmut.__main__")
    for path in run.walk_mutatable_files():
        data = run.SourceFileMutationData(path=path)
        data.meta_path = Path(f"{path}.meta")
        data.load()
        for name, code in data.exit_code_by_key.items():
            if code not in (NOTICED, TOO_LONG) and _meant(name):
                yield data, name, run.mangled_name_from_mutant_name(name)


def _meant(name: str) -> bool:
    return all(
        any(fnmatch(name, each) for each in os.environ[which].split()) for which in (MODULES, ONLY)
    )


def _tried(
    session: pytest.Session,
    name: str,
    tests: list[pytest.Item],
    seconds: Mapping[pytest.Item, float],
    otherwise: int,
) -> int:
    """What came of a change: as the process that tried it ended. otherwise: where all tests are green.

    What notices one change of a function notices others: it goes to the front of the tests.
    """
    at = mmap.mmap(-1, 4)
    child = os.fork()
    if child:
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        if code != otherwise and tests:
            tests.insert(0, tests.pop(int.from_bytes(at[:], "big")))
        return TOO_LONG if code in (-signal.SIGALRM, -signal.SIGXCPU) else code
    try:
        os.environ[_UNDER_TEST] = name
        for number, (test, following) in enumerate(zip(tests, [*tests, session][1:], strict=True)):
            at[:] = number.to_bytes(4, "big")
            # What is computed without end, and what waits without end, a machine being as slow as it is.
            most = int(10 * seconds[test]) + 2
            until = int(time.process_time()) + most
            resource.setrlimit(resource.RLIMIT_CPU, (until, resource.RLIM_INFINITY))
            signal.alarm(30 * most)
            for failed in _failed(test, following):
                if name == UNCHANGED:
                    _say(failed.longreprtext)
                os._exit(NOTICED)
        os._exit(otherwise)
    finally:  # An interruption of the test program, or whatever else a change brings about.
        os._exit(NOTICED)


if __name__ == "__main__":
    main(sys.argv[1:])
