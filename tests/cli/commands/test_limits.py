"""A property's own limits: what is typed beyond one is asked about, what is fed is taken, both are exceptions."""

import json
from pathlib import Path
from typing import Any

import pytest
import time_machine

from tests.cli.conftest import NOW, SIGNED, Terminal

SET = (
    *("property", "set", "largest-wager=1000", "largest-buy-in=2,000", "largest-slip=5000"),
    *("largest-drop=8000", "table-minimum.ma-midi=25", "table-maximum.ma-midi=500"),
)
LIMITS = {
    "largest_wager_cents": 100_000,
    "largest_buy_in_cents": 200_000,
    "largest_slip_cents": 500_000,
    "largest_drop_cents": 800_000,
    "table_minimum_cents": {"ma-midi": 2_500},
    "table_maximum_cents": {"ma-midi": 50_000},
}
BEYOND = {
    ("wager", "place", "MB-01", "3", "banker", "24.99"): "table_minimum_cents",
    ("wager", "place", "MB-01", "3", "banker", "500.01"): "table_maximum_cents",
    ("wager", "place", "MB-01", "3", "tie", "1000.01"): "largest_wager_cents",
    ("chips", "buy-in", "MB-01", "3", "2000.01"): "largest_buy_in_cents",
    ("chips", "fill", "MB-01", "--slip", "F-1", "--chips", "25x201", *SIGNED): "largest_slip_cents",
    ("chips", "credit", "MB-01", "--slip", "C-1", "--chips", "25x201", *SIGNED): (
        "largest_slip_cents"
    ),
    ("day", "count", "today", "--table", "MB-01", "--cash", "8000.01"): "largest_drop_cents",
}


def limits(terminal: Terminal) -> dict[str, Any]:
    shown = terminal.json("property", "show")
    return {name: shown[name] for name in LIMITS}


def beyond(terminal: Terminal) -> list[dict[str, Any]]:
    return [x for x in terminal.json("report", "exceptions") if x["kind"] == "beyond_limit"]


def test_limits_are_set_one_by_one_and_taken_away_by_none(bare: Terminal) -> None:
    terms = ("init", "--name", "Wharf Hall", "--zone", "America/New_York")
    said = [part for pair in SET[2:] for part in ("--set", pair)]
    bare.does(*terms, *said)
    assert limits(bare) == LIMITS
    assert bare.json(*terms, *said)["repeated"]
    bare.does("property", "set", "table-maximum.md-midi=300", "largest-drop=none")
    changed = {
        "table_maximum_cents": {"ma-midi": 50_000, "md-midi": 30_000},
        "largest_drop_cents": 0,
    }
    assert limits(bare) == {**LIMITS, **changed}
    bare.does("property", "set", "table-maximum.ma-midi=none")
    assert limits(bare)["table_maximum_cents"] == {"md-midi": 30_000}
    assert bare.is_refused("property", "set", "table-maximum.ma-midi=none")
    assert "table maximum $300.00 under md-midi" in bare.does("property", "show")


@pytest.mark.parametrize("said", ["table-maximum=5", "largest-wager.md=5", "largest-fish=5"])
def test_what_is_no_limit_is_no_setting(on_file: Terminal, said: str) -> None:
    assert on_file.is_refused("property", "set", said, exit_code=2)["code"] == "unknown_setting"


def test_limits_are_of_rules_that_there_are_and_of_both_the_least_is_not_above_the_most(
    on_file: Terminal,
) -> None:
    unknown = on_file.is_refused("property", "set", "table-minimum.ma-mid=25", exit_code=3)
    assert unknown["code"] == "rules_unknown"
    on_file.does("property", "set", "table-maximum.ma-midi=500", "table-minimum.ma-midi=500")
    for said in ("table-minimum.ma-midi=500.01", "table-maximum.ma-midi=499.99"):
        assert on_file.is_refused("property", "set", said, exit_code=2)["code"] == "bad_setting"
    on_file.does("property", "set", "table-maximum.ma-midi=20", "table-minimum.ma-midi=none")


@pytest.mark.parametrize(
    ("said", "exit_code"),
    [
        ("largest-wager=-4", 2),
        ("seal-key=garbage", 2),
        ("table-minimum.ma-mid=25", 3),
    ],
)
def test_a_property_with_a_setting_that_cannot_be_leaves_no_store(
    tmp_path: Path, said: str, exit_code: int
) -> None:
    terms = ("init", "--name", "Wharf Hall", "--zone", "America/New_York", "--set", said)
    store = tmp_path / "new.db"
    assert Terminal(f"sqlite:///{store}").run(*terms).exit_code == exit_code
    assert not store.exists()


