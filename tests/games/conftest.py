"""A terminal at a store of its own, and a licensee's directory, on each database."""

from pathlib import Path

import pytest

from tests.cli.conftest import Terminal


@pytest.fixture
def apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """An empty directory to type in, without any store: for what needs none."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    return Terminal("sqlite:///none.db")


@pytest.fixture
def terminal(url: str, apart: Terminal) -> Terminal:
    """A store with its property, on each database in turn, typed at from an empty directory."""
    apart.url = url
    return apart.initialised()
