"""A terminal as a person sits at it: keys go in, and a screen is seen; the program at it is a process of its own."""

import fcntl
import json
import os
import pty
import select
import struct
import sys
import termios
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final

import pyte
import time_machine

from cli.frame.main import main, pit
from tests.forked import Process

Program = tuple[Any, ...]
"""What a process does, and its arguments."""

PATIENCE_SECONDS: Final = 30.0
"""How long a screen may take to look as it should, on a machine that has much else to do."""

POLL_SECONDS: Final = 0.02
"""How often it is looked whether what is no screen is so."""

QUIET_SECONDS: Final = 2.0
"""Without output for so long, a screen that is recorded is done."""


ASKING: Final = {
    "BASH_FUNC_pit%%": """() {
        { printf '%s\\0' "$#" "$@"; env -0; } > asked
        local code; read -r code < answered; return "$code"
    }"""
}
"""The environment of a bash in which `pit` is a function: what is typed goes to `answers`, whose imports are done."""


def at_the_shell(url: str, now: str) -> None:
    """`pit shell` at the terminal that is standard input, on an evening."""
    _write_to_the_terminal()
    with time_machine.travel(now, tick=True):
        pit.main(["--db", url, "shell"])


def a_command(*words: str) -> None:
    """`pit` and these words."""
    sys.argv[1:] = words
    main()


def at_a_command(*words: str) -> None:
    """`pit` and these words, at the terminal that is standard input."""
    os.setsid()
    _write_to_the_terminal()
    a_command(*words)


def at_bash() -> None:
    """bash at the terminal that is standard input."""
    at_a_shell("bash", "--norc", "--noprofile", "-i")


def at_a_shell(*words: str) -> None:
    """A person's own shell at the terminal that is standard input."""
    os.setsid()
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    _write_to_the_terminal()
    os.execlp(words[0], *words)  # noqa: S606  as said above


def answers(now: str) -> None:
    """Carries out, on an evening, what a bash in the same folder asks of `pit`, and keeps each with its exit code."""
    _write_to_the_terminal()
    with time_machine.travel(now, tick=True), Path("done").open("w", buffering=1) as done:
        while True:
            many, *parts = Path("asked").read_text(encoding="utf-8").split("\0")
            typed, environment = parts[: int(many)], parts[int(many) : -1]
            os.environ.clear()
            os.environ |= {
                name: value for name, _, value in (x.partition("=") for x in environment)
            }
            try:
                pit.main(typed)
            except SystemExit as ending:
                done.write(f"{json.dumps([typed, ending.code])}\n")
                Path("answered").write_text(f"{ending.code}\n", encoding="utf-8")


def _write_to_the_terminal() -> None:
    for number in (1, 2):
        os.dup2(0, number)
    sys.stdout, sys.stderr = (os.fdopen(n, "w", buffering=1, closefd=False) for n in (1, 2))


class _Answering(pyte.Screen):
    """A screen that answers where its cursor is."""

    keyboard = -1

    def write_process_input(self, data: str) -> None:
        os.write(self.keyboard, data.encode())


class Seat:
    """Types at a terminal and looks at it."""

    def __init__(self, keyboard: int, columns: int, rows: int) -> None:
        self._keyboard = keyboard
        self._screen = _Answering(columns, rows)
        self._screen.keyboard = keyboard
        self._stream = pyte.ByteStream(self._screen)

    def types(self, keys: str) -> None:
        """Press keys."""
        os.write(self._keyboard, keys.encode())

    def sees(self, expected: str | None) -> str:
        """The screen, as soon as it is as expected, and at last as it is; None: once nothing more is written."""
        until = time.monotonic() + PATIENCE_SECONDS
        while self.screen() != expected and time.monotonic() < until:
            quiet = expected is None and self.screen().strip()
            wait = QUIET_SECONDS if quiet else until - time.monotonic()
            ready, _, _ = select.select([self._keyboard], [], [], wait)
            if not ready:
                break
            try:
                self._stream.feed(os.read(self._keyboard, 1 << 16))
            except OSError:  # Whoever wrote there has left.
                break
        return self.screen()

    def waits(self, for_what: Callable[[], bool]) -> None:
        """Look at the screen until something is so, or too long."""
        until = time.monotonic() + PATIENCE_SECONDS
        while not for_what() and time.monotonic() < until:
            if select.select([self._keyboard], [], [], POLL_SECONDS)[0]:
                self._stream.feed(os.read(self._keyboard, 1 << 16))

    def screen(self) -> str:
        """What stands on it, without blanks at the ends of lines."""
        lines = [str(line).rstrip() for line in self._screen.display]
        return "\n".join(lines).rstrip("\n") + "\n"


@contextmanager
def seated(*programs: Program, columns: int, rows: int, cwd: Path, **env: str) -> Iterator[Seat]:
    """At a terminal of this size at which these programs have been started. env: theirs, besides what all have."""
    keyboard, line = pty.openpty()
    fcntl.ioctl(line, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    env |= {"TERM": "xterm", "NO_COLOR": "1", "HOME": str(cwd), "PIT_HISTORY": str(cwd / "history")}
    try:
        with ExitStack() as started:
            with os.fdopen(line, "rb", closefd=True, buffering=0) as stdin:
                for does, *args in programs:
                    program: Any = Process(does, *args, cwd=cwd, env=env, stdin=stdin)
                    started.enter_context(program)
                    started.callback(program.kill)
            yield Seat(keyboard, columns, rows)
    finally:
        os.close(keyboard)
