"""`pit day count --file`: the soft count of many drop boxes at once (A3, F6)."""

import json
from pathlib import Path
from typing import Any

import pytest

from ledger.desks.ledger import Ledger
from ledger.events.day import DropCounted, stream
from tests.cli.conftest import DAY, Terminal, typed_once

TYPED = (
    "Table,Amount,Notes,Forms\n"
    "MB-01,200,,CVF-1001:1.00:MB-01 CVF-1002:2\n"
    "MB-02,,100x2 20x5,\n"
    'MB-03,0,"none",\n'
)
AS_JSON = (
    '{"table": "MB-01", "cents": 20000, "forms": ['
    '{"serial": "CVF-1001", "cents": 100, "table": "MB-01"},'
    ' {"serial": "CVF-1002", "amount": "2"}]}\n'
    '\n{"table": "MB-02", "notes": {"10000": 2, "2000": 5}}\n'
    '{"table": "MB-03", "amount": "0"}\n'
)


@typed_once
def tables(terminal: Terminal) -> None:
    """Three tables that were open on the day."""
    for code in ("MB-01", "MB-02", "MB-03"):
        terminal.opened(code)


def counted(terminal: Terminal) -> dict[str, tuple[int, dict[str, int], list[list[object]]]]:
    """What the log says of each box: cash, notes, originals."""
    with Ledger(terminal.url) as ledger:
        events = [recorded.event for recorded in ledger.stream(stream(DAY))]
    return {
        event.table: (
            event.cash_cents,
            {str(note): count for note, count in event.cash.items()},
            [[form.serial, form.cents, form.table] for form in event.originals],
        )
        for event in events
        if isinstance(event, DropCounted)
    }


@pytest.mark.parametrize(("name", "text"), [("boxes.csv", TYPED), ("boxes.ndjson", AS_JSON)])
def test_a3_the_boxes_of_many_tables_from_a_file(tables: Terminal, name: str, text: str) -> None:
    Path(name).write_text(text, encoding="utf-8")
    told = tables.does("day", "count", DAY, "--file", name)
    assert len(told.splitlines()) == 3
    assert counted(tables) == {
        "MB-01": (20_000, {}, [["CVF-1001", 100, "MB-01"], ["CVF-1002", 200, ""]]),
        "MB-02": (30_000, {"10000": 2, "2000": 5}, []),
        "MB-03": (0, {}, []),
    }
    drops = {row["table"]: row["drop"] for row in tables.json("report", "win", "--day", DAY)}
    assert drops == {"MB-01": 20_300, "MB-02": 30_000, "MB-03": 0}


def _told(error: dict[str, Any]) -> tuple[int, str, str]:
    """Of which line and table it is, and the line is in its sentence."""
    line = error["facts"]["line"]
    assert error["message"].startswith(f"Line {line}: ")
    return line, error["code"], error["facts"]["table"]


def test_a3_a_file_is_entered_whole_or_not_at_all(tables: Terminal) -> None:
    Path("boxes.csv").write_text("table,cents\nMB-01,100\nMB-02,100\nMB-09,100\n")
    error = tables.is_refused("day", "count", DAY, "--file", "boxes.csv", exit_code=3)
    assert _told(error) == (4, "unknown_table", "MB-09")
    Path("boxes.csv").write_text("table,cents,notes\nMB-01,100,\nMB-02,100,20x1\n")
    error = tables.is_refused("day", "count", DAY, "--file", "boxes.csv")
    assert _told(error) == (3, "count_does_not_add_up", "MB-02")
    tables.does("day", "count", DAY, "--table", "MB-02", "--cash", "1")
    Path("boxes.csv").write_text("table,cents\nMB-01,100\nmb-02,100\n")
    error = tables.is_refused("day", "count", DAY, "--file", "boxes.csv")
    assert _told(error) == (3, "drop_already_counted", "MB-02")
    error = tables.is_refused("day", "count", DAY, "--file", "boxes.csv", "--recount")
    assert _told(error) == (2, "drop_not_counted", "MB-01")


def test_x31_a_file_counted_with_a_key_is_counted_once(tables: Terminal) -> None:
    Path("boxes.csv").write_text(TYPED, encoding="utf-8")
    command = ("day", "count", DAY, "--file", "boxes.csv", "--key", "k-1")
    tables.does(*command)
    before = tables.everything()
    assert tables.json(*command)["repeated"] is True
    assert tables.everything() == before
    Path("boxes.csv").write_text(TYPED.replace("200", "300", 1), encoding="utf-8")
    assert tables.is_refused(*command, exit_code=4)["code"] == "key_reused"


