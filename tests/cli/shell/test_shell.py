"""`pit shell`: a person's session, and lines piped in."""

import json
import re
from contextlib import ExitStack, closing
from datetime import datetime
from pathlib import Path

import msgspec
import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from cli.frame.main import in_shell
from cli.frame.options import Session
from cli.shell.completer import Words
from cli.shell.history import history as kept_lines
from cli.shell.lines import Shell
from cli.shell.talking import ask_who_types, converse, tell_changed
from cli.shell.toolbar import Toolbar
from cli.shown.at_table import changed
from ledger import rules
from ledger.store.engine import begin_write
from ledger.table.acts import Round, Sit
from tests.cli.conftest import DAY, NOW, Terminal
from tests.cli.shell.conftest import shell_of

EVENING = """
# a comment, and an empty line
MB-01
shoe start MB-01 1 --burn 2c
pit wager place MB-01 3 banker 20
seat sit . 5
shell
seat sit MB-01 "5
wager place MB-01 99 banker 20
round show MB-01
"""


def test_piped_lines_are_commands_and_the_first_that_fails_ends_them(terminal: Terminal) -> None:
    terminal.opened()
    result = terminal.run(
        "shell", stdin="seat sit MB-01 3\n\nseat leave MB-01 4\nseat sit MB-01 5\n"
    )
    assert (result.exit_code, result.stderr.splitlines()[0][:20]) == (1, "line 3: seat_empty: ")
    assert "seat 5" not in result.stdout
    told = json.loads(terminal.run("shell", stdin="\nseat leave MB-01 4 --json").stderr)
    assert (told["error"]["line"], told["error"]["code"]) == (2, "seat_empty")


def test_lines_go_on_where_that_is_said_and_the_first_code_is_theirs(terminal: Terminal) -> None:
    terminal.opened()
    result = terminal.run("shell", "--go-on", stdin=EVENING)
    assert result.exit_code == 2
    assert "MB-01: seat 5 taken" in result.stdout
    assert f"Round MB-01:{DAY}:1, open" in result.stdout
    codes = re.findall(r"^line (\d+): (\w+): ", result.stderr, re.MULTILINE)
    assert codes == [("7", "in_the_shell"), ("8", "open_quote"), ("9", "bad_value")]
    topics = [row.topic for row in terminal.everything()]
    assert topics[-3:] == ["table.shoe_started", "table.wagers_placed", "table.seat_taken"]


def test_exit_ends_it_and_the_rest_is_not_read(terminal: Terminal) -> None:
    terminal.opened()
    result = terminal.run("shell", stdin="seat sit MB-01 3\nexit\nseat sit MB-01 4\n")
    assert result.exit_code == 0
    assert "seat 3 taken" in result.stdout
    assert "seat 4" not in result.stdout


def test_the_author_and_a_store_named_once_hold_for_every_line(terminal: Terminal) -> None:
    terminal.opened()
    result = terminal.run(
        "--by", "C-9", "shell", stdin="seat sit MB-01 3\nseat leave MB-01 3 --by C-8\n"
    )
    assert result.exit_code == 0, result.output
    with Session(terminal.url, None).ledger as ledger:
        authors = [recorded.event.by for recorded in ledger.stream("table:MB-01")]
    assert authors[-2:] == ["C-9", "C-8"]


def test_the_store_stays_open(kept: Session) -> None:
    shell = shell_of(kept)
    opened = kept.ledger
    assert shell.take("seat sit MB-01 3")
    assert shell.take("seat sit MB-01 4")
    assert shell.code == 0
    assert kept.ledger is opened
    assert set(opened.table("MB-01").seats) == {3, 4}


def test_a_shell_that_is_open_while_the_store_is_upgraded_is_told(
    kept: Session, capsys: pytest.CaptureFixture[str]
) -> None:
    shell = shell_of(kept)
    shell.take("table list")
    engine = kept.ledger.journal.engine
    with begin_write(engine) as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    shell.take("table list")
    assert shell.code == 7
    assert capsys.readouterr().err.startswith("store_too_new: ")


