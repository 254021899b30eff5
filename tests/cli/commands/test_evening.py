"""An evening at a table, typed key by key at a terminal with its mistakes; what the clerk sees is on golden screens."""

import os
from pathlib import Path
from typing import Final

import pytest

from benchmarks.keys import IN_ONE_LINE
from tests.cli.conftest import GOLDEN, NOW, Terminal
from tests.cli.terminals import at_the_shell, seated
from tests.stores import Files

CTRL_C: Final = "\x03"
ENTER: Final = "\r"

EVENING: Final = (
    ("it is C-1", f"C-1{ENTER}"),
    ("mb-01 is the table", f"use mb-01{ENTER}"),
    ("a hand is typed", f". {IN_ONE_LINE}"),
    ("and played", ENTER),
    ("a bet that is none", f". 3q5{ENTER}"),
    ("a line that is not finished", ". 1p8"),
    ("and given up", CTRL_C),
    ("the same again, and double for seat 3", f". = 3x2 / 7dqh 9c9d{ENTER}"),
    ("what an undo takes back", f"u{ENTER}"),
    ("it was mistyped", ENTER),
    ("somebody takes over", f"by C-2{ENTER}"),
    ("and collects", f"vig collect . --all{ENTER}"),
    ("a cleared screen", f"clear{ENTER}"),
    ("the table", f"show{ENTER}"),
    ("a report wider and longer than the screen", f"report win{ENTER}"),
    ("what a verb takes", f"help leave{ENTER}"),
)
"""What is seen, and the keys that are pressed before."""


def an_evening(url: str) -> None:
    """A table open for gaming, a shoe in play."""
    Terminal(url).initialised().dealing()


def _expected(file: Path) -> dict[str, str]:
    if os.environ.get("GOLDEN") == "write" or not file.exists():
        return {}
    said = file.read_text(encoding="utf-8").split("=== ")[1:]
    return dict(part.split("\n", 1) for part in said)


@pytest.mark.parametrize("columns", [80, 60])
def test_an_evening_at_a_terminal(sqlite_stores: Files, tmp_path: Path, columns: int) -> None:
    url = sqlite_stores.put(tmp_path / "pit.db", an_evening)
    file = GOLDEN / f"screens/evening-{columns}.txt"
    expected = _expected(file)
    seen: dict[str, str] = {}
    at, pager = (at_the_shell, url, NOW), "head -n 20"
    with seated(at, columns=columns, rows=24, cwd=tmp_path, PIT_PAGER=pager) as seat:
        for what, keys in (("the shell asks who types", ""), *EVENING):
            seat.types(keys)
            seen[what] = seat.sees(expected.get(what))
            if expected:
                assert seen[what] == expected[what], what
    if os.environ.get("GOLDEN") == "write":
        file.write_text("".join(f"=== {what}\n{seen[what]}" for what in seen), encoding="utf-8")
    assert file.read_text(encoding="utf-8") == "".join(f"=== {x}\n{seen[x]}" for x in seen)
