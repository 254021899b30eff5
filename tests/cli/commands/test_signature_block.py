"""The signature block of a closed day, on page and workbook: who, licence, role, when, checkpoint (A4, A6)."""

from pathlib import Path
from typing import Any

import openpyxl
import pytest
import time_machine

from tests.cli.commands.test_passphrases import YESTERDAY, on_sqlite
from tests.cli.conftest import Terminal
from tests.cli.proving import enroll, filed
from tests.cli.sealing import write_keys

__all__ = ["on_sqlite"]

CLOSE = ("day", "close", YESTERDAY, "--second", "A-2", "--yes")


def written(terminal: Terminal) -> tuple[str, list[tuple[str, Any]]]:
    """The page, and the first two columns of the workbook's first sheet."""
    files = ("--html", "day.html", "--excel", "day.xlsx", "--force")
    terminal.does("report", "day", "--day", YESTERDAY, *files)
    sheet = openpyxl.load_workbook("day.xlsx")["Day"]
    rows = [(str(row[0].value), row[1].value) for row in sheet.iter_rows(max_col=2)]
    return Path("day.html").read_text(encoding="utf-8"), rows


def test_both_who_signed_are_named_with_licence_role_and_their_own_time(
    on_sqlite: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_keys()
    monkeypatch.setenv("PIT_SEAL_KEY", "log.key")
    enroll(on_sqlite)
    with time_machine.travel("2026-07-12T09:00:00-04:00", tick=False):
        on_sqlite.does(*CLOSE, *filed("A-1"))
    with time_machine.travel("2026-07-12T11:30:00-04:00", tick=False):
        on_sqlite.does("day", "sign", YESTERDAY, "--yes", *filed("A-2"))
    with time_machine.travel("2026-07-12T12:00:00-04:00", tick=False):
        on_sqlite.does("operator", "roles", "A-2", "--role", "audit", *filed("A-1"))
        page, rows = written(on_sqlite)

    checkpoint = on_sqlite.json("day", "show", YESTERDAY)["closed"]["checkpoint"]
    facts = [value for label, value in rows if label in {"Signed by", "Name", "Licence", "Role"}]
    assert facts == [
        *("A-1", "Person A-1", "L-A-1", "accounting"),
        *("A-2", "Person A-2", "L-A-2", "accounting"),
    ]
    times = [str(value) for label, value in rows if label == "Signed at"]
    assert times == ["2026-07-12 09:00:00", "2026-07-12 11:30:00"]
    (seal,) = (label for label, _ in rows if label.startswith("harbor-house\n"))
    assert seal.startswith(checkpoint)
    assert checkpoint.splitlines()[0] in page
    for said in ("L-A-1", "L-A-2", "2026-07-12 09:00", "2026-07-12 11:30"):
        assert said in page


def test_who_is_not_registered_signs_unverified_and_an_open_day_has_no_signatures(
    on_file: Terminal,
) -> None:
    assert "<h2>Signed</h2>" not in written(on_file)[0]
    on_file.does(*CLOSE, "--by", "A-1")
    page, rows = written(on_file)
    assert page.count("unverified") == 2
    assert [value for label, value in rows if label == "Name"] == ["unverified"] * 2


def test_every_sheet_of_a_workbook_says_whether_it_is_preliminary_or_audited(
    on_file: Terminal,
) -> None:
    def said() -> set[str]:
        written(on_file)
        book = openpyxl.load_workbook("day.xlsx")
        lines = {sheet["A2"].value.partition(":")[0] for sheet in book}
        feet = (sheet.oddFooter and sheet.oddFooter.left.text for sheet in book)
        footers = {str(foot).rpartition(", as of")[0] for foot in feet}
        return {*lines, *footers, book.properties.title.partition(":")[0]}

    assert said() == {"Master report, preliminary"}
    on_file.does(*CLOSE, "--by", "A-1")
    assert said() == {"Master report, audited"}
