"""U2: a report as it stood, from events alone; what changed between two states."""

import json
from typing import Any

import time_machine

from cli.frame.main import NOUNS, pit
from cli.shown import compare as shown_compare
from projections.reports import changes, master
from projections.reports.kinds import KINDS
from tests.cli.conftest import DAY, SIGNED, Terminal, typed_once

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
    "table list",
    "table show MB-01",
    "rules history",
    "meter show",
    "meter show R9-1",
    "meter history R9-1",
    f"audit replay MB-01:{DAY}:2",
)
FORMS = ("table", "json", "csv")
PLAY = ("round", "play", "MB-01", "--player", "7d Qh", "--banker", "9c Kh", "--wager")


def _typed(at: str, terminal: Terminal, *command: str, happened: str = "") -> None:
    """Type a command at HH:MM of the day."""
    with time_machine.travel(f"{DAY}T{at}:00-04:00", tick=False):
        terminal.does(*command, *(("--at", f"{DAY}T{happened}:00-04:00") if happened else ()))


@typed_once
def evening(terminal: Terminal) -> None:
    """Two rounds, a fill told late, a form's series, a drop counted."""
    with time_machine.travel(f"{DAY}T18:00:00-04:00", tick=False):
        terminal.dealing()
        terminal.does("form", "receive", "CVF", "--first", "1", "--last", "5")
        linked = ("--rules", "ma-midi", "--table", "MB-01", "--authorised-by", "M-1")
        terminal.does("meter", "install", "R9-1", *linked)
    _typed("18:10", terminal, *PLAY, "3:banker:100")
    _typed("18:20", terminal, *PLAY, "4:banker:40", "--wager", "4:royal-9:5")
    _typed("18:30", terminal, "vig", "collect", "MB-01", "3")
    fill = ("chips", "fill", "MB-01", "--slip", "F-17", "--chips", "25x40", *SIGNED)
    _typed("18:40", terminal, *fill, happened="18:15")
    _typed("18:50", terminal, "day", "count", DAY, "--table", "MB-01", "--cash", "0")


def _head(terminal: Terminal) -> str:
    return str(max(row.id for row in terminal.everything()))


def _at_nineteen(terminal: Terminal, *command: str) -> str:
    with time_machine.travel(f"{DAY}T19:00:00-04:00", tick=False):
        return terminal.does(*command)


def _forms(report: str) -> list[tuple[str, ...]]:
    words = tuple(report.split())
    if words[0] == "audit" or words[1] == "show" or words[:2] == ("meter", "history"):
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
    """No command of `pit report` is without it, but that which prints for use, and that which compares two states."""
    context = pit.make_context("pit", ["report"], resilient_parsing=True)
    assert "report" in NOUNS
    group: Any = pit.get_command(context, "report")
    for name in group.commands.keys() - {"print", "versions"}:
        options = {option for parameter in group.commands[name].params for option in parameter.opts}
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
        (stands_open,) = json.loads(evening.does("report", "win", "--json"))
        looked = evening.does("report", "win", "--json", "--known-at", f"{DAY}T18:25-04:00")
    assert (stands_open["gaming_day"], stands_open["rounds"]) == ("2026-07-20", 0)
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


def _json(terminal: Terminal, *command: str) -> Any:
    return json.loads(_at_nineteen(terminal, *command, "--json"))


def test_u2_a_table_as_it_stood(evening: Terminal) -> None:
    show = ("table", "show", "MB-01")
    states = [
        _json(evening, *show, *then)
        for then in (("--as-of", f"{DAY}T18:11"), ("--known-at", "18:29"), ())
    ]
    assert [state["owed"] for state in states] == [{"3": 500}, {"3": 500, "4": 200}, {"4": 200}]
    assert [state["last_round"][-2:] for state in states] == [":1", ":2", ":2"]
    # The fill of 18:15 was recorded at 18:40.
    filled = _json(evening, *show, "--as-of", f"{DAY}T18:16")["tray"]
    assert filled == _json(evening, *show, "--as-of", f"{DAY}T18:14")["tray"] + 100_000
    (listed,) = _json(evening, "table", "list", "--known-at", "18:29")
    assert listed == states[1]
    assert _json(evening, "table", "list", "--as-of", "1") == []
    unknown = evening.run(*show, "--as-of", "1")
    assert (unknown.exit_code, unknown.stderr.partition(":")[0]) == (3, "unknown_table")


