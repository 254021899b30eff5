"""What accounting enters of a gaming day: drop boxes counted, duplicates of forms received."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from cli.frame.options import PitCommand, gaming_day, meant, options, session, writing
from cli.frame.writing import do, record, said
from cli.typed.boxes import KIND
from cli.typed.values import CHIPS, FORM, MONEY, SERIAL, Serial, TypedForm
from ledger.values.errors import Misused, PitError

if TYPE_CHECKING:
    from ledger.events.day import DropBox, DuplicateReceived, OriginalFound

F = TypeVar("F", "OriginalFound", "DuplicateReceived")


@click.command("count", cls=PitCommand)
@click.argument("name", metavar="DAY")
@click.option("--table", "code", metavar="TABLE", help="Whose drop box it was.")
@click.option("--cash", type=MONEY, metavar="AMOUNT", help="The cash found, in dollars.")
@click.option("--notes", type=CHIPS, metavar="NOTES", help='Such as "100x50 20x10".')
@click.option("--machine", type=CHIPS, metavar="NOTES", help="The notes as a machine counted them.")
@click.option(
    "--hand",
    type=CHIPS,
    metavar="NOTES",
    help="The notes as they were counted by hand; this count stands.",
)
@click.option(
    "--form", "forms", multiple=True, type=FORM, help="An original in it: SERIAL:AMOUNT[:TABLE]."
)
@click.option("--box", metavar="NUMBER", help="Its number, where a table has several.")
@click.option("--kind", type=KIND, help="Pulled as its shift ended, or in an emergency.")
@click.option(
    "--team",
    multiple=True,
    metavar="IDS",
    help="Who counted and signed, three or more (drop-team-people).",
)
@click.option("--placed", metavar="TIME", help="When the box was put under the table.")
@click.option("--pulled", metavar="TIME", help="When it was taken from there.")
@click.option("--opened", metavar="TIME", help="When it was opened in the count room.")
@click.option("--file", "file", metavar="FILE", help="Many boxes: CSV with headings, or NDJSON.")
@click.option(
    "--recount", is_flag=True, help="Replaces the earlier count, forms too; it stays on record."
)
@options(meant, writing)
def count(
    name: str, code: str | None, file: str | None, recount: bool, at: str | None, **typed: Any
) -> None:
    """Record the cash found in drop boxes of DAY: the total, the notes, or both; and forms.

    Counted by machine and by hand, the count by hand stands, and where the two are not alike that is a finding. A table
    that has several boxes has each counted by its number.

    \b
    pit day count 2026-07-11 --table MB-01 --cash 20000
    pit day count 2026-07-11 --table MB-01 --notes "100x150 20x250"
    pit day count 2026-07-11 --table MB-01 --cash 20000 --form CVF-1001:12.50
    pit day count 2026-07-11 --table MB-01 --box 17 --kind emergency --machine 100x150 \\
        --hand 100x150 --team C-1,C-2,C-3 --pulled 2026-07-11T23:10 --opened 2026-07-12T06:30
    pit day count 2026-07-11 --file boxes.csv

    A file has a row a box, and all of them are entered or none. Its columns: table; cents, or
    amount in dollars; notes, "100x150 20x250"; forms, "CVF-1001:12.50 CVF-1002:3"; box, kind,
    machine, hand, team, placed, pulled, opened.
    """
    from cli.typed.rows import in_its_line
    from ledger.day.acts import CountDrops

    day = gaming_day(name, session().ledger.calendar)
    of_box = {each: typed.pop(each) for each in _OF_BOX}
    boxes = _filed(code, file, of_box) if file is not None else {0: _typed(code, **of_box)}
    counted = said(CountDrops, at, day=day, boxes=list(boxes.values()), recount=recount)
    try:
        do(counted, **typed)
    except PitError as error:
        raise in_its_line(error, boxes) from None


_OF_BOX: Final = (
    *("cash", "notes", "machine", "hand", "forms", "box", "kind", "team"),
    *("placed", "pulled", "opened"),
)
"""What is said of one box."""


def _filed(code: str | None, file: str, of_box: Mapping[str, Any]) -> "dict[int, DropBox]":
    """The boxes of the file, by their lines."""
    from msgspec import structs

    from cli.typed.boxes import read

    if code is not None:
        raise _which_box()
    found = read(Path(file), session().ledger.spelled, session().moment)
    if any(value is not None and value != () for value in of_box.values()):
        raise Misused(
            "box_typed_and_filed",
            "What is said of boxes in a file stands in the file.",
            "Leave --cash, --notes, --form and the like out.",
        )
    if not found:
        raise _nothing_counted()
    return {
        line: structs.replace(box, originals=_as_recorded(box.originals))
        for line, box in found.items()
    }


def _as_recorded(forms: "Iterable[F]") -> "list[F]":
    """Forms of a file with the names of their series as those were received."""
    from msgspec import structs

    spelled = session().ledger.spelled_serial
    return [structs.replace(form, serial=spelled(form.serial)) for form in forms]


def _typed(
    code: str | None,
    cash: int | None,
    notes: dict[int, int] | None,
    forms: tuple[TypedForm, ...],
    **sheet: Any,
) -> "DropBox":
    """The box that was typed."""
    from cli.typed.boxes import HOW, TIMES, box_of, team_of
    from ledger.events.day import CashCount, CountSheet, OriginalFound

    if code is None:
        raise _which_box()
    counts = [CashCount(how, sheet[how]) for how in HOW if sheet[how] is not None]
    if notes is not None and counts:
        raise Misused(
            "notes_twice",
            "It is not said how the notes were counted.",
            "Say --machine and --hand, or --notes alone.",
        )
    if cash is None and notes is None and not counts:
        raise _nothing_counted()
    times = {f"{each}_at": session().moment(sheet[each]) for each in TIMES if sheet[each]}
    said_of_it = CountSheet(
        sheet["box"] or "", sheet["kind"], counts, team_of(sheet["team"]), **times
    )
    originals = [OriginalFound(form.serial, form.cents, form.table) for form in forms]
    return box_of(code, cash, notes, originals, said_of_it)


def _which_box() -> Misused:
    return Misused(
        "which_box",
        "It is not said which drop boxes were counted.",
        "Say --table TABLE for one, or --file FILE for many.",
    )


def _nothing_counted() -> Misused:
    return Misused(
        "nothing_counted",
        "No cash is given.",
        "Say --cash AMOUNT or --notes NOTES, or give a file with a row a box.",
    )


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
        *(_as_recorded(read(Path(file))) if file else ()),
    ]
    if not received:
        raise Misused(
            "no_duplicates",
            "No duplicate is given.",
            "Say --form, --void or --file; with none received there is nothing to enter.",
        )
    day = gaming_day(name, session().ledger.calendar)
    record(ReceiveDuplicates, day=day, forms=received, replaces=replace, **how)


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
def take_back(name: str, duplicates: tuple[Serial, ...], reason: str, **how: Any) -> None:
    """Take back duplicates that were entered for DAY by mistake, such as under a wrong number; the entry stays on
    record. The right one is entered with `pit day duplicates`.

    \b
    pit day take-back 2026-07-11 --duplicate CVF-1010 --reason "it is CVF-1001"
    """
    from ledger.day.acts import TakeBackDuplicates

    day = gaming_day(name, session().ledger.calendar)
    serials = [serial.text for serial in duplicates]
    record(TakeBackDuplicates, day=day, serials=serials, reason=reason, **how)
