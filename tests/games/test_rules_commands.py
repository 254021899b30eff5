"""`pit rules`: what a licensee may write, what it gives away, and how tables come to run under it
(R1, R2, R4, R5, U5).
"""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from cli.frame.main import pit as command
from tests.cli.conftest import Terminal
from tests.ledger.rules.licensee import document

OPENER = ("--opener", "100x50")
SIGNED = ("--dealer", "D-7", "--supervisor", "S-2")
NOTICE = ("--at", "2026-07-11T20:00-04:00", "--authorised-by", "M-1")
LONG_BEFORE = ("--notice-at", "2026-07-11T19:30-04:00")
TOO_LATE = ("--notice-at", "2026-07-11T19:31-04:00")
OPENING = ("--at", "2026-07-11T18:00-04:00")


def write(name: str, rules: str, **lines: str) -> str:
    """A licensee's own file, as it is named on the command line."""
    Path(name).parent.mkdir(exist_ok=True)
    Path(name).write_text(document(rules, **lines), encoding="utf-8")
    return f"./{name}"


def keeps_rules_in(directory: str) -> None:
    """Name the licensee's directory in the config file."""
    Path("pit.toml").write_text(f'rules = "{directory}"\n', encoding="utf-8")


def opens(terminal: Terminal, table: str, rules: str, *more: str) -> None:
    named = ("table", "open", table, "--rules", rules, "--pit", "P-1")
    terminal.does(*named, *OPENER, *SIGNED, *OPENING, *more)


# -- lint


@pytest.mark.parametrize(
    ("rules", "line", "value", "section", "allowed"),
    [
        ("ma-midi", "seats", "10", "ma-midi 2(a)", "at most 9"),
        ("ma-big", "seats", "9", "ma-big 2(a)", "10 to 14"),
        ("ma-big-ez", "seats", "15", "ma-big 2(a)", "10 to 14"),
        ("ma-midi-ez", "decks", "5", "ma-midi 3(a)", "at least 6"),
        ("ma-big-ez", "decks", "9", "ma-big 3(a)", "6 to 8"),
        ("div-mini", "decks", "5", "div (a)(1)", "at least 6"),
        ("ma-midi", "tie", '"7:1"', "ma-midi 12(b)", "at least 8 to 1"),
        ("div-mini", "tie", '"7:1"', "div (c)(2)", "at least 8 to 1"),
        ("ma-midi", "dragon_bonus", '"D"', "ma-midi 12(e)", "A, B or C"),
        ("div-mini", "rate_bps", "300", "div (c)(3)", "400 or 500"),
        ("ma-midi", "decks", "6", "ma-midi 12(i)", "8 decks with Royal 9"),
    ],
)
def test_r2_lint_names_line_field_and_section(
    apart: Terminal, rules: str, line: str, value: str, section: str, allowed: str
) -> None:
    file = write("mine.toml", rules, **{line: value})
    written = Path(file).read_text(encoding="utf-8").splitlines()
    result = apart.run("rules", "lint", file, "--json")
    fault, *_ = json.loads(result.stdout)
    assert result.exit_code == 1
    assert written[fault["line"] - 1] == f"{line} = {value}"
    assert fault["field"].endswith(line)
    assert (fault["found"], fault["section"]) == (value.strip('"'), section)
    assert allowed in fault["allowed"]
    shown = apart.run("rules", "lint", file)
    assert shown.exit_code == 1
    assert f"mine.toml:{fault['line']}: {fault['field']}: found" in shown.stdout


def test_r1_lint_of_a_sound_submission_finds_nothing(apart: Terminal) -> None:
    assert apart.json("rules", "lint", write("mine.toml", "ma-midi")) == []


def test_u5_lint_shows_what_each_bet_gives_away(apart: Terminal) -> None:
    shown = apart.does("rules", "lint", write("mine.toml", "ma-midi-ez"))
    for figure in ("-1.0183%", "-1.2351%", "-14.3596%", "-7.6113%", "-10.1876%"):
        assert figure in shown


def test_u5_lint_warns_of_a_bet_that_favours_the_player(apart: Terminal) -> None:
    file = write("mine.toml", "div-mini", tie='"10:1"')
    shown = apart.does("rules", "lint", file)
    assert "warning: tie: found tie at an expectation of +4.6716%" in shown
    (fault,) = apart.json("rules", "lint", file)
    assert (fault["code"], fault["warning"]) == ("favours_player", True)


