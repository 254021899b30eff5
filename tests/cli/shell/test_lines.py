"""What a line of the shell means."""

from collections.abc import Iterator

import pytest

from cli.frame.options import Session
from cli.shell.lines import Shell
from tests.cli.conftest import Terminal
from tests.cli.shell.conftest import shell_of


@pytest.fixture
def shell(on_file: Terminal) -> Iterator[Shell]:
    """The shell at MB-01, which deals, besides MB-02."""
    on_file.dealing()
    on_file.opened("MB-02")
    kept = Session(on_file.url, "C-1")
    found = shell_of(kept)
    found.take("MB-01")
    yield found
    kept.close()


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        *(("show", "MB-01"), (".", "MB-01"), ("show .", "MB-01"), ("show MB-02", "MB-02")),
        *(("show MB-02 --json", "MB-02 --json"), ("show --json", "MB-01 --json")),
    ],
)
def test_show_shows_the_table_that_is_meant(shell: Shell, line: str, meant: str) -> None:
    assert shell.in_full(line.split()) == ["table", "show", *meant.split()]
    assert shell.take(line)
    assert (shell.code, shell.table) == (0, "MB-01")


def test_clear_takes_nothing(shell: Shell, capsys: pytest.CaptureFixture[str]) -> None:
    shell.take("clear all")
    assert capsys.readouterr().err.startswith("usage: clear takes nothing.\n  Type clear.\n")


@pytest.mark.parametrize("line", [".3b25/7dQh 9cKh", ". 3b25 / 7dQh 9cKh", ".3b25 7dQh 9cKh # yes"])
def test_a_round_stands_behind_its_dot_with_a_blank_or_without(shell: Shell, line: str) -> None:
    found = shell.round_typed(line)
    assert found is not None
    assert (found[0].table, found[1].split()[-1]) == ("MB-01", "9cKh")
    shell.take(line)
    standing = shell.standing()
    assert standing is not None
    assert (standing.last_round[-2:], shell.code) == (":1", 0)


def test_a_script_may_begin_with_a_byte_order_mark(on_file: Terminal) -> None:
    on_file.opened()
    script = "\ufeffMB-01\nseat sit . 3\n"
    assert "seat 3 taken" in on_file.does("shell", stdin=script)
