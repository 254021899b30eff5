"""U2: a report as it stood, from events alone; what changed between two states."""

import json
from typing import Any

import pytest
import time_machine

from cli.main import NOUNS, pit
from tests.cli.conftest import DAY, SIGNED, Terminal

REPORTS = (
    *(f"report {name} --day {DAY}" for name in ("win", "vig", "meters", "awards", "forms")),
    *(f"report {name} --day {DAY}" for name in ("comps", "exceptions", "hours", "coupons")),
    f"round list --day {DAY}",
    f"chips list --day {DAY}",
    f"day show {DAY}",
    "vig outstanding",
    "form list",
    "form list CVF",
    "round show MB-01",
    f"round show MB-01:{DAY}:1",
    f"audit replay MB-01:{DAY}:2",
)
FORMS = ("table", "json", "csv")
PLAY = ("round", "play", "MB-01", "--player", "7d Qh", "--banker", "9c Kh", "--wager")


def _typed(at: str, terminal: Terminal, *command: str, happened: str = "") -> None:
    """Type a command at HH:MM of the day."""
    with time_machine.travel(f"{DAY}T{at}:00-04:00", tick=False):
        terminal.does(*command, *(("--at", f"{DAY}T{happened}:00-04:00") if happened else ()))


@pytest.fixture
def evening(terminal: Terminal) -> Terminal:
    """Two rounds, a fill told late, a form's series, a drop counted."""
    with time_machine.travel(f"{DAY}T18:00:00-04:00", tick=False):
        terminal.dealing()
        terminal.does("form", "receive", "CVF", "--first", "1", "--last", "5")
    _typed("18:10", terminal, *PLAY, "3:banker:100")
    _typed("18:20", terminal, *PLAY, "4:banker:40")
    _typed("18:30", terminal, "vig", "collect", "MB-01", "3")
    fill = ("chips", "fill", "MB-01", "--slip", "F-17", "--chips", "25x40", *SIGNED)
    _typed("18:40", terminal, *fill, happened="18:15")
    _typed("18:50", terminal, "day", "count", DAY, "--table", "MB-01", "--cash", "0")
    return terminal


def _head(terminal: Terminal) -> str:
    return str(max(row.id for row in terminal.everything()))


def _at_nineteen(terminal: Terminal, *command: str) -> str:
    with time_machine.travel(f"{DAY}T19:00:00-04:00", tick=False):
        return terminal.does(*command)


def _forms(report: str) -> list[tuple[str, ...]]:
    words = tuple(report.split())
    if words[0] == "audit" or words[1] == "show":
        return [words, (*words, "--json")]
    return [(*words, "--format", form) for form in FORMS]


def test_u2_as_of_now_is_the_report_byte_for_byte(evening: Terminal) -> None:
    head = _head(evening)
    for report in REPORTS:
        for command in _forms(report):
            assert _at_nineteen(evening, *command, "--as-of", head) == _at_nineteen(
                evening, *command
            ), command


def test_u2_every_report_looks_back() -> None:
    """No command of `pit report` is without it."""
    context = pit.make_context("pit", ["report"], resilient_parsing=True)
    assert "report" in NOUNS
    group: Any = pit.get_command(context, "report")
    for name, command in group.commands.items():
        options = {option for parameter in command.params for option in parameter.opts}
        assert {"--as-of", "--known-at"} <= options, name


def _fills(terminal: Terminal, *until: str) -> list[int]:
    command = ("report", "win", "--day", DAY, "--json", *until)
    return [row["fills"] for row in json.loads(_at_nineteen(terminal, *command))]


def test_u2_happened_and_known_are_two_questions(evening: Terminal) -> None:
    """The fill of 18:15 was recorded at 18:40."""
    assert _fills(evening, "--as-of", f"{DAY}T18:16") == [100_000]
    assert _fills(evening, "--as-of", f"{DAY}T18:14") == [0]
    assert _fills(evening, "--known-at", f"{DAY}T18:39") == [0]
    assert _fills(evening, "--known-at", "18:41") == [100_000]
    assert _fills(evening, "--as-of", f"{DAY}T18:16", "--known-at", f"{DAY}T18:39") == [0]
    assert _fills(evening, "--as-of", "0") == []