def test_a_file_is_counted_again_and_tried_without_being_counted(tables: Terminal) -> None:
    Path("boxes.csv").write_text(TYPED, encoding="utf-8")
    before = tables.everything()
    tables.does("day", "count", DAY, "--file", "boxes.csv", "--dry-run")
    assert tables.everything() == before
    tables.does("day", "count", DAY, "--file", "boxes.csv")
    Path("boxes.csv").write_text("table,cents\nMB-01,7\nMB-02,8\nMB-03,9\n")
    tables.does("day", "count", DAY, "--file", "boxes.csv", "--recount")
    drops = [row["drop"] for row in tables.json("report", "win", "--day", DAY)]
    assert drops == [7, 8, 9]


@pytest.mark.parametrize(
    ("text", "line", "field"),
    [
        ("table,cents\nMB-01,3.75\n", 2, "cents"),
        ("table,amount\nMB-01,1\nMB-02,3.7.5\n", 3, "amount"),
        ("table,notes\nMB-01,100 x 2\n", 2, "notes"),
        ("table,cents,forms\nMB-01,0,CVF:1\n", 2, "forms"),
        ("table,cents\n,0\n", 2, "table"),
        ("table,cents\nMB-01,\n", 2, "cents"),
        ("table,cents\nMB-01,1\nMB-01,1\n", 3, "table"),
        ("table,cents,money\nMB-01,1,1\n", 1, None),
        ("table,cents\nMB-01,1,2\n", 2, None),
        ("table,table\nMB-01,1\n", 1, None),
        ('{"table": "MB-01", "cents": 1\n', 1, None),
        ('{"table": "MB-01", "notes": {"100": "2"}}\n', 1, "notes"),
        ('{"table": "MB-01", "notes": {"1.00": 2}}\n', 1, "notes"),
        ('{"table": "MB-01", "cents": 0, "forms": ["CVF-1"]}\n', 1, "forms"),
        ('{"table": "MB-01", "cents": 0, "forms": [{"serial": "CVF-1"}]}\n', 1, "forms"),
        ('{"table": "MB-01", "cents": 0, "forms": [{"serial": "1", "cents": 2}]}\n', 1, "serial"),
    ],
)
def test_an_error_in_a_file_of_boxes_names_line_and_field(
    tables: Terminal, text: str, line: int, field: str | None
) -> None:
    Path("boxes").write_text(text, encoding="utf-8")
    error = tables.is_refused("day", "count", DAY, "--file", "boxes", exit_code=2)
    assert error["code"] == "bad_box"
    assert (error["facts"]["line"], error["facts"].get("field")) == (line, field)
    assert json.dumps(error).count("Line") == 1


def test_boxes_are_typed_or_filed(terminal: Terminal) -> None:
    Path("boxes.csv").write_text("table,cents\n")
    for options, code in (
        ((), "which_box"),
        (("--table", "MB-01", "--file", "boxes.csv"), "which_box"),
        (("--file", "boxes.csv", "--cash", "1"), "box_typed_and_filed"),
        (("--file", "boxes.csv"), "nothing_counted"),
        (("--table", "MB-01"), "nothing_counted"),
    ):
        error = terminal.is_refused("day", "count", DAY, *options, exit_code=2)
        assert error["code"] == code


TEAM = ("--team", "CT-1,CT-2,A-1")
SHEETS = (
    "table;box;kind;machine;hand;team;placed;pulled;opened;forms\n"
    f"MB-01;17;emergency;100x2 20x1;100x2 20x2;CT-1, CT-2, A-1;{DAY}T09:00;{DAY}T13:00;{DAY}T14:00;\n"
    f"MB-01;18;shift;100x1;;;;;;CVF-1:2\n"
    ";;;;;;;;;\n"
    "MB-02;4;shift;;50x1;CT-1 CT-2 A-1;;;;\n"
)
BY_SHEET: dict[str, Any] = {
    "table": "MB-01",
    "gaming_day": DAY,
    "box": "17",
    "kind": "emergency",
    "cash": 24_000,
    "forms": 0,
    "machine": 22_000,
    "hand": 24_000,
    "difference": 2_000,
    "notes": {"10000": 2, "2000": 2},
    "machine_notes": {"10000": 2, "2000": 1},
    "hand_notes": {"10000": 2, "2000": 2},
    "team": ["CT-1", "CT-2", "A-1"],
    "placed_at": f"{DAY}T13:00:00Z",
    "pulled_at": f"{DAY}T17:00:00Z",
    "opened_at": f"{DAY}T18:00:00Z",
}


