"""Whether a terminal shows what is typed: nothing, while a command runs that may ask for a passphrase.

What is typed before it is asked would stand on the screen. The prompt then throws it away unread, as `getpass` does.
A program that was stopped and goes on (Ctrl-Z, fg) sees to it again.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def unseen() -> Iterator[None]:
    """For so long what is typed is not shown; what waits when it ends is shown by who reads it then."""
    with _echo(on=False):
        yield


@contextmanager
def seen() -> Iterator[None]:
    """For as long as a question is asked, its answer is."""
    with _echo(on=True):
        yield


@contextmanager
def _echo(*, on: bool) -> Iterator[None]:
    if not sys.stdin.isatty() or not _in_front(terminal := sys.stdin.fileno()):
        yield
        return
    import signal
    import termios

    before, local = termios.tcgetattr(terminal), 3

    def see_to_it(*_: object) -> None:
        if _in_front(terminal):
            now = termios.tcgetattr(terminal)  # A pager has set what it needs.
            now[local] = now[local] | termios.ECHO if on else now[local] & ~termios.ECHO
            termios.tcsetattr(terminal, termios.TCSANOW, now)

    see_to_it()
    # Who has the terminal while this is stopped leaves it so that what is typed is shown.
    continued = signal.signal(signal.SIGCONT, see_to_it)
    try:
        yield
    finally:
        signal.signal(signal.SIGCONT, continued)
        if _in_front(terminal):
            termios.tcsetattr(terminal, termios.TCSANOW, before)


def _in_front(terminal: int) -> bool:
    """Whether the terminal is this program's to set: who runs behind others would be stopped for it."""
    try:
        return os.tcgetpgrp(terminal) == os.getpgrp()
    except OSError:  # Nobody's jobs are controlled by it.
        return True
