"""`pit round reverse`, by name and from a file, and how reports and findings show it."""

import shlex
from pathlib import Path

import pytest
import time_machine

from tests.cli.conftest import NOW, Terminal
from tests.cli.frame.reproducers.beginnings import (
    BANKER_WINS,
    INSTEAD,
    OWING,
    REVERSE_ROUND,
)

ROUND = "MB-01:2026-07-11:1"
AGAIN = f"{BANKER_WINS} --yes"


def typed(terminal: Terminal, *commands: str) -> Terminal:
    for command in commands:
        terminal.does(*shlex.split(command))
    return terminal


def test_reports_link_a_reversed_round_and_the_one_in_its_place(bare: Terminal) -> None:
    typed(bare, *OWING, REVERSE_ROUND, INSTEAD)
    listed = {row["round"]: row for row in bare.json("round", "list", "--day", "2026-07-11")}
    assert listed[ROUND]["status"] == "reversed"
    assert (listed[ROUND]["staked"], listed[ROUND]["vig"]) == (0, 0)
    assert listed[f"{ROUND}r"]["instead_of"] == ROUND
    assert bare.json("round", "show", ROUND)["replaced_by"] == f"{ROUND}r"
    assert bare.json("audit", "replay", f"{ROUND}r")["instead_of"] == ROUND
    in_place = f"  in the place of {ROUND}\n"
    assert in_place in bare.does("audit", "replay", f"{ROUND}r")
    assert in_place in bare.does("round", "show", f"{ROUND}r")
    shown = bare.does("round", "show", ROUND)
    assert "Reversed: of another table; approved by S-2\n" in shown
    assert shown.count(f"In its place: {ROUND}r\n") == 1
    assert "Void" not in shown
    told = bare.does("audit", "replay", ROUND)
    logged = {
        each["position"] for each in bare.json("audit", "history", "MB-01", "--day", "2026-07-11")
    }
    entered = bare.json("audit", "replay", ROUND)["entered"]
    assert entered
    assert {each["position"] for each in entered} <= logged
    assert "Reversed: of another table; approved by S-2" in told
    assert f"In its place: {ROUND}r" in told
    (_, found) = bare.json("report", "exceptions", "--day", "2026-07-11")
    assert (found["kind"], found["subject"]) == ("round_reversed", ROUND)
    for command in ("round show MB-01:1r", f"audit dispute raise {ROUND}r --claim 'no'"):
        typed(bare, command)


def test_a_round_in_the_place_of_one_like_it_is_not_asked_about(bare: Terminal) -> None:
    """That one was played at the same moment, and is reversed."""
    with time_machine.travel(NOW, tick=False) as clock:
        typed(bare, *OWING)
        clock.shift(60)
        typed(bare, REVERSE_ROUND, INSTEAD)


def test_cards_that_were_never_dealt_are_put_right_after_a_reversal_that_left_them_dealt(
    bare: Terminal,
) -> None:
    """As the refusal of other cards says."""
    typed(bare, *OWING, REVERSE_ROUND)
    others = INSTEAD.replace("7d", "6d")
    assert (
        f"reverse {ROUND}r with --not-dealt" in bare.is_refused(*shlex.split(others))["next_step"]
    )
    again = REVERSE_ROUND.replace(ROUND, f"{ROUND}r")
    typed(bare, INSTEAD, f"{again} --not-dealt", others.replace(ROUND, f"{ROUND}r"))


def test_what_a_seat_owes_and_what_it_gets_back_stand_beside_one_another(bare: Terminal) -> None:
    typed(bare, *OWING, "vig collect MB-01 3", REVERSE_ROUND, OWING[-1])
    (owed,) = bare.json("vig", "outstanding")
    assert (owed["seat"], owed["cents"], owed["owed_back"]) == (3, 375, 375)
    assert owed["rounds"] == [ROUND, ROUND.removesuffix("1") + "2"]


def test_what_is_owed_back_is_shown_and_found_until_it_is_handed_back(bare: Terminal) -> None:
    typed(bare, *OWING, "vig collect MB-01 3", f"{REVERSE_ROUND} --document I-7")
    for told in (("round", "show", ROUND), ("audit", "replay", ROUND)):
        assert "Reversed: of another table; approved by S-2; I-7" in bare.does(*told)
    (owed,) = bare.json("vig", "outstanding")
    assert (owed["seat"], owed["cents"], owed["owed_back"], owed["rounds"]) == (3, 0, 375, [ROUND])

    def found() -> list[str]:
        result = bare.run("day", "reconcile", "2026-07-11", "--json")
        return [
            name for name in ("vigorish_owed_back", "vigorish_outstanding") if name in result.stdout
        ]

    assert found() == ["vigorish_owed_back"]
    explain = ("day", "reconcile", "explain", "vigorish_owed_back:MB-01", "--day", "2026-07-11")
    assert f"round {ROUND} reversed" in bare.does(*explain)
    typed(bare, "vig hand-back MB-01 3")
    assert found() == bare.json("vig", "outstanding") == []


