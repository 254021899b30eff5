"""What a command says, and where: the act stands, whatever becomes of its answer.

Standard output that fails (a full disk, a reader who left) ends a command that has recorded nothing.
One that has recorded goes on to its end, and says on standard error that the answer is lost.
"""

import io
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, TextIO, cast

import click

from cli.frame.failing import NobodyReadsError, OutputFailedError
from cli.frame.options import Session


class Said(io.TextIOBase):
    """A stream that hands a failure to `lost`, which may raise, and goes on where it does not."""

    encoding = "utf-8"
    """Any text is taken; what the stream beneath cannot encode, it replaces. Were its own encoding told
    here, click would write UTF-8 past one that is ASCII."""
    errors = "replace"

    def __init__(self, stream: Any, lost: Callable[[Exception], None]) -> None:
        if isinstance(stream, io.TextIOWrapper) and stream.errors == "strict":
            stream.reconfigure(errors="replace")
        self._stream = stream
        self._lost = lost
        self.failed = False

    def write(self, said: Any) -> int:
        """Text, or bytes where the stream beneath takes them."""
        self._try(lambda: self._stream.write(said))
        return len(said)

    def flush(self) -> None:
        """Have written what was said."""
        self._try(self._stream.flush)

    def _try(self, do: Callable[[], object]) -> None:
        try:
            do()
        except (OSError, ValueError) as error:
            self.failed = True
            self._lost(error)

    @property
    def buffer(self) -> "Said":
        """The same for bytes."""
        return Said(self._stream.buffer, self._lost)

    def writable(self) -> bool:
        """It is there to be written to."""
        return True

    def isatty(self) -> bool:
        """Whether a person reads it."""
        return bool(self._stream.isatty())

    def fileno(self) -> int:
        """The file descriptor beneath."""
        return int(self._stream.fileno())

    def let_go(self) -> None:
        """Keep the interpreter from writing at its end what could not be written before."""
        with suppress(OSError, ValueError):
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, self.fileno())
            os.close(nowhere)


def _answer_lost(error: Exception) -> None:
    context = click.get_current_context(silent=True)
    current = context.find_object(Session) if context is not None else None
    left = isinstance(error, BrokenPipeError | io.UnsupportedOperation)
    reason = "nobody reads it" if left else getattr(error, "strerror", None) or str(error)
    if current is not None and current.recorded is not None:
        current.say_recorded(f"The answer could not be written to standard output: {reason}.")
        return
    if left:
        raise NobodyReadsError from error
    raise OutputFailedError(
        "output_failed",
        f"The answer could not be written to standard output: {reason}.",
        "Nothing was recorded; repeat the command where its output has room.",
        reason=reason,
    ) from error


def _nothing_lost(_: Exception) -> None:
    """What is said beside the answer ends nothing when it cannot be said."""


@contextmanager
def answering() -> Iterator[None]:
    """Standard output and error, for as long as a command runs, as streams whose failure it outlives."""
    before = sys.stdout, sys.stderr
    out, err = Said(sys.stdout, _answer_lost), Said(sys.stderr, _nothing_lost)
    sys.stdout, sys.stderr = cast("TextIO", out), cast("TextIO", err)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before
        for stream in (out, err):
            if stream.failed:
                stream.let_go()
