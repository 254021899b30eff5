"""`pit day`: a gaming day as a whole."""

from typing import TYPE_CHECKING

import click

from cli.commands.closing import acknowledge, close, correct, sign
from cli.commands.counting import count, duplicates, take_back
from cli.commands.reconciling import reconcile
from cli.frame.options import Noun, as_json, gaming_day, options, session
from cli.frame.paging import say
from cli.frame.past import asked, looking_back
from cli.frame.reading import (
    print_json,
    progress,
    say_position,
    say_waiting,
    show_notes,
    show_rows,
    warn,
)

if TYPE_CHECKING:
    from projections.figures.closing import Closing

day = Noun(
    "day",
    help="The gaming day: show, count, duplicates of forms, take-back, reconcile, acknowledge, close, sign, correct.",
)

for _verb in (count, duplicates, take_back, reconcile, acknowledge, close, sign, correct):
    day.add_command(_verb)


@day.command("show")
@click.argument("name", metavar="[DAY]", required=False)
@options(as_json, looking_back)
def show_day(name: str | None, as_json: bool) -> None:
    """DAY, or today: its hours, every table's books, what is still to be counted or explained."""
    from projections.queries.day import CORRECTIONS, SUMMARY, TABLES, books
    from projections.queries.words import local

    current = session()
    moment, zone = asked(current), current.ledger.calendar.tz
    found = books(current.ledger, moment, gaming_day(name, current.ledger.calendar), progress())
    if as_json:
        if found.closed is not None:
            warn(found.closed, "json")
        print_json(found)
        return
    if found.closed is not None:
        warn(found.closed)
    since, until = local(found.starts_at, zone), local(found.ends_at, zone)
    say([f"Gaming day {found.gaming_day}: {found.hours} hours, {since} to {until}"])
    show_rows(SUMMARY, [found.summary] if found.tables else [], "table")
    if found.tables:
        click.echo()
        show_rows(TABLES, found.tables, "table")
    if found.corrections:
        click.echo()
        show_rows(CORRECTIONS, found.corrections, "table")
    if found.closed is not None:
        say(["", _signed(found.closed)])
        if found.closed.checkpoint:
            click.echo(f"\n{found.closed.checkpoint}{found.closed.seal_key}")
        show_notes(found.notes)
    say_waiting(found.waiting, "table")
    say_position(found.position, "table")


def _signed(closed: "Closing") -> str:
    line = f"Closed by {closed.by} and {closed.second} on the books of event {closed.books_at:,}"
    if closed.differing:
        return f"{line}. NOT as signed: {', '.join(closed.differing)}."
    findings = len(closed.findings)
    acknowledged = f", {findings} finding{'s' * (findings != 1)} acknowledged" if findings else ""
    return f"{line}{acknowledged}. The books are as they were signed."