def test_the_prompt_says_where_play_is(kept: Session) -> None:
    shell = shell_of(kept)
    assert shell.prompt() == "pit> "
    shell.take("use MB-01")
    assert shell.prompt() == "MB-01> "
    shell.take("wager place . 3 banker 20")
    assert shell.prompt() == "MB-01 r1> "
    shell.take("round void MB-01 --reason 'a test'")
    assert shell.prompt() == "MB-01> "
    shell.take("use mb-01")
    assert (shell.prompt(), shell.code) == ("MB-01> ", 0)
    shell.take("use MB-77")
    assert (shell.prompt(), shell.code) == ("MB-01> ", 3)


def _offered(shell: Shell, kept: Session, before: str) -> list[str]:
    found = Words(shell, in_shell, kept).get_completions(Document(before), CompleteEvent())
    return [each.text for each in found]


def test_completion_knows_nouns_verbs_options_tables_and_rounds(kept: Session) -> None:
    shell = shell_of(kept)
    shell.take("MB-01")
    shell.take("wager place . 3 banker 20")

    def offered(before: str) -> list[str]:
        return _offered(shell, kept, before)

    assert offered("wa") == ["wager"]
    assert offered("pit wager ") == ["place", "withdraw"]
    assert "--coupon" in offered("wager place --co")
    assert offered("wager place ") == [".", "MB-01"]
    assert offered("wager pl mb") == ["MB-01"]
    assert offered("m") == ["meter", "MB-01"]
    assert offered("s") == ["shoe", "seat", "serve", "show"]
    assert offered("sh cut") == ["cut-card"]
    assert offered("use ") == [".", "MB-01"]
    assert offered("round show mb-01:") == [f"MB-01:{DAY}:1"]
    assert offered("round show .:") == [".:1"]
    assert offered("round show MB-01:today:") == ["MB-01:today:1"]
    assert offered("table open MB-02 --rules=ma-mi") == ["ma-midi", "ma-midi-ez"]
    assert offered("chips fill . --slip ") == offered("play . ") == offered(". 3b") == []
    assert offered("round third MB-01 pl") == ["player"]
    assert offered('wager "') == []
    assert offered("report win --da") == ["--day"]
    assert offered("report win --db sqlite:///nowhere.db --da") == ["--day"]


def test_a_person_types_and_leaves(kept: Session) -> None:
    """Ctrl-C forgets the line; an error does not end it; Ctrl-D does."""
    shell, history = shell_of(kept), InMemoryHistory()
    with ExitStack() as stack:
        keys = stack.enter_context(create_pipe_input())
        stack.enter_context(create_app_session(input=keys, output=DummyOutput()))
        keys.send_text("seat sit MB-01 3\r")
        keys.send_text("seat sit MB-01 99\r\x04")
        converse(shell, in_shell, kept, history)
        keys.send_text("seat sit MB-01 4\x03")
        keys.send_text("seat sit MB-01 5\r\x04")
        converse(shell, in_shell, kept, history)
        found = Words(shell, in_shell, kept).get_completions(Document("seat si"), CompleteEvent())
        assert [(each.text, each.start_position) for each in found] == [("sit", -2)]
    assert set(kept.ledger.table("MB-01").seats) == {3, 5}
    assert shell.code in {1, 2}
    assert list(history.get_strings())[-1] == "seat sit MB-01 5"


def test_history_is_its_owners_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIT_HISTORY", str(tmp_path / "history"))
    kept_lines().store_string("seat sit MB-01 5")
    assert (tmp_path / "history").stat().st_mode & 0o777 == 0o600
    monkeypatch.setenv("PIT_HISTORY", str(tmp_path / "none" / "history"))
    assert list(kept_lines().get_strings()) == []


def test_a_round_is_played_at_the_table_in_the_prompt(
    kept: Session, capsys: pytest.CaptureFixture[str]
) -> None:
    shell = shell_of(kept)
    shell.take(". 3b25")
    assert "no_table_here: " in capsys.readouterr().err
    shell.take("use mb-01")
    shell.take(". 3b25 # a comment")
    shell.take(". 7dqh 9ckh")
    assert "1 wager of $25.00" in capsys.readouterr().out
    shell.take("!!")
    assert "entered_twice: " in capsys.readouterr().err, "no second round of the same cards"
    shell.take("!! --yes --dry-run")
    told = capsys.readouterr()
    assert ". 7dqh 9ckh --yes --dry-run\n" in told.err
    assert "entered_twice: " not in told.err
    shell.take("show")
    assert "Seat 3   taken, owes $1.25" in capsys.readouterr().out
    shell.take("u --dry-run")
    assert "taken back: MB-01: round MB-01" in capsys.readouterr().out
    shell.take("undo")
    shell.take("show")
    assert "seat 3: $25.00 on Banker" in capsys.readouterr().out


