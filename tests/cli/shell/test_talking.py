"""A person at a terminal: what they paste, and who they say they are."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path
from types import SimpleNamespace

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.history import History, InMemoryHistory
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from cli.frame.main import in_shell
from cli.frame.options import Session
from cli.shell.history import history
from cli.shell.lines import Shell
from cli.shell.talking import ask_who_types, converse, tell_changed
from ledger.table.acts import Sit
from tests.cli.conftest import Terminal
from tests.cli.proving import enroll
from tests.cli.shell.conftest import shell_of

PASTE = "\x1b[200~{}\x1b[201~\r"
"""What a terminal sends for what is pasted, and Enter behind it."""


def _converse(
    shell: Shell,
    kept: Session,
    keys: str,
    *,
    goes_on: bool = False,
    kept_in: History | None = None,
) -> list[str]:
    """What is kept as typed of these keys. goes_on: as `pit shell --go-on`."""
    typed_before = kept_in or InMemoryHistory()
    with ExitStack() as stack:
        typed = stack.enter_context(create_pipe_input())
        stack.enter_context(create_app_session(input=typed, output=DummyOutput()))
        typed.send_text(keys)
        converse(shell, in_shell, kept, typed_before, goes_on=goes_on)
    return list(typed_before.get_strings())


def test_lines_pasted_together_are_carried_out_one_after_the_other(kept: Session) -> None:
    shell = shell_of(kept)
    lines = "MB-01\r\nseat sit . 5\n\n. 1b25 / 7dQh 9cKh\n. 2p30\n"
    told = _converse(shell, kept, f"{PASTE.format(lines)}seat sit . 6\r\x04")
    table = kept.ledger.table("MB-01")
    assert set(table.seats) == {1, 2, 5, 6}
    assert table.round is not None
    assert [each.cents for each in table.round.wagers] == [3000]
    assert table.last_round.endswith(":1")
    assert told[-1] == "seat sit . 6"


AT_ANOTHER_TABLE = "MB-01\nuse MB-09\n. 3b20 / 7dQh 9cKh\n \nseat sit . 5\n"
BY_SOMEBODY_ELSE = "MB-01\nby C/9\n. 3b20 / 7dQh 9cKh\n"


@pytest.mark.parametrize(
    ("lines", "left"),
    [
        (AT_ANOTHER_TABLE, "the 2 lines behind it"),
        (BY_SOMEBODY_ELSE, "the line behind it"),
        ("MB-01\nseat sit . 99\n", ""),
    ],
)
@pytest.mark.parametrize("told", [True, False])
def test_what_is_pasted_behind_a_line_that_failed_is_left_out_and_the_session_goes_on(
    kept: Session, lines: str, left: str, told: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    """It may rest on that: a round would stand at the table, or under the author, of before. told: whether the terminal
    says that it is pasted; else the lines come as if they were typed, and wait.
    """
    shell = shell_of(kept)
    _converse(shell, kept, f"{PASTE.format(lines) if told else lines}\x04")
    _converse(shell, kept, "seat sit . 6\r\x04")
    table = kept.ledger.table("MB-01")
    assert (set(table.seats), table.last_round, table.round) == ({6}, "", None)
    said = capsys.readouterr().err
    assert ("Left out" in said, f"Left out, since a line failed: {left}." in said) == (
        bool(left),
        bool(left),
    )


def test_what_is_pasted_behind_a_line_that_failed_is_carried_out_where_that_is_said(
    kept: Session,
) -> None:
    lines = "MB-01\nseat sit . 99\n\nseat sit . 5\n"
    _converse(shell_of(kept), kept, f"{PASTE.format(lines)}\x04", goes_on=True)
    assert set(kept.ledger.table("MB-01").seats) == {5}


@pytest.mark.parametrize(
    ("said", "code", "seated"),
    [("--stop-on-error", 1, set()), ("", 0, set()), ("--go-on", 0, {5})],
)
def test_a_line_that_fails_at_a_terminal_ends_the_session_with_its_code_only_where_that_is_said(
    on_file: Terminal, said: str, code: int, seated: set[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is pasted behind it is no line of whatever is typed at afterwards either."""
    on_file.opened()
    person = SimpleNamespace(stdin=SimpleNamespace(isatty=lambda: True))
    monkeypatch.setattr("cli.commands.shell.sys", person)
    with ExitStack() as stack:
        typed = stack.enter_context(create_pipe_input())
        stack.enter_context(create_app_session(input=typed, output=DummyOutput()))
        pasted = PASTE.format("seat leave MB-01 4\nseat sit MB-01 5")
        typed.send_text(f"{pasted}\x04")
        ended = on_file.run("shell", *said.split())
    assert (ended.exit_code, "Left out" in ended.stderr) == (code, said != "--go-on")
    with Session(on_file.url, None).ledger as ledger:
        assert set(ledger.table("MB-01").seats) == seated


