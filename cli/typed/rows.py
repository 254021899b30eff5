"""What accounting has in a CSV or NDJSON file, read row by row; an error names the line and the field."""

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

from ledger.values.errors import Misused, NotFound, PitError, Refused
from ledger.values.numbers import LARGEST_CENTS, verify_held, whole
from ledger.values.text import UnreadableError, hidden_in, parse_json, read_sheet

T = TypeVar("T")

YES: Final = frozenset({"yes", "y", "true", "1", "x"})
NO: Final = frozenset({"", "no", "n", "false", "0"})


class Sheet(NamedTuple):
    """What a file of one kind may hold. bad: makes the error of a line; its field is "" for the line as a whole."""

    columns: tuple[str, ...]
    bad: Callable[[int, str, str], Misused]


class Row(NamedTuple):
    """A line of a file. fields: by column, as they stand there."""

    sheet: Sheet
    line: int
    fields: Mapping[str, Any]

    def text(self, name: str) -> str:
        """A field as text, "" where it is left out."""
        value = self.fields.get(name)
        text = "" if value is None else str(value)
        if found := hidden_in(text):
            raise self.bad(f"{name} holds a character that is not seen, {found[1]}", name)
        return text.strip()

    def read(self, reader: Callable[[str, str], T], name: str) -> T:
        """A field. What stands in it is not repeated in an error: a patron's name may have slipped into it."""
        text = self.text(name)
        try:
            return reader(text, name)
        except (Misused, ValueError):
            raise self.bad(f"{name} cannot be read", name) from None
        except Refused as error:
            raise in_line(self.line, error) from None

    def yes(self, name: str) -> bool:
        """Whether a field says yes, or its own name; left out it is no. Whatever is neither is no guess of ours."""
        said = self.text(name).lower()
        if said not in YES | NO | {name}:
            raise self.bad(f"{name} is neither yes nor no", name)
        return said not in NO

    def cents(self) -> int | None:
        """The amount of a row: `cents`, or `amount` in dollars. None where it has neither. Raises Misused where it
        has both: one of the two would be passed over.
        """
        from cli.typed.values import cents_of

        if self.text("cents") and self.text("amount"):
            raise self.bad("cents and amount are both given", "amount")
        if self.text("cents"):
            return self.read(_cents, "cents")
        return self.read(cents_of, "amount") if self.text("amount") else None

    def bad(self, why: str, field: str = "") -> Misused:
        """The error of this line."""
        return self.sheet.bad(self.line, why, field)


def read(path: Path, sheet: Sheet) -> Iterator[Row]:
    """The rows of a file, without empty ones. Raises NotFound, or Misused, naming the line and never what stands in
    it.
    """
    try:
        text = read_sheet(path)
    except FileNotFoundError:
        raise NotFound(
            "no_such_file", f"There is no file {path}.", "Check its name.", file=str(path)
        ) from None
    except OSError as error:
        raise _unreadable(path, (error.strerror or str(error)).lower()) from None
    except UnreadableError as error:
        raise _unreadable(path, str(error)) from None
    rows = _json_rows if text.lstrip().startswith("{") else _csv_rows
    for row in rows(text, sheet):
        _require_known(row.fields.keys(), row.line, sheet)
        yield row


def _unreadable(path: Path, why: str) -> Misused:
    return Misused(
        "file_unreadable",
        f"{path} cannot be read as text: {why}.",
        "Give a CSV or NDJSON file in UTF-8; a spreadsheet saves one as CSV UTF-8.",
        file=str(path),
    )


def _require_known(names: Iterable[str | None], line: int, sheet: Sheet) -> None:
    for name in names:
        if name is None:
            raise sheet.bad(line, "a cell has no heading above it", "")
        if name not in sheet.columns:
            raise sheet.bad(line, f"a column is none of {', '.join(sheet.columns)}: {name}", "")


def _csv_rows(text: str, sheet: Sheet) -> Iterator[Row]:
    first_line = text.partition("\n")[0]
    # No heading holds one of these; spreadsheets write what their country or format has. A quotation mark that is never
    # closed would take the lines after it into one field.
    mark = max(",;\t", key=first_line.count)
    reader = csv.DictReader(io.StringIO(text, newline=""), strict=True, delimiter=mark)
    try:
        yield from _csv_fields(reader, sheet)
    except csv.Error as error:
        raise sheet.bad(reader.reader.line_num, f"it is no line of CSV: {error}", "") from None


def _csv_fields(reader: "csv.DictReader[str]", sheet: Sheet) -> Iterator[Row]:
    headings = [name.strip(" ").lower() for name in reader.fieldnames or ()]
    while headings and not headings[-1]:  # Spreadsheets end lines so, where a column was emptied.
        headings.pop()
    if len(set(headings)) < len(headings):
        raise sheet.bad(1, "a column is there twice", "")
    _require_known(headings, 1, sheet)
    reader.fieldnames = headings
    for row in reader:
        # Fields beyond the headings are in a list, and those that are not there are None.
        if not "".join(row.get(None) or ()).strip(" "):
            row.pop(None, None)
        if any("".join(field or "").strip(" ") for field in row.values()):
            yield Row(sheet, reader.line_num, row)


def _json_rows(text: str, sheet: Sheet) -> Iterator[Row]:
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            row = parse_json(line)
        except UnreadableError as error:
            raise sheet.bad(number, str(error), "") from None
        except Refused as error:
            raise in_line(number, error) from None
        if not isinstance(row, dict):
            raise sheet.bad(number, "it is not a JSON object", "")
        yield Row(sheet, number, row)


def in_line(line: int, error: PitError) -> PitError:
    """An error of what stands in a line of a file, with that line; 0: of none."""
    if not line:
        return error
    said = error.refusal
    facts = {"line": line, **said.facts}
    return type(error)(said.code, f"Line {line}: {said.message}", said.next_step, **facts)


def in_its_line(error: PitError, said: Mapping[int, object]) -> PitError:
    """An error with the line of what it is of. said: what stands in the lines."""
    return in_line(next((line for line, each in said.items() if each == error.act), 0), error)


def _cents(text: str, field: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise ValueError
    return verify_held(whole(text, field, LARGEST_CENTS), field)
