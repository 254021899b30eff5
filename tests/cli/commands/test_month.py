"""A month closes too, with its own signatures: what its closed days were signed with, added up (A4)."""

import json
import shlex
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from projections.figures.months import FIGURES
from tests.cli.conftest import Terminal, tamper, typed_once_at_nothing
from tests.cli.frame.reproducers.beginnings import (
    INIT,
    OPENER,
    SIGNED,
)
from tests.cli.sealing import write_keys
from tests.sealing import LOG

DAYS = ("2026-06-29", "2026-06-30")
CLOSE = "--by A-1 day close --month 2026-06 --second A-2 --yes"
REPORT = "report win --period month --day 2026-06-30"


def does(terminal: Terminal, *commands: str) -> None:
    for command in commands:
        terminal.does(*shlex.split(command))


def played(terminal: Terminal, day: str, cash: int) -> None:
    at = f"--at {day}T20:00"
    does(
        terminal,
        f"table open MB-01 --rules ma-midi --pit P-1 {OPENER} {SIGNED} {at}",
        f"shoe start MB-01 {day[-2:]} --burn 4d {at}",
        f'round play MB-01 --wager 3:player:100 --player "7d Qh" --banker "9c Kh" {at}',
        f"chips fill MB-01 --slip F-{day[-2:]} --chips 25x4 {SIGNED} {at}",
        f"table close MB-01 --closer '100x50 25x208 5x400' {SIGNED} {at}",
        f"day count {day} --table MB-01 --cash {cash}",
    )


def signed(terminal: Terminal, day: str) -> None:
    found = json.loads(terminal.run("day", "reconcile", day, "--json").stdout)
    if found:
        ids = [each["id"] for each in found]
        terminal.does("day", "acknowledge", day, *ids, "--reason", "seen")
    does(terminal, f"--by A-1 day close {day} --second A-2 --yes")


def play_june(terminal: Terminal) -> None:
    """June, over, with two days on which a table was played."""
    does(terminal, *INIT)
    for cash, day in enumerate(DAYS):
        played(terminal, day, cash * 100)


def sign_days(terminal: Terminal) -> None:
    """Each of its days is closed by two."""
    for day in DAYS:
        signed(terminal, day)


@typed_once_at_nothing
def june(bare: Terminal) -> None:
    play_june(bare)


@typed_once_at_nothing
def june_signed(bare: Terminal) -> None:
    play_june(bare)
    sign_days(bare)


def test_a_month_is_signed_with_what_its_days_were(june: Terminal) -> None:
    error = june.is_refused(*shlex.split(CLOSE))
    assert (error["code"], error["facts"]["open"]) == ("month_days_open", list(DAYS))
    sign_days(june)
    before = june.run(*shlex.split(REPORT)).stdout
    does(june, f"{CLOSE} --dry-run")
    (event,) = json.loads(june.does(*shlex.split(CLOSE), "--json", "--key", "june"))["events"]
    assert june.json(*shlex.split(CLOSE), "--key", "june")["repeated"]
    rows: list[dict[str, Any]] = june.json(*shlex.split(REPORT))
    of = {row["name"] or "": {name: row[name] for name in FIGURES} for row in rows}
    assert dict(event["books"]) == of
    assert of[""]["drop"] == 10_000
    shown = june.run(*shlex.split(REPORT)).stdout
    assert shown.startswith(before)
    assert "2026-06: books of the month signed by A-1 and A-2: fills $200.00" in shown
    assert "signed by" not in june.run("report", "win", "--period", "month").stdout
    assert june.run("db", "check").exit_code == 0
    june.does("db", "rebuild")
    assert june.run(*shlex.split(REPORT)).stdout == shown


