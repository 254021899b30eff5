"""`pit feed`: read a table feed into the books."""

import json
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict
from functools import partial
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Any

import click

from cli.options import PitCommand, as_json, session
from ledger.errors import Misused, NotFound

if TYPE_CHECKING:
    from ledger.feed import Gap, Intake, Line, RefusedLine, Tally

STOPPED = 130
STANDARD_INPUT = "-"

Tell = Callable[[str], None]


@click.command(cls=PitCommand)
@click.argument("file")
@click.option(
    "--quarantine",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Set refused records aside in this file and go on.",
)
@click.option("--follow", is_flag=True, help="Go on reading while the file grows, until Ctrl-C.")
@click.option("--dry-run", is_flag=True, help="Decide every record, record nothing.")
@as_json
def feed(
    file: str, *, quarantine: Path | None, follow: bool, dry_run: bool, as_json: bool
) -> int:
    """Read the records of FILE, or of standard input (-), into the books.

    A record that was taken before is skipped, so the same file can always be fed again. The first
    record that is refused stops the file; everything before it is kept. With --quarantine it is
    set aside and the file goes on. A missing number stops its source and no other.

    Standard input is saved whenever it pauses. Ctrl-C ends cleanly. Exit code 1: a refusal or a
    missing number stopped something.
    """
    path = _input(file, quarantine)
    live = follow or path is None
    with ExitStack() as ends:
        stop = ends.enter_context(_stopped_by_signals())
        tell, advance, shown = ends.enter_context(_telling(path, live=live, as_json=as_json))
        intake = _intake(quarantine, dry_run=dry_run, report=partial(_report, tell, as_json))
        tally = intake.run(shown(_lines(path, follow, stop, tell, advance), intake))
    _summarise(tally, dry_run=dry_run, as_json=as_json)
    if not tally.complete:
        return 1
    return STOPPED if stop.is_set() and not live else 0


def _input(file: str, quarantine: Path | None) -> Path | None:
    """The file to read, or None for standard input."""
    if file == STANDARD_INPUT:
        return None
    path = Path(file)
    if not path.exists():
        raise NotFound("no_such_file", f"There is no file {file}.", "Check the name.", file=file)
    if path.is_dir():
        raise Misused("not_a_file", f"{file} is a directory.", "Name a file.", file=file)
    if quarantine is not None and quarantine.exists() and quarantine.samefile(path):
        raise Misused(
            "quarantine_is_feed",
            f"{file} cannot be fed and be the quarantine too.",
            "Name another file for the quarantine.",
            file=file,
        )
    return path


def _intake(
    quarantine: Path | None, *, dry_run: bool, report: "Callable[[RefusedLine | Gap], None]"
) -> "Intake":
    from ledger.feed import Intake, Quarantine

    current = session()
    aside = Quarantine(quarantine) if quarantine is not None else None
    intake = Intake(
        current.pit, by=current.author, quarantine=aside, dry_run=dry_run, tell=report
    )
    if aside is not None and not dry_run:
        aside.create()
    return intake


def _lines(
    path: Path | None, follow: bool, stop: Event, tell: Tell, advance: Callable[[int], None]
) -> "Iterator[Line | None]":
    from ledger.feed import growing_file, pipe, whole_file

    if path is None:
        return pipe(sys.stdin.fileno(), stop)
    return growing_file(path, stop, tell) if follow else whole_file(path, stop, advance)


@contextmanager
def _stopped_by_signals() -> Iterator[Event]:
    """An event that Ctrl-C or a request to end sets; asked a second time, they end at once."""
    stop = Event()
    before: dict[int, Any] = {}

    def on_signal(number: int, _: object) -> None:
        stop.set()
        signal.signal(number, before[number])

    for number in (signal.SIGINT, signal.SIGTERM):
        before[number] = signal.signal(number, on_signal)
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
