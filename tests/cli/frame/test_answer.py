"""The answer is not the act: what is recorded is done, whatever becomes of the output."""

import ast
import errno
import io
import json
import os
import shlex
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Any

import click
import pytest

from cli.frame.answer import answering
from cli.frame.failing import UNHEARD
from cli.frame.main import pit
from cli.pages.reference import commands
from tests.architecture.parsed import nodes, parsed, walk
from tests.cli.conftest import Terminal, tamper
from tests.cli.frame.reproducers import CASES
from tests.cli.frame.reproducers.beginnings import (
    BETS,
    OPEN,
    OWING,
    SHOE,
)
from tests.cli.proving import PEOPLE, write_phrases
from tests.cli.sealing import sealed
from tests.cli.writers import WORDS, WRITERS

ROOT = Path(__file__).parents[3]
STORE = Path("pit.db")
RECORD = {
    "v": 1,
    "source": "reader-1",
    "seq": 1,
    "at": "2026-07-11T18:00:00-04:00",
    "by": "C-1",
    "table": "MB-01",
    "type": "sit",
    "seat": 3,
}


class _Failing(io.BufferedIOBase):
    """Something that nothing can be written to."""

    name = "nowhere"

    def __init__(self, error: OSError) -> None:
        self._error = error

    def writable(self) -> bool:
        return True

    def write(self, _: Any) -> int:
        raise self._error


def _failing(error: OSError) -> io.TextIOWrapper:
    return io.TextIOWrapper(_Failing(error), encoding="utf-8", write_through=True)


def _full() -> io.TextIOWrapper:
    return _failing(OSError(errno.ENOSPC, "No space left on device"))


def _of(encoding: str) -> Callable[[], io.TextIOWrapper]:
    return lambda: io.TextIOWrapper(io.BytesIO(), encoding=encoding)


OUTPUTS: dict[str, Callable[[], io.TextIOWrapper]] = {
    "cp1252": _of("cp1252"),
    "ascii": _of("ascii"),
    "full": _full,
    "pipe": lambda: _failing(BrokenPipeError(errno.EPIPE, "Broken pipe")),
    "closed": lambda: _failing(io.UnsupportedOperation("not writable")),
}


def _type(command: str, out: io.TextIOBase, err: io.TextIOBase) -> int:
    """Carry out a command with these as its standard streams. Its exit code."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdout", out)
        patch.setattr(sys, "stderr", err)
        for name, value in (("PIT_DB", f"sqlite:///{STORE}"), ("PIT_BY", "C-1")):
            patch.setenv(name, value)
        with pytest.raises(SystemExit) as ended:
            pit.main(shlex.split(command))
    return int(str(ended.value.code))


def _said(command: str, output: str) -> tuple[int, str]:
    """Exit code, and what was said on standard error, of a command with such an output."""
    out, err = OUTPUTS[output](), io.StringIO()
    code = _type(command, out, err)
    assert "Traceback" not in err.getvalue()
    return code, err.getvalue()


@cache
def _after(before: tuple[str, ...]) -> bytes:
    """The store in which all this was done."""
    if not before:
        return b""
    _put(_after(before[:-1]))
    Terminal(f"sqlite:///{STORE}").does(*shlex.split(before[-1]))
    return STORE.read_bytes()


def _put(store: bytes) -> None:
    STORE.unlink(missing_ok=True)
    if store:
        STORE.write_bytes(store)


def _log() -> list[Any]:
    """All of it; read plainly, as it is a thousand times."""
    if not STORE.exists():
        return []
    with closing(sqlite3.connect(STORE)) as connection:
        return connection.execute("SELECT * FROM events ORDER BY position").fetchall()


def _since(before: tuple[str, ...]) -> int:
    """How many events were recorded after all this."""
    now = len(_log())
    _put(_after(before))
    return now - len(_log())


@pytest.fixture(autouse=True)
def _files() -> None:
    Path("day.ndjson").write_text(f"{json.dumps(RECORD)}\n", encoding="utf-8")
    write_phrases({each: f"the passphrase of {each}" for each in PEOPLE})


@pytest.fixture(autouse=True)
def _one_salt(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same log each time, where a passphrase is set too."""
    monkeypatch.setattr("ledger.values.passphrases.secrets.token_bytes", bytes)


def _writers() -> Iterator[tuple[str, click.Command]]:
    for context, command in commands(pit, None, "pit"):
        if any(each.name == "dry_run" for each in command.params):
            yield context.command_path.removeprefix("pit "), command


TAKES_KEY = {
    name for name, command in _writers() if any(each.name == "key" for each in command.params)
}


ROOT = Path(__file__).parents[3]