def test_a_month_is_closed_with_a_checkpoint(
    june_signed: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    june = june_signed
    write_keys()
    monkeypatch.setenv("PIT_SEAL_KEY", "log.key")
    before = len(june.everything())
    (tried,) = json.loads(june.does(*shlex.split(CLOSE), "--dry-run", "--json"))["events"]
    assert (tried.get("checkpoint"), tried["seal_key"]) == (None, LOG)
    assert not Path("log.key.seen").exists(), "a dry run signs nothing"
    (closed,) = json.loads(june.does(*shlex.split(CLOSE), "--json"))["events"]
    assert closed["seal_key"] == LOG
    assert closed["checkpoint"].startswith(f"harbor-house\n{before}\n")
    assert f"{closed['checkpoint']}{LOG}" in june.run(*shlex.split(REPORT)).stdout
    found = june.json("audit", "verify", "--key", LOG, "--hashes")
    assert (found["checkpoints"], found["unsealed"]) == (4, 0), "kept, in the books, remembered"


def test_a_month_that_is_not_what_its_days_were_signed_with_fails_the_check(
    june_signed: Terminal,
) -> None:
    does(june_signed, CLOSE)
    tamper(june_signed.url, "month.closed", '"drop":10000', '"drop":10001')
    result = june_signed.run("db", "check")
    assert result.exit_code == 5
    assert "2026-06 is not as two people signed it: the books of MB-01, the property" in (
        result.stderr
    )


@pytest.mark.parametrize(
    "named", ["", "2026-06-30 --month 2026-06", "--month june", "--month 9999-12"]
)
def test_a_day_or_a_month_that_can_be_is_named(bare: Terminal, named: str) -> None:
    does(bare, *INIT)
    assert bare.run(*shlex.split(f"day close {named} --second A-2 --yes")).exit_code == 2


# -- its report


def test_a4_the_months_report_is_what_its_days_came_to(june: Terminal) -> None:
    report = june.json("report", "month", "--month", "2026-06")
    rows = june.json(*shlex.split(REPORT))
    assert report["summary"] == {**rows[-1], "group": "property"}
    assert report["tables"] == rows[:-1]
    assert [row["gaming_day"] for row in report["days"]] == list(DAYS)
    assert report["closing"] is None
    asked = {
        name: june.json("report", "win", "--period", "month", "--group", name, "--day", DAYS[-1])
        for name in ("pit", "game")
    }
    assert (report["pits"], report["games"]) == (asked["pit"][:-1], asked["game"][:-1])
    against = ("report", "performance", "--period", "month", "--day", DAYS[-1], "--by")
    assert report["performance"] == june.json(*against, "table")
    assert report["bets"] == june.json(*against, "bet")


def test_a4_a_month_that_runs_is_told_up_to_its_gaming_day_and_an_empty_one_says_so(
    june: Terminal,
) -> None:
    report = june.json("report", "month", "--as-of", f"{DAYS[0]}T21:00")
    assert (report["heading"]["to_day"], len(report["days"])) == (DAYS[0], 1)
    shown = june.does("report", "month", "--month", "2026-05")
    assert "No table has anything recorded in this period." in shown
    assert june.json("report", "month", "--month", "2026-05")["summary"] is None


def test_a6_both_who_signed_a_month_stand_on_its_page_and_in_its_workbook(
    june_signed: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    june = june_signed
    written = "report month --month 2026-06 --html june.html --excel june.xlsx --force"
    does(june, written)
    assert "The month is open" in Path("june.html").read_text(encoding="utf-8")
    write_keys()
    monkeypatch.setenv("PIT_SEAL_KEY", "log.key")
    does(june, CLOSE, written)
    page, again = (Path(name).read_bytes() for name in ("june.html", "june.xlsx"))
    sheets = openpyxl.load_workbook("june.xlsx")
    said = [str(row[0].value) for row in sheets["Month"].iter_rows(max_col=1)]
    assert said.count("Signed by") == 2
    (seal,) = (each for each in said if each.startswith("harbor-house\n"))
    for each in ("<h2>Signed</h2>", *seal.splitlines()[:3], "signed by A-1 and A-2"):
        assert each in page.decode(), each
    assert seal in june.does("report", "month", "--month", "2026-06")
    tables = {row[0].value for sheet in sheets for row in sheet.iter_rows(max_col=1)}
    assert {"Days", "Pits, win", "Games, hands and vigorish"} <= tables
    does(june, written)
    assert (page, again) == (Path("june.html").read_bytes(), Path("june.xlsx").read_bytes())


def test_a_month_whose_figures_are_not_those_signed_says_so_first(june_signed: Terminal) -> None:
    does(june_signed, CLOSE)
    assert june_signed.json("report", "month", "--month", "2026-06")["closing"]["differing"] == []
    tamper(june_signed.url, "month.closed", '"drop":10000', '"drop":10001')
    said = "NOT AS SIGNED: 2026-06 was signed by A-1 and A-2 with other figures for MB-01, the property."
    assert june_signed.does("report", "month", "--month", "2026-06").startswith(said)
    result = june_signed.run("report", "month", "--month", "2026-06", "--html", "june.html")
    assert said in result.stderr
    assert said in Path("june.html").read_text(encoding="utf-8")
