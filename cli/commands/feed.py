"""`pit feed`: read a table feed into the books; and who may feed over HTTP."""

import json
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import asdict
from itertools import takewhile
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING

import click

from cli.commands.feed_tokens import token, tokens
from cli.frame.naming import VerbLeftOut
from cli.frame.options import PitCommand, as_json, patience_option, session
from cli.frame.paging import say
from cli.frame.stopping import stopped_by_signals
from cli.typed.kinds import NEW_FILE, file_of
from ledger.values.errors import Misused
from ledger.values.files import verify_no_secret
from ledger.values.numbers import counted

if TYPE_CHECKING:
    from cli.shown.feed_progress import Screen
    from ledger.feed import Intake, Outage, RefusedLine, Stop, Tally
    from ledger.feed.lines import Lines, Opened
    from projections.queries.current import KeptCurrent

STOPPED = 130
STANDARD_INPUT = "-"


class FileOrVerb(VerbLeftOut):
    """`feed day.ndjson` and `feed tokens`: what is no verb is the file; one that is called so is `./tokens`."""

    left_out = "read"

    def stands_for(self, word: str) -> bool:
        """Whether it is a file."""
        return Path(word).exists()


feed = FileOrVerb(
    "feed",
    help="Read the records of FILE into the books: pit feed FILE; or say who may feed over HTTP.",
    context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False},
    subcommand_metavar="FILE | token ... | tokens",
)
feed.add_command(token)
feed.add_command(tokens)


@feed.command("read", cls=PitCommand, many=True)
@click.argument("file")
@click.option(
    "--quarantine",
    type=NEW_FILE,
    metavar="FILE",
    help="Set refused records aside in this file and go on.",
)
@click.option("--follow", is_flag=True, help="Go on reading while the file grows, until Ctrl-C.")
@click.option("--dry-run", is_flag=True, help="Decide every record, record nothing.")
@patience_option
@as_json
def read(
    file: str, quarantine: Path | None, follow: bool, dry_run: bool, patience: int, as_json: bool
) -> int:
    """Read the records of FILE, or of standard input (-), into the books.

    A record that was taken before is skipped, so the same file can be fed again at any time. The
    first record that is refused stops the file; everything before it is kept. With --quarantine
    it is set aside and the file goes on. A missing number stops its source and no other.

    While it feeds, at most a tenth of the time goes into bringing up what reports read; the rest is brought up when the
    file ends, so that the first report does not wait for it.

    A store that is lost meanwhile is waited for, and the feed goes on where it was; after --patience it says how far it
    came. Standard input is saved whenever it pauses. Ctrl-C ends cleanly. The exit code is 1 where a
    refusal or a missing number stopped something.
    """
    if quarantine is not None:
        verify_no_secret(quarantine, session().secret_files)
    from ledger.feed import opening
    from projections.queries.current import KeptCurrent

    path = _input(file, quarantine)
    live = follow or path is None
    with ExitStack() as ends:
        stop = ends.enter_context(stopped_by_signals())
        screen = ends.enter_context(_screen(path, live=live, as_json=as_json))
        outage = _outage(screen, stop, patience, as_json)
        intake = opening(outage, lambda: _intake(quarantine, dry_run, as_json, screen, outage))
        # The file is let go where a refusal stops the feed, too.
        opened = ends.enter_context(closing(_lines(path, follow, stop, screen)))
        # At once, however much was read already: what is left is read when it is fed again.
        lines = takewhile(lambda _: not stop.is_set(), opened)
        kept = None if dry_run else KeptCurrent(session().ledger, time.monotonic)
        watched = screen.watch(lines, intake.tally)
        tally = intake.run(_keeping_current(watched, intake.tally, kept))
        position = intake.position()
    stopped = stop.is_set() and not live
    _summarise(tally, position, stopped=stopped, dry_run=dry_run, as_json=as_json)
    if kept is not None and not stop.is_set():
        kept.fold_rest()
    if not tally.complete:
        return 1
    return STOPPED if stopped else 0


