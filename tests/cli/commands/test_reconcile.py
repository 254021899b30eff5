"""`pit day reconcile` and `explain`, as accounting types them, on both databases (A1-A4, F6)."""

import json
from pathlib import Path
from typing import Any

import time_machine

from tests.cli.conftest import DAY, SIGNED, Terminal

BANKER_WINS = ("--player", "7d Qh", "--banker", "9c Kh")


def a_day(terminal: Terminal, closer: str = "100x97 25x3 5x1 1x1", cash: str = "200") -> Terminal:
    """The worked example of the books, as far as its closer and drop."""
    terminal.does(
        *("table", "open", "MB-01", "--rules", "house-dragon", "--pit", "P-1"),
        *("--opener", "100x100", *SIGNED),
    )
    terminal.does("shoe", "start", "MB-01", "1", "--burn", "2c")
    terminal.does("chips", "buy-in", "MB-01", "3", "200")
    terminal.does("round", "play", "MB-01", "--wager", "3:b:20", *BANKER_WINS)
    terminal.does("table", "close", "MB-01", "--closer", closer, *SIGNED)
    terminal.does("day", "count", DAY, "--table", "MB-01", "--cash", cash)
    return terminal


def reconciled(terminal: Terminal, *args: str) -> list[dict[str, Any]]:
    """The findings of a day: exit code 6 where there are any."""
    result = terminal.run("day", "reconcile", *(args or (DAY,)), "--json")
    rows: list[dict[str, Any]] = json.loads(result.stdout)
    assert result.exit_code == (6 if rows else 0), result.output
    return rows


def test_a_day_that_agrees_has_no_findings(terminal: Terminal) -> None:
    a_day(terminal)

    assert reconciled(terminal) == []
    assert terminal.run("day", "reconcile", DAY, "--json").stdout == "[]\n"
    assert f"{DAY} agrees in everything." in terminal.does("day", "reconcile", DAY)
    assert f"{DAY} agrees in everything." in terminal.does("day", "reconcile")


def test_x21_one_cent_over_is_not_reconciled_and_its_events_are_shown(terminal: Terminal) -> None:
    a_day(terminal, cash="200.01")

    (finding,) = reconciled(terminal)

    assert (finding["id"], finding["cents"]) == ("drop_variance:MB-01", 1)
    assert (finding["table"], finding["gaming_day"]) == ("MB-01", DAY)
    assert finding["blocks"] is False
    told = terminal.run("day", "reconcile", DAY)
    assert told.exit_code == 6
    assert "drop_variance:MB-01  [to be explained]" in told.stdout
    assert "$0.01 over" in told.stdout
    explained = terminal.does("day", "reconcile", "explain", "drop_variance:MB-01", "--day", DAY)
    assert "200.01" in explained
    assert "C-1" in explained
    shown = terminal.json("day", "reconcile", "explain", "drop_variance:MB-01", "--day", DAY)
    assert [event["topic"] for event in shown["events"]] == [
        "table.bought_in",
        "day.drop_counted",
    ]


def test_a_short_tray_rests_on_every_count_and_movement(terminal: Terminal) -> None:
    a_day(terminal, closer="100x97 25x3 5x1")

    (finding,) = reconciled(terminal)

    assert (finding["id"], finding["cents"]) == ("tray_variance:MB-01", -100)
    shown = terminal.json("day", "reconcile", "explain", "tray_variance:MB-01")
    assert sum(term["cents"] for term in shown["adds_up"]) == shown["cents"]
    assert {term["figure"] for term in shown["adds_up"] if term["cents"]} >= {
        "opener",
        "hand_result",
    }
    assert shown["counted"] - shown["expected"] == shown["cents"]
    ((hour, rounds),) = [(each["kept"], each["rounds"]) for each in shown["hours"]]
    assert -hour == next(
        term["cents"] for term in shown["adds_up"] if term["figure"] == "hand_result"
    )
    assert rounds == [f"MB-01:{shown['gaming_day']}:1"]
    assert [(each["kind"], each["of"]) for each in shown["narrowed"]] == [("vigorish", rounds)]
    printed = terminal.does("day", "reconcile", "explain", "tray_variance:MB-01")
    assert f"expected ${shown['expected'] / 100:,.2f}, counted " in printed
    assert f"would explain it alone:\n    {rounds[0]}: Vigorish of $1.00 was" in printed
    assert [event["topic"].rpartition(".")[2] for event in shown["events"]] == [
        "opened",
        "bought_in",
        "closed",
    ]


def test_a_chip_is_found_that_a_correction_of_the_day_would_hide(terminal: Terminal) -> None:
    a_day(terminal, closer="100x97 25x2 5x1 1x1")
    terminal.does(
        *("day", "correct", "MB-01", "hand-result", "--lower", "10", "--reason", "misread"),
        *("--names", f"MB-01:{DAY}:1", "--document", "MC-1", "--approved-by", "A-2"),
    )
    shown = terminal.json("day", "reconcile", "explain", "tray_variance:MB-01")
    assert shown["cents"] == -1_500
    assert "1 chip of $25.00 too few." in [each["message"] for each in shown["narrowed"]]


def test_what_is_not_counted_or_settled_blocks_and_is_no_variance(terminal: Terminal) -> None:
    terminal.dealing()
    terminal.does("wager", "place", "MB-01", "3", "b", "20")

    found = {row["id"]: row["blocks"] for row in reconciled(terminal)}

    assert found == {
        "table_not_closed:MB-01": False,
        "drop_not_counted:MB-01": True,
        f"round_unsettled:MB-01:{DAY}:1": True,
    }
    shown = terminal.json("day", "reconcile", "explain", f"round_unsettled:MB-01:{DAY}:1")
    assert [event["topic"] for event in shown["events"]] == ["table.wagers_placed"]