def test_a3_where_the_property_says_of_how_many_a_team_is_no_box_is_taken_without_it(
    tables: Terminal,
) -> None:
    count = ("day", "count", DAY, "--table", "MB-01", "--cash", "100")
    tables.does("property", "set", "drop-team-people=4", "--by", "A-1")
    assert "drop team people 4" in tables.does("property", "show")
    for team in ((), TEAM, ("--team", "CT-1,CT-2,A-1,ct-1")):
        assert tables.is_refused(*count, *team)["code"] == "team_too_small"
    tables.does(*count, "--team", "CT-1,CT-2,A-1,CT-3")
    tables.does("property", "set", "drop-team-people=0", "--by", "A-1")
    tables.does(*count, "--recount")


def boxes(terminal: Terminal) -> list[tuple[Any, ...]]:
    """Table, number, kind and cash of every box."""
    found = terminal.json("report", "boxes", "--day", DAY)
    return [tuple(box[name] for name in ("table", "box", "kind", "cash")) for box in found]


def test_a3_boxes_of_a_table_by_number_counted_twice_and_signed(tables: Terminal) -> None:
    """As a spreadsheet of the count room has them; a file and its lines typed come to the same."""
    Path("boxes.csv").write_text(SHEETS, encoding="utf-16")
    tables.does("day", "count", DAY, "--file", "boxes.csv")
    first = tables.json("report", "boxes", "--day", DAY)[0]
    assert {name: first[name] for name in BY_SHEET} == BY_SHEET
    assert boxes(tables) == [
        ("MB-01", "17", "emergency", 24_000),
        ("MB-01", "18", "shift", 10_000),
        ("MB-02", "4", "shift", 5_000),
    ]
    drops = {row["table"]: row for row in tables.json("report", "drop", "--day", DAY)}
    assert [drops["MB-01"][name] for name in ("boxes", "cash", "forms", "drop")] == [
        *(2, 34_000),
        *(200, 34_200),
    ]
    assert (drops["MB-03"]["boxes"], drops["MB-03"]["drop"]) == (0, None)
    told = tables.does("report", "boxes", "--day", DAY)
    assert "100x2 20x2" in told
    assert "CT-1 CT-2 A-1" in told


def test_a3_a_second_count_that_differs_is_a_finding_with_its_evidence(tables: Terminal) -> None:
    told = tables.does(
        *("day", "count", DAY, "--table", "MB-01", "--box", "17", "--kind", "shift"),
        *("--machine", "100x2 20x1", "--hand", "100x2 10x2", *TEAM, "--opened", f"{DAY}T14:00"),
    )
    assert told.strip() == (
        f"{DAY}: drop of MB-01 counted, shift box 17: $220.00 in 2 x $100, 2 x $10,"
        " by machine $220.00, by hand $220.00; signed CT-1, CT-2, A-1"
    )
    result = tables.run("day", "reconcile", DAY, "--json")
    (finding,) = (x for x in json.loads(result.stdout) if x["code"] == "drop_counts_differ")
    assert (finding["id"], finding["cents"]) == ("drop_counts_differ:MB-01:17", 0)
    assert finding["message"].endswith("by hand 1 fewer of $20.00, 2 more of $10.00.")
    assert finding["events"] == [{"stream": stream(DAY), "version": 1}]
    tables.does(
        *("day", "count", DAY, "--table", "MB-01", "--box", "17", "--recount"),
        *("--machine", "100x2 20x1", "--hand", "20x1 100x2 10x0"),
    )
    result = tables.run("day", "reconcile", DAY, "--json")
    codes = [each["code"] for each in json.loads(result.stdout)]
    assert ("drop_counts_differ" in codes, "drop_recounted" in codes) == (False, True)


def test_a3_each_box_of_a_table_is_counted_once_and_again_by_its_number(tables: Terminal) -> None:
    count = ("day", "count", DAY, "--table", "MB-01")
    tables.does(*count, "--box", "B-1", "--cash", "100")
    tables.does(*count, "--box", "B-2", "--cash", "200", "--form", "CVF-1:2")
    for more in (("--box", "b-1"), ("--box", "B-2"), ()):
        assert tables.is_refused(*count, *more, "--cash", "1")["code"] == "drop_already_counted"
    assert tables.is_refused(*count, "--cash", "1", "--recount")["code"] == "box_not_named"
    refused = tables.is_refused(*count, "--box", "B-3", "--cash", "1", "--recount")
    assert refused["code"] == "drop_not_counted"
    tables.does(*count, "--box", "b-2", "--cash", "50", "--form", "CVF-2:3", "--recount")
    assert boxes(tables) == [("MB-01", "B-1", None, 10_000), ("MB-01", "B-2", None, 5_000)]
    assert [row["serial"] for row in tables.json("report", "forms", "--day", DAY)] == ["CVF-2"]


