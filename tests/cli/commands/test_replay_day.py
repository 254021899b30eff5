"""U1: all rounds of a gaming day settled again, of a table, of a shoe; what differs is told, exit 6."""

import json

import pytest

from tests.cli.conftest import DAY, Terminal, tamper

PLAY = ("round", "play", "MB-01", "--wager", "3:banker:20")


@pytest.fixture
def played(terminal: Terminal) -> Terminal:
    """Banker, Banker, Player and a tie; then a round that is void."""
    terminal.dealing()
    terminal.does(*PLAY, "--player", "7d Qh", "--banker", "9c Kh")
    terminal.does(*PLAY, "--player", "6d Qh", "--banker", "9s Kh")
    terminal.does(*PLAY, "--player", "9d Qh", "--banker", "7c Kh")
    terminal.does(*PLAY, "--player", "9d Qd", "--banker", "9c Kd")
    terminal.does("wager", "place", "MB-01", "3", "banker", "20")
    terminal.does("round", "void", "MB-01", "--reason", "cards exposed")
    return terminal


def test_u1_a_day_that_agrees_is_shown_by_its_roads(played: Terminal) -> None:
    shown = played.does("audit", "replay", "--day", DAY)
    assert shown == (
        "MB-01, shoe 1: 4 rounds\n"
        "  Bead plate\n    B\n    B\n    P\n    T\n"
        "  Big road\n    B P\n    B .\n"
        "MB-01, shoe not named: 1 round\n  Bead plate\n  Big road\n"
        f"5 rounds of {DAY} settled again: none differs.\n"
    )


def test_u1_what_differs_is_named_and_the_exit_code_is_6(played: Terminal) -> None:
    tamper(played.url, "table.round_settled", ",4000,100,", ",4001,100,")
    result = played.run("audit", "replay", "--table", "MB-01", "--shoe", "1", "--json")
    assert result.exit_code == 6
    told = json.loads(result.stdout)
    assert (told["rounds"], told["differing"]) == (4, 2)
    (shoe,) = told["shoes"]
    assert [each["agrees"] for each in shoe["rounds"]] == [False, False, True, True]
    shown = played.run("audit", "replay", "--table", "MB-01")
    assert shown.exit_code == 6
    assert f"MB-01:{DAY}:1 DIFFERS\n    line 1: recorded" in shown.stdout


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ((), "round_or_day"),
        (("MB-01", "--day", DAY), "round_or_day"),
        (("--day", DAY, "--until", "3"), "round_or_day"),
        (("--day", "2026-07-10"), "no_rounds"),
        (("--table", "MB-09"), "unknown_table"),
    ],
)
def test_u1_a_round_or_a_day(played: Terminal, typed: tuple[str, ...], code: str) -> None:
    assert played.run("audit", "replay", *typed).stderr.partition(":")[0] == code
