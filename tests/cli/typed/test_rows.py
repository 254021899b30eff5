"""Files of rows: no field takes a character that is not seen, wherever in it that stands."""

import csv
import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from cli.typed import boxes, duplicates, reversals
from cli.typed.rows import Sheet
from ledger.values.errors import Misused

BOX = {"table": "MB-01", "cents": "100", "amount": "1", "notes": "1x1", "forms": "CVF-1:1.00"}
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
    "boxes": (boxes.SHEET, lambda file: boxes.read(file, str), BOX),
    "duplicates": (duplicates.SHEET, duplicates.read, DUPLICATE),
    "reversals": (reversals.SHEET, lambda file: reversals.read(file, "", str), REVERSAL),
}

UNSEEN = ("\x00", "\t", "\x1b", "\x1f", "\x7f", "\x85", "\xad", "\u200b", "\u2028", "\u202e")
"""Some that Python cuts off at the ends of a text as space, and some that it does not."""


def without(fields: dict[str, str], column: str) -> dict[str, str]:
    """An amount is read in one column only."""
    other = {"cents": "amount", "amount": "cents", "notes": "cents"}.get(column, "amount")
    return {name: value for name, value in fields.items() if name != other}


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
            boxes.read(file, str)
