"""What the soft count found in many drop boxes, as accounting has it in a CSV or NDJSON file: a row a box."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import structs

from cli.typed.rows import Row, Sheet
from cli.typed.rows import read as read_rows
from cli.typed.values import chips_of, form_of, serial_of
from ledger.values.errors import Misused
from ledger.values.numbers import LARGEST_COUNT, whole

if TYPE_CHECKING:
    from ledger.events.day import DropBox, OriginalFound


def read(path: Path, spelled: Callable[[str], str]) -> "dict[int, DropBox]":
    """The drop boxes of a file, by their lines. spelled: the code of a table in whatever case it is given.

    Raises NotFound, or Misused, naming the line and the field.
    """
    boxes: dict[int, DropBox] = {}
    lines: dict[str, int] = {}
    for row in read_rows(path, SHEET):
        box = _box(row)
        box = structs.replace(box, table=spelled(box.table))
        if lines.setdefault(box.table, row.line) != row.line:
            raise row.bad(f"{box.table} is in line {lines[box.table]} already", "table")
        boxes[row.line] = box
    return boxes


def _box(row: Row) -> "DropBox":
    from ledger.events.day import DropBox

    notes, cents = _notes(row), row.cents()
    if notes is None and cents is None:
        raise row.bad("no cash is given", "cents")
    if not row.text("table"):
        raise row.bad("table cannot be read", "table")
    cash = notes or {}
    total = sum(note * count for note, count in cash.items()) if cents is None else cents
    return DropBox(row.text("table"), total, cash, _originals(row))


def _notes(row: Row) -> dict[int, int] | None:
    """Notes as they are typed, `100x50 20x10`; or, in JSON, from denomination in cents to count."""
    given = row.fields.get("notes")
    if not isinstance(given, Mapping):
        return row.read(chips_of, "notes") if row.text("notes") else None
    try:
        notes = {_note(note): count for note, count in given.items()}
    except ValueError:
        raise row.bad("notes cannot be read", "notes") from None
    if len(notes) < len(given) or any(type(count) is not int for count in notes.values()):
        raise row.bad("notes cannot be read", "notes")
    return notes


def _note(text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise ValueError
    return whole(text, "notes", LARGEST_COUNT)


def _originals(row: Row) -> "list[OriginalFound]":
    """Forms as they are typed, SERIAL:AMOUNT[:TABLE], with spaces between; or, in JSON, a list of objects."""
    from ledger.events.day import OriginalFound

    given = row.fields.get("forms")
    if isinstance(given, list):
        return [_original(row, form) for form in given]
    try:
        typed = [form_of(each, "forms") for each in row.text("forms").replace(";", " ").split()]
    except Misused:
        raise row.bad("forms cannot be read", "forms") from None
    return [OriginalFound(form.serial, form.cents, form.table) for form in typed]


def _original(row: Row, form: Any) -> "OriginalFound":
    """A form in a list has fields of its own: serial, cents or amount, and table where it was read."""
    from ledger.events.day import OriginalFound

    if not isinstance(form, dict) or form.keys() - {"serial", "cents", "amount", "table"}:
        raise row.bad("forms cannot be read", "forms")
    fields = Row(row.sheet, row.line, form)
    cents = fields.cents()
    if cents is None:
        raise row.bad("a form without an amount", "forms")
    return OriginalFound(fields.read(serial_of, "serial").text, cents, fields.text("table"))


def _bad(line: int, why: str, field: str) -> Misused:
    return Misused(
        "bad_box",
        f"Line {line}: {why}.",
        "Write table, cents or amount or notes, and forms, a row a drop box.",
        line=line,
        **({"field": field} if field else {}),
    )


SHEET = Sheet(("table", "cents", "amount", "notes", "forms"), _bad)
