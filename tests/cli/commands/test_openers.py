"""`pit table open` without an opener: the last closer is offered, and taken where somebody says it was counted."""

import json

import pytest

from tests.cli.conftest import DAY, Terminal, typed_once

SIGNED = ("--dealer", "D-7", "--supervisor", "S-2")
OPEN = ("table", "open", "MB-01", *SIGNED)
ASKED = "MB-01 closed with 100x50 5x20, $5,100.00. Is that what was counted now?"


@typed_once
def rested(terminal: Terminal) -> None:
    """A table that was closed twice, of which the second close was taken back and made anew."""
    terminal.opened("MB-01")
    for closer in ("100x49", "5x20 100x50"):
        terminal.does("table", "close", "MB-01", "--closer", closer, *SIGNED)
        if closer == "100x49":
            terminal.does("undo", "MB-01", "--reason", "misread", "--approved-by", "S-2")


def opener(terminal: Terminal) -> object:
    """The chips of the last opener."""
    found = terminal.json("chips", "list", "--day", DAY)
    return [row["chips"] for row in found if row["kind"] == "opener"][-1]


def test_the_last_closer_is_taken_where_somebody_says_so(rested: Terminal) -> None:
    refused = rested.is_refused(*OPEN, exit_code=2)
    assert (refused["code"], refused["facts"]["closer"]) == ("opener_missing", "100x50 5x20")
    rested.does(*OPEN, "--yes")
    assert opener(rested) == {"10000": 50, "500": 20}


@pytest.mark.parametrize(("said", "taken"), [("y\n", True), ("\n", False)])
def test_a_person_at_a_terminal_is_asked_whether_it_was_counted(
    rested: Terminal, monkeypatch: pytest.MonkeyPatch, said: str, taken: bool
) -> None:
    monkeypatch.setattr("cli.commands.table.may_be_asked", lambda: True)
    asked = rested.run(*OPEN, stdin=said)
    assert ASKED in " ".join(asked.stderr.split())
    assert (asked.exit_code == 0) is taken
    assert (opener(rested) == {"10000": 50, "500": 20}) is taken


def test_a_program_is_asked_nothing(rested: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cli.commands.table.may_be_asked", lambda: True)
    result = rested.run(*OPEN, "--json")
    assert json.loads(result.stderr)["error"]["code"] == "opener_missing"


def test_an_opener_that_differs_says_what_the_property_asks_for(rested: Terminal) -> None:
    rested.does("property", "set", "opener-report=25", "opener-copy=100", "--by", "A-1")
    rested.does(*OPEN, "--opener", "100x49 5x20")
    result = rested.run("day", "reconcile", DAY, "--json")
    (finding,) = (x for x in json.loads(result.stdout) if x["code"] == "opener_differs")
    assert finding["cents"] == -10_000
    assert finding["message"].endswith("a signed report is due, and a copy of it outside.")