# -- odds


def odds(apart: Terminal, *args: str) -> Any:
    return apart.json("rules", "odds", *args)


def test_u5_odds_are_the_published_ones(apart: Terminal) -> None:
    found = odds(apart, "ma-midi", "--decks", "8")
    assert {one["total"] for one in found.values()} == {4_998_398_275_503_360}
    banker, player, tie = (found[bet] for bet in ("banker", "player", "tie"))
    assert (banker["win"], banker["lose"]) == (2_292_252_566_437_888, 2_230_518_282_592_256)
    assert (player["win"], player["push"], tie["win"]) == (
        2_230_518_282_592_256,
        475_627_426_473_216,
        475_627_426_473_216,
    )
    percents = {bet: one["ev_percent"] for bet, one in found.items()}
    assert percents["banker"] == "-1.0579"
    assert percents["player"] == "-1.2351"
    assert percents["tie"] == "-14.3596"
    assert (percents["dragon_bonus_player"], percents["dragon_bonus_banker"]) == (
        "-2.6517",
        "-9.3731",
    )
    assert tie["ev"] == "-103841353768/723147898655"


def test_u5_odds_follow_decks_and_options(apart: Terminal) -> None:
    six = odds(apart, "div-mini", "--decks", "6", "--option", "vigorish.rate_bps=400")
    assert six["banker"]["total"] == 312 * 311 * 310 * 309 * 308 * 307
    assert six["banker"]["ev_percent"] == "-0.5972"
    nine = odds(apart, "div-mini", "--option", "tie=9:1")
    assert nine["tie"]["ev_percent"] == "-4.8440"
    assert odds(apart, "div-mini-no-commission")["banker"]["ev_percent"] == "-1.4581"
    assert odds(apart, "md-midi-fortune7")["one_up"]["ev_percent"] == "-8.8071"


def test_u5_odds_of_a_file_in_a_table(apart: Terminal) -> None:
    shown = apart.does("rules", "odds", write("mine.toml", "div-mini"))
    assert "-1.0579%" in shown
    assert "4,998,398,275,503,360 ordered deals of 8 decks" in shown


# -- a licensee's own submission at a table


def test_r1_a_file_of_ones_own_is_adopted_whole(terminal: Terminal) -> None:
    opens(terminal, "MB-01", write("mine.toml", "div-mini", id='"harbor"', tie='"9:1"'))
    Path("mine.toml").unlink()
    terminal.does("shoe", "start", "MB-01", "1", "--burn", "2c")
    hand = ("--player", "Qh 7d", "--banker", "Kh 7c", "--wager", "3:tie:10")
    terminal.does("round", "play", "MB-01", *hand)
    told = terminal.json("audit", "replay", "MB-01")
    assert told["recomputed_agrees"] is True
    (adopted,) = terminal.json("rules", "history")
    assert (adopted["rules"], adopted["options"]) == ("harbor", {})
    assert terminal.json("round", "list")[0]["returned"] == 10_000


def test_r1_a_directory_of_ones_own_serves_a_feed(terminal: Terminal) -> None:
    write("rules/harbor.toml", "ma-midi-ez", id='"harbor"')
    record = {"v": 1, "source": "reader-1", "seq": 1, "at": "2026-07-11T18:00:00-04:00"}
    record |= {"by": "C-1", "table": "MB-01", "type": "open", "rules": "harbor", "pit": "P-1"}
    record |= {"opener": {"10000": 50}, "dealer": "D-7", "supervisor": "S-2"}
    Path("day.ndjson").write_text(json.dumps(record) + "\n", encoding="utf-8")
    refused = terminal.run("feed", "day.ndjson")
    assert refused.exit_code != 0
    assert "rules_unknown" in refused.stderr
    keeps_rules_in("rules")
    terminal.does("feed", "day.ndjson")
    assert terminal.json("table", "show", "MB-01")["rules"] == "harbor"
    assert "harbor" in [row["id"] for row in terminal.json("rules", "list")]
    assert terminal.json("rules", "odds", "harbor")["dragon_7"]["ev_percent"] == "-7.6113"
    assert terminal.json("rules", "show", "harbor")["id"] == "harbor"


