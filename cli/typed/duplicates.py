"""Duplicates of forms as accounting has them in a CSV or NDJSON file."""

from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from cli.typed.rows import Row, Sheet
from cli.typed.rows import read as read_rows
from cli.typed.values import serial_of
from ledger.values.errors import Misused

if TYPE_CHECKING:
    from ledger.events.day import DuplicateReceived


def read(path: Path) -> "list[DuplicateReceived]":
    """The duplicates of a file. Raises NotFound, or Misused, naming the line and never a patron."""
    return [_duplicate(row) for row in read_rows(path, SHEET)]


def _duplicate(row: Row) -> "DuplicateReceived":
    from ledger.events.day import DuplicateReceived

    return DuplicateReceived(
        serial=row.read(serial_of, "serial").text,
        void=row.yes("void"),
        cents=row.cents(),
        table=row.text("table"),
        day=str(row.read(_day, "day")) if row.text("day") else "",
        patron=row.text("patron"),
    )


def _day(text: str, _: str) -> date:
    return date.fromisoformat(text)


def _bad(line: int, why: str, field: str) -> Misused:
    return Misused(
        "bad_duplicate",
        f"Line {line}: {why}.",
        "Write serial, cents or amount, table, day, patron and void, each as far as it is known.",
        line=line,
        **({"field": field} if field else {}),
    )


SHEET = Sheet(("serial", "cents", "amount", "table", "day", "patron", "void"), _bad)
