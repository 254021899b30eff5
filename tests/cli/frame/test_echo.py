"""What is typed before it is asked for is not shown: it may be a passphrase."""

import os
import pty
import signal
import sys
import termios
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager

import click
import pytest

from cli.frame.asking import answered
from cli.frame.echo import seen, unseen
from cli.frame.options import PitCommand, Session, options, writing
from cli.frame.passphrase import ask


@pytest.fixture
def keyboard(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """The other end of the terminal that is standard input."""
    ours, theirs = pty.openpty()
    with os.fdopen(theirs) as line:
        monkeypatch.setattr(sys, "stdin", line)
        yield ours
    os.close(ours)


def shown() -> bool:
    return bool(termios.tcgetattr(sys.stdin.fileno())[3] & termios.ECHO)


@pytest.mark.usefixtures("keyboard")
def test_what_is_typed_is_shown_again_once_a_command_has_ended_however_it_did() -> None:
    told = [shown()]

    @unseen()
    def stopped() -> None:
        told.append(shown())
        with seen():
            told.append(shown())
        told.append(shown())
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        stopped()
    assert [*told, shown()] == [True, False, True, False, True]


@pytest.mark.usefixtures("keyboard")
@pytest.mark.parametrize(("what", "is_shown"), [(unseen, False), (seen, True)])
def test_a_program_that_was_stopped_and_goes_on_sees_to_it_again(
    what: Callable[[], AbstractContextManager[None]], is_shown: bool
) -> None:
    """The shell in between has what is typed shown, and leaves it so: a passphrase would stand on the screen."""
    with what():
        for local in (termios.ECHO, 0):
            terminal = termios.tcgetattr(sys.stdin.fileno())
            terminal[3] = terminal[3] & ~termios.ECHO | local
            termios.tcsetattr(sys.stdin.fileno(), termios.TCSANOW, terminal)
            os.kill(os.getpid(), signal.SIGCONT)
            assert shown() == is_shown
    assert shown()
    assert signal.getsignal(signal.SIGCONT) is signal.SIG_DFL


@pytest.mark.usefixtures("keyboard")
def test_a_passphrase_is_not_shown_though_its_question_is_left_and_come_back_to(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told: list[bool] = []

    def prompt(question: str, **_: object) -> str:
        told.append(shown())
        return question

    monkeypatch.setattr("click.prompt", prompt)
    monkeypatch.setattr("cli.frame.passphrase.at_terminal", lambda: True)
    assert ask("A-1", new=False, file=None) == "Passphrase of A-1"
    assert (told, shown()) == ([False], True)


@pytest.mark.usefixtures("keyboard")
def test_who_runs_behind_others_does_not_touch_the_terminal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(os, "tcgetpgrp", lambda _: os.getpgrp() + 1)
    with unseen():
        assert shown()


@pytest.mark.parametrize("many", [False, True])
def test_a_command_that_records_is_deaf_to_eyes_until_it_asks(keyboard: int, many: bool) -> None:
    """Not one that goes on and on: what it reads may be typed."""
    told: list[object] = []

    @click.command(cls=PitCommand, many=many)
    @options(writing)
    def records(**_: object) -> None:
        told.append(shown())
        os.write(keyboard, b"C-1\n")
        told.append(answered("Who types"))
        told.append(shown())

    records.main(["--dry-run"], standalone_mode=False, obj=Session(None, None))
    assert told == [many, "C-1", many]
    assert shown()
