"""Counts made blind: two people count, each alone, before anybody is shown what the books expect (T1, A3)."""

import json
from typing import Any

import pytest

from tests.cli.conftest import DAY, Terminal, typed_once

SIGNED = ("--dealer", "D-7", "--supervisor", "S-2")
CLOSE = ("table", "close", "MB-01", *SIGNED, "--closer")
COUNT = ("table", "count", "MB-01", *SIGNED, "--tray")
DROP = ("day", "count", DAY, "--table", "MB-01")
EXPECTED = {"tray": "11734.17", "drop": "265.83"}
"""What the books expect: the opener less two buy-ins, and these."""


@typed_once
def bought(terminal: Terminal) -> None:
    """A table at which two seats bought in, of a property that counts everything blind."""
    terminal.opened("MB-01")
    terminal.does("property", "set", "blind-counts=closer,inventory,drop", "--by", "A-1")
    terminal.does("chips", "buy-in", "MB-01", "3", "165.80")
    terminal.does("chips", "buy-in", "MB-01", "4", "100.03")


def everything_shown(terminal: Terminal) -> str:
    """All that can be read of the day and the table, without what separates thousands. The master report has in it what
    the other reports say; where JSON is not the same figures in words, both are read.
    """
    reports = ("win", "drop", "flash", "day")
    commands = [
        *(("report", name, "--day", DAY, "--json") for name in reports),
        ("report", "day", "--day", DAY),
        ("report", "win", "--day", DAY, "--by", "shift", "--json"),
        ("report", "win", "--day", DAY, "--period", "month", "--json"),
        ("report", "win", "--day", DAY, "--as-of", "8", "--json"),
        *(("table", "show", "MB-01", *form) for form in ((), ("--json",))),
        *(("table", "list", "--json"), ("day", "show", DAY, "--json"), ("day", "show", DAY)),
        *(
            ("chips", "list", "--day", DAY),
            ("day", "reconcile", DAY),
            ("audit", "history", "MB-01"),
        ),
    ]
    shown = []
    for command in commands:
        result = terminal.run(*command)
        assert result.exit_code in {0, 6}, result.output
        shown.append(result.output)
    return "\n".join(shown).replace(",", "")


def hides(shown: str, *figures: str) -> None:
    """Whether what is shown has none of these figures in it, in dollars or in cents."""
    for amount in (EXPECTED[each] for each in figures):
        assert amount not in shown
        assert amount.replace(".", "") not in shown


def finding(terminal: Terminal) -> list[dict[str, Any]]:
    result = terminal.run("day", "reconcile", DAY, "--json")
    return [each for each in json.loads(result.stdout) if each["code"] == "counts_differ"]


def test_nobody_is_shown_what_tray_and_drop_should_hold_before_two_have_counted(
    bought: Terminal,
) -> None:
    hides(everything_shown(bought), "tray", "drop")
    refused = bought.run("chips", "credit", "MB-01", "--slip", "C-1", "--chips", "100x900", *SIGNED)
    told = refused.output + bought.does(*CLOSE, "100x117", "--by", "D-7")
    told += bought.does(*DROP, "--cash", "265.83", "--by", "A-1")
    told += bought.does(*CLOSE, "100x117", "--by", "S-2", "--dry-run")
    hides(everything_shown(bought) + told.replace(",", ""), "tray", "drop")
    bought.does(*CLOSE, "100x117", "--by", "S-2")
    (books,) = bought.json("report", "win", "--day", DAY)
    assert (books["expected_tray"], books["tray_variance"]) == (1_173_417, -3_417)
    hides(everything_shown(bought), "drop")
    bought.does(*DROP, "--cash", "265.83", "--by", "A-2")
    (dropped,) = bought.json("report", "drop", "--day", DAY)
    assert (dropped["expected"], dropped["cash"], dropped["difference"]) == (26_583, 26_583, 0)
    assert finding(bought) == []


@pytest.mark.parametrize(
    "command", [(*CLOSE, "100x50"), (*COUNT, "100x50"), (*DROP, "--cash", "1")]
)
def test_one_person_does_not_count_twice(bought: Terminal, command: tuple[str, ...]) -> None:
    bought.does(*command, "--by", "A-1")
    for again in ("A-1", "a-1"):
        assert bought.is_refused(*command, "--by", again)["code"] == "counted_alone"


def test_both_counts_are_kept_and_where_they_differ_it_is_a_finding(bought: Terminal) -> None:
    bought.does(*CLOSE, "100x117", "--by", "D-7")
    bought.does(*CLOSE, "100x116 20x5 5x0", "--by", "S-2")
    bought.does(*DROP, "--box", "1", "--notes", "20x5", "--by", "A-1")
    bought.does(*DROP, "--box", "1", "--notes", "20x4 10x1", "--by", "A-2")
    tray, box = finding(bought)
    assert (tray["id"], tray["cents"]) == ("counts_differ:MB-01:closer", 0)
    assert (box["id"], box["cents"]) == ("counts_differ:MB-01:drop:1", -1_000)
    assert box["message"].endswith("Box 1: $100.00 by A-1, $90.00 by A-2.")
    assert [len(each["events"]) for each in (tray, box)] == [2, 2]
    (books,) = bought.json("report", "win", "--day", DAY)
    assert (books["closer"], books["drop"]) == (1_170_000, 9_000)


def test_a_count_that_chips_moved_since_is_made_anew_by_two(bought: Terminal) -> None:
    bought.does(*CLOSE, "100x117", "--by", "D-7")
    bought.does("chips", "buy-in", "MB-01", "4", "100")
    bought.does(*CLOSE, "100x116", "--by", "S-2")
    assert bought.json("table", "show", "MB-01")["status"] == "open"
    bought.does(*CLOSE, "100x116", "--by", "D-7")
    assert bought.json("table", "show", "MB-01")["status"] == "closed"


def test_an_inventory_is_told_against_the_books_once_two_have_counted(bought: Terminal) -> None:
    first = bought.does(*COUNT, "100x117", "--by", "D-7").strip()
    assert first == f"{DAY}: inventory of MB-01 counted by D-7 alone, a second count is to come"
    tried = bought.does(*COUNT, "100x117", "--by", "S-2", "--dry-run")
    assert "less than" not in tried
    assert "$34.17 less than it should hold" in bought.does(*COUNT, "100x117", "--by", "S-2")


def test_a_count_that_could_not_be_made_is_refused_to_the_first_too(bought: Terminal) -> None:
    refused = bought.is_refused(*CLOSE, "0x1", "--by", "D-7")
    assert refused["code"] == "bad_inventory"
    refused = bought.is_refused(*DROP, "--notes", "25x1", "--by", "A-1")
    assert refused["code"] == "no_such_note"


def test_a_count_in_a_program_says_nothing_of_the_first(bought: Terminal) -> None:
    (event,) = bought.json(*CLOSE, "100x117", "--by", "D-7")["events"]
    assert (event["topic"], event["chips"], event["cents"]) == ("day.count_entered", None, None)


def test_where_nothing_is_counted_blind_one_count_is_enough(bought: Terminal) -> None:
    bought.does("property", "set", "blind-counts=none", "--by", "A-1")
    shown = everything_shown(bought)
    assert all(amount in shown for amount in EXPECTED.values())
    bought.does(*CLOSE, "100x117", "--by", "D-7")
    assert bought.json("report", "win", "--day", DAY)[0]["tray_variance"] == -3_417
    shown = bought.does("property", "show")
    assert "blind counts none" in shown