@pytest.mark.usefixtures("apart")
def test_r1_the_environment_names_the_directory_too() -> None:
    write("rules/harbor.toml", "ma-midi-ez", id='"harbor"')
    named = ["rules", "show", "harbor", "--json"]
    result = CliRunner().invoke(command, named, env={"PIT_RULES": "rules"})
    assert json.loads(result.stdout)["id"] == "harbor"


def test_r1_an_unusable_file_does_not_hide_the_others(terminal: Terminal) -> None:
    write("rules/broken.toml", "ma-midi", id='"broken"', seats="20")
    keeps_rules_in("rules")
    result = terminal.run("rules", "list", "--json")
    assert result.exit_code == 0
    assert "ma-midi" in [row["id"] for row in json.loads(result.stdout)]
    assert "broken cannot be used: seats: found 20; ma-midi 2(a) allows at most 9" in result.stderr


def test_r1_two_documents_never_share_a_name(terminal: Terminal) -> None:
    opening = ("table", "open", "MB-01", "--pit", "P-1", *OPENER, *SIGNED, "--rules")
    taken = write("rules/ma-midi.toml", "ma-midi", tie='"9:1"')
    assert terminal.is_refused(*opening, taken)["code"] == "rules_id_taken"
    write("rules/other.toml", "ma-midi", id='"mine"')
    keeps_rules_in("rules")
    assert terminal.is_refused(*opening, "ma-midi")["code"] == "rules_id_taken"
    assert terminal.is_refused(*opening, "other")["code"] == "rules_id_differs"
    assert terminal.is_refused(*opening, "../mine", exit_code=3)["code"] == "rules_unknown"
    keeps_rules_in("nowhere")
    assert terminal.is_refused(*opening, "mine", exit_code=3)["code"] == "rules_directory_missing"


def test_r1_another_document_is_another_version(terminal: Terminal) -> None:
    opens(terminal, "MB-01", write("mine.toml", "div-mini", id='"harbor"'))
    change = ("rules", "adopt", "./mine.toml", "--table", "MB-01", *NOTICE, *LONG_BEFORE)
    write("mine.toml", "div-mini", id='"harbor"', tie='"9:1"')
    assert terminal.is_refused(*change)["code"] == "version_not_raised"
    write("mine.toml", "div-mini", id='"harbor"', tie='"9:1"', version="2")
    terminal.does(*change)
    assert [one["version"] for one in terminal.json("rules", "history")] == [1, 2]


def test_r4_a_file_that_reads_otherwise_is_not_put_in_force_by_an_opening(
    terminal: Terminal,
) -> None:
    opens(terminal, "MB-01", write("mine.toml", "div-mini", id='"harbor"'))
    terminal.does("table", "close", "MB-01", "--closer", "100x50", *SIGNED, *OPENING)
    opens(terminal, "MB-01", "./mine.toml")
    terminal.does("table", "close", "MB-01", "--closer", "100x50", *SIGNED, *OPENING)
    write("mine.toml", "div-mini", id='"harbor"', tie='"9:1"')
    again = ("table", "open", "MB-01", "--rules", "./mine.toml", *OPENER, *SIGNED, *OPENING)
    assert terminal.is_refused(*again)["code"] == "rules_differ"


def test_r1_a_submission_that_ships_is_a_start_for_ones_own(apart: Terminal) -> None:
    text = apart.does("rules", "show", "ma-big-ez", "--toml")
    assert text == document("ma-big-ez")
    Path("mine.toml").write_text(text.replace("seats = 14", "seats = 12"), encoding="utf-8")
    assert apart.json("rules", "lint", "mine.toml") == []


def test_what_an_adoption_recorded_has_its_place_in_the_stream(terminal: Terminal) -> None:
    named = ("table", "open", "MB-01", "--rules", "ma-midi", "--pit", "P-1", *OPENER, *SIGNED)
    events = [
        event for event in terminal.json(*named)["events"] if event["stream"] == "table:MB-01"
    ]
    assert [event["version"] for event in events] == [1, 2, 3]
    assert events[1]["rules_version"] == 1


def test_r2_a_bad_file_of_ones_own_is_refused_with_its_section(terminal: Terminal) -> None:
    file = write("mine.toml", "ma-midi", id='"harbor"', tie='"7:1"')
    named = ("table", "open", "MB-01", "--rules", file, "--pit", "P-1", *OPENER, *SIGNED)
    error = terminal.is_refused(*named)
    assert error["code"] == "out_of_bounds"
    assert error["facts"]["section"] == "ma-midi 12(b)"