def _input(file: str, quarantine: Path | None) -> Path | None:
    """The file to read, or None for standard input. Raises NotFound, Misused."""
    if file == STANDARD_INPUT:
        session().verify_no_script()
        return None
    path = file_of(file)
    if quarantine is not None and quarantine.exists() and quarantine.samefile(path):
        raise Misused(
            "quarantine_is_feed",
            f"{file} cannot be fed and be the quarantine too.",
            "Name another file for the quarantine.",
            file=file,
        )
    return path


def _intake(
    quarantine: Path | None, dry_run: bool, as_json: bool, screen: "Screen", outage: "Outage"
) -> "Intake":
    from ledger.feed import Intake, Quarantine

    def note(found: "RefusedLine | Stop") -> None:
        screen.note(_as_json(found) if as_json else _as_text(found))

    current = session()
    aside = Quarantine(quarantine) if quarantine is not None else None
    intake = Intake(
        current.ledger,
        by=current.author,
        quarantine=aside,
        dry_run=dry_run,
        note=note,
        outage=outage,
    )
    if aside is not None and not dry_run:
        aside.create()
    return intake


def _outage(screen: "Screen", stop: Event, patience: int, as_json: bool) -> "Outage":
    from ledger.feed import Outage

    def say(text: str) -> None:
        screen.note(json.dumps({"code": "store", "message": text}) if as_json else text)

    return Outage(say, stop.wait, patience)


def _keeping_current(lines: "Lines", tally: "Tally", kept: "KeptCurrent | None") -> "Lines":
    """The same lines; whenever some more of them are saved, the read models are brought up a little."""
    taken = 0
    for line in lines:
        yield line
        if kept is not None and tally.taken > taken:
            taken = tally.taken
            kept.fold_some()


def _lines(path: Path | None, follow: bool, stop: Event, screen: "Screen") -> "Opened":
    from ledger.feed import growing_file, pipe, whole_file

    if path is None:
        return pipe(sys.stdin.fileno(), stop)
    if follow:
        return growing_file(path, stop, screen.note)
    return whole_file(path, stop, screen.advance)


@contextmanager
def _screen(path: Path | None, *, live: bool, as_json: bool) -> "Iterator[Screen]":
    from cli.shown.feed_progress import Screen, on_terminal

    if as_json or not sys.stderr.isatty():
        yield Screen()
    else:
        total = None if live or path is None else path.stat().st_size
        with on_terminal(total) as screen:
            yield screen


# -- what became of it


def _as_json(found: "RefusedLine | Stop") -> str:
    seq = found.seq or None
    return json.dumps(
        {"line": found.line, "seq": seq, "code": found.code, "message": found.message}
    )


def _as_text(found: "RefusedLine | Stop") -> str:
    from ledger.feed import RefusedLine

    named = found.source and isinstance(found, RefusedLine)
    which = f" ({found.source} {found.seq})" if named else ""
    return f"line {found.line}{which}: {found.code}: {found.message}\n  {found.next_step}"


def _summarise(
    tally: "Tally", position: int, *, stopped: bool, dry_run: bool, as_json: bool
) -> None:
    from ledger.feed import StopCode

    if as_json:
        summary = {
            "records": tally.records,
            "taken": tally.taken,
            "skipped": tally.skipped,
            "refused": tally.refused,
            "position": position,
            "waiting": tally.waiting,
            "gaps": [asdict(stop) for stop in tally.stops.values()],
            "sources": tally.sources,
            "resume": tally.resume or None,
            "dry_run": dry_run,
        }
        click.echo(json.dumps(summary))
        return
    parts = [f"{tally.taken:,} taken", f"{tally.skipped:,} skipped", f"{tally.refused:,} refused"]
    if tally.waiting:
        parts.append(f"{tally.waiting:,} waiting")
    fed = f"{counted(tally.records, 'record')}: {', '.join(parts)}."
    say([f"{fed} The log stands at {position:,}."])
    for each in tally.stops.values():
        at = f", at line {each.line}" if each.code is StopCode.GAP else ""
        say([f"{each.source} resumes with record {each.missing}{at}."])
    if tally.resume:
        say([f"Resume at line {tally.resume}: everything before it is kept."])
    if stopped:
        click.echo("Stopped before its end; feed it again to go on.", err=True)
    if dry_run:
        click.echo("Dry run: nothing was recorded.", err=True)