def test_a_line_that_begins_with_a_table_is_of_that_table(terminal: Terminal) -> None:
    terminal.dealing("MB-01").dealing("MB-02")
    said = terminal.does("shell", stdin="mb-01\nmb-02 3b25 / 7dqh 9ckh\n. 3b5\nmb-01\nshow\n")
    assert f"round MB-02:{DAY}:1 settled" in said
    assert f"MB-02: round MB-02:{DAY}:2: seat 3: $5.00 on Banker" in said
    assert said.rstrip().endswith("Tray     $12,000.00")


def test_only_who_says_so_is_at_another_table(terminal: Terminal) -> None:
    """Neither a look, nor what is refused, nor an act elsewhere has the next round land there."""
    terminal.dealing("MB-01").dealing("MB-02")
    kept = Session(terminal.url, "C-1")
    shell = shell_of(kept)
    shell.take("mb-02 3b25")
    for line in (
        "table show MB-01",
        "vig collect MB-01 --all",  # Nothing is owed.
        "MB-01 3q5",
        "MB-01 3b5 --dry-run",
        "MB-01 3b5 --help",
        "seat sit MB-01 5",
        "report win",
    ):
        shell.take(line)
        assert shell.prompt() == "MB-02 r1> ", line
    kept.close()


def test_what_an_act_changed_is_told_of_the_table_that_it_was_about(
    terminal: Terminal, capsys: pytest.CaptureFixture[str]
) -> None:
    terminal.dealing("MB-01").dealing("MB-02")
    told = {
        "mb-02 3b25": "MB-02: r1 open · 3 b25",
        "wag pl mb-01 3 b 5": "MB-01: r1 open · 3 b5",
        "round void MB-01 --reason misdeal": "MB-01: r1 over · 3 no wager",
        ". 7dqh 9ckh": "MB-02: r1 over · 3 owes 1.25 · 409 cards · tray 11,975.00 (-25.00) · owed 1.25 (+1.25)",
        "seat sit . 7": "MB-02: 7 taken",
        "seat leave . 7": "MB-02: 7 left",
        ". 4p5 / 9dqh 7ckh": "MB-02: r2 over · 405 cards · tray 11,970.00 (-5.00)",
        "undo . --reason mistyped": "MB-02: r1 over · 4 left · 409 cards · tray 11,975.00 (+5.00)",
        "seat sit --by C-8 mb-01 6": "MB-01: 6 taken",
        "--by C-8 seat leave mb-01 6": "MB-01: 6 left",
        "mb-01 3b5 --dry-run": None,
        "table show MB-01": None,
        "by C-2": None,
    }
    with closing(Session(terminal.url, "C-1")) as kept:
        shell = shell_of(kept)
        for line, changes in told.items():
            shell.before = None
            shell.take(line)
            capsys.readouterr()
            tell_changed(shell, kept.recorded_by)
            assert capsys.readouterr().err == (f"{changes}\n" if changes else ""), line


def test_a_table_that_nobody_knows_is_answered_with_those_that_come_near(
    kept: Session, capsys: pytest.CaptureFixture[str]
) -> None:
    shell = shell_of(kept)
    for line in ("MB-0l 3b25 / 7dQh 9cKh", "MB-0l", "mb-02 3b5", "use mb-02"):
        shell.take(line)
        told = capsys.readouterr().err
        assert "unknown_table: There is no table" in told, line
        assert "Did you mean MB-01?" in told, line
    for word in ("3b25", "=", "x2", "Kh9c", "b5h5s8c", "As10d"):
        shell.take(word)
        assert (
            f"There is no command {word}.\n  A round begins with a dot (. {word}). See ?."
            in capsys.readouterr().err
        )
    shell.take("sit . 3")
    assert "There is no command sit.\n  Did you mean seat sit? See ?." in capsys.readouterr().err, (
        "a verb without its noun"
    )
    shell.take("shwo")
    assert "Did you mean shoe or show" in capsys.readouterr().err
    assert shell.code == 3


