"""Files of rows: no field takes a character that is not seen, wherever in it that stands."""

import csv
import json
from collections.abc import Callable, Iterable
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from cli.typed import boxes, duplicates, reversals
from cli.typed.rows import Sheet
from ledger.values.errors import Misused

BOX = {
    "table": "MB-01",
    "cents": "100",
    "amount": "1",
    "notes": "1x1",
    "forms": "CVF-1:1.00",
    "box": "17",
    "kind": "shift",
    "machine": "1x1",
    "hand": "1x1",
    "team": "C-1 C-2 C-3",
    "placed": "2026-07-11T20:00-04:00",
    "pulled": "2026-07-11T21:00-04:00",
    "opened": "2026-07-11T22:00-04:00",
}
DUPLICATE = {
    "serial": "CVF-1",
    "cents": "100",
    "amount": "1",
    "table": "MB-01",
    "day": "2026-07-11",
    "patron": "R. Ames",
    "void": "no",
}
REVERSAL = {"round": "MB-01:1", "reason": "seat 3", "document": "MC-1", "not_dealt": "no"}
KINDS: dict[str, tuple[Sheet, Callable[[Path], Iterable[object]], dict[str, str]]] = {
    "boxes": (boxes.SHEET, lambda file: boxes.read(file, str, datetime.fromisoformat), BOX),
    "duplicates": (duplicates.SHEET, duplicates.read, DUPLICATE),
    "reversals": (reversals.SHEET, lambda file: reversals.read(file, "", str), REVERSAL),
}

UNSEEN = ("\x00", "\t", "\x1b", "\x1f", "\x7f", "\x85", "\xad", "\u200b", "\u2028", "\u202e")
"""Some that Python cuts off at the ends of a text as space, and some that it does not."""


def without(fields: dict[str, str], column: str) -> dict[str, str]:
    """An amount is read in one column only."""
    other = {"cents": "amount", "amount": "cents", "notes": "cents"}.get(column, "amount")
    twice = {"notes"} if column in {"machine", "hand"} else {"machine", "hand"}
    return {name: value for name, value in fields.items() if name not in {other, *twice}}


def as_csv(file: Path, fields: dict[str, str]) -> None:
    with file.open("w", encoding="utf-8", newline="") as out:
        rows = csv.DictWriter(out, fields)
        rows.writeheader()
        rows.writerow(fields)


def as_json(file: Path, fields: dict[str, str]) -> None:
    file.write_text(json.dumps(fields), encoding="utf-8")


@pytest.mark.parametrize("written", [as_csv, as_json])
@pytest.mark.parametrize("kind", KINDS)
def test_no_column_takes_a_character_that_is_not_seen(
    tmp_path: Path, kind: str, written: Any
) -> None:
    sheet, read, plain = KINDS[kind]
    assert set(plain) == set(sheet.columns)
    file = tmp_path / "rows"
    for column in plain:
        fields = without(plain, column)
        written(file, fields)
        assert len(list(read(file))) == 1, "without it, it is read"
        for hidden in UNSEEN:
            for value in (f"{hidden}{plain[column]}", f"{plain[column]}{hidden}"):
                written(file, {**fields, column: value})
                with pytest.raises(Misused) as caught:
                    list(read(file))
                assert caught.value.refusal.facts["field"] == column, (column, hidden)


@pytest.mark.parametrize("hidden", UNSEEN)
def test_no_heading_takes_one_either(tmp_path: Path, hidden: str) -> None:
    file = tmp_path / "rows"
    for heading in (f"{hidden}table", f"table{hidden}"):
        file.write_text(f"{heading},cents\nMB-01,100\n", encoding="utf-8")
        with pytest.raises(Misused):
            boxes.read(file, str, datetime.fromisoformat)


SHEETS = {
    "semicolons": "table;cents;notes\nMB-01;100;\n;;\nMB-02;;1x1 5x2\n",
    "tabs": "table\tcents\nMB-01\t100\n\t\nMB-02\t1100\n",
    "empty rows": "table,cents\n\nMB-01,100\n,\n , \n,,,\nMB-02,1100\n\n",
    "returns": "table;cents\r\nMB-01;100\r\n;\r\nMB-02;1100\r\n",
}
ENCODINGS = ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be")


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("text", SHEETS.values(), ids=SHEETS)
def test_a_sheet_is_read_as_spreadsheets_write_it(tmp_path: Path, text: str, encoding: str) -> None:
    file = tmp_path / "rows"
    file.write_bytes(text.encode(encoding))
    read = boxes.read(file, str, datetime.fromisoformat).values()
    assert [(box.table, box.cash_cents) for box in read] == [("MB-01", 100), ("MB-02", 1_100)]


def test_a_line_of_a_sheet_is_the_one_in_the_file_whatever_is_empty_before_it(
    tmp_path: Path,
) -> None:
    file = tmp_path / "rows"
    file.write_text("table;cents\n;\nMB-01;1\n\n;\nMB-01;x\n")
    with pytest.raises(Misused) as caught:
        boxes.read(file, str, datetime.fromisoformat)
    assert caught.value.refusal.facts == {"line": 6, "field": "cents"}


@pytest.mark.parametrize(
    ("raw", "why"),
    [
        ("serial,patron\nCVF-1,a\nCVF-2,Zo\xeb\n".encode("latin-1"), "line 3 holds a byte"),
        (b"serial\nCVF-1\n\xff\xfe", "line 3 holds a byte"),
        (b"\xff\xfes\0e", "line 1 holds a byte"),
        (b"serial\n" + b"0" * (1 << 24), "longer than 16,777,216 bytes"),
    ],
    ids=["latin-1", "mark at the end", "half a character", "too long"],
)
def test_a_sheet_that_cannot_be_read_is_named_with_its_line(
    tmp_path: Path, raw: bytes, why: str
) -> None:
    file = tmp_path / "rows"
    file.write_bytes(raw)
    with pytest.raises(Misused, match=why) as caught:
        duplicates.read(file)
    assert caught.value.refusal.code == "file_unreadable"
    assert "Zo" not in str(caught.value.refusal)
