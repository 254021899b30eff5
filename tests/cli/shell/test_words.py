"""The words of the shell itself, and help."""

import pytest

from cli.frame.options import Session
from tests.cli.conftest import Terminal
from tests.cli.shell.conftest import shell_of


def test_help_tells_of_the_session_and_of_commands(terminal: Terminal) -> None:
    shown = terminal.does("shell", stdin="help\nhelp wager place\n")
    assert "use TABLE" in shown
    assert "Usage: pit wager place" in shown


def test_help_is_asked_for_by_a_verb_alone(
    kept: Session, capsys: pytest.CaptureFixture[str]
) -> None:
    shell = shell_of(kept)
    for asked in ("help place", "place ?", "? place"):
        shell.take(asked)
        assert "Usage: pit wager place" in capsys.readouterr().out
    shell.take("help shorthand")
    assert "Wager: SEATS BET AMOUNT" in capsys.readouterr().out
    shell.take("? show")
    told = capsys.readouterr().out
    assert "show, show TABLE     shows it" in told
    assert told.splitlines()[-1].startswith("A verb of property, ")
    assert "Usage: " not in told
    shell.take("?")
    assert "!! " in capsys.readouterr().out
    assert shell.code == 0


@pytest.mark.parametrize("line", ["use", "by", "by C-1 C-2", "use MB-01 MB-02"])
def test_a_word_of_the_shell_says_what_it_lacks(
    kept: Session, capsys: pytest.CaptureFixture[str], line: str
) -> None:
    shell = shell_of(kept)
    shell.take(line)
    verb, *_ = line.split()
    assert f"Type {verb} {'TABLE' if verb == 'use' else 'OPERATOR'}." in capsys.readouterr().err
    assert shell.code == 2


@pytest.mark.parametrize(
    "asked", ["help use", "by ?", "? .", "help !!", "? MB-01", "by --help", "use -h"]
)
def test_a_word_of_the_shell_has_help(
    kept: Session, capsys: pytest.CaptureFixture[str], asked: str
) -> None:
    shell = shell_of(kept)
    shell.take(asked)
    assert "by ID " in capsys.readouterr().out
    assert shell.code == 0
