"""Counts made blind: two people count, each alone, before anybody is shown what the books expect (T1, A3)."""

import json
from typing import Any

import pytest
import time_machine

from ledger.desks.ledger import Ledger
from ledger.events.day import CountEntered
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
    hides(everything_shown(bought), "tray", "drop")
    bought.does(*DROP, "--cash", "265.83", "--by", "A-2")
    (books,) = bought.json("report", "win", "--day", DAY)
    assert (books["expected_tray"], books["tray_variance"]) == (1_173_417, -3_417)
    (dropped,) = bought.json("report", "drop", "--day", DAY)
    assert (dropped["expected"], dropped["cash"], dropped["difference"]) == (26_583, 26_583, 0)
    assert finding(bought) == []


@pytest.mark.parametrize("blind", ["closer", "inventory", "drop"])
def test_what_a_tray_should_hold_and_what_was_bought_in_are_withheld_together(
    bought: Terminal, blind: str
) -> None:
    """Each of the two follows from the other: the opener, the hands, fills and credits stand in the same row."""
    bought.does("property", "set", f"blind-counts={blind}", "--by", "A-1")
    hides(everything_shown(bought), "tray", "drop")
    lower = ("day", "correct", "MB-01", "buy-ins", "--names", "buy-ins of MB-01", "--of-day", DAY)
    signed = ("--document", "M-1", "--reason", "twice", "--approved-by", "A-2", "--by", "A-1")
    hides(bought.run(*lower, "--lower", "999", *signed).output, "drop")


def test_the_variance_of_a_tray_is_no_finding_before_the_drop_was_counted_blind(
    bought: Terminal,
) -> None:
    bought.does("property", "set", "blind-counts=drop", "--by", "A-1")
    bought.does(*CLOSE, "100x117")
    explain = ("day", "reconcile", "explain", "tray_variance:MB-01", "--day", DAY)
    assert bought.is_refused(*explain, exit_code=3)["code"] == "unknown_finding"
    hides(everything_shown(bought), "tray", "drop")
    for by in ("A-1", "A-2"):
        bought.does(*DROP, "--cash", "265.83", "--by", by)
    found = bought.json(*explain)
    assert sum(each["cents"] for each in found["adds_up"]) == found["cents"] == -3_417


@pytest.mark.parametrize("blind", ["closer", "inventory", "drop"])
def test_no_credit_that_is_tried_tells_what_the_tray_should_hold(
    bought: Terminal, blind: str
) -> None:
    bought.does("property", "set", f"blind-counts={blind}", "--by", "A-1")
    credit = ("chips", "credit", "MB-01", "--slip", "C-1", *SIGNED, "--dry-run", "--chips")
    all_counted = "100x50 25x200 5x400"
    bought.does(*credit, all_counted)
    refused = bought.is_refused(*credit, f"{all_counted} 1x1")
    assert refused["code"] == "tray_cannot_hold"
    assert "held_cents" not in refused


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


def test_each_count_of_a_tray_that_differs_is_a_finding_whatever_is_counted_later(
    bought: Terminal,
) -> None:
    for first, second in (("100x40", "100x50"), ("100x117", "100x117"), ("100x60", "100x50")):
        bought.does(*COUNT, first, "--by", "D-7")
        bought.does(*COUNT, second, "--by", "S-2")
    found = finding(bought)
    assert [each["cents"] for each in found] == [100_000, -100_000]
    assert len({each["id"] for each in found}) == 2


@pytest.mark.parametrize("first_at", ["2026-07-12T05:50:00-04:00", "2026-07-12T06:10:00-04:00"])
def test_counts_at_the_cutoff_that_differ_are_a_finding_of_the_day_that_ended(
    bought: Terminal, first_at: str
) -> None:
    for at, chips, by in (
        (first_at, "100x118", "D-7"),
        ("2026-07-12T06:20:00-04:00", "100x117", "S-2"),
    ):
        with time_machine.travel(at, tick=False):
            bought.does(*COUNT, chips, "--by", by)
    (found,) = finding(bought)
    assert (found["id"], found["cents"]) == ("counts_differ:MB-01:inventory", -10_000)
    assert [(each["stream"], each["version"]) for each in found["events"]] == [
        (f"day:{DAY}", 1),
        (f"day:{DAY}", 2),
    ]
    with time_machine.travel("2026-07-12T07:00:00-04:00", tick=False):
        result = bought.run("day", "reconcile", "2026-07-12", "--json")
        assert "counts_differ" not in result.stdout
        explained = bought.json("day", "reconcile", "explain", found["id"], "--day", DAY)
    assert len(explained["events"]) == 2


def test_what_the_first_found_in_a_box_is_kept_and_told_where_the_second_did_not(
    bought: Terminal,
) -> None:
    sheet = ("--hand", "100x2", "--machine", "100x1", "--form", "CVF-1001:12.50")
    bought.does(*DROP, *sheet, "--team", "A-1,CT-1,CT-2", "--kind", "shift", "--by", "A-1")
    bought.does(*DROP, "--cash", "200", "--by", "A-2")
    (found,) = finding(bought)
    assert found["message"].endswith(
        "Drop: $200.00 with CVF-1001 for $12.50 by A-1, $200.00 by A-2."
    )
    with Ledger(bought.url) as ledger:
        first, _ = (
            each.event
            for each in ledger.stream(f"day:{DAY}")
            if isinstance(each.event, CountEntered)
        )
    assert [(form.serial, form.cents) for form in first.originals] == [("CVF-1001", 1_250)]
    assert [(count.how, count.cents) for count in first.counts] == [
        ("machine", 10_000),
        ("hand", 20_000),
    ]
    assert (first.kind, first.team) == ("shift", ["A-1", "CT-1", "CT-2"])


