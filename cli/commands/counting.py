"""What accounting enters of a gaming day: drop boxes counted, duplicates of forms received."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli.frame.options import PitCommand, gaming_day, meant, options, session, writing
from cli.frame.writing import do, said
from cli.typed.values import CHIPS, FORM, MONEY, SERIAL, Serial, TypedForm
from ledger.values.errors import Misused, PitError

if TYPE_CHECKING:
    from ledger.events.day import DropBox


@click.command("count", cls=PitCommand)
@click.argument("name", metavar="DAY")
@click.option("--table", "code", metavar="TABLE", help="Whose drop box it was.")
@click.option("--cash", type=MONEY, metavar="AMOUNT", help="The cash found, in dollars.")
@click.option("--notes", type=CHIPS, metavar="NOTES", help='Such as "100x50 20x10".')
@click.option(
    "--form", "forms", multiple=True, type=FORM, help="An original in it: SERIAL:AMOUNT[:TABLE]."
)
@click.option("--file", "file", metavar="FILE", help="Many boxes: CSV with headings, or NDJSON.")
@click.option(
    "--recount", is_flag=True, help="Replaces the earlier count, forms too; it stays on record."
)
@options(meant, writing)
def count(
    name: str,
    code: str | None,
    cash: int | None,
    notes: dict[int, int] | None,
    forms: tuple[TypedForm, ...],
    file: str | None,
    **typed: Any,
) -> None:
    """Record the cash found in drop boxes of DAY: the total, the notes, or both; and forms.

    \b
    pit day count 2026-07-11 --table MB-01 --cash 20000
    pit day count 2026-07-11 --table MB-01 --notes "100x150 20x250"
    pit day count 2026-07-11 --table MB-01 --cash 20000 --form CVF-1001:12.50
    pit day count 2026-07-11 --file boxes.csv

    A file has a row a box, and all of them are entered or none. Its columns: table; cents, or
    amount in dollars; notes, "100x150 20x250"; forms, "CVF-1001:12.50 CVF-1002:3".
    """
    from cli.typed.rows import in_its_line
    from ledger.day.acts import CountDrops

    day = gaming_day(name, session().ledger.calendar)
    boxes = _boxes(code, cash, notes, forms, file)
    at, recount = typed.pop("at"), typed.pop("recount")
    counted = said(CountDrops, at, day=day, boxes=list(boxes.values()), recount=recount)
    try:
        do(counted, **typed)
    except PitError as error:
        raise in_its_line(error, boxes) from None


def _boxes(
    code: str | None,
    cash: int | None,
    notes: dict[int, int] | None,
    forms: tuple[TypedForm, ...],
    file: str | None,
) -> "dict[int, DropBox]":
    """The boxes of the file by their lines, or the one that was typed by 0."""
    from cli.typed.boxes import read
    from ledger.events.day import DropBox, OriginalFound

    if (code is None) == (file is None):
        raise Misused(
            "which_box",
            "It is not said which drop boxes were counted.",
            "Say --table TABLE for one, or --file FILE for many.",
        )
    found = read(Path(file), session().ledger.spelled) if file is not None else {}
    if file is not None and (cash is not None or notes is not None or forms):
        raise Misused(
            "box_typed_and_filed",
            "Cash, notes and forms of boxes in a file stand in the file.",
            "Leave --cash, --notes and --form out.",
        )
    if not found and cash is None and notes is None:
        raise Misused(
            "nothing_counted",
            "No cash is given.",
            "Say --cash AMOUNT or --notes NOTES, or give a file with a row a box.",
        )
    if code is None:
        return found
    cash_cents = sum(note * n for note, n in (notes or {}).items()) if cash is None else cash
    originals = [OriginalFound(form.serial, form.cents, form.table) for form in forms]
    return {0: DropBox(code, cash_cents, notes or {}, originals)}


@click.command("duplicates", cls=PitCommand)
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
    at: str | None,
    **how: Any,
) -> None:
    """Record the duplicates that pit clerks forwarded for DAY, as they read.

    \b
    pit day duplicates 2026-07-11 --form CVF-1001:12.50:MB-01:"R. Ames" --void CVF-1002
    pit day duplicates 2026-07-11 --file duplicates.csv

    Columns of a file: serial; cents, or amount in dollars; table, day, patron; void.
    """
    from cli.typed.duplicates import read
    from ledger.day.acts import ReceiveDuplicates
    from ledger.events.day import DuplicateReceived

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
    day = gaming_day(name, session().ledger.calendar)
    do(said(ReceiveDuplicates, at, day=day, forms=received, replaces=replace), **how)


@click.command("take-back", cls=PitCommand)
@click.argument("name", metavar="DAY")
@click.option(
    *("--duplicate", "duplicates"),
    multiple=True,
    required=True,
    type=SERIAL,
    help="SERIAL, as it was entered.",
)
@click.option("--reason", required=True, metavar="TEXT", help="Why it is taken back.")
@options(writing)
def take_back(
    name: str, duplicates: tuple[Serial, ...], reason: str, at: str | None, **how: Any
) -> None:
    """Take back duplicates that were entered for DAY by mistake, such as under a wrong number; the entry stays on
    record. The right one is entered with `pit day duplicates`.

    \b
    pit day take-back 2026-07-11 --duplicate CVF-1010 --reason "it is CVF-1001"
    """
    from ledger.day.acts import TakeBackDuplicates

    day = gaming_day(name, session().ledger.calendar)
    serials = [serial.text for serial in duplicates]
    do(said(TakeBackDuplicates, at, day=day, serials=serials, reason=reason), **how)
