"""Reading needs no writing: a standby and a file nobody may write give the reports that the store itself gives."""

import pytest

from ledger.desks.ledger import Ledger
from tests.cli.conftest import DAY, Terminal

PLAY = ("round", "play", "MB-01", "--player", "7d Qh", "--banker", "9c Kh", "--wager")
READING = (
    f"report win --day {DAY} --json",
    f"report meters --day {DAY} --json",
    f"day show {DAY} --json",
    f"round list --day {DAY} --json",
    f"report win --day {DAY} --as-of 4 --json",
    "audit replay MB-01 --json",
    "audit history MB-01",
    "table list --json",
)


@pytest.fixture
def unwritable(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """The same store where it may only be read. Its read models count a part of the log."""
    terminal.dealing()
    terminal.does(*PLAY, "3:banker:20")
    terminal.does("report", "win", "--day", DAY)
    terminal.does(*PLAY, "4:banker:40")
    if terminal.url.startswith("sqlite"):
        monkeypatch.setattr("ledger.store.engine.os.access", lambda *_: False)
        return Terminal(terminal.url)
    # What a standby answers to whoever wants to write.
    return Terminal(f"{terminal.url}&options=-c%20default_transaction_read_only%3Don")


def _tracked(url: str) -> object:
    with Ledger(url) as ledger, ledger.journal.engine.connect() as connection:
        return connection.exec_driver_sql("SELECT name, position FROM tracking").all()


def test_u1_what_the_read_models_lack_is_counted_in_memory_and_said(
    unwritable: Terminal, terminal: Terminal
) -> None:
    before = _tracked(unwritable.url)
    lacking = unwritable.run("report", "win", "--day", DAY, "--json")
    assert lacking.stderr.startswith("This store may only be read: what its read models lack, from")
    assert lacking.stderr.count("\n") == 1
    shown = [unwritable.does(*command.split()) for command in READING]
    unwritable.does("db", "check")
    assert _tracked(unwritable.url) == before
    with pytest.MonkeyPatch.context() as writable:
        writable.setattr("ledger.store.engine.os.access", lambda *_: True)
        assert shown == [terminal.does(*command.split()) for command in READING]
        terminal.does("db", "check")
    # Now they lack nothing, and there is nothing to say.
    assert unwritable.run("report", "win", "--day", DAY, "--json").stderr == ""


def test_u1_what_may_only_be_read_takes_no_event(unwritable: Terminal) -> None:
    error = unwritable.is_refused(*PLAY, "3:banker:25", exit_code=7)
    assert error["code"] == "store_read_only"
