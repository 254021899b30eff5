"""The demo says how to go on, by the name under which it was called."""

import sys
from pathlib import Path

import pytest

from cli.demo.demo import _called


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