def test_u2_rules_as_they_were_adopted(evening: Terminal) -> None:
    exact = ("--option", "vigorish.rounding=exact", "--notice-at", f"{DAY}T18:00:00-04:00")
    adopt = ("rules", "adopt", "ma-midi", "--table", "MB-01", *exact, "--authorised-by", "S-1")
    _typed("18:54", evening, "vig", "collect", "MB-01", "4")
    head = _head(evening)
    _typed("18:55", evening, *adopt)
    for command, before, after in (("history", 1, 2), ("list", 1, 2)):
        then = _json(evening, "rules", command, "--as-of", head)
        now = _json(evening, "rules", command, "--as-of", _head(evening))
        assert (len(then), len(now)) == (before, after)
        assert {row["sha256"] for row in then} < {row["sha256"] for row in now}
        assert _json(evening, "rules", command, "--known-at", "18:50") == then
        assert _json(evening, "rules", command, "--as-of", "0") == []
    rounded = [row["vigorish"] for row in _json(evening, "rules", "list", "--known-at", "18:56")]
    assert sorted("to the cent" in words for words in rounded) == [False, True]


def test_u2_meters_as_they_stood(evening: Terminal) -> None:
    def major(*then: str) -> int:
        (link,) = _json(evening, "meter", "show", *then)
        assert _json(evening, "meter", "show", "R9-1", *then) == link
        readings = {each["meter"]: each["reading_exact"] for each in link["meters"]}
        return int(readings["major"])

    assert major("--known-at", "18:19") == major("--at", f"{DAY}T18:19") == 50_000_000_000
    assert major("--as-of", f"{DAY}T18:20") == major() == 50_000_450_000
    moved = ("meter", "history", "R9-1")
    assert len(_json(evening, *moved)) == len(_json(evening, *moved, "--known-at", "18:19")) + 1
    assert _json(evening, "meter", "show", "--as-of", "1") == []
    unknown = evening.run("meter", "show", "R9-1", "--as-of", "1")
    assert (unknown.exit_code, unknown.stderr.partition(":")[0]) == (3, "unknown_link")


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
    changes = [
        (each["change"], each["row"]["kind"])
        for each in _changed(evening, "exceptions", "--from", "0")
    ]
    assert changes == [("added", "approvals_lacking"), ("added", "entered_late")]
    head = _head(evening)
    for name in shown_compare.REPORTS:
        assert _changed(evening, name, "--from", head) == []
    assert "Nothing changed." in _at_nineteen(evening, "audit", "diff", "win", "--from", head)


def test_u2_every_part_of_the_master_report_is_compared() -> None:
    assert (*KINDS, *changes.SEVERAL) == shown_compare.REPORTS
    assert set(changes.MASTER) == {subject.field for subject in master.SUBJECTS}


def test_u2_a_diff_of_a_whole_day_tells_the_parts_that_changed(evening: Terminal) -> None:
    """Between 18:35 and 18:45 there came a fill, told late; of positions and of times alike."""
    at = {row.id: row for row in evening.everything()}
    (fill,) = (position for position, row in at.items() if row.topic == "table.chips_filled")
    positions = ("--from", str(fill - 1), "--to", str(fill))
    times = ("--known-from", "18:35", "--known-to", "18:45")
    for name, parts in (("day", {"tables", "tray", "to_date", "summary"}), ("summary", {"tables"})):
        found = _changed(evening, name, *positions)
        assert found == _changed(evening, name, *times)
        assert parts <= {change["part"] for change in found}, found
        (table,) = (change for change in found if change["part"] == "tables")
        assert table["row"] == {"table": "MB-01", "gaming_day": DAY}
        assert {"field": "fills", "before": 0, "after": 100_000} in table["fields"]
    shown = _at_nineteen(evening, "audit", "diff", "day", "--day", DAY, *positions)
    assert "Tables. Changed: table MB-01, gaming_day 2026-07-11\n" in shown
    assert "Tray. Added: " in shown
    assert "  fills: 0.00 -> 1,000.00\n" in shown, "as the report shows it"
    assert f"at: unknown -> {DAY} 18:15:00-04:00\n" in shown


def test_u2_a_diff_of_findings(evening: Terminal) -> None:
    uncounted = f"--known-from {DAY}T18:45 --known-to {DAY}T18:55".split()
    gone = _changed(evening, "findings", *uncounted)
    assert {(change["change"], change["row"]["id"]) for change in gone} >= {
        ("removed", "drop_not_counted:MB-01")
    }
    assert "Removed: id drop_not_counted:MB-01" in _at_nineteen(
        evening, "audit", "diff", "findings", "--day", DAY, *uncounted
    )


def test_u2_a_diff_of_win_by_period_and_group(evening: Terminal) -> None:
    for period, group, name in (
        ("month", "pit", "P-1"),
        ("year", "game", "commission"),
        ("day", "table", "MB-01"),
    ):
        options = ("--period", period, "--group", group)
        found = _changed(evening, "win", *options, "--known-from", "18:15", "--known-to", "18:25")
        assert [(row["change"], row["row"]["name"]) for row in found] == [
            ("changed", name),
            ("changed", None),
        ]
        assert {"field": "rounds", "before": 1, "after": 2} in found[0]["fields"]