@pytest.mark.usefixtures("tmp_path")
def test_a_file_reverses_many_rounds_or_none(bare: Terminal) -> None:
    typed(bare, *OWING, AGAIN, AGAIN)
    lines = "round,reason,not_dealt\nMB-01:1,,\nMB-01:3,typed twice,yes\n"
    command = shlex.split("round reverse --file rounds.csv --reason wrong --approved-by S-2")
    for more, exit_code, code, told in (
        ("mb-01:2026-07-11:1,,", 2, "bad_reversal", f"round {ROUND} stands in line 2 already."),
        ("MB-01:9,,", 3, "unknown_round", "There is no round MB-01:2026-07-11:9"),
        (f"MB-01:2,{'x' * 501},", 2, "bad_value", "reason is longer"),
        ("MB-01:2,x,really", 2, "bad_reversal", "not_dealt is neither yes nor no."),
    ):
        Path("rounds.csv").write_text(f"{lines}{more}\n", encoding="utf-8")
        error = bare.is_refused(*command, exit_code=exit_code)
        assert (error["code"], error["facts"]["line"]) == (code, 4)
        assert error["message"].startswith(f"Line 4: {told}")
    Path("rounds.csv").write_text(lines, encoding="utf-8")
    error = bare.is_refused(*command[:-1], "C-1")
    assert (error["code"], error["facts"]["line"]) == ("approval_own", 2)
    assert {row["status"] for row in bare.json("round", "list")} == {"settled"}
    Path("rounds.csv").write_text(lines, encoding="utf-8")
    done = bare.json(*command)
    assert [each["reason"] for each in done["events"]] == ["wrong", "typed twice"]
    statuses = [row["status"] for row in bare.json("round", "list")]
    assert statuses == ["reversed", "settled", "reversed"]
    Path("rounds.csv").write_text("round\nMB-01:2\nMB-01:3\n", encoding="utf-8")
    error = bare.is_refused(*command)
    assert (error["code"], error["facts"]["line"]) == ("reversed_already", 3)


@pytest.mark.parametrize("said", ["maybe", "ja", "nope", "2", "not dealt"])
def test_what_is_neither_yes_nor_no_is_no_guess(bare: Terminal, said: str) -> None:
    """Cards that were dealt and cards that were not are not told apart by whatever somebody wrote."""
    typed(bare, *OWING, AGAIN)
    command = shlex.split("round reverse --file rounds.csv --reason wrong --approved-by S-2")
    lines = "round,not_dealt\nMB-01:1,\nMB-01:2,{}\n"
    Path("rounds.csv").write_text(lines.format(said), encoding="utf-8")
    refused = bare.run(*command)
    assert refused.exit_code == 2
    assert refused.stderr.startswith("bad_reversal: Line 3: not_dealt is neither yes nor no.")
    assert {row["status"] for row in bare.json("round", "list")} == {"settled"}
    Path("rounds.csv").write_text(lines.format("Y"), encoding="utf-8")
    done = bare.json(*command)
    assert [each.get("not_dealt") for each in done["events"]] == [None, True]


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        ('MB-01:1,"typed twice\nMB-01:2,\n', "Line 3: it is no line of CSV"),
        ("MB-01:1,wrong\nMB-01:2,\n", "Line 3: no reason is given"),
        (" ,wrong\n", "Line 2: no round is named"),
        ("MB-01:1,wrong,more\n", "Line 2: a cell has no heading above it"),
    ],
)
def test_a_line_that_says_too_little_or_too_much_is_named_and_nothing_is_reversed(
    on_file: Terminal, rows: str, told: str
) -> None:
    """A quotation mark that nobody closed took in the rounds after it, as a reason."""
    typed(on_file, *OWING[1:], AGAIN)
    Path("rounds.csv").write_text(f"round,reason\n{rows}", encoding="utf-8")
    command = ("round", "reverse", "--file", "rounds.csv", "--approved-by", "S-2")
    error = on_file.is_refused(*command, exit_code=2)
    assert error["code"] == "bad_reversal"
    assert error["message"].startswith(told)


def test_a_column_that_nobody_knows_is_named_where_it_stands(bare: Terminal) -> None:
    Path("rounds.csv").write_text("round,reason,why\nMB-01:1,wrong,so\n", encoding="utf-8")
    command = ("round", "reverse", "--file", "rounds.csv", "--approved-by", "S-2")
    error = bare.is_refused(*command, exit_code=2)
    assert error["message"].startswith("Line 1: a column is none of")


@pytest.mark.parametrize("besides", ["MB-01:1", "--document RR-1", "--not-dealt"])
def test_a_file_says_itself_what_is_of_its_rounds(bare: Terminal, besides: str) -> None:
    typed(bare, *OWING, AGAIN)
    Path("rounds.csv").write_text("round\nMB-01:2\n", encoding="utf-8")
    command = f"round reverse {besides} --file rounds.csv --reason wrong --approved-by S-2"
    refused = bare.run(*shlex.split(command))
    assert (refused.exit_code, refused.stderr.split(":")[0]) == (2, "round_typed_and_filed")
    assert {row["status"] for row in bare.json("round", "list")} == {"settled"}


def test_rounds_and_awards_taken_back_and_rulings_are_listed_one_by_one(bare: Terminal) -> None:
    """Never netted: a ruling that moves nothing is a row as well."""
    typed(bare, *OWING, "audit dispute raise MB-01:1 --seat 3 --claim 'not paid'")
    ruled = "--reason camera --decided-by B-2"
    typed(bare, f"audit dispute decide MB-01:1 denied {ruled}", REVERSE_ROUND)
    found = bare.json("report", "corrections", "--day", "2026-07-11")
    assert [(each["figure"], each["original"], each["cents"]) for each in found] == [
        ("ruling", ROUND, 0),
        ("round", ROUND, 7_500),
    ]
    assert [(each["seat"], each["approved_by"]) for each in found] == [(3, "B-2"), (None, "S-2")]
    assert bare.json("day", "show", "2026-07-11")["corrections"] == found
