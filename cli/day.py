"""`pit day`: a gaming day as a whole, and what the soft count found."""

from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli.closing import acknowledge, close, correct
from cli.options import Noun, as_json, gaming_day, options, session, writing
from cli.past import looking_back
from cli.reading import caught_up, near_tables, position_of, print_json, say_position, show_rows
from cli.reconciling import reconcile
from cli.typed import CHIPS, FORM, MONEY, SERIAL, Serial, TypedForm
from cli.writing import show
from ledger.errors import Misused

if TYPE_CHECKING:
    from projections.reports.closing import Closing

day = Noun("day", help="The gaming day: show, count, duplicates of forms.")

for _verb in (reconcile, acknowledge, close, correct):
    day.add_command(_verb)

MICROSECONDS_AN_HOUR = 3_600_000_000


@day.command("show")
@click.argument("name", metavar="[DAY]", required=False)
@options(as_json, looking_back)
def show_day(name: str | None, as_json: bool) -> None:
    """DAY, or today: its hours, every table's books, what is still to be counted or explained."""
    import msgspec

    from projections.reports import closing, win
    from projections.reports import day as summary
    from projections.reports.figures import rfc3339

    calendar = session().pit.calendar
    asked = gaming_day(name, calendar)
    needs = tuple(dict.fromkeys((*summary.NEEDS, *closing.NEEDS)))
    with caught_up(needs) as connection:
        total = summary.day_summary(connection, asked)
        tables = win.win(connection, asked)
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
    from cli.telling import local

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


@day.command("count")
@click.argument("name", metavar="DAY")
@click.option("--table", "code", required=True, metavar="TABLE", help="Whose drop box it was.")
@click.option("--cash", type=MONEY, metavar="AMOUNT", help="The cash found, in dollars.")
@click.option("--notes", type=CHIPS, metavar="NOTES", help='Such as "100x50 20x10".')
@click.option(
    "--form", "forms", multiple=True, type=FORM, help="An original in it: SERIAL:AMOUNT[:TABLE]."
)
@click.option(
    "--recount", is_flag=True, help="Replaces the earlier count, forms too; it stays on record."
)
@options(writing)
def count(
    name: str,
    code: str,
    cash: int | None,
    notes: dict[int, int] | None,
    forms: tuple[TypedForm, ...],
    recount: bool,
    **typed: Any,
) -> None:
    """Record the cash found in a table's drop box of DAY: its total, its notes, or both; and forms.

    \b
    pit day count 2026-07-11 --table MB-01 --cash 20000
    pit day count 2026-07-11 --table MB-01 --notes "100x150 20x250"
    pit day count 2026-07-11 --table MB-01 --cash 20000 --form CVF-1001:12.50
    """
    from ledger.calendar import to_micros
    from ledger.day import OriginalFound

    if cash is None and notes is None:
        raise Misused("nothing_counted", "No cash is given.", "Say --cash AMOUNT or --notes NOTES.")
    notes = notes or {}
    current = session()
    with near_tables(current.pit):
        done = current.pit.count_drop(
            gaming_day(name, current.pit.calendar),
            code,
            cash_cents=sum(note * n for note, n in notes.items()) if cash is None else cash,
            cash=notes,
            originals=[OriginalFound(form.serial, form.cents, form.table) for form in forms],
            by=current.by,
            at=to_micros(current.moment(typed["at"])),
            recount=recount,
            key=typed["key"],
            dry_run=typed["dry_run"],
        )
    show(done, dry_run=typed["dry_run"], as_json=typed["as_json"])


@day.command("duplicates")
@click.argument("name", metavar="DAY")
@click.option("--form", "forms", multiple=True, type=FORM, help="SERIAL:AMOUNT[:TABLE[:PATRON]].")
@click.option("--void", "void", multiple=True, type=SERIAL, help="SERIAL, both copies void.")
@click.option("--file", "file", metavar="FILE", help="CSV with headings, or NDJSON.")
@click.option("--replace", is_flag=True, help="Replaces what was entered for these numbers.")
@options(writing)
def duplicates(
    name: str,
    forms: tuple[TypedForm, ...],
    void: tuple[Serial, ...],
    file: str | None,
    replace: bool,
    **typed: Any,
) -> None:
    """Record the duplicates that pit clerks forwarded for DAY, as they read.

    \b
    pit day duplicates 2026-07-11 --form CVF-1001:12.50:MB-01:"R. Ames" --void CVF-1002
    pit day duplicates 2026-07-11 --file duplicates.csv

    Columns of a file: serial; cents, or amount in dollars; table, day, patron; void.
    """
    from cli.duplicates import read
    from ledger.calendar import to_micros
    from ledger.day import DuplicateReceived

    received = [
        *(DuplicateReceived(f.serial, False, f.cents, f.table, "", f.patron) for f in forms),
        *(DuplicateReceived(serial.text, True) for serial in void),
        *(read(Path(file)) if file else ()),
    ]
    if not received:
        raise Misused(
            "no_duplicates",
            "No duplicate is given.",
            "Say --form, --void or --file; with none received there is nothing to enter.",
        )
    current = session()
    done = current.pit.receive_duplicates(
        gaming_day(name, current.pit.calendar),
        received,
        by=current.by,
        at=to_micros(current.moment(typed["at"])),
        replaces=replace,
        key=typed["key"],
        dry_run=typed["dry_run"],
    )
    show(done, dry_run=typed["dry_run"], as_json=typed["as_json"])
