"""Lines piped into `pit shell`: what ends them, and what is said."""

from tests.cli.conftest import Terminal


def test_what_does_not_agree_ends_no_script_and_a_noun_alone_does(terminal: Terminal) -> None:
    terminal.opened()
    found = terminal.run("shell", stdin="day reconcile today\nseat sit MB-01 5\n")
    assert (found.exit_code, "seat 5 taken" in found.stdout) == (6, True)
    alone = terminal.run("shell", stdin="table list\nvig\nseat sit MB-01 6\n")
    assert (alone.exit_code, "seat 6" in alone.stdout) == (2, False)
    assert alone.stderr.startswith("line 2: usage: vig needs a verb.\n")
