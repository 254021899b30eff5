"""What is longer than a terminal is paged, and wider cut to its width, unless it is said otherwise, before or after."""

import io
import os
import pty
import re
from types import SimpleNamespace
from typing import Final

import pytest
import time_machine

from cli.frame.asking import may_be_asked
from cli.frame.pager import paged as show_paged
from cli.frame.pager import pager
from cli.frame.paging import at_words
from tests.cli.conftest import Terminal
from tests.cli.readers import AFTERWARDS, READ, play

LONG = [
    ("round", "list"),
    ("round", "show", "MB-01"),
    ("audit", "replay", "MB-01"),
    ("audit", "replay", "MB-01", "--until", "3"),
    ("audit", "history", "MB-01"),
    ("audit", "diff", "win", "--from", "5"),
    ("report", "win"),
    ("table", "show", "MB-01"),
    ("rules", "show", "ma-midi"),
    ("rules", "odds", "ma-midi"),
]


@pytest.fixture
def at_terminal(on_file: Terminal, monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """A terminal of two lines and sixty columns, after a round."""
    on_file.dealing()
    on_file.does("play", "MB-01", "3b25 / 7dQh 9cKh")
    there = SimpleNamespace(
        stdin=SimpleNamespace(isatty=lambda: False),
        stdout=SimpleNamespace(isatty=lambda: True),
        stderr=SimpleNamespace(isatty=lambda: False),
    )
    for module in ("paging", "reading"):
        monkeypatch.setattr(f"cli.frame.{module}.sys", there)
    monkeypatch.setenv("LINES", "2")
    monkeypatch.setenv("COLUMNS", "60")
    return on_file


@pytest.fixture
def paged(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is paged, one text after the other."""
    found: list[str] = []
    monkeypatch.setattr("cli.frame.pager.paged", lambda text, _: found.append(text))
    return found


def beginnings(said: str) -> str:
    """What is said, with each hash as a terminal shows it that has no room for all of it."""
    return re.sub(r"\b([0-9a-f]{12})[0-9a-f]{52}\b", r"\1…", said)


def test_what_is_long_is_paged_and_a_flag_anywhere_keeps_it_from_that(
    at_terminal: Terminal, monkeypatch: pytest.MonkeyPatch, paged: list[str]
) -> None:
    monkeypatch.setenv("PIT_PAGER", "less -X")
    for noun, *rest in LONG:
        assert at_terminal.does(noun, *rest) == ""
        said = paged.pop()
        assert at_terminal.does(noun, *rest, "--no-pager") == said
        assert at_terminal.does(noun, "--no-pager", *rest) == said
        assert at_terminal.does("--no-pager", noun, *rest) == said
        assert paged == []
    monkeypatch.setenv("PIT_PAGER", "")
    assert at_terminal.does("round", "list") != ""
    assert paged == []


@pytest.mark.parametrize("name", ["PIT_PAGER", "PAGER"])
def test_a_pager_that_is_no_command_keeps_nothing_from_being_shown(
    at_terminal: Terminal, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.delenv("PIT_PAGER", raising=False)
    monkeypatch.setenv(name, 'less "-R')
    assert "MB-01" in at_terminal.does("round", "list")


SHOWN_BY: Final = {
    "head -n 2": ("one\ntwo\n", ""),
    "cat": ("one\ntwo\nthree\n", ""),
    "sed s/t/T/ | cat -n | tail -n 1": ("     3\tThree\n", ""),
    "cat; exit 4": ("one\ntwo\nthree\n", "exit code 4: cat; exit 4. See --no-pager.\n"),
    "false": ("", "The pager ended with exit code 1: false. See --no-pager.\n"),
    "kill -9 $$": ("", "The pager ended with exit code -9: kill -9 $$. See --no-pager.\n"),
    "no-such-pager -x": ("one\ntwo\nthree\n", "not found\n"),
}
"""By pager, what is seen of three lines, and how what is said of it ends."""


@pytest.mark.parametrize("by", SHOWN_BY)
def test_a_pager_that_ends_early_fails_or_is_none_is_borne_and_its_failing_told(
    by: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """It is a command as a shell reads it."""
    monkeypatch.setattr(
        "cli.frame.pager.sys", SimpleNamespace(stdin=SimpleNamespace(isatty=lambda: True))
    )
    show_paged("one\ntwo\nthree\n", by)
    out, err = capfd.readouterr()
    shown, told = SHOWN_BY[by]
    assert out == shown
    assert err.endswith(told)
    assert bool(err) == bool(told)


@pytest.mark.parametrize(
    ("named", "other", "by"),
    [
        *((None, "more", "more"), ("", "more", ""), ("less -X", "more", "less -X")),
        *((" ", "more", ""), ('less "-R', "more", "")),
    ],
)
def test_a_pager_is_named_for_pit_or_for_all(
    named: str | None, other: str, by: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PAGER", other)
    monkeypatch.delenv("PIT_PAGER", raising=False)
    if named is not None:
        monkeypatch.setenv("PIT_PAGER", named)
    assert pager() == by


def test_a_flag_of_the_shell_holds_for_the_lines_that_are_typed_in_it(
    at_terminal: Terminal, paged: list[str]
) -> None:
    lines = "round list\nround --help\n--help\n"
    shown = at_terminal.does("--no-pager", "shell", stdin=lines)
    assert paged == []
    assert at_terminal.does("shell", stdin=lines) == ""
    assert shown == "".join(paged)
    wide = at_terminal.does("--no-pager", "--wide", "shell", stdin="round show MB-01\n")
    assert wide == at_terminal.does("--no-pager", "--wide", "round", "show", "MB-01")
    assert wide != at_terminal.does("--no-pager", "shell", stdin="round show MB-01\n")


def test_what_is_wider_than_the_terminal_is_paged_to_be_scrolled_sideways(
    at_terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    paged: list[str] = []
    monkeypatch.setattr("cli.frame.pager.paged", lambda *_: paged.append(os.environ["LESS"]))
    monkeypatch.setenv("LINES", "99")
    for less, columns, flags in (("FRX", "60", ["RSX"]), ("R", "60", ["R"]), ("FRX", "200", [])):
        monkeypatch.setenv("LESS", less)
        monkeypatch.setenv("COLUMNS", columns)
        at_terminal.does("table", "list", "--wide")
        assert paged == flags
        paged.clear()
    monkeypatch.setenv("LINES", "2")
    at_terminal.does("table", "list", "--wide")
    at_terminal.does("round", "list")
    assert paged == ["FRX", "FRX"]


def test_help_is_paged_too(at_terminal: Terminal, paged: list[str]) -> None:
    for before in ((), ("table",), ("table", "open")):
        assert at_terminal.does(*before, "--help") == ""
        assert at_terminal.does("--no-pager", *before, "--help") == paged.pop()
    of_list = [at_terminal.does("--no-pager", each, "list", "--help") for each in ("table", "form")]
    assert at_terminal.does("shell", stdin="?\nhelp list\n") == ""
    everything, listed = paged
    assert everything.startswith("Type commands as after `pit`")
    assert at_terminal.does("--no-pager", "--help") in everything
    assert all(each in listed for each in of_list)


def test_a_table_is_as_wide_as_it_is_where_that_is_said(at_terminal: Terminal) -> None:
    def widest(*typed: str) -> int:
        return max(map(len, at_terminal.does("--no-pager", *typed).splitlines()))

    assert widest("report", "win") <= 60
    wide = widest("report", "win", "--wide")
    assert wide > 60
    assert widest("--wide", "report", "win") == widest("report", "--wide", "win") == wide


def test_what_is_longer_than_a_line_is_broken_between_words(at_terminal: Terminal) -> None:
    shown = at_terminal.does("--no-pager", "round", "show", "MB-01").splitlines()
    assert all(len(line) <= 60 for line in shown)
    wide = at_terminal.does("--no-pager", "--wide", "round", "show", "MB-01")
    assert " ".join(shown).split() == beginnings(wide).split()
    assert len(wide.splitlines()) < len(shown)


@pytest.mark.parametrize(
    "typed",
    [
        ("table", "show", "MB-01"),
        ("undo", "MB-01", "--dry-run"),
        ("rules", "show", "ma-midi"),
        ("rules", "odds", "ma-midi"),
        ("db", "check"),
        ("play", "MB-01", "3q5"),
    ],
    ids=lambda typed: typed[0],
)
def test_no_word_is_cut_at_the_edge(
    at_terminal: Terminal, monkeypatch: pytest.MonkeyPatch, typed: tuple[str, ...]
) -> None:
    both = SimpleNamespace(isatty=lambda: True)
    monkeypatch.setattr("cli.frame.paging.sys", SimpleNamespace(stdout=both, stderr=both))
    monkeypatch.setenv("PIT_PAGER", "")
    broken = at_terminal.run(*typed)
    monkeypatch.setenv("COLUMNS", "300")
    wide = at_terminal.run(*typed)
    assert broken.exit_code == wide.exit_code == (2 if typed[0] == "play" else 0)
    for said, whole in ((broken.stdout, wide.stdout), (broken.stderr, wide.stderr)):
        assert all(len(line) <= 60 for line in said.splitlines())
        assert said.split() == beginnings(whole).split()
    assert len(broken.output.splitlines()) > len(wide.output.splitlines())


def test_nothing_that_is_read_is_wider_than_the_terminal_nor_loses_a_word(
    on_file: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """But statements to be pasted into psql."""
    play(on_file)
    there = SimpleNamespace(isatty=lambda: True)
    monkeypatch.setattr("cli.frame.paging.sys", SimpleNamespace(stdout=there, stderr=there))
    monkeypatch.setattr(
        "cli.frame.reading.sys", SimpleNamespace(stdout=there, stderr=io.StringIO())
    )
    monkeypatch.setenv("PIT_PAGER", "")

    def told(name: str, columns: int) -> str:
        monkeypatch.setenv("COLUMNS", str(columns))
        return on_file.run(*name.split(), *READ[name].split(), stdin="").output

    with time_machine.travel(AFTERWARDS, tick=False):
        for name in READ.keys() - {"db roles"}:
            shown = told(name, 60)
            assert max(map(len, shown.splitlines()), default=0) <= 60, name
            words = {word for word in beginnings(told(name, 400)).split() if word.strip("─")}
            lost = [word for word in words.difference(shown.split()) if len(word) < 40]
            assert not lost or name == "export events", f"{name}: {lost}"  # Which is new but once.


@pytest.mark.usefixtures("at_terminal")
def test_a_word_that_no_line_has_room_for_goes_on_in_the_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    address = f"postgresql://{'harbor.' * 20}example/pit"
    shown = [*at_words([f"Store {address}", "a short line"])]
    assert [len(line) for line in shown[:2]] == [60, 60]
    assert "".join("".join(shown[:-1]).split()) == f"Store{address}"
    monkeypatch.setenv("COLUMNS", "300")
    assert [*at_words([f"Store {address}"])] == [f"Store {address}"]


def test_a_message_is_broken_between_words_though_tables_are_as_wide_as_they_are(
    at_terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody scrolls it sideways."""
    both = SimpleNamespace(isatty=lambda: True)
    monkeypatch.setattr("cli.frame.paging.sys", SimpleNamespace(stdout=both, stderr=both))
    refused = at_terminal.run("play", "MB-01", "3q5", "--wide").stderr
    assert refused == at_terminal.run("play", "MB-01", "3q5").stderr
    assert all(len(line) <= 60 for line in refused.splitlines())


def test_no_word_of_a_question_is_cut_at_the_edge(
    at_terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    both = SimpleNamespace(isatty=lambda: True)
    monkeypatch.setattr("cli.frame.paging.sys", SimpleNamespace(stdout=both, stderr=both))
    monkeypatch.setattr("cli.frame.writing.may_be_asked", lambda: True)
    asked = at_terminal.run("play", "MB-01", "3b25 / 7dQh 9cKh", stdin="n\n")
    question = asked.stderr.split("[y/N]:")[0].splitlines()
    assert len(question) > 1
    assert all(len(line) <= 60 for line in question)


def test_behind_lines_that_wait_nothing_is_paged_and_nobody_is_asked(
    at_terminal: Terminal, monkeypatch: pytest.MonkeyPatch, paged: list[str]
) -> None:
    """What is pasted are commands: a pager would take them for its keys, a question for its answer."""
    keyboard, line = pty.openpty()
    with os.fdopen(keyboard, "wb", buffering=0) as keys, os.fdopen(line) as stdin:
        monkeypatch.setattr("cli.frame.paging.sys.stdin", stdin)
        monkeypatch.setattr("cli.frame.asking.at_terminal", lambda: True)
        assert at_terminal.does("round", "show", "MB-01") == ""
        assert may_be_asked()
        keys.write(b"pit seat sit MB-01 4\n")
        assert not may_be_asked()
        shown = at_terminal.does("round", "show", "MB-01")
        assert at_terminal.does("undo", "MB-01").count("taken back") > 1
        assert stdin.readline() == "pit seat sit MB-01 4\n"
    assert paged == [shown]