def test_a3_a_box_counted_without_its_number_is_given_one_by_a_recount(tables: Terminal) -> None:
    count = ("day", "count", DAY, "--table", "MB-01")
    tables.does(*count, "--cash", "100")
    assert tables.is_refused(*count, "--box", "1", "--cash", "1")["code"] == "drop_already_counted"
    tables.does(*count, "--box", "1", "--cash", "90", "--recount")
    tables.does(*count, "--cash", "100", "--recount")
    tables.does(*count, "--box", "2", "--cash", "7")
    assert next(row["drop"] for row in tables.json("report", "win", "--day", DAY)) == 10_700


def test_a4_a_correction_of_the_drop_is_of_all_boxes_of_the_table(tables: Terminal) -> None:
    count = ("day", "count", DAY, "--table", "MB-01")
    tables.does(*count, "--box", "1", "--cash", "100")
    tables.does(*count, "--box", "2", "--cash", "100")
    said = ("--names", "drop", "--of-day", DAY, "--reason", "x", "--approved-by", "A-2")
    lower = ("day", "correct", "MB-01", "drop", *said)
    refused = tables.is_refused(*lower, "--lower", "201", "--document", "MC-1")
    assert refused["code"] == "figure_below_zero"
    tables.does(*lower, "--lower", "150", "--document", "MC-1")
    refused = tables.is_refused(*count, "--box", "1", "--cash", "49", "--recount")
    assert refused["code"] == "count_below_correction"
    tables.does(*count, "--box", "1", "--cash", "50", "--recount")
    assert next(row["drop"] for row in tables.json("report", "win", "--day", DAY)) == 0


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"kind": "weekly"}, "kind"),
        ({"pulled": "noon"}, "pulled"),
        ({"team": ["CT-1", 2]}, "team"),
        ({"hand": {"1.00": 2}}, "hand"),
        ({"notes": "100x1", "machine": "100x1"}, "notes"),
        ({"box": "1"}, "table"),
        ({"amount": "100.00"}, "amount"),
    ],
)
def test_an_error_in_the_sheet_of_a_box_names_line_and_field(
    tables: Terminal, fields: dict[str, Any], field: str
) -> None:
    first = {"table": "MB-01", "cents": 10_000, "box": "1"}
    rows = [first, {"table": "MB-01", "cents": 10_000, **fields}]
    Path("boxes").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    error = tables.is_refused("day", "count", DAY, "--file", "boxes", exit_code=2)
    assert (error["code"], error["facts"]["line"], error["facts"]["field"]) == ("bad_box", 2, field)


def test_a_name_of_the_team_that_cannot_be_names_its_line(tables: Terminal) -> None:
    rows = [
        {"table": f"MB-0{n}", "cents": 1, "team": ["CT-1", "CT-2", name]}
        for n, name in ((1, "A-1"), (2, "\u00c9-1"))
    ]
    Path("boxes").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    error = tables.is_refused("day", "count", DAY, "--file", "boxes")
    assert (error["code"], error["facts"]["line"]) == ("bad_id", 2)


@pytest.mark.parametrize("team", ["Anna Smith,B-1,C-1", "A-1; CT 2; C-1"])
def test_a_name_with_a_blank_is_not_two_of_the_team(tables: Terminal, team: str) -> None:
    box = ("day", "count", DAY, "--table", "MB-01", "--cash", "100", "--team")
    assert tables.is_refused(*box, team)["code"] == "bad_id"
    tables.does(*box, "CT-1 CT-2 CT-3")


def test_a_last_column_without_heading_and_text_is_passed_over(tables: Terminal) -> None:
    Path("boxes").write_text("table;amount;\nMB-01;200;\n", encoding="utf-8")
    tables.does("day", "count", DAY, "--file", "boxes")
    Path("boxes").write_text("table;amount;\nMB-02;200;7\n", encoding="utf-8")
    error = tables.is_refused("day", "count", DAY, "--file", "boxes", exit_code=2)
    assert error["message"] == "Line 2: a cell has no heading above it."


def test_a_box_that_was_touched_after_it_is_counted_names_its_line(tables: Terminal) -> None:
    Path("boxes").write_text(
        "table,box,cents,opened\n"
        f"MB-01,1,100,{DAY}T10:00\nMB-01,2,100,2026-12-30T01:00\nMB-02,,100,\n"
    )
    error = tables.is_refused("day", "count", DAY, "--file", "boxes")
    assert (error["code"], error["facts"]["line"]) == ("at_before_box", 3)


def test_a_sheet_is_part_of_what_a_key_stands_for(tables: Terminal) -> None:
    command = ("day", "count", DAY, "--table", "MB-01", "--cash", "100", "--key", "k-1")
    tables.does(*command)
    assert tables.is_refused(*command, "--box", "1", exit_code=4)["code"] == "key_reused"
