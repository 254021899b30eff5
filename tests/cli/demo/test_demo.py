"""The demo says how to go on, by the name under which it was called."""

import sys
from pathlib import Path

import pytest
import time_machine

from cli.demo.demo import _called
from tests.cli.conftest import Terminal
from tests.cli.readers import AFTERWARDS

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize("rounds", [3, 30])
def test_a_whole_day_runs_to_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rounds: int
) -> None:
    """However little is played: each of its commands ends as the demo means it to."""
    monkeypatch.setattr(sys, "argv", [str(ROOT / "cli/frame/main.py")])
    typed = ("demo", "--directory", str(tmp_path / "demo"), "--rounds", str(rounds))
    with time_machine.travel(AFTERWARDS):
        done = Terminal("").run(*typed)
    assert done.exit_code == 0, done.stdout[-2_000:] + done.stderr
    assert "Closed by A-WEISS and A-NOOR" in done.stdout
    assert "Nothing is wrong." in done.stdout
    assert "Look around: python -m cli.frame.main" in done.stdout


@pytest.mark.parametrize(
    ("called", "said"),
    [
        ("bin/pit", "pit"),
        ("elsewhere/pit", "elsewhere/pit"),
        ("cli/frame/main.py", "python -m cli.frame.main"),
    ],
)
def test_the_demo_names_the_command_as_it_was_called(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, called: str, said: str
) -> None:
    for place in ("bin", "elsewhere"):
        (tmp_path / place).mkdir()
        (tmp_path / place / "pit").touch(mode=0o755)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setattr(sys, "argv", [str(tmp_path / called)])
    assert _called() == said.replace("elsewhere/", f"{tmp_path}/elsewhere/")
