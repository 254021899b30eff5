"""Fills and credits step by step at the command, from the request to the day that is closed (A3, A4)."""

import json
from pathlib import Path
from typing import Any

import pytest
import time_machine

from tests.cli.conftest import DAY, SIGNED, Terminal, typed_once

REQUEST = ("chips", "request", "MB-01", "fill", "--chips", "100x20", "--supervisor", "S-2")
PREPARE = ("chips", "prepare", "MB-01", "fill", "--cage", "G-1", "--security", "X-1")
RECEIVE = ("chips", "receive", "MB-01", "fill", *SIGNED)
NEXT_DAY = "2026-07-12"
CLOSED = ("--closer", "100x50 25x200 5x400", *SIGNED)


@typed_once
def one_way_closed(terminal: Terminal) -> None:
    """A day with a slip on its way and one whose cage part does not come; the day is closed with both."""
    terminal.opened()
    for slip in ("F-1", "F-2"):
        terminal.does(*REQUEST)
        terminal.does(*PREPARE, "--slip", slip)
    terminal.does("chips", "fill", "MB-01", "--slip", "F-3", "--chips", "25x4", *SIGNED)
    terminal.does(*RECEIVE, "--slip", "f-2")
    terminal.does("table", "close", "MB-01", *CLOSED)
    terminal.does("day", "count", DAY, "--table", "MB-01", "--cash", "0")
    terminal.does("chips", "parts", DAY, "cage", "--fill", "F-2:2000:MB-01")
    for finding in findings(terminal, DAY):
        terminal.does("day", "acknowledge", DAY, finding, "--reason", "looked for")
    with time_machine.travel(f"{NEXT_DAY}T12:00:00-04:00", tick=False):
        terminal.does("day", "close", DAY, "--second", "A-2", "--yes")


def findings(terminal: Terminal, day: str) -> list[str]:
    found: list[dict[str, Any]] = json.loads(terminal.run("day", "reconcile", day, "--json").stdout)
    return [each["id"] for each in found]


def test_a3_what_is_open_when_a_day_is_closed_is_a_finding_until_it_is_settled(
    one_way_closed: Terminal,
) -> None:
    terminal = one_way_closed
    signed = {"slip_on_its_way:fill:F-1", "slip_missing_cage_part:fill:F-3"}
    assert signed < set(findings(terminal, DAY))
    with time_machine.travel(f"{NEXT_DAY}T13:00:00-04:00", tick=False):
        assert set(findings(terminal, NEXT_DAY)) == signed
        said = terminal.run("day", "reconcile", NEXT_DAY).stdout
        assert "Fill F-1 of MB-01: requested $2,000.00, prepared $2,000.00. Open since" in said
        void = ("--slip", "F-1", "--reason", "table closed", "--supervisor", "S-2")
        terminal.does("chips", "void", "MB-01", "fill", *void, "--cage", "G-1")
        terminal.does("chips", "parts", NEXT_DAY, "cage", "--void-fill", "F-1", "--fill", "F-3:100")
        assert findings(terminal, NEXT_DAY) == []
        assert signed < set(findings(terminal, DAY)), "as it was signed"
        shown = json.loads(terminal.run("day", "reconcile", DAY, "--json").stdout)
        assert {each["acknowledged"] for each in shown} == {"looked for"}
        (slip,) = [x for x in terminal.json("chips", "slips") if x["slip"] == "F-1"]
        assert (slip["status"], slip["finding"], slip["void_at"]) == (
            *("void", "matched"),
            "2026-07-12T17:00:00Z",
        )
        assert terminal.does("db", "check").endswith("Nothing is wrong.\n")


def test_a3_slips_are_shown_with_who_signed_them_and_as_they_stood_before(
    terminal: Terminal,
) -> None:
    terminal.opened()
    asked = terminal.json(*REQUEST, "--key", "k-1")
    assert terminal.json(*REQUEST, "--key", "k-1")["repeated"]
    assert terminal.json(*PREPARE, "--slip", "F-1", "--dry-run")["position"] is None
    terminal.does(*PREPARE, "--slip", "F-1")
    terminal.does(*RECEIVE, "--slip", "F-1", "--chips", "100x19")
    (slip,) = terminal.json("chips", "slips")
    assert (slip["prepared"], slip["received"], slip["finding"]) == (
        *(200_000, 190_000),
        "amount_differs",
    )
    (then,) = terminal.json("chips", "slips", "--as-of", str(asked["position"]))
    assert (then["status"], then["slip"], then["prepared"]) == ("requested", None, None)
    assert terminal.json("chips", "slips", "--table", "MB-01") == [slip]
    shown = terminal.does("chips", "slips", "--wide")
    assert {"G-1", "X-1", "D-7", "S-2", "1,900.00"} <= set(shown.split())
    (fill,) = [x for x in terminal.json("chips", "list") if x["kind"] == "fill"]
    assert (fill["cents"], fill["slip"]) == (190_000, "F-1")


def test_a3_parts_come_from_a_file_by_either_side(terminal: Terminal) -> None:
    terminal.opened()
    terminal.does("chips", "fill", "MB-01", "--slip", "F-1", "--chips", "100x20", *SIGNED)
    rows = "kind,slip,amount,chips,table,void\nfill,F-1,,100x20,MB-01,\nCredit,C-9,50,,,yes\n"
    Path("parts.csv").write_text(rows, encoding="utf-8")
    terminal.does("chips", "parts", "today", "cage", "--file", "parts.csv")
    found = {x["slip"]: x["finding"] for x in terminal.json("chips", "slips")}
    assert found == {"F-1": "matched", "C-9": "not_on_record"}
    assert terminal.is_refused("chips", "parts", "today", "cage", "--fill", "f-1:5")["code"] == (
        "slip_entered"
    )
    terminal.does("chips", "parts", "today", "cage", "--fill", "f-1:1900", "--replace")
    found = {x["slip"]: x["finding"] for x in terminal.json("chips", "slips")}
    assert found == {"F-1": "amount_differs"}


@pytest.mark.parametrize(
    ("part", "code"),
    [
        ("F-1", "bad_slip"),
        (":5", "bad_slip"),
        ("F-1:five", "money_unreadable"),
        ("F-1:0", "not_positive"),
    ],
)
def test_a3_a_part_that_cannot_be_is_refused(terminal: Terminal, part: str, code: str) -> None:
    exit_code = 1 if code == "not_positive" else 2
    line = ("chips", "parts", "today", "cage", "--fill", part)
    assert terminal.is_refused(*line, exit_code=exit_code)["code"] == code
