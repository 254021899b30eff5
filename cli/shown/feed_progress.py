"""What is seen while a feed is read: lines on stderr, and on a terminal how far it has come."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from cli.shown.said import drawing
from ledger.values.hidden import visible_lines

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

    from ledger.feed import Tally
    from ledger.feed.lines import Lines


class Screen:
    """Prints lines; shows no progress."""

    def note(self, text: str) -> None:
        """Print a line for the person who feeds."""
        click.echo(text, err=True)

    def advance(self, more_bytes: int) -> None:
        """So many more bytes have been read."""

    def watch(self, lines: "Lines", tally: "Tally") -> "Lines":  # noqa: ARG002  nothing to show
        """The same lines, with what became of them shown."""
        return lines


class _Terminal(Screen):
    def __init__(self, progress: "Progress", task: "TaskID") -> None:
        self._progress = progress
        self._task = task
        self._tally: Tally | None = None

    def note(self, text: str) -> None:
        self._progress.console.print(visible_lines(text), markup=False, highlight=False)

    def advance(self, more_bytes: int) -> None:
        taken = self._tally.taken if self._tally else 0
        self._progress.update(self._task, advance=more_bytes, taken=taken)

    def watch(self, lines: "Lines", tally: "Tally") -> "Lines":
        self._tally = tally
        for line in lines:
            if line is None:
                self.advance(0)
            yield line


@contextmanager
def on_terminal(total_bytes: int | None) -> Iterator[Screen]:
    """A screen with progress. total_bytes: None for what has no end."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

    columns = (
        TextColumn("{task.description}"),
        *((BarColumn(), TaskProgressColumn()) if total_bytes is not None else ()),
        TextColumn("{task.fields[taken]:,} taken"),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=Console(file=drawing(sys.stderr)), transient=True) as progress:
        doing = "Following" if total_bytes is None else "Feeding"
        yield _Terminal(progress, progress.add_task(doing, total=total_bytes, taken=0))
