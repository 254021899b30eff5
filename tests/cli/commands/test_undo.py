"""`pit undo` as it is typed: what it asks, what it shows, and a first opening that was not meant."""

import json
import textwrap

import pytest

from tests.cli.conftest import Terminal

SIGNED = ("--dealer", "D-7", "--supervisor", "S-2")
WAGER = ("wager", "place", "MB-01", "3", "banker", "25")


def test_what_was_just_entered_is_taken_back_by_three_words(on_file: Terminal) -> None:
    on_file.dealing()
    on_file.does(*WAGER)
    assert "taken back: wagers placed: mistyped" in on_file.does("undo", "MB-01", "--dry-run")
    assert "taken back: wagers placed: mistyped" in on_file.does("undo", "MB-01")


@pytest.mark.parametrize(
    ("line", "kinds"),
    [
        (("play", "MB-01", "3b25 4t5 5p10"), ["wagers_placed"] * 3),
        (("wager", "place", "MB-01", "3", "b", "25", "4", "t", "5"), ["wagers_placed"] * 2),
        (
            ("play", "MB-01", "3b25 4t5 / 7dQh 9cKh"),
            ["wagers_placed", "bets_closed", "cards_dealt", "round_settled", "vigorish_marked"],
        ),
    ],
)
def test_a_line_is_taken_back_as_it_was_entered(
    on_file: Terminal, line: tuple[str, ...], kinds: list[str]
) -> None:
    on_file.dealing()
    on_file.does("wager", "place", "MB-01", "5", "player", "10")
    before = on_file.json("table", "show", "MB-01")
    entered = on_file.json(*line, "--yes")
    named = ("--entry", str(entered["position"]))
    seen = on_file.json("undo", "MB-01", *named, "--dry-run")["undone"]
    assert [each["topic"].removeprefix("table.") for each in seen] == kinds
    taken_back = on_file.json("undo", "MB-01", *named)
    assert taken_back["undone"] == seen
    assert len(taken_back["events"]) == 1
    assert on_file.json("table", "show", "MB-01") == before


def test_cards_settled_by_one_command_go_together(on_file: Terminal) -> None:
    on_file.dealing()
    on_file.does(*WAGER)
    on_file.does("round", "bets-closed", "MB-01")
    before = on_file.json("table", "show", "MB-01")
    on_file.does("round", "deal", "MB-01", "--player", "7dQh", "--banker", "9cKh", "--settle")
    on_file.does("undo", "MB-01")
    assert on_file.json("table", "show", "MB-01") == before
    on_file.does("db", "check")


def test_anothers_entry_is_taken_back_for_a_reason(on_file: Terminal) -> None:
    on_file.dealing()
    on_file.does(*WAGER)
    undo = ("undo", "MB-01", "--by", "C-2", "--approved-by", "S-2")
    assert on_file.is_refused(*undo)["code"] == "reason_missing"
    assert "wrong seat" in on_file.does(*undo, "--reason", "wrong seat")


def test_what_was_taken_back_is_told_with_who_entered_it_and_who_took_it_back(
    on_file: Terminal,
) -> None:
    on_file.dealing()
    on_file.does(*WAGER)
    why = ("--reason", "wrong seat", "--by", "C-2", "--approved-by", "S-2")
    undo = on_file.json("undo", "MB-01", *why)
    on_file.does("chips", "fill", "MB-01", "--slip", "F-1", "--chips", "100x5", *SIGNED)
    on_file.does("undo", "MB-01", "--reason", "no such fill", "--approved-by", "S-2")
    wager, fill = on_file.json("audit", "undone", "--table", "MB-01")
    said = {name: wager[name] for name in ("position", "entered_by", "by", "approved_by", "slip")}
    assert said == {
        "position": undo["position"],
        "entered_by": "C-1",
        "by": "C-2",
        "approved_by": "S-2",
        "slip": "",
    }
    assert wager["round"].startswith("MB-01:")
    assert (wager["said"], wager["reason"]) == ("r1: seat 3: $25.00 on Banker", "wrong seat")
    assert (fill["slip"], fill["round"], fill["reason"]) == ("fill:F-1", "", "no such fill")
    assert on_file.json("audit", "undone", "--as-of", str(undo["position"])) == [wager]
    assert on_file.json("audit", "undone", "--as-of", str(undo["position"] - 1)) == []
    refused = on_file.is_refused("audit", "undone", "--table", "XX", exit_code=3)
    assert refused["code"] == "unknown_table"