def test_somebody_else_types_from_here_on(kept: Session) -> None:
    shell = shell_of(kept)
    shell.take("by C-2")
    shell.take("seat sit MB-01 3")
    assert kept.ledger.stream("table:MB-01")[-1].event.by == "C-2"
    shell.take("operator register A-1 --name 'Ada Lund' --licence L-1 --role accounting --by A-1")
    shell.take("by C-3")
    assert (shell.code, kept.named_by) == (3, "C-2")


@pytest.mark.parametrize("name", ["C/1", "'C 9; DROP'", "''"])
def test_who_cannot_be_an_operator_types_nothing(
    kept: Session, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    shell = shell_of(kept)
    shell.take(f"by {name}")
    assert "bad_id: " in capsys.readouterr().err
    assert (shell.code, kept.named_by) == (1, "C-1")


@pytest.mark.parametrize("word", ["MB-01", "mb-01", "show", "table"])
def test_what_is_typed_ahead_of_the_question_who_types_is_nobody(
    kept: Session, word: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where nobody is registered the table would be on record as who typed."""
    names = iter([word, "C-2"])
    monkeypatch.setattr("click.prompt", lambda *_, **__: next(names))
    kept.named_by = None
    shell = shell_of(kept)
    ask_who_types(shell, kept)
    shell.take(f"by {word}")
    assert kept.author == "C-2"
    assert capsys.readouterr().err.count(f"bad_id: {word} is a table or a command") == 2


def test_who_types_at_the_start_is_asked_until_it_is_somebody(
    kept: Session, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    shell = shell_of(kept)
    shell.take("operator register A-1 --name 'Ada Lund' --licence L-1 --role accounting --by A-1")
    names = iter(["A-9", " ", "A-1"])
    monkeypatch.setattr("click.prompt", lambda *_, **__: next(names))
    kept.named_by = None
    ask_who_types(shell, kept)
    assert (kept.author, list(names)) == ("A-1", [])
    assert "A-9 is not registered.\n" in capsys.readouterr().err


def test_who_types_at_a_store_that_does_not_answer_is_taken_at_their_word(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The store is perhaps to be made by what they type."""
    kept = Session(f"sqlite:///{tmp_path}/none.db", None)
    monkeypatch.setattr("click.prompt", lambda *_, **__: "A-1")
    ask_who_types(shell_of(kept), kept)
    assert kept.named_by == "A-1"
    assert "store_not_set_up: " in capsys.readouterr().err
    kept.close()


def test_only_bets_that_the_table_offers_are_completed(kept: Session) -> None:
    shell = shell_of(kept)
    shell.take("use MB-01")
    for before in ("wager place . 3 ", "wager place MB-01 3 banker 5 3 ", "wager wi . 3 "):
        offered = _offered(shell, kept, before)
        assert "dragon_bonus_player" in offered, before
        assert "panda_8" not in offered, before
        assert "royal_9" not in offered, "no meter pays it"


def test_the_toolbar_shows_the_table_and_what_is_typed(
    kept: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    shell = shell_of(kept)
    toolbar = Toolbar(shell, kept)
    shell.take("use MB-01")
    shell.take(". 3b25 5p100")
    shell.watch.see("MB-01")
    there = toolbar("").splitlines()
    name = kept.url.partition("?")[0].rpartition("/")[2]
    assert there[0] == f"C-1 · {name} · {DAY} · owed 0.00"
    assert there[1:] == ["r1 open · 3 b25 · 5 p100 · 413 cards · tray 12,000.00"]
    typed = " ".join(toolbar(". 7dqh 9ckh").splitlines()[2:])
    assert "2 wagers of $125.00, $50.00 handed back" in typed
    assert "is no wager" in toolbar(". 7dqh lunch")
    for line in ("mb-01 7dqh 9ckh", 'play . "7dqh 9ckh"', ". 7dqh 9ckh # new", ". 7dqh / 9ckh #"):
        assert " ".join(toolbar(line).splitlines()[2:]) == typed
    for line in ("mb-01", ". # 3b25", "play . 3b25 --dry-run", "seat sit . 3", "#"):
        assert len(toolbar(line).splitlines()) == 2
    with Session(kept.url, "C-7").ledger as other:
        other.do(said_elsewhere())
    assert toolbar("").splitlines()[-1] == "C-7: seat 9 taken"
    with Session(kept.url, "C-8").ledger as other:
        other.do(played_elsewhere())
    assert toolbar("").splitlines()[-2:] == [
        "C-7: seat 9 taken",
        "C-8: r1 settled: player 7, banker 9, banker wins, the house wins $75.00",
    ]
    shell.watch.see("MB-01")
    shell.take(". 3b5 3t5c 3b10")
    assert "3 b15 t5 owes 1.25" in toolbar("")


def test_what_others_entered_is_told_as_theirs(
    kept: Session, capsys: pytest.CaptureFixture[str]
) -> None:
    shell = shell_of(kept)
    shell.take("use MB-01")
    shell.watch.see("MB-01")
    with Session(kept.url, "C-7").ledger as other:
        other.do(said_elsewhere())
        shell.take("undo . --reason mistyped")  # Another's: refused.
        capsys.readouterr()
        tell_changed(shell, "C-1")
        assert capsys.readouterr().err == ""
        assert [str(each) for each in shell.watch.news("MB-01")] == ["C-7: seat 9 taken"]
    shell.take(". 3b25")
    capsys.readouterr()
    tell_changed(shell, "C-1")
    assert capsys.readouterr().err.splitlines()[0] == "C-7: seat 9 taken"
    assert shell.watch.news("MB-01") == []


def played_elsewhere() -> Round:
    at = datetime.fromisoformat(NOW)
    player, banker = ["7d", "Qh"], ["9c", "Kh"]
    return Round(
        by="C-8", at=at, source="", seq=0, table="MB-01", wagers=[], player=player, banker=banker
    )


def said_elsewhere() -> Sit:
    at = datetime.fromisoformat(NOW)
    return Sit(by="C-7", at=at, source="", seq=0, table="MB-01", seat=9)


def test_what_an_act_changed_is_told_in_a_line(kept: Session) -> None:
    shell = shell_of(kept)
    shell.take("use MB-01")
    before = shell.standing()
    shell.take(". 3b25 / 7dqh 9ckh")
    after = shell.standing()
    assert before is not None
    assert after is not None
    assert changed(before, after) == (
        "r1 over · 3 owes 1.25 · 409 cards · tray 11,975.00 (-25.00) · owed 1.25 (+1.25)"
    )
    assert changed(after, after) == "nothing else at the table"
    shell.take("wager place . 5 tie 5")
    wagered = shell.standing()
    shell.take("undo . --reason mistyped")
    undone = shell.standing()
    assert wagered is not None
    assert undone is not None
    assert changed(after, wagered) == "r2 open · 5 t5"
    assert changed(wagered, undone) == "r2 gone · 5 left"
    assert changed(wagered, msgspec.structs.replace(wagered, wagers=[])) == "5 no wager"
    assert changed(undone, msgspec.structs.replace(undone, owed={})) == "3 owes nothing"


OWN = """
id = "house-midi"
version = 3
"""


def test_r_the_shell_takes_a_licensees_own_document_where_the_command_does(
    terminal: Terminal, tmp_path: Path
) -> None:
    text = (Path(rules.__path__[0]) / "submissions" / "ma-midi.toml").read_text(encoding="utf-8")
    own = tmp_path / "house-midi.toml"
    own.write_text(text.replace('id = "ma-midi"\nversion = 1', OWN.strip()), encoding="utf-8")
    terminal.initialised()
    signed = "--pit P-1 --opener none --dealer D-7 --supervisor S-2"
    typed = f"""
rules lint {own}
rules show {own}
rules odds {own} --json
table open MB-01 --rules {own} {signed}
table open MB-02 --rules ma-midi {signed}
rules adopt {own} --table MB-02 --notice-at 2026-07-11T12:00:00-04:00 --authorised-by M-1
table show MB-02
"""
    result = terminal.run("shell", stdin=typed)
    assert result.exit_code == 0, result.output
    assert "MB-01: rules house-midi version 3 adopted" in result.stdout
    assert "MB-02 in pit P-1: open, house-midi version 3" in result.stdout
