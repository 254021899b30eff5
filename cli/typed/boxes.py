"""What the soft count found in many drop boxes, as accounting has it in a CSV or NDJSON file: a row a box."""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from msgspec import structs

from cli.typed.kinds import choice
from cli.typed.rows import Row, Sheet
from cli.typed.rows import read as read_rows
from cli.typed.values import chips_of, form_of, serial_of
from ledger.values.errors import Misused
from ledger.values.numbers import LARGEST_COUNT, whole

if TYPE_CHECKING:
    from ledger.events.day import BoxKind, CountSheet, DropBox, OriginalFound

KIND: Final = choice("kind", "shift", "emergency")
HOW: Final = ("machine", "hand")
"""How notes are counted, in the order in which it is done; what is counted last stands."""
TIMES: Final = ("placed", "pulled", "opened")

Moment = Callable[[str], datetime]


def read(path: Path, spelled: Callable[[str], str], moment: Moment) -> "dict[int, DropBox]":
    """The drop boxes of a file, by their lines. spelled: the code of a table in whatever case it is given. moment: of a
    time as it is typed.

    Raises NotFound, or Misused, naming the line and the field.
    """
    boxes: dict[int, DropBox] = {}
    lines: dict[tuple[str, str], int] = {}
    for row in read_rows(path, SHEET):
        box = _box(row, moment)
        box = structs.replace(box, table=spelled(box.table))
        if lines.setdefault((box.table, box.said.box), row.line) != row.line:
            of = f"box {box.said.box} of {box.table}" if box.said.box else box.table
            raise row.bad(f"{of} is in line {lines[box.table, box.said.box]} already", "table")
        boxes[row.line] = box
    return boxes


def team_of(texts: Iterable[str]) -> list[str]:
    """Who signed: ids with commas or semicolons between, or else with blanks; none of several has a blank in it."""
    given = [name.strip() for text in texts for name in text.replace(";", ",").split(",")]
    return given[0].split() if len(given) == 1 else [name for name in given if name]


def box_of(
    table: str,
    cents: int | None,
    notes: dict[int, int] | None,
    originals: "list[OriginalFound]",
    sheet: "CountSheet",
) -> "DropBox":
    """A drop box of what was said of it: what was counted last stands, and is the total unless one is given."""
    from msgspec import UNSET

    from ledger.events.day import CountSheet, DropBox

    cash = sheet.counts[-1].notes if sheet.counts else notes or {}
    total = sum(note * count for note, count in cash.items()) if cents is None else cents
    return DropBox(table, total, cash, originals, UNSET if sheet == CountSheet() else sheet)


def _box(row: Row, moment: Moment) -> "DropBox":
    from ledger.events.day import CashCount, CountSheet

    notes, cents = _notes(row, "notes"), row.cents()
    counts = [CashCount(how, found) for how in HOW if (found := _notes(row, how)) is not None]
    if notes is not None and counts:
        raise row.bad("notes stand in machine and hand, or in notes", "notes")
    if notes is None and cents is None and not counts:
        raise row.bad("no cash is given", "cents")
    if not row.text("table"):
        raise row.bad("table cannot be read", "table")
    times = {
        f"{name}_at": row.read(lambda text, _: moment(text), name)
        for name in TIMES
        if row.text(name)
    }
    sheet = CountSheet(row.text("box"), _kind(row), counts, _team(row), **times)
    return box_of(row.text("table"), cents, notes, _originals(row), sheet)


def _kind(row: Row) -> "BoxKind | None":
    return (
        row.read(lambda text, _: KIND.convert(text, None, None), "kind")
        if row.text("kind")
        else None
    )


def _team(row: Row) -> list[str]:
    """Ids as they are typed; or, in JSON, a list of them."""
    given = row.fields.get("team")
    if isinstance(given, list) and any(not isinstance(each, str) for each in given):
        raise row.bad("team cannot be read", "team")
    return team_of(given if isinstance(given, list) else [row.text("team")])


def _notes(row: Row, name: str) -> dict[int, int] | None:
    """Notes as they are typed, `100x50 20x10`; or, in JSON, from denomination in cents to count."""
    given = row.fields.get(name)
    if not isinstance(given, Mapping):
        return row.read(chips_of, name) if row.text(name) else None
    try:
        notes = {_note(note): count for note, count in given.items()}
    except ValueError:
        raise row.bad(f"{name} cannot be read", name) from None
    if len(notes) < len(given) or any(type(count) is not int for count in notes.values()):
        raise row.bad(f"{name} cannot be read", name)
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
        "Write table, cents or amount or notes, and forms, a row a drop box; and of its sheet box, kind, machine, hand,"
        " team, placed, pulled, opened.",
        line=line,
        **({"field": field} if field else {}),
    )


SHEET = Sheet(
    ("table", "cents", "amount", "notes", "forms", "box", "kind", *HOW, "team", *TIMES), _bad
)
