"""What a line of the shell means."""

import shlex
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cli.frame.options import Session
from cli.shell.lines import Shell, words_of
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


def test_a_noun_is_as_clear_as_it_is_in_the_shell_which_is_no_word_there(
    shell: Shell, capsys: pytest.CaptureFixture[str]
) -> None:
    """Else a second one begins, and takes the lines that are meant for the first."""
    shell.take("sh cut .")
    assert (shell.code, "cut card" in capsys.readouterr().out) == (0, True)
    for line, code in (
        ("she", "usage"),
        ("shell", "in_the_shell"),
        ("--by C-2 shell", "in_the_shell"),
    ):
        shell.take(line)
        assert capsys.readouterr().err.startswith(f"{code}: ")


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


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('. "3b25 / 7dQh 9cKh"', [".", "3b25 / 7dQh 9cKh"]),
        ('.3b2.50 --at "2026-11-30 09:00"', [".", "3b2.50", "--at", "2026-11-30 09:00"]),
        (". 3b25@C#7 # that's it", [".", "3b25@C#7"]),
        ('undo . --reason "#5 it was"#6', ["undo", ".", "--reason", "#5 it was#6"]),
        (".:7 '' #", [".:7", ""]),
        (' # "', []),
    ],
)
def test_a_line_has_the_words_that_a_shell_would_read(line: str, words: list[str]) -> None:
    """Whether it begins with a dot or not. A mark is no comment's within a word: coupons have it in their numbers."""
    assert words_of(line) == words


@given(st.lists(st.text(st.sampled_from("a'\" #\\.,"))))
def test_a_line_has_the_words_that_were_quoted(words: list[str]) -> None:
    assert words_of(shlex.join(["pit", *words])) == ["pit", *words]


def test_the_toolbar_reads_a_round_as_it_is_entered(shell: Shell) -> None:
    for line in ('. "3b12.50 / 7dQh 9cKh"', ". 3b12.50 / 7dQh 9cKh", "MB-01 '3b12.50 / 7dQh 9cKh'"):
        found = shell.round_typed(line)
        assert found is not None
        assert (found[0].table, found[1]) == ("MB-01", "3b12.50 / 7dQh 9cKh")
    assert shell.round_typed('. "3b25') is None


def test_a_round_at_a_table_that_comes_near_another_is_answered_with_that(
    shell: Shell, capsys: pytest.CaptureFixture[str]
) -> None:
    for line in ("MB-O1", "MB-O1 3b25 / 7dQh 9cKh"):
        shell.take(line)
        assert "Did you mean MB-01 or MB-02?" in capsys.readouterr().err, line


def test_the_table_in_the_prompt_can_be_named_by_its_dot(
    shell: Shell, kept: Session, capsys: pytest.CaptureFixture[str]
) -> None:
    shell.take("use .")
    assert (shell.table, shell.code) == ("MB-01", 0)
    shell_of(kept).take("use .")
    assert capsys.readouterr().err.startswith("no_table_here: ")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        (". 3b25", "play MB-01 3b25"),
        ("round show .:1", "round show MB-01:1"),
        ("wager place . 3 banker 25", "wager place MB-01 3 banker 25"),
        ("report win --table .", "report win --table MB-01"),
        ("report win --table=.", "report win --table=MB-01"),
        ("play . 3b25 --instead-of=.:1", "play MB-01 3b25 --instead-of=MB-01:1"),
        ("export figures --to=.", "export figures --to=."),
        ("u --reason .", "undo MB-01 --reason ."),
        ("round void . --reason .:1", "round void MB-01 --reason .:1"),
        ("export figures --to .", "export figures --to ."),
    ],
)
def test_a_dot_is_the_table_only_where_a_table_or_its_round_stands(
    shell: Shell, typed: str, meant: str
) -> None:
    assert shell.in_full(typed.split()) == meant.split()


def test_a_script_may_begin_with_a_byte_order_mark(on_file: Terminal) -> None:
    on_file.opened()
    script = "\ufeffMB-01\nseat sit . 3\n"
    assert "seat 3 taken" in on_file.does("shell", stdin=script)


def test_a_verb_that_is_mistyped_is_answered_with_the_commands_of_those_that_come_near(
    shell: Shell, capsys: pytest.CaptureFixture[str]
) -> None:
    meant = {
        "colect . 3": "vig collect",
        "help colect": "vig collect",
        "help settel": "round settle",
    }
    for line, command in meant.items():
        shell.take(line)
        assert f"Did you mean {command}" in capsys.readouterr().err, line


def test_what_is_typed_behind_the_last_line_again_counts_though_that_ended_in_a_comment(
    kept: Session, capsys: pytest.CaptureFixture[str]
) -> None:
    """Else a dry run would be part of the comment, and a second wager recorded."""
    shell = shell_of(kept)
    shell.take('seat sit MB-01 5 --player "Ann B" # as told')
    shell.take("MB-01 5b25 # don't")
    shell.take("!! --dry-run")
    assert "MB-01 5b25 --dry-run\n" in capsys.readouterr().err
    table = kept.ledger.table("MB-01")
    assert table.round is not None
    assert [each.cents for each in table.round.wagers] == [2_500]


@pytest.mark.parametrize(
    "line", ["\udcff\udcfe", "use \udcff", "help \udcff", "by \udcff", ". \udcff"]
)
def test_a_line_of_bytes_that_are_no_text_is_no_command_that_is_not_there(
    shell: Shell, capsys: pytest.CaptureFixture[str], line: str
) -> None:
    shell.take(line)
    assert shell.failed
    assert capsys.readouterr().err.startswith("not_utf8: ")


def test_bytes_that_are_no_text_are_not_called_a_character_that_is_not_seen(
    shell: Shell, capsys: pytest.CaptureFixture[str]
) -> None:
    shell.take('seat sit MB-01 5 --player "Ren\udce9"')
    assert capsys.readouterr().err.startswith("not_utf8: ")
