"""The demo says how to go on, by the name under which it was called."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from cli.demo.demo import _called

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize("rounds", [3, 30])
def test_a_whole_day_runs_to_its_end(tmp_path: Path, rounds: int) -> None:
    """However little is played: each of its commands ends as the demo means it to."""
    typed = ("demo", "--directory", str(tmp_path / "demo"), "--rounds", str(rounds))
    done = subprocess.run(
        [sys.executable, "-m", "cli.frame.main", *typed],
        cwd=ROOT,
        env={**os.environ, "PIT_CONFIG": os.devnull},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-2_000:] + done.stderr
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
