"""`pit day`: a gaming day as a whole."""

from datetime import date
from typing import TYPE_CHECKING

import click

from cli.commands.closing import acknowledge, close, correct
from cli.commands.counting import count, duplicates
from cli.commands.reconciling import reconcile
from cli.frame.options import Noun, as_json, gaming_day, options, session
from cli.frame.past import looking_back
from cli.frame.reading import caught_up, position_of, print_json, say_position, show_rows

if TYPE_CHECKING:
    from projections.figures.closing import Closing

day = Noun("day", help="The gaming day: show, count, duplicates of forms.")

for _verb in (count, duplicates, reconcile, acknowledge, close, correct):
    day.add_command(_verb)

MICROSECONDS_AN_HOUR = 3_600_000_000


@day.command("show")
@click.argument("name", metavar="[DAY]", required=False)
@options(as_json, looking_back)
def show_day(name: str | None, as_json: bool) -> None:
    """DAY, or today: its hours, every table's books, what is still to be counted or explained."""
    import msgspec

    from projections.figures import closing, win
    from projections.figures import day as summary
    from projections.figures.arithmetic import rfc3339

    calendar = session().ledger.calendar
    asked = gaming_day(name, calendar)
    needs = tuple(dict.fromkeys((*summary.NEEDS, *closing.NEEDS)))
    with caught_up(needs) as connection:
        tables = win.win(connection, asked)
        total = summary.day_summary(connection, asked, tables)
        closed = closing.closing(connection, asked, tables)
        corrections = closing.corrections(connection, asked)
        position = position_of(connection, needs)
    start, end = calendar.bounds(date.fromisoformat(asked))
    hours = (end - start) // MICROSECONDS_AN_HOUR
    if as_json:
        clock = {"starts_at": rfc3339(start), "ends_at": rfc3339(end), "hours": hours}
        books = {
            "tables": tables,
            "closed": closed,
            "corrections": corrections,
            "position": position,
        }
        print_json({**msgspec.structs.asdict(total), **clock, **books})
        return
    from cli.shown.telling import local

    click.echo(
        f"Gaming day {asked}: {hours} hours,"
        f" {local(start, calendar.tz)} to {local(end, calendar.tz)}"
    )
    show_rows(summary.VIEW, [total] if tables else [], "table")
    if tables:
        click.echo()
        show_rows(win.VIEW, tables, "table")
    if corrections:
        click.echo()
        show_rows(closing.CORRECTIONS_VIEW, corrections, "table")
    if closed is not None:
        click.echo(f"\n{_signed(closed)}")
    say_position(position, "table")


def _signed(closed: "Closing") -> str:
    line = f"Closed by {closed.by} and {closed.second} on the books of event {closed.books_at:,}"
    if closed.differing:
        return f"{line}. NOT as signed: {', '.join(closed.differing)}."
    findings = len(closed.findings)
    acknowledged = f", {findings} finding{'s' * (findings != 1)} acknowledged" if findings else ""
    return f"{line}{acknowledged}. The books are as they were signed."