def test_a_dry_run_shows_what_would_go_where_approval_is_missing(on_file: Terminal) -> None:
    """It is refused as without, and nothing but the event that it is about is said of its kind."""
    on_file.dealing()
    on_file.does(*WAGER)
    undo = ("undo", "MB-01", "--by", "C-2", "--dry-run")
    ran = on_file.run(*undo)
    assert ran.exit_code == 1
    assert ran.stdout.startswith("  would be taken back: MB-01: ")
    assert "approval_missing" in ran.stderr
    said = json.loads(on_file.run(*undo, "--json").stdout)
    assert (said["events"], said["dry_run"]) == ([], True)
    assert [each["topic"] for each in said["undone"]] == ["table.wagers_placed"]
    assert on_file.run(*undo[:-1]).stdout == ""


def test_a_person_at_a_terminal_is_asked_whether_it_is_meant(
    on_file: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    on_file.dealing()
    monkeypatch.setattr("cli.commands.undo.may_be_asked", lambda: True)
    for typed in ("\n", "y\n", " Yes\n"):
        on_file.does(*WAGER)
        asked = on_file.run("undo", "MB-01", stdin=typed)
        assert "Is it taken back" in asked.stderr
        assert "Why is it" not in asked.stderr
        assert "mistyped" in asked.stdout
    on_file.does(*WAGER)
    told = on_file.run("undo", "MB-01", "--reason", "wrong seat")
    assert told.stderr.startswith("  takes back: MB-01: "), "seen first where it is not asked"
    assert "Is it" not in told.stderr


@pytest.mark.parametrize("by", [(), ("--by", "C-2", "--approved-by", "S-2")])
def test_the_next_command_of_who_does_not_wait_for_the_question_is_no_reason(
    on_file: Terminal, monkeypatch: pytest.MonkeyPatch, by: tuple[str, ...]
) -> None:
    """Else the act would go, and the command stand on record as why."""
    on_file.dealing()
    on_file.does(*WAGER)
    monkeypatch.setattr("cli.commands.undo.may_be_asked", lambda: True)
    asked = on_file.run("undo", "MB-01", *by, stdin=". 3b25 / 7dQh 9cKh\n")
    assert (asked.exit_code, asked.stdout) == (1, "")
    assert asked.stderr.endswith("MB-01: nothing taken back; a reason stands behind --reason\n"), (
        asked.stderr
    )
    assert [each["bet"] for each in on_file.json("table", "show", "MB-01")["wagers"]] == ["banker"]


def test_a_person_is_asked_until_they_say_why_where_a_reason_is_needed(
    on_file: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    on_file.dealing()
    on_file.does(*WAGER)
    monkeypatch.setattr("cli.commands.undo.may_be_asked", lambda: True)
    undo = ("undo", "MB-01", "--by", "C-2", "--approved-by", "S-2")
    long = on_file.run(*undo, stdin=f"y\n{'x' * 501}\n")
    assert (long.exit_code, long.stderr.count("reason is longer than")) == (2, 1)
    for typed in ("n\n", "y\nno\n"):
        assert on_file.run(*undo, stdin=typed).stderr.endswith("MB-01: nothing taken back\n")
    asked = on_file.run(*undo, stdin="\n\ny\n wrong seat\n")
    assert asked.exit_code == 0
    assert asked.stderr.count("Why is it taken back (n: it stays)") == 3
    assert "wrong seat" in asked.stdout


def test_what_goes_is_seen_whole_where_the_question_stands(
    on_file: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Twelve wagers of two seats, on a screen of 60 columns and 24 lines: what each is, and what they came to."""
    on_file.dealing()
    bets = "b25 t5 p5 dbp5 dbb5 hm5"
    on_file.does(
        "play",
        "MB-01",
        " ".join(f"{seat}{bet}" for seat in (3, 5) for bet in bets.split()) + " / 7dQh 9cKh",
    )
    monkeypatch.setattr("cli.commands.undo.may_be_asked", lambda: True)
    said = on_file.run("undo", "MB-01", stdin="n\n").stderr
    shown = [line for each in said.splitlines() for line in textwrap.wrap(each, 56)]
    assert len(shown) < 20
    assert "takes back: MB-01: r1: seat 3: $25.00 on Banker; " in said
    assert "    r1 settled: player 7, banker 9, banker wins; 12 wagers of $100.00, " in said
    assert said.count(":2026-") <= 2, said


def test_a_person_refused_sees_whose_act_it_was(
    on_file: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    on_file.dealing()
    on_file.does(*WAGER)
    monkeypatch.setattr("cli.commands.undo.may_be_asked", lambda: True)
    said = on_file.run("undo", "MB-01", "--by", "C-2")
    assert (said.exit_code, said.stdout) == (1, "")
    shown, refused = said.stderr.split("approval_missing", 1)
    assert "would be taken back: MB-01: " in shown
    assert "C-1" in refused


def test_a_no_at_the_question_leaves_the_act_there(
    on_file: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    on_file.dealing()
    on_file.does(*WAGER)
    monkeypatch.setattr("cli.commands.undo.may_be_asked", lambda: True)
    for typed in ("n\n", " No\n", "q\n", ""):
        said = on_file.run("undo", "MB-01", stdin=typed)
        assert (said.exit_code, said.stdout) == (1 if typed else 130, "")
        assert "n: it stays" in said.stderr
        assert said.stderr.count("\nstopped: ") == said.stderr.count("stopped: "), (
            "a line of its own"
        )
        assert ("stopped: " in said.stderr, "MB-01: nothing taken back" in said.stderr) == (
            not typed,
            bool(typed),
        )
    (wager,) = on_file.json("table", "show", "MB-01")["wagers"]
    assert wager["bet"] == "banker"


def test_a_table_opened_by_mistake_is_no_table(on_file: Terminal) -> None:
    on_file.opened()
    undo = ("undo", "MB-01", "--reason", "is MB-10", "--approved-by", "S-2")
    assert "put into service" in on_file.does(*undo)
    assert on_file.json("table", "list") == []
    assert on_file.is_refused("table", "show", "MB-01", exit_code=3)["code"] == "unknown_table"
    assert on_file.is_refused("undo", "MB-01", exit_code=3)["code"] == "unknown_table"
    assert "is MB-10" in on_file.does("audit", "history", "MB-01")
    assert "undo" in on_file.does("report", "exceptions")
    on_file.does("db", "check")
    on_file.opened()
    (table,) = on_file.json("table", "list")
    assert table["table"] == "MB-01"


def test_what_was_entered_behind_what_is_taken_back_is_told_to_stay(on_file: Terminal) -> None:
    """Who means the request sees that it stands, and what can be done about it."""
    on_file.dealing()
    on_file.does("chips", "buy-in", "MB-01", "3", "50")
    assert "stays" not in on_file.does("undo", "MB-01")
    on_file.does("chips", "buy-in", "MB-01", "3", "50")
    on_file.does(*("chips", "request", "MB-01", "fill", "--chips", "100x2", "--supervisor", "S-2"))
    for more in (["--dry-run"], []):
        said = on_file.does("undo", "MB-01", *more)
        assert ("bought in" in said, said.count("stays: ")) == (True, 1), said
        assert said.splitlines()[-1].endswith("Void it: pit chips void.")
