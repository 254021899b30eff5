"""Duplicates of forms as accounting has them: typed, or in a CSV or NDJSON file."""

import csv
import json
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from cli.typed import cents_of, serial_of
from ledger.errors import Misused, NotFound

if TYPE_CHECKING:
    from ledger.day import DuplicateReceived

T = TypeVar("T")

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
    return DuplicateReceived(
        serial=_read(serial_of, said, "serial", line).text,
        void=said.get("void", "").lower() in {"1", "true", "yes", "void", "x"},
        cents=_cents(said, line),
        table=said.get("table", ""),
        day=str(_read(_day, said, "day", line)) if said.get("day") else "",
        patron=said.get("patron", ""),
    )


def _cents(said: Mapping[str, str], line: int) -> int | None:
    if said.get("cents"):
        return _read(_whole, said, "cents", line)
    return _read(cents_of, said, "amount", line) if said.get("amount") else None


def _day(text: str, _: str) -> date:
    return date.fromisoformat(text)


def _whole(text: str, _: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise ValueError
    return int(text)


def _read(reader: Callable[[str, str], T], said: Mapping[str, str], name: str, line: int) -> T:
    """A field. What stands in it is not repeated: a patron's name may have slipped into it."""
    try:
        return reader(said.get(name, ""), name)
    except (Misused, ValueError):
        raise _unreadable(line, f"{name} cannot be read") from None


def _unreadable(line: int, why: str) -> Misused:
    return Misused(
        "bad_duplicate",
        f"Line {line}: {why}.",
        "Write serial, cents or amount, table, day, patron and void, each as far as it is known.",
        line=line,
    )