def _called(node: ast.AST) -> Iterator[str]:
    for each in walk(node):
        if isinstance(each, ast.Call):
            yield getattr(each.func, "attr", getattr(each.func, "id", ""))


@cache
def _recording() -> frozenset[str]:
    """By what a command says an act: `do`, the ledger's or that of who is there, the intake of a feed, and what of the
    frame and the queries comes to them.
    """
    found = frozenset({"do", "Intake"})
    functions = [
        (file.name, node.name, frozenset(_called(node)))
        for room in ("cli/frame", "projections/queries")
        for file in sorted((ROOT / room).glob("*.py"))
        for node in parsed(file.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef)
    ]
    while True:
        more = {(file, name) for file, name, calls in functions if calls & found}
        public = found | {name for _, name in more if not name.startswith("_")}
        before, functions = (
            functions,
            [
                # What is private is known in its own file only.
                (file, name, calls | ({"do"} if {(file, each) for each in calls} & more else set()))
                for file, name, calls in functions
            ],
        )
        if (public, functions) == (found, before):
            return found
        found = public


def _says_an_act(command: click.Command) -> bool:
    """Whether a command comes to one of these."""
    if command.callback is None:
        return False
    module = sys.modules[command.callback.__module__]
    tree = parsed(Path(str(module.__file__)).read_text(encoding="utf-8"))
    functions = {each.name: each for each in nodes(tree) if isinstance(each, ast.FunctionDef)}
    names, left = set[str](), [command.callback.__name__]
    while left:
        found = functions.pop(left.pop(), None)
        if found is not None:
            names |= set(_called(found))
            calls = (each.func for each in walk(found) if isinstance(each, ast.Call))
            left += [each.id for each in calls if isinstance(each, ast.Name)]
    return not names.isdisjoint(_recording())


def test_every_command_that_records_has_a_case() -> None:
    """By what is offered, and by what the code comes to: no command records without a dry run but this one."""
    assert {name for name, _ in _writers()} == WRITERS.keys()
    recording = {
        context.command_path.removeprefix("pit ")
        for context, command in commands(pit, None, "pit")
        if _says_an_act(command)
    }
    assert recording | {"init"} == WRITERS.keys() | {"db rebuild"}
    assert WRITERS.keys() - TAKES_KEY == {"init", "feed read"}


@pytest.mark.parametrize("name", WRITERS)
def test_an_act_is_done_whatever_becomes_of_its_answer(name: str) -> None:
    before, command = WRITERS[name]
    keyed = f"{command} --key k-1" if name in TAKES_KEY else command
    _put(_after(before))
    there = _log()
    Terminal(f"sqlite:///{STORE}").does(*shlex.split(keyed))
    recorded = _log()
    assert len(recorded) > len(there)
    for output in OUTPUTS:
        _put(_after(before))
        code, said = _said(keyed, output)
        assert (code, _log()) == (0, recorded), f"{output}: {said}"
        if output not in {"cp1252", "ascii"}:
            assert said.startswith(f"Recorded: the log stands at event {len(recorded)}. "), output
        again = Terminal(f"sqlite:///{STORE}").json(*shlex.split(keyed))
        assert again.get("repeated", again.get("skipped") == 1), output
        assert _log() == recorded


@pytest.mark.parametrize("name", WRITERS)
def test_nothing_is_recorded_where_an_act_is_only_tried(name: str) -> None:
    before, command = WRITERS[name]
    _put(_after(before))
    there = _log()
    assert _said(f"{command} --dry-run", "full")[0] == UNHEARD
    assert _log() == there


def test_a_rebuild_that_is_recorded_says_so_whatever_becomes_of_its_answer() -> None:
    _put(_after(OWING))
    with sealed():
        tamper(f"sqlite:///{STORE}", "table.wagers_placed", "7500", "2500")
        altered, there = STORE.read_bytes(), len(_log())
        for output in OUTPUTS:
            _put(altered)
            code, said = _said("db rebuild vigorish --reason seen", output)
            assert (code, len(_log())) == (0, there + 1), f"{output}: {said}"
            if output not in {"cp1252", "ascii"}:
                assert said.startswith(f"Recorded: the log stands at event {there + 1}. "), output


def test_a_character_that_the_output_lacks_is_replaced_and_a_suit_is_a_letter() -> None:
    _put(_after(BETS))
    for encoding, shown in (("cp1252", "?ukasz saw 7d"), ("ascii", "?ukasz saw 7d")):
        out = OUTPUTS[encoding]()
        assert _type(f"seat sit MB-01 5 --patron {WORDS}", out, io.StringIO()) in {0, 1}
        assert _type("table show MB-01", out, io.StringIO()) == 0
        out.flush()
        text = out.buffer.getvalue()  # type: ignore[attr-defined]  # it is a BytesIO
        assert shown in text.decode(encoding)