def test_u2_the_same_question_has_the_same_answer(evening: Terminal) -> None:
    then = ("report", "vig", "--day", DAY, "--json", "--as-of", _head(evening))
    at = ("day", "show", DAY, "--json", "--known-at", f"{DAY}T18:45")
    before = [_at_nineteen(evening, *command) for command in (then, at)]
    _typed("18:55", evening, *PLAY, "5:banker:200")
    assert [_at_nineteen(evening, *command) for command in (then, at)] == before


def test_u2_the_day_left_out_is_that_of_the_moment(evening: Terminal) -> None:
    with time_machine.travel("2026-07-20T12:00:00-04:00", tick=False):
        assert json.loads(evening.does("report", "win", "--json")) == []
        looked = evening.does("report", "win", "--json", "--known-at", f"{DAY}T18:25-04:00")
    assert [(row["gaming_day"], row["rounds"]) for row in json.loads(looked)] == [(DAY, 2)]


def test_u2_a_round_as_it_stood(evening: Terminal) -> None:
    name = ("audit", "replay", f"MB-01:{DAY}:1", "--json")
    then = json.loads(_at_nineteen(evening, *name, "--known-at", "18:29"))
    now = json.loads(_at_nineteen(evening, *name))
    assert (then["vigorish"]["outstanding"], now["vigorish"]["outstanding"]) == (500, 0)
    assert json.loads(_at_nineteen(evening, "round", "show", "MB-01", "--json"))["round"] == (
        f"MB-01:{DAY}:2"
    )
    back = ("round", "show", "MB-01", "--json", "--as-of", f"{DAY}T18:19")
    assert json.loads(_at_nineteen(evening, *back))["round"] == f"MB-01:{DAY}:1"
    unplayed = evening.run("round", "show", f"MB-01:{DAY}:1", "--as-of", "3")
    assert (unplayed.exit_code, unplayed.stderr.partition(":")[0]) == (3, "unknown_round")


def _changed(terminal: Terminal, *command: str) -> Any:
    return json.loads(_at_nineteen(terminal, "audit", "diff", *command, "--day", DAY, "--json"))


def test_u2_diff_tells_each_figure_before_and_after(evening: Terminal) -> None:
    (change,) = _changed(evening, "win", "--known-from", "18:39", "--known-to", "18:41")
    assert (change["change"], change["row"]) == (
        "changed",
        {"table": "MB-01", "gaming_day": DAY},
    )
    fields = {each["field"]: (each["before"], each["after"]) for each in change["fields"]}
    assert fields["fills"] == (0, 100_000)
    assert "rounds" not in fields
    assert "position" not in fields
    shown = _at_nineteen(
        evening, *("audit", "diff", "win", "--day", DAY), "--known-from", "18:39", "--to", "0"
    )
    assert shown.startswith(f"Removed: table MB-01, gaming_day {DAY}\n")


def test_u2_diff_tells_rows_that_came_and_went(evening: Terminal) -> None:
    (came,) = _changed(evening, "rounds", "--known-from", "18:15", "--known-to", "18:25")
    assert (came["change"], came["row"]) == ("added", {"round": f"MB-01:{DAY}:2"})
    (went,) = _changed(evening, "outstanding", "--known-from", "18:29")
    assert (went["change"], went["row"]) == ("removed", {"table": "MB-01", "seat": 3})
    assert {"field": "cents", "before": 500, "after": None} in went["fields"]


def test_u2_diff_of_nothing_is_empty(evening: Terminal) -> None:
    assert _changed(evening, "exceptions", "--from", "0") == []
    head = _head(evening)
    for name in (
        "win",
        "vig",
        "meters",
        "awards",
        "forms",
        "series",
        "comps",
        "rounds",
        "chips",
        "hours",
    ):
        assert _changed(evening, name, "--from", head) == []
    assert "Nothing changed." in _at_nineteen(evening, "audit", "diff", "win", "--from", head)