def test_what_is_typed_beyond_a_limit_is_asked_about_and_is_an_exception(
    terminal: Terminal,
) -> None:
    terminal.dealing()
    terminal.does(*SET)
    for command, setting in BEYOND.items():
        error = terminal.is_refused(*command)
        assert (error["code"], error["facts"]["setting"]) == ("beyond_limit", setting)
        terminal.does(*command, "--yes")
    found = beyond(terminal)
    assert len(found) == len(BEYOND)
    assert {x["by"] for x in found} == {"C-1"}
    terminal.does("db", "check")


def test_what_is_within_the_limits_is_not_asked_about(on_file: Terminal) -> None:
    on_file.dealing()
    on_file.does(*SET)
    on_file.does("wager", "place", "MB-01", "3", "banker", "500")
    on_file.does("wager", "place", "MB-01", "3", "player", "25")
    on_file.does("wager", "place", "MB-01", "4", "tie", "1")
    on_file.does("chips", "buy-in", "MB-01", "3", "2000")
    assert beyond(on_file) == []


def test_a_table_maximum_holds_for_all_that_a_seat_has_on_a_bet(terminal: Terminal) -> None:
    """Neither for several seats or bets together, nor for what was withdrawn; and a minimum for no part of it."""
    terminal.dealing()
    terminal.does(*SET)
    place = ("wager", "place", "MB-01", "3", "banker")
    terminal.does(*place, "300")
    terminal.does("wager", "place", "MB-01", "4", "banker", "300")
    terminal.does("wager", "place", "MB-01", "3", "player", "300")
    terminal.does(*place, "5")
    assert terminal.is_refused(*place, "200")["facts"]["cents"] == 50_500
    assert terminal.is_refused("wager", "place", "MB-01", "4", "banker", "250")
    terminal.does(*place, "200", "--yes")
    terminal.does("wager", "withdraw", "MB-01", "3", "banker")
    terminal.does(*place, "400")
    terminal.does("round", "void", "MB-01", "--reason", "spilled")
    terminal.does(*place, "450")
    (found,) = beyond(terminal)
    assert (found["subject"], found["cents"]) == ("seat 3, Banker", 50_500)
    terminal.does("round", "void", "MB-01", "--reason", "spilled")
    play = ("round", "play", "MB-01", "--player", "7d Qh", "--banker", "9c Kh")
    twice = ("--wager", "3:banker:300", "--wager", "3:banker:250")
    assert terminal.is_refused(*play, *twice)["facts"]["cents"] == 55_000
    terminal.does(*play, *twice, "--yes")
    assert [each["cents"] for each in beyond(terminal)] == [50_500, 55_000]
    terminal.does("db", "check")


def test_what_is_fed_in_parts_beyond_a_table_maximum_is_an_exception(terminal: Terminal) -> None:
    terminal.dealing()
    terminal.does(*SET)
    head = {"v": 1, "source": "reader-7", "by": "D-7", "table": "MB-01", "type": "wager"}
    lines = [
        {
            **head,
            "seq": n,
            "at": f"2026-07-11T18:00:0{n}-04:00",
            "seat": 3,
            "bet": "banker",
            "cents": 30_000,
        }
        for n in (1, 2)
    ]
    Path("feed").write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    terminal.does("feed", "feed")
    (found,) = beyond(terminal)
    assert found["subject"] == "seat 3, Banker, fed by reader-7"
    assert found["cents"] == 60_000


def test_what_is_fed_beyond_a_limit_is_taken_and_is_an_exception(terminal: Terminal) -> None:
    terminal.dealing()
    terminal.does(*SET)
    record = {
        "v": 1,
        "source": "reader-7",
        "seq": 1,
        "at": "2026-07-11T18:00:00-04:00",
        "by": "D-7",
        "table": "MB-01",
        "type": "buy_in",
        "seat": 3,
        "cents": 300_000,
    }
    Path("feed").write_text(json.dumps(record) + "\n")
    terminal.does("feed", "feed")
    (found,) = beyond(terminal)
    assert found["subject"] == "buy-in of seat 3, fed by reader-7"
    assert found["message"] == "Beyond the largest buy-in of $2,000.00."
    assert (found["cents"], found["by"]) == (300_000, "D-7")


def test_what_is_taken_back_is_no_exception_and_a_limit_holds_from_when_it_is_set(
    terminal: Terminal,
) -> None:
    terminal.dealing()
    with time_machine.travel(NOW, tick=False) as clock:
        terminal.does("chips", "buy-in", "MB-01", "3", "9000")
        terminal.does(*SET)
        clock.shift(20)
        terminal.does("chips", "buy-in", "MB-01", "4", "9000", "--yes")
        assert len(beyond(terminal)) == 1
        terminal.does("undo", "MB-01", "--reason", "wrong seat")
        assert beyond(terminal) == []
    terminal.does("chips", "buy-in", "MB-01", "5", "9000", "--yes")
    terminal.does("db", "check")
    (found,) = beyond(terminal)
    assert found["subject"] == "buy-in of seat 5"