@pytest.mark.parametrize(
    ("errors", "err"), [("strict", False), ("surrogateescape", False), ("backslashreplace", True)]
)
def test_what_is_drawn_is_drawn_in_ascii_where_there_is_nothing_else(
    errors: str, err: bool
) -> None:
    """Whatever Python would do: refuse it, as in the C locale too, or write its number, as on standard error."""
    plain = io.TextIOWrapper(io.BytesIO(), encoding="ascii", errors=errors)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stderr" if err else "stdout", plain)
        with answering():
            click.echo("r17 over · tray — ── … 7♦", err=err)
    plain.flush()
    assert plain.buffer.getvalue() == b"r17 over | tray - -- ... 7d\n"


def test_a_command_outlives_both_its_streams() -> None:
    _put(_after(OPEN))
    assert _type("seat sit MB-01 3", _full(), _full()) == 0
    assert _type("seat sit MB-01 3", _full(), _full()) == 1
    assert _type("table list", _full(), _full()) == UNHEARD
    assert _since(OPEN) == 1


def test_a_refusal_stays_one_though_nobody_hears_it() -> None:
    before, command = CASES["no_shoe"]
    _put(_after(before))
    assert {_said(command, output)[0] for output in OUTPUTS} == {1}


def test_a_reading_command_says_that_it_could_not_answer() -> None:
    _put(_after(SHOE))
    code, said = _said("report win --json", "full")
    assert code == UNHEARD
    assert json.loads(said)["error"]["code"] == "output_failed"
    code, said = _said("report win", "full")
    assert code == UNHEARD
    assert "No space left on device" in said
    assert _said("report win", "pipe")[0] == 0
    assert _said("--help", "full")[0] == UNHEARD


def test_a_fault_after_the_act_does_not_undo_it(monkeypatch: pytest.MonkeyPatch) -> None:
    _put(_after(OPEN))
    monkeypatch.setattr("projections.queries.came_of.describe", lambda _: 1 // 0)
    code, said = _said("seat sit MB-01 3", "cp1252")
    assert code == 0
    assert said.startswith("Recorded: the log stands at event 6. pit came upon something")
    assert _said("seat sit MB-01 4 --dry-run", "cp1252")[0] == 70
    assert _since(OPEN) == 1


def test_a_snapshot_that_cannot_be_written_does_not_undo_the_act(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _put(_after(OPEN))

    def fails(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("ledger.transaction.snapshots.Snapshots.table_closed", fails)
    code, said = _said(WRITERS["table close"][1], "cp1252")
    assert (code, said[:8]) == (0, "Recorded")
    assert _since(OPEN) == 2


def test_a_feed_that_was_taken_is_taken() -> None:
    """What was refused is in the exit code still."""
    _put(_after(OPEN))
    refused = {**RECORD, "seq": 2}
    lines = "".join(f"{json.dumps(record)}\n" for record in (RECORD, refused))
    Path("day.ndjson").write_text(lines, encoding="utf-8")
    assert _type("feed day.ndjson --json", _full(), _full()) == 1
    assert _since(OPEN) == 1


def test_a_shell_goes_on_without_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    _put(_after(OPEN))
    monkeypatch.setattr(sys, "stdin", io.StringIO("use MB-01\nseat sit MB-01 3\nseat sit . 4\n"))
    code, said = _said("shell", "full")
    assert (code, said.count("Recorded: ")) == (0, 2)
    monkeypatch.setattr(sys, "stdin", io.StringIO("help\ntable list\nseat sit MB-01 5\n"))
    code, said = _said("shell --go-on", "full")
    assert (code, said.count("output_failed: "), said.count("Recorded: ")) == (UNHEARD, 2, 1)
    assert _since(OPEN) == 3


REAL = (
    (">/dev/full", 0, "No space left on device"),
    (">&-", 0, "nobody reads it"),
    (">/dev/full 2>/dev/full", 0, ""),
    (">&- 2>&-", 0, ""),
    ("| true; exit ${PIPESTATUS[0]}", 0, None),
)


@pytest.mark.parametrize(("where", "code", "sentence"), REAL)
def test_with_the_real_thing(where: str, code: int, sentence: str | None) -> None:
    """In a program of its own, to its very end."""
    _put(_after(OPEN))
    done = subprocess.run(
        ["bash", "-c", f"{sys.executable} -m cli.frame.main seat sit MB-01 3 {where}"],
        env={
            **os.environ,
            "PIT_DB": f"sqlite:///{STORE.resolve()}",
            "PIT_BY": "C-1",
            "PYTHONPATH": str(ROOT),
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == code, done.stderr
    if sentence is not None:
        assert sentence in done.stderr
    assert "Exception" not in done.stderr
    assert _since(OPEN) == 1
