"""Decision 61: what is printed for use is on record, what is printed again says so; the versions of a day's report."""

import re
from pathlib import Path

import pytest
import time_machine

from tests.cli.commands.test_forms import issue, owing
from tests.cli.conftest import DAY, SIGNED, Terminal

__all__ = ["owing"]


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def printed(terminal: Terminal, *options: str) -> str:
    terminal.does("form", "print", "CVF-1001", "form.html", "--force", *options)
    return Path("form.html").read_text(encoding="utf-8")


def test_each_print_after_the_first_says_reprint_and_which(owing: Terminal) -> None:
    issue(owing)
    first, second, third = (printed(owing) for _ in range(3))
    assert "REPRINT" not in first
    assert second.count("REPRINT 1") == third.count("REPRINT 2") == 2  # On each of the two copies.
    assert "COPY" not in first + third
    assert first == second.replace('<span class="print">REPRINT 1</span>', "")


def test_what_is_only_shown_says_copy_and_counts_for_nothing(owing: Terminal) -> None:
    issue(owing)
    owing.does("form", "show", "CVF-1001", "--html", "shown.html")
    assert Path("shown.html").read_text(encoding="utf-8").count(">COPY<") == 2
    assert "REPRINT" not in printed(owing)


def test_a_print_that_is_asked_for_again_by_its_key_is_the_same(owing: Terminal) -> None:
    issue(owing)
    first, again = printed(owing, "--key", "k-1"), printed(owing, "--key", "k-1")
    assert first == again
    assert "REPRINT 1" in printed(owing)


def test_nothing_is_on_record_of_a_print_that_cannot_be_written(owing: Terminal) -> None:
    issue(owing)
    Path("form.html").write_text("mine", encoding="utf-8")
    error = owing.is_refused("form", "print", "CVF-1001", "form.html", exit_code=2)
    assert error["code"] == "file_exists"
    assert Path("form.html").read_text(encoding="utf-8") == "mine"
    owing.does("form", "print", "CVF-1001", "other.html", "--dry-run")
    assert not Path("other.html").exists()
    assert "REPRINT" not in printed(owing)


def test_the_preliminary_version_is_the_first_print_and_the_audited_one_what_was_signed(
    owing: Terminal,
) -> None:
    owing.does("report", "print", "day.html", "--day", DAY)
    owing.does("vig", "collect", "MB-01", "3")
    assert "REPRINT" not in Path("day.html").read_text(encoding="utf-8")
    told = owing.does("report", "print", "day.html", "--day", DAY, "--force")
    assert told == f"report {DAY}: printed, print 2 of its day\n"
    again = Path("day.html").read_text(encoding="utf-8")
    assert "<h1>Master report, preliminary REPRINT 1</h1>" in again
    assert re.search(r'@top-left \{ content: "[^"]*REPRINT', again), "on every sheet"

    found = owing.json("report", "versions", "--day", DAY)

    first, last = found["versions"]
    assert (first["name"], first["by"], last["name"], last["by"]) == (
        *("preliminary", "C-1", "standing"),
        None,
    )
    assert first["position"] < last["position"]
    changed = {
        (change["part"], field["field"]): (field["before"], field["after"])
        for change in found["changes"]
        for field in change["fields"]
    }
    assert changed["tables", "vig_collected"] == (0, 100)
    told = owing.does("report", "versions", "--day", DAY)
    assert told.splitlines()[0].startswith("Preliminary")
    assert "vig_collected: 0.00 -> 1.00" in told


def test_a_folder_that_is_not_there_is_said_before_a_print_is_recorded(owing: Terminal) -> None:
    before = len(owing.everything())
    for command in (
        ("report", "print", "no/day.html", "--day", DAY),
        ("form", "print", "CVF-1001", "no/f.html"),
    ):
        assert owing.is_refused(*command, exit_code=2)["code"] == "file_not_written"
    assert len(owing.everything()) == before


def test_a_print_names_its_version_and_says_reprint_only_of_the_same_one(on_file: Terminal) -> None:
    def heading() -> str:
        on_file.does("report", "print", "day.html", "--day", DAY, "--force")
        page = Path("day.html").read_text(encoding="utf-8")
        return page.partition("<h1>")[2].partition("</h1>")[0]

    on_file.opened("MB-01")
    assert [heading() for _ in range(2)] == [
        "Master report, preliminary",
        "Master report, preliminary REPRINT 1",
    ]
    on_file.does("table", "close", "MB-01", "--closer", "100x50 25x200 5x400", *SIGNED)
    on_file.does("day", "count", DAY, "--table", "MB-01", "--cash", "0")
    with time_machine.travel("2026-07-12T07:00:00-04:00", tick=False):
        on_file.does("day", "close", DAY, "--second", "A-2", "--yes", "--by", "A-1")
        assert [heading() for _ in range(2)] == [
            "Master report, audited",
            "Master report, audited REPRINT 1",
        ]