def test_a_line_that_is_too_long_ends_no_session(
    kept: Session, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cli.shell.lines.LONGEST_LINE", 40)
    shell = shell_of(kept)
    _converse(shell, kept, f"MB-01\r{PASTE.format('. ' + '3b25 ' * 8)}\x04")
    _converse(shell, kept, "seat sit . 6\r\x04")
    assert "line_too_long: " in capsys.readouterr().err
    assert set(kept.ledger.table("MB-01").seats) == {6}


@pytest.mark.parametrize("where", ["lines.Shell._says_nothing", "talking.tell_changed"])
def test_ctrl_c_ends_no_session_whatever_the_shell_is_about(
    kept: Session,
    where: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def pressed(*_: object) -> None:
        raise KeyboardInterrupt

    shell = shell_of(kept)
    with monkeypatch.context() as patched:
        patched.setattr(f"cli.shell.{where}", pressed)
        pasted = PASTE.format("seat sit MB-01 5\nseat sit MB-01 6")
        _converse(shell, kept, f"{pasted}\x04")
    assert "Left out, since a line failed: the line behind it." in capsys.readouterr().err
    assert 6 not in kept.ledger.table("MB-01").seats
    _converse(shell, kept, "seat sit MB-01 8\r\x04")
    assert 8 in kept.ledger.table("MB-01").seats


def test_ctrl_z_puts_no_character_into_the_line(
    kept: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    stopped: list[bool] = []
    monkeypatch.setattr(
        "prompt_toolkit.application.Application.suspend_to_background",
        lambda *_, **__: stopped.append(True),
    )
    _converse(shell_of(kept), kept, "seat sit MB-01 \x1a8\r\x04")
    assert (stopped, 8 in kept.ledger.table("MB-01").seats) == ([True], True)


def test_lines_behind_one_that_leaves_are_not_carried_out(kept: Session) -> None:
    _converse(shell_of(kept), kept, PASTE.format("seat sit MB-01 5\nexit\nseat sit MB-01 6"))
    assert set(kept.ledger.table("MB-01").seats) == {5}


def test_a_look_tells_of_no_act_whoever_else_types_under_that_name(
    kept: Session, capsys: pytest.CaptureFixture[str]
) -> None:
    shell = shell_of(kept)
    _converse(shell, kept, "MB-01\r\x04")
    with Session(kept.url, "C-1").ledger as other:
        other.do(Sit(by="C-1", at=datetime.now(UTC), source="", seq=0, table="MB-01", seat=9))
    _converse(shell, kept, "show .\rseat sit . 99\r\x04")
    assert "MB-01: " not in capsys.readouterr().err
    assert [str(each) for each in shell.watch.news("MB-01")] == ["C-1: seat 9 taken"]
    _converse(shell, kept, "seat sit . 5\r\x04")
    assert "MB-01: 5 taken" in capsys.readouterr().err
    assert shell.watch.news("MB-01") == []


@pytest.mark.parametrize("line", ["seat sit . 5 --by C-8", "--by C-8 seat sit . 5"])
def test_an_act_under_another_name_is_ones_own(
    kept: Session, line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    shell = shell_of(kept)
    _converse(shell, kept, f"MB-01\r{line}\r\x04")
    assert "MB-01: 5 taken" in capsys.readouterr().err
    assert shell.watch.news("MB-01") == []


@pytest.mark.parametrize("word", ["exit", "quit"])
def test_who_is_asked_who_types_can_leave(
    kept: Session, word: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("click.prompt", lambda *_, **__: word)
    kept.named_by = None
    assert not ask_who_types(shell_of(kept), kept)
    assert (kept.author, capsys.readouterr().err) == ("", "")


@pytest.mark.parametrize(("person", "drawn"), [(True, ["out"]), (False, ["err"])])
def test_the_prompt_is_drawn_where_a_person_looks(
    kept: Session, monkeypatch: pytest.MonkeyPatch, person: bool, drawn: list[str]
) -> None:
    """What is asked for may go to a file."""
    streams = {name: StringIO() for name in ("out", "err")}
    for name, stream in streams.items():
        monkeypatch.setattr(stream, "isatty", lambda name=name: name == "err" or person)
        monkeypatch.setattr(f"sys.std{name}", stream)
    found: list[object] = []

    def drawn_on(stream: object) -> DummyOutput:
        found.append(stream)
        return DummyOutput()

    monkeypatch.setattr("cli.shell.talking.create_output", drawn_on)
    _converse(shell_of(kept), kept, "\x04")
    assert found == [streams[each] for each in drawn]


@pytest.fixture
def enrolled(on_file: Terminal) -> Iterator[Session]:
    """A session that nobody acts in, where accounting gives a passphrase."""
    for code in ("A-1", "A-2"):
        who = ("--name", f"Person {code}", "--licence", f"L-{code}", "--role", "accounting")
        on_file.does("operator", "register", code, *who, "--by", "A-1")
    enroll(on_file)
    found = Session(on_file.url, None)
    yield found
    found.close()


def test_who_is_named_from_outside_and_may_not_type_is_asked_for_another_at_once(
    enrolled: Session, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = _answers(monkeypatch, "A-2", "the passphrase of A-2")
    enrolled.named_by = "A-1"
    assert ask_who_types(shell_of(enrolled), enrolled)
    assert asked == [], "a passphrase is asked for by what needs it"
    enrolled.named_by = "X-9"
    assert ask_who_types(shell_of(enrolled), enrolled)
    assert enrolled.author == "A-2"
    assert "unknown_operator: " in capsys.readouterr().err


def _answers(monkeypatch: pytest.MonkeyPatch, *typed: str) -> list[tuple[str, bool]]:
    """Types these where something is asked; what is asked, and whether unseen, stands in what is returned."""
    waiting, asked = iter(typed), []

    def prompt(question: str, *, hide_input: bool = False, **_: object) -> str:
        asked.append((question, hide_input))
        return next(waiting)

    monkeypatch.setattr("click.prompt", prompt)
    monkeypatch.setattr("cli.frame.passphrase.at_terminal", lambda: True)
    return asked


def test_a_passphrase_that_was_mistyped_is_asked_for_again_unseen(
    enrolled: Session, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where anything else were asked, it would be typed there, and stand on the screen."""
    shell = shell_of(enrolled)
    right = "the passphrase of {}".format
    enrolled.patient = True
    asked = _answers(monkeypatch, "A-1", "wrong", right("A-1"), "wrong too", right("A-2"))
    assert ask_who_types(shell, enrolled)
    assert enrolled.author == "A-1"
    assert shell.take("by A-2")
    assert (enrolled.author, shell.code) == ("A-2", 0)
    unseen = [(f"Passphrase of {each}", True) for each in ("A-1", "A-1", "A-2", "A-2")]
    assert asked == [("Who types", False), *unseen]
    told = capsys.readouterr().err
    assert told.count("passphrase_wrong: ") == 2
    assert "wrong too" not in told


def test_a_second_signers_is_asked_for_again_and_the_line_stays_typed(
    enrolled: Session, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    enrolled.patient = True
    right = "the passphrase of {}".format
    asked = _answers(monkeypatch, *[right("A-1")] * 2, "wrong", right("A-2"))
    shell = shell_of(enrolled)
    shell.take("by A-1")
    shell.take("operator roles A-2 --role accounting --role audit --second A-2")
    assert shell.code == 0
    assert [question[-3:] for question, _ in asked] == ["A-1", "A-1", "A-2", "A-2"]
    assert capsys.readouterr().err.count("passphrase_wrong: ") == 1
    assert "audit" in enrolled.ledger.loader.registry().operator("A-2").now.roles


def test_who_mistypes_until_no_attempt_is_taken_is_asked_for_a_name(
    enrolled: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    enrolled.patient = True
    asked = _answers(monkeypatch, "A-1", "x", "y", "z", "A-2", "the passphrase of A-2")
    assert ask_who_types(shell_of(enrolled), enrolled)
    assert enrolled.author == "A-2"
    assert [question for question, unseen in asked if not unseen] == ["Who types"] * 2


def test_a_file_is_the_passphrase_of_who_began_and_nobody_else_is_locked_out_for_it(
    enrolled: Session, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    enrolled.named_by = "A-1"
    monkeypatch.setenv("PIT_PASSPHRASE_FILE", "A-1.phrase")
    in_turn = ("A-2", "A-2", "A-1")  # As each begins, and for the settings.
    asked = _answers(monkeypatch, *(f"the passphrase of {each}" for each in in_turn))
    shell = shell_of(enrolled)
    for line in ("property set undo-window=12", "by A-2", "property set undo-window=13", "by A-1"):
        shell.take(line)
    assert (shell.code, asked) == (0, [(f"Passphrase of {each}", True) for each in in_turn])
    assert "passphrase_wrong" not in capsys.readouterr().err


def test_who_types_behind_somebody_else_is_not_taken_for_the_owner_of_a_file(
    enrolled: Session, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PIT_PASSPHRASE_FILE", "A-1.phrase")
    enrolled.named_by = "A-1"
    shell_of(enrolled).take("property set undo-window=12 --by A-2")
    assert capsys.readouterr().err.startswith("passphrase_needed: ")


@pytest.mark.usefixtures("enrolled")
def test_the_shell_takes_the_file_that_is_named_to_it(
    on_file: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = "property set undo-window=12\n"
    named = ("--by", "A-1", "--passphrase-file")
    assert on_file.run("shell", *named, "A-1.phrase", stdin=settings).exit_code == 0
    refused = on_file.run("shell", *named, "-", stdin=f"the passphrase of A-1\n{settings}")
    assert (refused.exit_code, refused.stderr.partition(":")[0]) == (2, "usage")
    monkeypatch.setenv("PIT_PASSPHRASE_FILE", "-")
    assert on_file.run("shell", "--by", "A-1", stdin=settings).exit_code == 2


def test_where_lines_can_no_longer_be_kept_the_session_goes_on(
    kept: Session,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    folder = tmp_path / "home"
    folder.mkdir()
    monkeypatch.setenv("PIT_HISTORY", str(folder / "history"))
    lines = history()
    shutil.rmtree(folder)
    typed = _converse(shell_of(kept), kept, "MB-01\rseat sit . 5\r\x04", kept_in=lines)
    assert typed == ["MB-01", "seat sit . 5"]
    assert set(kept.ledger.table("MB-01").seats) == {5}
    assert "Traceback" not in "".join(capsys.readouterr())
    folder.mkdir()
    lines.store_string("seat leave . 5")
    assert (folder / "history").stat().st_mode & 0o777 == 0o600


def test_a_shell_goes_on_with_the_store_that_is_put_in_the_place_of_its_own(
    on_file: Terminal,
) -> None:
    """An older copy knows less than what is kept of the one before: of tables, links, settings and who works there."""
    on_file.dealing()
    file = Path(on_file.url.removeprefix("sqlite:///"))
    older = file.with_name("older.db")
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("VACUUM INTO ?", (str(older),))
    lines = (
        *("MB-01 1b25", "property set clock-tolerance=5", "property set clock-tolerance=6"),
        "meter install R9-1 --rules ma-midi --authorised-by M-1",
        "operator register C-1 --name Ann --licence L-1 --role pit_clerk --role accounting",
        "operator register C-2 --name Bea --licence L-2 --role pit_clerk",
    )
    with closing(Session(on_file.url, "C-1")) as kept:
        shell = shell_of(kept)
        for line in lines:
            shell.take(line)
        older.replace(file)
        for beside in file.parent.glob(f"{file.name}-*"):
            beside.unlink()
        for line in lines:
            shell.take(line)
            assert not shell.failed, line
        assert set(kept.ledger.table("MB-01").seats) == {1}


def test_a_table_whose_opening_is_taken_back_is_worked_at_no_more(
    kept: Session, capsys: pytest.CaptureFixture[str]
) -> None:
    shell = shell_of(kept)
    opening = (
        "table open Z-1 --rules ma-midi --pit P-1 --opener 100x5 --dealer D-7 --supervisor S-2"
    )
    for line in (opening, "Z-1", "undo . --reason mistyped --approved-by S-2"):
        shell.before = None
        shell.take(line)
        capsys.readouterr()
        tell_changed(shell, "C-1")
    assert capsys.readouterr().err == "Z-1: in service no more\n"
    assert (shell.table, shell.watch.news("Z-1")) == ("", [])