def test_an_unknown_finding_is_not_found_and_the_near_ones_are_named(terminal: Terminal) -> None:
    a_day(terminal, cash="200.01")

    error = terminal.is_refused(
        *("day", "reconcile", "explain", "drop_variance:MB-02", "--day", DAY), exit_code=3
    )

    assert error["code"] == "unknown_finding"
    assert "drop_variance:MB-01" in json.dumps(error)


def test_a_finding_is_known_in_any_case_and_acknowledged_under_its_own_name(
    terminal: Terminal,
) -> None:
    a_day(terminal, cash="200.01")
    own, typed = "drop_variance:MB-01", "Drop_Variance:mb-01"
    shown = terminal.json("day", "reconcile", "explain", typed, "--day", DAY)
    assert shown["id"] == own
    terminal.does("day", "acknowledge", DAY, typed, own, "--reason", "seen")
    topics = [each.topic for each in terminal.everything()]
    assert topics.count("day.finding_acknowledged") == 1
    (found,) = (each for each in reconciled(terminal) if each["id"] == own)
    assert found["acknowledged"] == "seen"


def test_a_refused_record_and_a_missing_slip_are_findings(terminal: Terminal) -> None:
    terminal.opened()
    for slip in ("F-17", "F-19"):
        terminal.does("chips", "fill", "MB-01", "--slip", slip, "--chips", "100x1", *SIGNED)
    record = {
        "v": 1,
        "source": "reader-2",
        "seq": 1,
        "at": "2026-07-11T18:00:00-04:00",
        "by": "C-1",
        "table": "MB-01",
        "type": "settle",
    }
    Path("reader-2.ndjson").write_text(json.dumps(record) + "\n", encoding="utf-8")
    terminal.run("feed", "reader-2.ndjson", "--quarantine", "aside.ndjson")

    found = {row["code"]: row["id"] for row in reconciled(terminal)}

    assert found["slip_missing"] == "slip_missing:fill:F-18"
    assert found["record_refused"] == "record_refused:reader-2:1"
    told = terminal.does("day", "reconcile", "explain", "record_refused:reader-2:1")
    assert "reader-2 record 1" in told


def test_x23_a_mark_that_stands_is_a_finding(terminal: Terminal) -> None:
    terminal.dealing()
    terminal.does("round", "play", "MB-01", "--wager", "3:b:75", *BANKER_WINS)

    (mark,) = [row for row in reconciled(terminal) if row["code"] == "vigorish_outstanding"]

    assert (mark["id"], mark["cents"]) == ("vigorish_outstanding:MB-01", 375)


def test_f6_a_form_blocks_until_both_copies_are_compared_and_shows_its_events(
    terminal: Terminal,
) -> None:
    terminal.does(
        *("table", "open", "MB-01", "--rules", "div-mini", "--pit", "P-1"),
        *("--opener", "100x100", *SIGNED),
    )
    terminal.does("shoe", "start", "MB-01", "1", "--burn", "2c")
    terminal.does("round", "play", "MB-01", "--wager", "3:banker:20", *BANKER_WINS)
    terminal.does(
        *("form", "receive", "CVF", "--first", "1001", "--last", "1005"),
        *("--pit", "P-1", "--clerk", "C-1"),
    )
    signers = ("--dealer", "D-7", "--pit-boss", "B-2")
    terminal.does(
        *("form", "issue", "CVF-1001", "MB-01", "3", "--patron", "R. Ames", "--patron-signed"),
        *signers,
    )
    terminal.does("form", "drop", "CVF-1001", *signers)
    forms = [row for row in reconciled(terminal) if row["code"].startswith("form_")]
    assert [(row["id"], row["blocks"]) for row in forms] == [("form_undecided:CVF-1001", True)]

    terminal.does("form", "forward", "CVF")
    terminal.does(
        *("day", "count", DAY, "--table", "MB-01", "--cash", "0", "--form", "CVF-1001:0.99")
    )
    terminal.does("day", "duplicates", DAY, "--form", "CVF-1001:1.00")
    forms = [row for row in reconciled(terminal) if row["code"].startswith("form_")]
    assert [(row["id"], row["cents"]) for row in forms] == [
        ("form_variance:MB-01", -1),
        ("form_amount_differs:CVF-1001", 100),
    ]
    shown = terminal.json("day", "reconcile", "explain", "form_amount_differs:CVF-1001")
    assert {"day.drop_counted", "day.duplicates_received"} <= {
        event["topic"] for event in shown["events"]
    }


def test_a_table_on_its_tray_alone_has_to_be_acknowledged_and_takes_no_wager(
    terminal: Terminal,
) -> None:
    terminal.opened("MB-01", "--tray-only")
    refused = terminal.run("shoe", "start", "MB-01", "1", "--burn", "2c")
    assert refused.stderr.startswith("hands_not_recorded: ")
    terminal.does("table", "close", "MB-01", "--closer", "100x40", *SIGNED)
    terminal.does("day", "count", "today", "--table", "MB-01", "--cash", "0")
    (finding,) = reconciled(terminal, "today")
    assert (finding["code"], finding["blocks"]) == ("hands_not_recorded", False)
    assert len(finding["events"]) == 1


def test_that_its_day_is_not_over_is_said_with_a_table_that_has_no_closer(
    on_file: Terminal,
) -> None:
    """Beside the findings, which are the same whenever they are asked for."""
    on_file.opened("MB-01")
    running = on_file.run("day", "reconcile", DAY)
    assert f"{DAY} is not over: a table that is still open has no closer yet." in running.stderr
    with time_machine.travel("2026-07-12T06:00:00-04:00", tick=False):
        over = on_file.run("day", "reconcile", DAY)
    assert "not over" not in over.stderr
    assert over.stdout == running.stdout
