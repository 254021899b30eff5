"""How large a number can be: one limit, one code, at every door by which numbers come in."""

import json
from pathlib import Path

import pytest

from ledger.values.numbers import LARGEST_CENTS, LARGEST_COUNT
from tests.cli.conftest import SIGNED, Terminal

MORE = "100000000000.01"
"""A cent more than can be held, in dollars; and a number that Python does not even read."""
ENDLESS = "9" * 5_000

TYPED = (
    "wager place MB-01 3 banker {}",
    "chips buy-in MB-01 3 {}",
    "round play MB-01 --wager 3:banker:{} --player '7d Qh' --banker '9c Kh'",
    "day count today --table MB-01 --cash {}",
    "day count today --table MB-01 --notes {}x1",
    "chips fill MB-01 --slip F-1 --chips {}x1",
    "vig collect MB-01 3 {}",
)
COUNTED = ("day count today --table MB-01 --notes 1x{}", "chips fill MB-01 --slip F-1 --chips 1x{}")


@pytest.fixture(scope="module")
def too_large() -> list[tuple[str, ...]]:
    """Commands with a number in them that nothing could hold."""
    said = [line.format(number) for line in TYPED for number in (MORE, ENDLESS)]
    said += [line.format(number) for line in COUNTED for number in (LARGEST_COUNT + 1, ENDLESS)]
    words = [line.replace("'7d Qh'", "7d,Qh").replace("'9c Kh'", "9c,Kh").split() for line in said]
    return [(*each, *SIGNED) if each[1] == "fill" else tuple(each) for each in words]


def test_a_number_that_nothing_could_hold_is_refused_wherever_it_is_typed(
    on_file: Terminal, too_large: list[tuple[str, ...]]
) -> None:
    on_file.dealing()
    before = on_file.everything()
    for command in too_large:
        result = on_file.run(*command, "--json")
        assert result.exit_code == 1, command[:4]
        assert json.loads(result.stderr)["error"]["code"] == "amount_too_large", command[:4]
        assert len(result.stderr) < 400
    assert on_file.everything() == before


def test_what_a_number_may_be_is_said_in_its_own_unit(on_file: Terminal) -> None:
    """A position is no money, and chips are counted."""
    for command, most in (
        (("report", "win", "--as-of", ENDLESS), "999,999,999,999,999,999"),
        (("chips", "fill", "MB-01", "--slip", "F-1", "--chips", f"1x{ENDLESS}"), "1,000,000,000"),
        (("chips", "buy-in", "MB-01", "3", ENDLESS), "$100,000,000,000"),
    ):
        signed = SIGNED if "fill" in command else ()
        assert on_file.is_refused(*command, *signed)["message"].endswith(f"at most {most}.")


@pytest.mark.parametrize(
    "rows",
    [
        f"table,cents\nMB-01,{LARGEST_CENTS + 1}\n",
        f"table,amount\nMB-01,{MORE}\n",
        f"table,cents\nMB-01,{ENDLESS}\n",
        f"table,notes\nMB-01,1x{ENDLESS}\n",
        f'{{"table": "MB-01", "cents": {ENDLESS}}}\n',
        f'{{"table": "MB-01", "cents": {LARGEST_CENTS + 1}}}\n',
        f'{{"table": "MB-01", "notes": {{"100": {LARGEST_COUNT + 1}}}}}\n',
        f'{{"table": "MB-01", "notes": {{"{ENDLESS}": 1}}}}\n',
        f'{{"table": "MB-01", "cents": 0, "forms": [{{"serial": "CVF-1", "cents": {ENDLESS}}}]}}\n',
    ],
)
def test_a_number_that_nothing_could_hold_is_refused_in_a_file(
    on_file: Terminal, rows: str
) -> None:
    on_file.opened()
    Path("boxes").write_text(rows, encoding="utf-8")
    error = on_file.is_refused("day", "count", "today", "--file", "boxes")
    assert error["code"] == "amount_too_large"


def test_a_number_that_nothing_could_hold_is_refused_in_a_submission(on_file: Terminal) -> None:
    text = on_file.does("rules", "show", "ma-midi", "--toml").replace('"ma-midi"\n', '"mine"\n', 1)
    for number in (LARGEST_COUNT + 1, ENDLESS):
        Path("mine.toml").write_text(text.replace("version = 1", f"version = {number}"))
        error = on_file.is_refused("rules", "lint", "mine.toml")
        assert error["code"] == "amount_too_large"


def test_the_largest_amount_can_be_held_by_every_read_model(terminal: Terminal) -> None:
    terminal.opened()
    terminal.does("day", "count", "today", "--table", "MB-01", "--cash", "100000000000")
    assert terminal.json("report", "win")[0]["drop"] == LARGEST_CENTS
    terminal.does("report", "day")
    terminal.does("db", "check")
