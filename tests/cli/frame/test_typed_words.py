"""What cannot be is called what was typed, not what it is called on record."""

import shlex

import pytest

from tests.cli.conftest import Terminal
from tests.cli.frame.reproducers.beginnings import (
    DIV,
    INIT,
    ISSUED,
    OPEN,
    RECEIVED,
)

LONG = "x" * 65

CASES = {
    "an argument": (INIT, f"feed token new {LONG}", "source"),
    "an argument of spaces": (INIT, "feed token new ' '", "source"),
    "an option of two words": (
        ISSUED,
        f"form drop CVF-1001 --dealer D-7 --pit-boss {LONG} --clerk C-1",
        "pit-boss",
    ),
    "one of several": ((*DIV, RECEIVED), f"form assign CVF --pit P-1 --clerk {LONG}", "clerk"),
    "what is not seen": (OPEN, "rules adopt ma-midi --authorised-by a\u200bb", "authorised-by"),
}


@pytest.mark.parametrize("case", CASES)
def test_a_field_is_called_what_was_typed(bare: Terminal, case: str) -> None:
    before, command, field = CASES[case]
    for each in before:
        bare.does(*shlex.split(each))
    error = bare.is_refused(*shlex.split(command), exit_code=2)
    assert error["facts"]["field"] == field
    assert error["message"].startswith(field)


def test_a_token_that_was_shown_is_not_shown_again(bare: Terminal) -> None:
    bare.does("init", "--name", "Harbor House", "--zone", "America/New_York")
    command = ("feed", "token", "new", "reader-7", "--key", "k-1")
    shown = bare.does(*command).splitlines()[-1]
    again = bare.run(*command)
    assert shown not in again.output
    assert "is kept nowhere" in again.stderr


def test_a_zone_of_any_length_is_no_file(bare: Terminal) -> None:
    error = bare.is_refused("init", "--name", "Harbor House", "--zone", "9" * 5_000, exit_code=2)
    assert error["code"] == "unknown_time_zone"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("day recon exp tray:MB-09", "no_property: "),
        ("day reconcile explian tray:MB-09", "Did you mean explain?"),
        ("day reconcile tody", "no_property: "),
        ("day reconcile sh yesterday", "no_property: "),
        ("feed tokens", "No source has a token"),
        ("feed tok", "'tok' could be token or tokens."),
        ("feed tokn list", "Did you mean token or tokens?"),
        ("feed nowhere", "There is no file nowhere."),
    ],
)
def test_a_verb_may_be_shortened_where_it_may_be_left_out_too(
    bare: Terminal, line: str, said: str
) -> None:
    assert said in bare.run(*line.split()).output