# -- adopt and history


def test_r4_x27_a_change_needs_notice_and_authority(terminal: Terminal) -> None:
    opens(terminal, "MB-01", "div-mini")
    change = ("rules", "adopt", "div-mini", "--table", "MB-01", "--option", "payment_order=iii")
    assert terminal.is_refused(*change)["code"] == "notice_missing"
    assert terminal.is_refused(*change, *NOTICE)["code"] == "notice_missing"
    assert terminal.is_refused(*change, *NOTICE, *TOO_LATE)["code"] == "notice_too_short"
    terminal.does(*change, *NOTICE, *LONG_BEFORE, "--dry-run")
    assert len(terminal.json("rules", "history")) == 1
    terminal.does(*change, *NOTICE, *LONG_BEFORE, "--key", "k-1")
    terminal.does(*change, *NOTICE, *LONG_BEFORE, "--key", "k-1")
    first, second = terminal.json("rules", "history", "--table", "MB-01")
    assert (first["notice_at"], first["authorised_by"], first["by"]) == (None, "", "C-1")
    assert second["notice_at"] == "2026-07-11T23:30:00Z"
    assert second["at"] == "2026-07-12T00:00:00Z"
    assert (second["authorised_by"], second["options"]) == ("M-1", {"payment_order": "iii"})
    assert first["sha256"] != second["sha256"]


def test_r5_a_pit_changes_as_a_whole(terminal: Terminal) -> None:
    for table in ("MB-01", "MB-02"):
        opens(terminal, table, "div-mini")
    opens(terminal, "BB-01", "ma-big")
    change = ("rules", "adopt", "div-mini", *NOTICE, *LONG_BEFORE)
    iii, ii = (("--option", f"payment_order={way}") for way in ("iii", "ii"))
    one = ("--table", "MB-01")
    assert terminal.is_refused(*change, *iii, *one)["code"] == "pit_differs"
    terminal.does(*change, *iii, *one, "--table", "MB-02")
    terminal.does(*change, *ii, "--pit", "P-1")
    changed = [(row["table"], row["options"]) for row in terminal.json("rules", "history")[3:]]
    assert changed == [
        ("MB-01", {"payment_order": "iii"}),
        ("MB-02", {"payment_order": "iii"}),
        ("MB-01", {"payment_order": "ii"}),
        ("MB-02", {"payment_order": "ii"}),
    ]
    assert terminal.is_refused(*change, "--pit", "P-9")["code"] == "no_such_tables"
    for both in ((*one, "--pit", "P-1"), ()):
        assert terminal.is_refused(*change, *both, exit_code=2)["code"] == "tables_or_pit"


def test_r4_x27_earlier_rounds_keep_their_rules_on_replay(terminal: Terminal) -> None:
    opens(terminal, "MB-01", "div-mini")
    terminal.does("shoe", "start", "MB-01", "1", "--burn", "2c", *OPENING)
    play = ("round", "play", "MB-01", "--player", "7d Qh", "--banker", "9c Kh")
    terminal.does(*play, "--wager", "3:banker:10", *OPENING)
    terminal.does("vig", "collect", "MB-01", "3", "--at", "2026-07-11T19:59-04:00")
    change = ("rules", "adopt", "div-mini", "--table", "MB-01")
    four = ("--option", "vigorish.rate_bps=400")
    terminal.does(*change, *four, *NOTICE, *LONG_BEFORE)
    terminal.does(*play, "--wager", "4:banker:10", "--at", "2026-07-11T20:01-04:00")
    first, second = (terminal.json("audit", "replay", f"MB-01:2026-07-11:{n}") for n in (1, 2))
    assert [told["lines"][0]["vig"] for told in (first, second)] == [50, 40]
    assert first["rules"]["sha256"] != second["rules"]["sha256"]
    assert first["recomputed_agrees"]
    assert second["recomputed_agrees"]


def test_history_for_people_and_spreadsheets(terminal: Terminal) -> None:
    assert "No table has adopted rules yet" in terminal.does("rules", "history")
    opens(terminal, "MB-01", "ma-midi", "--option", "dragon_bonus=B")
    assert "dragon_bonus=B" in terminal.does("rules", "history")
    header, row = terminal.does("rules", "history", "--format", "csv", "--plain").splitlines()
    assert dict(zip(header.split(","), row.split(","), strict=True))["options"] == "dragon_bonus=B"
