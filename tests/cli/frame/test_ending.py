"""However a command ends: an exit code and a sentence, never a traceback; output is data only."""

import errno
import json
import os
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import click
import pytest
from eventsourcing.persistence import DatabaseError, OperationalError

from cli.frame.failing import guarded
from ledger.values.errors import Misused
from tests.cli.conftest import Terminal

ROOT = Path(__file__).parents[3]


def _raising(error: BaseException) -> Callable[..., None]:
    def run(*_: object) -> None:
        raise error

    return run


@pytest.mark.parametrize(
    ("error", "exit_code", "code"),
    [
        (PermissionError(13, "Permission denied", "day.ndjson"), 2, "file_unusable"),
        (UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid start byte"), 2, "not_utf8"),
        (DatabaseError("relation is odd\nLINE 1"), 7, "store_failed"),
        (click.Abort(), 130, "stopped"),
        (KeyboardInterrupt(), 130, "stopped"),
        (Misused("bad_day", "It is no day.", "Write it."), 2, "bad_day"),
        (ZeroDivisionError("division by zero"), 70, "fault"),
    ],
)
def test_every_error_ends_in_a_sentence(
    error: BaseException, exit_code: int, code: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert guarded(_raising(error), as_json=True) == exit_code
    shown = json.loads(capsys.readouterr().err)["error"]
    assert shown["code"] == code
    assert shown["message"]
    assert shown["next_step"]


def test_a_full_disk_is_said_to_be_full(capsys: pytest.CaptureFixture[str]) -> None:
    error = OSError(errno.ENOSPC, "No space left on device", "new.key")
    guarded(_raising(error), as_json=True)
    shown = json.loads(capsys.readouterr().err)["error"]
    assert "No space left on device" in shown["message"]
    assert shown["next_step"] == "Make room, and repeat the command."


def test_a_fault_shows_where_it_is_only_when_asked(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    guarded(_raising(ZeroDivisionError("division by zero")), as_json=False)
    assert "Traceback" not in capsys.readouterr().err
    monkeypatch.setenv("PIT_DEBUG", "1")
    guarded(_raising(ZeroDivisionError("division by zero")), as_json=False)
    assert "Traceback" in capsys.readouterr().err


def test_what_a_driver_said_is_shown_when_asked_and_no_password(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    error = OperationalError("the login is odd: postgresql://pit:s3cret@db/pit")
    guarded(_raising(error), as_json=False)
    assert "login" not in capsys.readouterr().err
    monkeypatch.setenv("PIT_DEBUG", "1")
    guarded(_raising(error), as_json=False)
    said = capsys.readouterr().err
    assert ("the login is odd" in said, "s3cret" in said) == (True, False)


def test_a_reader_that_leaves_is_no_error(tmp_path: Path) -> None:
    """`pit audit settle | head -1`: the rest is not written, and nobody is told of a broken pipe."""
    hands = tmp_path / "hands.ndjson"
    hands.write_text('{"player":["9d","Kd"],"banker":["2c","4d"],"wagers":[]}\n' * 20_000)
    with hands.open() as stdin:
        settling = subprocess.Popen(
            [sys.executable, "-m", "cli.frame.main", "audit", "settle", "--rules", "ma-midi"],
            cwd=ROOT,
            stdin=stdin,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        with settling:
            assert settling.stdout is not None
            assert settling.stderr is not None
            assert b"outcome" in settling.stdout.readline()
            settling.stdout.close()
            assert settling.stderr.read() == b""
    assert settling.returncode == 0


ENDS = {"audit settle --rules ma-midi": 0, "feed -": 0, "table list --json": 0, "init --name X": 1}
"""Commands and how they end. The property exists: `init` finds it under another name, and says so to whoever reads."""

EACH = """\
import os, sys
from cli.frame import lazy, main

lazy.put_off()
import cli.frame.bootstrap, ledger.feed.intake, migrations.run

place, *commands = sys.argv[1:]
codes = []
for command in commands:
    child = os.fork()
    if not child:
        sys.argv[1:] = command.split()
        main.main()
    codes.append(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
with open(place, "w") as told:
    print(*codes, file=told)
"""
"""Python begins with its streams and imports what commands need; then it forks each command."""


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_streams_are_no_error(on_file: Terminal, tmp_path: Path, closed: str) -> None:
    told = tmp_path / "codes"
    command = f"{shlex.join([sys.executable, '-c', EACH, str(told), *ENDS])} {closed}"
    env = {**os.environ, "PIT_DB": on_file.url, "PIT_BY": "C-1", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(  # noqa: S602  the shell closes the streams
        command, shell=True, env=env, stdin=subprocess.DEVNULL, capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr
    codes = map(int, told.read_text().split())
    assert dict(zip(ENDS, codes, strict=True)) == ENDS, done.stderr


def test_output_is_data_and_nothing_else(on_file: Terminal) -> None:
    on_file.dealing()
    shown = on_file.run("report", "win", "--json")
    assert shown.stderr == ""
    assert len(json.loads(shown.stdout)) == 1
    shown = on_file.run("report", "win")
    assert shown.stderr.startswith("As of event ")
    dry = on_file.run("seat", "sit", "MB-01", "3", "--dry-run")
    assert dry.stdout == "MB-01: seat 3 taken\n"
    assert dry.stderr == "Dry run: nothing was recorded.\n"


def test_a_patrons_name_is_in_no_line_that_tells_what_was_recorded(on_file: Terminal) -> None:
    on_file.opened()
    shown = on_file.run("seat", "sit", "MB-01", "3", "--patron", "Vandermeer")
    assert "Vandermeer" not in shown.output
    again = on_file.run("seat", "sit", "MB-01", "3", "--patron", "Vandermeer", "--json")
    assert again.exit_code == 1
    assert "Vandermeer" not in again.output
    assert on_file.json("table", "show", "MB-01")["seats"] == {"3": "Vandermeer"}


def test_options_may_stand_before_the_noun_or_behind_it_or_behind_the_verb(
    on_file: Terminal,
) -> None:
    on_file.opened()
    url, on_file.url = on_file.url, "sqlite:///elsewhere.db"
    behind = on_file.does("seat", "sit", "MB-01", "3", "--db", url, "--by", "C-2", "--json")
    before = on_file.does("--db", url, "--by", "C-3", "seat", "sit", "MB-01", "4", "--json")
    between = on_file.does("seat", "--db", url, "--by", "C-4", "sit", "MB-01", "5", "--json")
    told = [json.loads(text)["events"][0]["by"] for text in (behind, before, between)]
    assert told == ["C-2", "C-3", "C-4"]


@pytest.mark.parametrize("home", [None, "/" + "x" * 300])
def test_a_home_that_cannot_be_looked_into_is_no_error(
    on_file: Terminal, monkeypatch: pytest.MonkeyPatch, home: str | None
) -> None:
    """A service may run without a home, or with that of another user."""
    if home is None:
        monkeypatch.delenv("HOME")
        monkeypatch.setattr("pwd.getpwuid", _raising(KeyError("uid not found")))
    else:
        monkeypatch.setenv("HOME", home)
    assert on_file.json("table", "list") == []


def test_config_file_names_the_store_and_the_author(on_file: Terminal) -> None:
    Path("pit.toml").write_text(f'db = "{on_file.url}"\nby = "C-9"\n')
    on_file.url = ""
    opening = ("table", "open", "MB-01", "--rules", "ma-midi", "--pit", "P-1", "--opener", "none")
    result = on_file.run(*opening, "--dealer", "D-7", "--supervisor", "S-2", "--json", by=None)
    assert json.loads(result.stdout)["events"][0]["by"] == "C-9"
