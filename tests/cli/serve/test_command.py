"""`pit serve` as it is started: what it listens at, and whom it asks."""

import socket
import sys
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest
import uvicorn

from tests.cli.conftest import Terminal
from tests.cli.proving import enroll
from tests.cli.serve.conftest import NAME


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What would be served, instead of it."""
    found: list[dict[str, Any]] = []
    monkeypatch.setattr(uvicorn, "run", lambda app, **how: found.append({"app": app, **how}))
    return found


def test_it_answers_this_machine_alone_unless_it_is_said_otherwise(
    on_file: Terminal, started: list[dict[str, Any]]
) -> None:
    result = on_file.run("serve")
    assert result.exit_code == 0, result.output
    assert result.stdout == "http://127.0.0.1:8321\n"
    assert "asks nobody who they are" in result.stderr
    assert (started[0]["host"], started[0]["port"]) == ("127.0.0.1", 8321)
    assert on_file.run("serve", "--host", "::1", "--port", "80").stdout == "http://[::1]:80\n"


def test_elsewhere_it_does_not_start_before_somebody_can_sign_in(
    on_file: Terminal, started: list[dict[str, Any]]
) -> None:
    for how in (("--host", "10.0.0.7"), ("--name", NAME)):
        result = on_file.run("serve", *how, "--json")
        assert result.exit_code == 2 or "nobody_enrolled" in result.stderr
        assert on_file.run("serve", *how).exit_code == 1
    assert on_file.run("serve", "--host", "0.0.0.0").stderr.startswith("no_name: ")  # noqa: S104
    for each in ("A-1", "A-2"):
        who = ("--name", each, "--licence", f"L-{each}", "--role", "accounting")
        on_file.does("operator", "register", each, *who, "--by", "A-1")
    enroll(on_file)
    assert started == []
    result = on_file.run("serve", "--name", NAME)
    assert result.exit_code == 0, result.output
    assert "so can A-1, A-2" in result.stderr


def test_what_is_not_installed_is_named(on_file: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    result = on_file.run("serve")
    assert result.exit_code == 2
    assert result.stderr.startswith("not_installed: ")
    assert "pit-ledger[serve]" in result.stderr


def test_a_browser_is_opened_at_it_once_it_listens(
    on_file: Terminal, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    asked, browser = tmp_path / "asked", tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\nprintf %s "$1" > {asked}.new\nmv {asked}.new {asked}\n')
    browser.chmod(0o755)
    monkeypatch.setenv("BROWSER", f"{browser} %s")
    monkeypatch.setattr("webbrowser._tryorder", None)

    def listens(_: Any, *, port: int, **__: Any) -> None:
        assert not asked.exists()
        with socket.create_server(("127.0.0.1", port)):
            until = monotonic() + 30
            while not asked.exists() and monotonic() < until:
                sleep(0.01)

    monkeypatch.setattr(uvicorn, "run", listens)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    address = on_file.does("serve", "--open", "--port", port).splitlines()[0]
    assert asked.read_text() == address == f"http://127.0.0.1:{port}"
