"""A terminal as a person sits at it: keys go in, and a screen is seen; the program at it is a process of its own."""

import fcntl
import os
import pty
import select
import struct
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import pyte
import time_machine

from cli.frame.main import pit
from tests.forked import Process

PATIENCE_SECONDS: Final = 30.0
"""How long a screen may take to look as it should, on a machine that has much else to do."""

QUIET_SECONDS: Final = 2.0
"""Without output for so long, a screen that is recorded is done."""


def at_the_shell(url: str, now: str) -> None:
    """`pit shell` at the terminal that is standard input, on an evening."""
    for number in (1, 2):
        os.dup2(0, number)
    sys.stdout, sys.stderr = (os.fdopen(n, "w", buffering=1, closefd=False) for n in (1, 2))
    with time_machine.travel(now, tick=True):
        pit.main(["--db", url, "shell"])


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

    def screen(self) -> str:
        """What stands on it, without blanks at the ends of lines."""
        lines = [str(line).rstrip() for line in self._screen.display]
        return "\n".join(lines).rstrip("\n") + "\n"


@contextmanager
def seated(url: str, columns: int, rows: int, *, cwd: Path, now: str) -> Iterator[Seat]:
    """At a terminal of this size at which `pit shell` has been started."""
    keyboard, line = pty.openpty()
    fcntl.ioctl(line, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    env = {"TERM": "xterm", "NO_COLOR": "1", "HOME": str(cwd), "PIT_HISTORY": str(cwd / "history")}
    env["PIT_PAGER"] = "head -n 20"
    try:
        with os.fdopen(line, "rb", closefd=True, buffering=0) as stdin:
            program: Any = Process(at_the_shell, url, now, cwd=cwd, env=env, stdin=stdin)
        with program:
            try:
                yield Seat(keyboard, columns, rows)
            finally:
                program.kill()
    finally:
        os.close(keyboard)