def test_who_signed_for_a_tray_counted_first_is_kept(bought: Terminal) -> None:
    (event,) = bought.json(*CLOSE, "100x117", "--by", "D-7")["events"]
    assert (event["dealer"], event["supervisor"]) == ("D-7", "S-2")


def test_an_undo_takes_back_nothing_in_the_place_of_a_count_that_waits(bought: Terminal) -> None:
    undo = ("undo", "MB-01", "--reason", "misread", "--approved-by", "S-2")
    last = str(len(bought.everything()))
    bought.does(*CLOSE, "100x117", "--by", "D-7")
    assert bought.is_refused(*undo)["code"] == "cannot_be_undone"
    bought.does(*undo, "--entry", last)
    bought.does(*undo)


def test_a_recount_by_one_alone_is_a_finding_until_another_makes_it(bought: Terminal) -> None:
    for by in ("A-1", "A-2"):
        bought.does(*DROP, "--cash", "265.83", "--by", by)
    again = (*DROP, "--cash", "65.83", "--recount", "--by")
    bought.does(*again, "A-1")

    def waits() -> bool:
        return "second_count_missing:MB-01:drop" in bought.run("day", "reconcile", DAY).stdout

    assert waits()
    bought.does(*again, "A-2")
    assert not waits()


def test_a_box_is_the_same_however_its_number_is_spelled(bought: Terminal) -> None:
    bought.does(*DROP, "--box", "a", "--cash", "1", "--by", "A-1")
    bought.does(*DROP, "--box", "A", "--cash", "1", "--by", "A-2")
    (box,) = bought.json("report", "boxes", "--day", DAY)
    assert (box["box"], box["cash"]) == ("a", 100)


def test_what_was_bought_in_is_hidden_until_every_box_to_come_was_counted(bought: Terminal) -> None:
    bought.does("property", "set", "blind-counts=drop", "--by", "A-1")
    emergency = (*DROP, "--box", "1", "--kind", "emergency", "--cash", "200")
    second = (*DROP, "--box", "2", "--kind", "shift", "--cash", "65.83")
    for command, by in ((emergency, "A-1"), (emergency, "A-2"), (second, "A-1")):
        bought.does(*command, "--by", by)
        hides(everything_shown(bought), "drop")
    bought.does(*second, "--by", "A-2")
    (dropped,) = bought.json("report", "drop", "--day", DAY)
    assert (dropped["expected"], dropped["difference"]) == (26_583, 0)


def test_a_drop_of_which_a_box_waits_for_a_second_count_is_not_known(bought: Terminal) -> None:
    for by in ("A-1", "A-2"):
        bought.does(*DROP, "--box", "1", "--cash", "200", "--by", by)
    bought.does(*DROP, "--box", "2", "--cash", "65.83", "--by", "A-1")
    hides(everything_shown(bought), "drop")
    result = bought.run("day", "reconcile", DAY, "--json")
    (found,) = (x for x in json.loads(result.stdout) if x["code"] == "drop_not_counted")
    assert found["message"].endswith("One of its boxes waits for a second count.")


def test_a_correction_that_is_refused_does_not_tell_what_was_bought_in(bought: Terminal) -> None:
    lower = ("day", "correct", "MB-01", "buy-ins", "--names", "buy-ins of MB-01", "--of-day", DAY)
    signed = ("--document", "M-1", "--reason", "typed twice", "--approved-by", "A-2", "--by", "A-1")
    refusals = [
        bought.run(*lower, *signed, *by, *form)
        for by in (("--lower", "999"), ("--raise", "999"))
        for form in ((), ("--json",))
    ]
    assert {result.exit_code for result in refusals} == {1}
    hides("".join(result.output for result in refusals), "drop")
    tried = (*lower, *signed, "--approved-by", "A-3", "--dry-run", "--lower")
    assert {bought.run(*tried, amount).exit_code for amount in ("265.83", "265.84")} == {0}


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
    counted = bought.does(*COUNT, "100x117", "--by", "S-2")
    for by in ("A-1", "A-2"):
        assert "less than" not in tried + counted + everything_shown(bought)
        bought.does(*DROP, "--cash", "265.83", "--by", by)
    assert "$34.17 less than it should hold" in everything_shown(bought)


def test_a_count_of_the_tray_tells_nobody_what_was_bought_in_while_the_drop_is_to_come(
    bought: Terminal,
) -> None:
    bought.does("property", "set", "blind-counts=drop", "--by", "A-1")
    (counted,) = bought.json(*COUNT, "100x117")["events"]
    assert (counted["tray_cents"], counted["expected_cents"]) == (1_170_000, None)
    position = str(len(bought.everything()))
    asked = [
        ("audit", "event", position),
        ("audit", "search", "MB-01"),
        ("audit", "history", "MB-01"),
    ]
    shown = [bought.does(*words, *form) for words in asked for form in ((), ("--json",))]
    hides("".join(shown).replace(",", ""), "tray")
    assert not any("less than" in each for each in shown)


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
