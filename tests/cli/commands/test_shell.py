"""`pit shell`: a person's session, and lines piped in."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from cli.commands.shell import Shell, _history, _prompt, candidates, converse
from cli.frame.main import pit
from cli.frame.options import Session
from ledger.store.engine import begin_write
from tests.cli.conftest import DAY, Terminal

EVENING = """
# a comment, and an empty line

shoe start MB-01 1 --burn 2c
pit wager place MB-01 3 banker 20
seat sit . 5
shell
seat sit MB-01 "5
wager place MB-01 99 banker 20
round show MB-01
"""


def test_piped_lines_are_commands_and_the_worst_code_is_theirs(terminal: Terminal) -> None:
    terminal.opened()
    result = terminal.run("shell", stdin=EVENING)
    assert result.exit_code == 2
    assert "MB-01: seat 5 taken" in result.stdout
    assert f"Round MB-01:{DAY}:1, open" in result.stdout
    codes = [line.partition(":")[0] for line in result.stderr.splitlines() if line[:1].isalpha()]
    assert codes == ["in_the_shell", "open_quote", "bad_value"]
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


def test_help_tells_of_the_session_and_of_commands(terminal: Terminal) -> None:
    shown = terminal.does("shell", stdin="help\nhelp wager place\n")
    assert "use TABLE" in shown
    assert "Usage: pit wager place" in shown


@pytest.fixture
def kept(terminal: Terminal) -> Iterator[Session]:
    """A session at a table with a shoe in play."""
    terminal.dealing()
    found = Session(terminal.url, "C-1")
    yield found
    found.close()


def _shell(kept: Session) -> Shell:
    return Shell(kept, lambda words: pit.carry_out(words, kept))


def test_the_store_stays_open(kept: Session) -> None:
    shell = _shell(kept)
    opened = kept.ledger
    assert shell.take("seat sit MB-01 3")
    assert shell.take("seat sit MB-01 4")
    assert shell.worst == 0
    assert kept.ledger is opened
    assert set(opened.table("MB-01").seats) == {3, 4}


def test_a_shell_that_is_open_while_the_store_is_upgraded_is_told(
    kept: Session, capsys: pytest.CaptureFixture[str]
) -> None:
    shell = _shell(kept)
    shell.take("table list")
    engine = kept.ledger.journal.engine
    with begin_write(engine) as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    shell.take("table list")
    assert shell.worst == 7
    assert capsys.readouterr().err.startswith("store_too_new: ")


def test_the_prompt_says_where_play_is(kept: Session) -> None:
    shell = _shell(kept)
    assert shell.prompt() == "pit> "
    shell.take("use MB-01")
    assert shell.prompt() == "pit MB-01> "
    shell.take("wager place . 3 banker 20")
    assert shell.prompt() == "pit MB-01 round 1 in progress> "
    shell.take("round void MB-01 --reason 'a test'")
    assert shell.prompt() == "pit MB-01 after round 1> "
    shell.take("use MB-77")
    assert (shell.prompt(), shell.worst) == ("pit MB-01 after round 1> ", 3)


def test_completion_knows_nouns_verbs_options_tables_and_rounds(kept: Session) -> None:
    shell = _shell(kept)
    shell.take("wager place MB-01 3 banker 20")

    def offered(before: str) -> list[str]:
        return candidates(pit, before, shell.names)

    assert offered("wa") == ["wager"]
    assert offered("pit wager ") == ["place", "withdraw"]
    assert "--coupon" in offered("wager place --co")
    assert "MB-01" in offered("wager place ")
    assert offered("round show MB-01:") == [f"MB-01:{DAY}:1"]
    assert offered("round third MB-01 pl") == ["player"]
    assert offered('wager "') == []
    assert offered("report win --da") == ["--day"]
    assert offered("report win --db sqlite:///nowhere.db --da") == ["--day"]


def test_a_person_types_and_leaves(kept: Session) -> None:
    """Ctrl-C forgets the line; an error does not end it; Ctrl-D does."""
    shell, history = _shell(kept), InMemoryHistory()
    with ExitStack() as stack:
        keys = stack.enter_context(create_pipe_input())
        stack.enter_context(create_app_session(input=keys, output=DummyOutput()))
        keys.send_text("seat sit MB-01 3\r")
        keys.send_text("seat sit MB-01 99\r")
        keys.send_text("seat sit MB-01 4\x03")
        keys.send_text("seat sit MB-01 5\r\x04")
        converse(shell, pit, history)
        completer = _prompt(shell, pit, history).completer
        assert completer is not None
        found = completer.get_completions(Document("seat si"), CompleteEvent())
        assert [(each.text, each.start_position) for each in found] == [("sit", -2)]
    assert set(kept.ledger.table("MB-01").seats) == {3, 5}
    assert shell.worst in {1, 2}
    assert list(history.get_strings())[-1] == "seat sit MB-01 5"


def test_history_is_its_owners_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIT_HISTORY", str(tmp_path / "history"))
    _history().store_string("seat sit MB-01 5")
    assert (tmp_path / "history").stat().st_mode & 0o777 == 0o600
    monkeypatch.setenv("PIT_HISTORY", str(tmp_path / "none" / "history"))
    assert list(_history().get_strings()) == []
