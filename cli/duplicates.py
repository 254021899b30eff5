"""Duplicates of forms as accounting has them: typed, or in a CSV or NDJSON file."""

import csv
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cli.typed import cents_of, serial_of
from ledger.errors import Misused, NotFound

if TYPE_CHECKING:
    from ledger.day import DuplicateReceived

COLUMNS = ("serial", "cents", "amount", "table", "day", "patron", "void")


def read(path: Path) -> "list[DuplicateReceived]":
    """The duplicates of a file. Raises NotFound, or Misused, naming the line and never a patron."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise NotFound(
            "no_such_file", f"There is no file {path}.", "Check its name.", file=str(path)
        ) from None
    except (OSError, UnicodeDecodeError):
        raise Misused(
            "file_unreadable",
            f"{path} cannot be read as text.",
            "Give a CSV or NDJSON file in UTF-8.",
            file=str(path),
        ) from None
    rows = _json_rows(text) if text.lstrip().startswith("{") else _csv_rows(text)
    return [_duplicate(row, line) for line, row in rows]


def _csv_rows(text: str) -> Iterator[tuple[int, Mapping[str, Any]]]:
    reader = csv.DictReader(text.splitlines())
    reader.fieldnames = [name.strip().lower() for name in reader.fieldnames or ()]
    for row in reader:
        yield reader.line_num, row


def _json_rows(text: str) -> Iterator[tuple[int, Mapping[str, Any]]]:
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except ValueError:
            row = None
        if not isinstance(row, dict):
            raise _unreadable(number, "it is not a JSON object")
        yield number, row


def _duplicate(row: Mapping[str, Any], line: int) -> "DuplicateReceived":
    from ledger.day import DuplicateReceived

    unknown = sorted(str(name) for name in row.keys() - set(COLUMNS))
    if unknown:
        raise _unreadable(line, f"a column is none of {', '.join(COLUMNS)}")
    said = {name: "" if value is None else str(value).strip() for name, value in row.items()}
    try:
        serial = serial_of(said.get("serial", ""), "serial").text
        cents = _cents(said, line)
    except Misused as error:
        raise _unreadable(line, error.refusal.message.rstrip(".")) from None
    return DuplicateReceived(
        serial,
        said.get("void", "").lower() in {"1", "true", "yes", "void", "x"},
        cents,
        said.get("table", ""),
        said.get("day", ""),
        said.get("patron", ""),
    )


def _cents(said: Mapping[str, str], line: int) -> int | None:
    if cents := said.get("cents"):
        if not (cents.isascii() and cents.isdigit()):
            raise _unreadable(line, "cents is not a whole number of cents")
        return int(cents)
    if amount := said.get("amount"):
        return cents_of(amount, "amount")
    return None


def _unreadable(line: int, why: str) -> Misused:
    return Misused(
        "bad_duplicate",
        f"Line {line}: {why}.",
        "Write serial, cents or amount, table, day, patron and void, each as far as it is known.",
        line=line,
    )
