"""What a command says, and where: the act stands, whatever becomes of its answer.

Standard output that fails (a full disk, a reader who left) ends a command that has recorded nothing.
One that has recorded goes on to its end, and says on standard error that the answer is lost.
"""

import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO, cast

import click

from cli.frame.failing import NobodyReadsError, OutputFailedError
from cli.frame.options import Session
from cli.shown.said import Said


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
