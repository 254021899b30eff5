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
