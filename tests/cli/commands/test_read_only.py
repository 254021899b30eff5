"""Reading needs no writing: a standby and a file nobody may write give the reports that the store itself gives."""

import ctypes
import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import time_machine

from ledger.desks.ledger import Ledger
from ledger.store import engine as store_engine
from tests import engines
from tests.cli.conftest import DAY, Terminal, a_property
from tests.cli.readers import AFTERWARDS, KEEPING, READ, leaves, play
from tests.forked import Process
from tests.stores import Files

PLAY = ("round", "play", "MB-01", "--player", "7d Qh", "--banker", "9c Kh", "--wager")
READING = (
    f"report win --day {DAY} --json",
    f"report meters --day {DAY} --json",
    f"day show {DAY} --json",
    f"round list --day {DAY} --json",
    f"report win --day {DAY} --as-of 4 --json",
    "audit replay MB-01 --json",
    "audit history MB-01",
    "table list --json",
)


@pytest.fixture
def unwritable(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """The same store where it may only be read. Its read models count a part of the log."""
    terminal.dealing()
    terminal.does(*PLAY, "3:banker:20")
    terminal.does("report", "win", "--day", DAY)
    terminal.does(*PLAY, "4:banker:40")
    if terminal.url.startswith("sqlite"):
        monkeypatch.setattr("ledger.store.engine.os.access", lambda *_: False)
        return Terminal(terminal.url)
    # What a standby answers to whoever wants to write.
    return Terminal(f"{terminal.url}&options=-c%20default_transaction_read_only%3Don")


def _tracked(url: str) -> object:
    with Ledger(url) as ledger, ledger.journal.engine.connect() as connection:
        return connection.exec_driver_sql("SELECT name, position FROM tracking").all()


def test_u1_what_the_read_models_lack_is_counted_in_memory_and_said(
    unwritable: Terminal, terminal: Terminal
) -> None:
    before = _tracked(unwritable.url)
    lacking = unwritable.run("report", "win", "--day", DAY, "--json")
    assert lacking.stderr.startswith("This store may only be read: what its read models lack, from")
    assert lacking.stderr.count("\n") == 1
    shown = [unwritable.does(*command.split()) for command in READING]
    assert unwritable.json("db", "check")["rounds"] == 2, "settled again, counted or not"
    assert _tracked(unwritable.url) == before
    with pytest.MonkeyPatch.context() as writable:
        writable.setattr("ledger.store.engine.os.access", lambda *_: True)
        assert shown == [terminal.does(*command.split()) for command in READING]
        terminal.does("db", "check")
    # Now they lack nothing, and there is nothing to say.
    assert unwritable.run("report", "win", "--day", DAY, "--json").stderr == ""


def test_u1_what_may_only_be_read_takes_no_event(unwritable: Terminal) -> None:
    error = unwritable.is_refused(*PLAY, "3:banker:25", exit_code=7)
    assert error["code"] == "store_read_only"


def test_every_command_that_only_reads_is_known() -> None:
    without = {
        name for name, each in leaves().items() if all(p.name != "dry_run" for p in each.params)
    }
    assert without - KEEPING == READ.keys()


LACKING = "This store may only be read: what its read models lack, from event"


def _read_all(url: str, names: Sequence[str]) -> None:
    """Ask these, as somebody who has no right but those on the file; print what each answered."""
    header, none = (ctypes.c_uint32 * 2)(0x20080522, 0), (ctypes.c_uint32 * 6)()
    # Root may write whatever the mode says, until it gives its capabilities away.
    assert os.geteuid() != 0 or ctypes.CDLL(None).capset(header, none) == 0
    vars(store_engine)["create_engine"] = engines.create_engine
    print(json.dumps(_answers(Terminal(url), names)))  # noqa: T201  what this process is for


def _answers(terminal: Terminal, names: Sequence[str]) -> dict[str, list[Any]]:
    with time_machine.travel(AFTERWARDS, tick=False):
        found = {name: terminal.run(*name.split(), *READ[name].split(), stdin="") for name in names}
    return {name: [each.exit_code, each.stdout, each.stderr] for name, each in found.items()}


@contextmanager
def _only_read(*places: Path) -> Iterator[None]:
    modes = [(each, each.stat().st_mode) for each in places]
    for each, mode in modes:
        each.chmod(mode & 0o555)
    try:
        yield
    finally:
        for each, mode in modes:
            each.chmod(mode)


def _kept(file: Path, own: Path, names: Sequence[str], *kept: Path) -> dict[str, list[Any]]:
    """The answers from a file where nobody may write these; it is as it was, and nothing came to stand beside it."""
    before = file.read_bytes()
    with _only_read(*kept):
        typed = (_read_all, f"sqlite:///{file}", names)
        with Process(*typed, cwd=own, env=dict(os.environ)) as process:
            code, (said, err) = process.wait(300), process.said()
        assert code == 0, err
    assert file.read_bytes() == before
    assert [each.name for each in file.parent.iterdir()] == [file.name]
    answers: dict[str, list[Any]] = json.loads(said)
    return answers


def test_u1_every_command_that_reads_answers_from_a_file_and_folder_nobody_may_write(
    sqlite_stores: Files, tmp_path: Path
) -> None:
    own, file = tmp_path / "own.db", tmp_path / "kept" / "pit.db"
    play(Terminal(sqlite_stores.put(own, a_property)))
    file.parent.mkdir()
    file.write_bytes(own.read_bytes())
    asked = sorted(READ.keys() - {"db roles"})  # Of which a file has none.
    answers = _kept(file, tmp_path, asked, file, file.parent)
    for name, (code, _, err) in answers.items():
        assert code in (0, 1, 6), f"{name}: {err}"
        assert "store_read_only" not in err
        told = name.startswith("report ") and name != "report versions"  # Which looks back.
        assert err.startswith(LACKING) or not told, name
    for place in (file, file.parent):
        win = _kept(file, tmp_path, ["report win"], place)
        assert win["report win"] == answers["report win"]
    # Those of the store itself are checked as far as its read models have come; a copy is added to.
    other = {"audit verify", "export events"}
    same = [name for name in asked if not name.startswith("db ") and name not in other]
    for name, (code, out, _) in _answers(Terminal(f"sqlite:///{own}"), same).items():
        assert [code, out] == answers[name][:2], name


def test_a_rebuild_that_others_could_go_on_with_is_refused_and_leaves_nothing(
    unwritable: Terminal, tmp_path: Path
) -> None:
    before = sorted(tmp_path.iterdir())
    said = unwritable.run("db", "rebuild", "--resume", "part.json", "--json")
    assert said.exit_code == 7, said.output
    assert json.loads(said.stderr)["error"]["code"] == "store_read_only"
    assert not [each for each in tmp_path.iterdir() if each not in before and each.is_dir()]
