"""What the commands that show something share: how rows are asked for and printed, and how far a long reading is."""

import io
import math
import shutil
import sys
import time
from collections.abc import Callable, Sequence
from datetime import UTC
from typing import TYPE_CHECKING, Any

import click

from cli.frame.options import F, gaming_day, options, session
from cli.frame.paging import (
    Noted,
    remember,
    said,
    say,
    show_lines,
    show_text,
)
from cli.frame.past import asked, looking_back
from cli.shown.said import drawing, mark_as_utf8
from cli.typed.kinds import choice

if TYPE_CHECKING:
    import msgspec

    from ledger.values.progress import Progress
    from projections.figures.notes import Note
    from projections.figures.render import View
    from projections.queries.day import Waiting
    from projections.queries.report import Rows
    from projections.reports.signature import Closed

SURE_AFTER = 2
"""Seconds after which it can be told how long a reading will take."""

FORMS = ("table", "json", "ndjson", "csv")


def showing_as(*more: str, note: str = "") -> Callable[[F], F]:
    """How rows are printed. more: forms besides FORMS, of which help says a note."""
    return options(
        click.option(
            "--format",
            "form",
            type=choice("format", *FORMS, *more),
            default="table",
            help=f"How it is printed{note}.",
        ),
        click.option("--json", "form", flag_value="json", help="The same as --format json."),
        click.option(
            "--plain",
            cls=Noted,
            is_flag=True,
            callback=remember,
            help="CSV for programs: no byte order mark, cells as they are, instants in UTC.",
        ),
    )


showing_now = showing_as()
"""How rows are printed: --format, --json, --plain. Money is in cents in all but the table."""

showing = options(showing_now, looking_back)
"""What every report takes: --format, --json, --as-of, --known-at."""

day_option = click.option(
    "--day", metavar="DAY", help="Gaming day: 2026-07-11, today or yesterday; today if left out."
)
table_option = click.option("--table", "code", metavar="TABLE", help="This table only.")


def progress() -> "Progress | None":
    """Tells a person at a terminal how far a long reading has come; nobody else."""
    if not sys.stderr.isatty():
        return None
    began, since, before = 0, time.monotonic(), 0

    def show(position: int, goal: int) -> None:
        nonlocal began, since, before
        if position < before:  # Another reading has begun.
            began, since = position, time.monotonic()
        before = position
        line = f"Reading events: {position:,} of {goal:,}" if position < goal else ""
        if line:
            line += time_left(position - began, goal - position, time.monotonic() - since)
        click.echo(f"\r\x1b[K{line}", nl=False, file=drawing(sys.stderr))

    return show


def time_left(done: int, left: int, seconds: float) -> str:
    """How long a reading goes on, as what was read in so many seconds lets expect; "" in the first seconds of it."""
    if seconds < SURE_AFTER or not done:
        return ""
    rest = math.ceil(seconds * left / done)
    return f", about {rest} s left" if rest < 100 else f", about {math.ceil(rest / 60)} min left"


def show_rows(view: "View", rows: "Sequence[msgspec.Struct]", form: str) -> None:
    """Print rows as asked; a person reads instants in the property's time zone."""
    from projections.figures.render import ANY_WIDTH, Form, Kind, write

    timed = any(c.kind is Kind.MOMENT for section in view.sections for c in section.columns)
    wanted = Form.PLAIN_CSV if form == Form.CSV and said("plain") else Form(form)
    zone = session().ledger.calendar.tz if timed and wanted in {Form.TABLE, Form.CSV} else UTC
    if wanted is Form.CSV:
        mark_as_utf8(sys.stdout)
    if not sys.stdout.isatty():
        write(view, rows, wanted, sys.stdout, zone)
        return
    drawn = io.StringIO()
    columns = ANY_WIDTH if said("wide") else shutil.get_terminal_size().columns
    write(view, rows, wanted, drawn, zone, columns=columns)
    if wanted is Form.TABLE:
        show_lines(drawn.getvalue().splitlines())
    else:
        show_text(drawn.getvalue())


def print_report(name: str, day: str | None, form: str, **narrowed: Any) -> "Rows":
    """Ask for a report of a gaming day and print it. narrowed: its table; or the length and group of table win."""
    from projections.queries.codes import verify_known
    from projections.queries.report import report

    current = session()
    ledger, moment = current.ledger, asked(current)
    verify_known(ledger, narrowed.get("table"))
    named = gaming_day(day, ledger.calendar)
    listed = form == "table"
    found = report(ledger, moment, name, named, listed=listed, progress=progress(), **narrowed)
    show_report(found, form)
    return found


def show_report(found: "Rows", form: str) -> None:
    """Print a report; of a closed day, whether it is as signed before it, and what was found out since below it."""
    if found.since is not None:
        warn(found.since.closing, form)
    show_rows(found.view, found.rows, form)
    if found.since is not None and form == "table":
        show_notes(found.since.notes)


def warn(closing: "Closed", form: str = "table") -> None:
    """Say first of all where figures are not those that were signed: to a person in the report, else beside it."""
    if closing.warning:
        say([closing.warning], err=form != "table")


def show_notes(notes: "Sequence[Note]") -> None:
    """What was found out since the day was closed, where there is any."""
    if notes:
        from projections.figures.notes import VIEW

        click.echo()
        show_rows(VIEW, notes, "table")


def print_json(value: object) -> None:
    """Print a struct, or what is made of structs, as one JSON value."""
    import msgspec

    click.echo(msgspec.json.encode(value).decode())


def say_position(position: int, form: str) -> None:
    """Tell a person up to which event of the log the report counts."""
    if form == "table":
        click.echo(f"As of event {position:,}.", err=True)


def say_waiting(found: "Waiting | None", form: str) -> None:
    """Say whose signature books wait for, where they do: to a person in what is shown, else beside it."""
    if found is None:
        return
    from projections.queries.words import local

    until = local(found.until, session().ledger.calendar.tz)
    late = "; the time for it is over" if found.late else ""
    line = f"Signed by {found.by}; waits for {found.waits_for} until {until}{late}."
    say([line], err=form != "table")
