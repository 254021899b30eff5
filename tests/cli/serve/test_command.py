"""`pit serve` as it is started: what it listens at, and whom it asks."""

import json
import os
import signal
import socket
import sys
from contextlib import nullcontext
from pathlib import Path
from threading import Thread
from time import monotonic, sleep
from typing import Any

import pytest
import uvicorn

from cli.commands.serve import _listening
from ledger.values.errors import Misused
from tests.cli.conftest import Terminal
from tests.cli.proving import enroll
from tests.cli.serve.conftest import NAME


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """Where would be listened, instead of doing so."""
    found: list[tuple[str, int]] = []

    def listening(*where: Any) -> Any:
        found.append(where)
        return nullcontext()

    monkeypatch.setattr("cli.commands.serve._listening", listening)
    monkeypatch.setattr(uvicorn.Server, "run", lambda *_, **__: None)
    return found


def test_it_answers_this_machine_alone_unless_it_is_said_otherwise(
    on_file: Terminal, started: list[tuple[str, int]]
) -> None:
    result = on_file.run("serve")
    assert result.exit_code == 0, result.output
    assert result.stdout == "http://127.0.0.1:8321\n"
    assert "asks nobody who they are" in result.stderr
    assert started == [("127.0.0.1", 8321)]
    assert on_file.run("serve", "--host", "::1", "--port", "80").stdout == "http://[::1]:80\n"


def test_elsewhere_it_does_not_start_before_somebody_can_sign_in(
    on_file: Terminal, started: list[tuple[str, int]], monkeypatch: pytest.MonkeyPatch
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
    monkeypatch.setattr("ledger.store.engine.os.access", lambda *_: False)
    for how in (("--name", NAME), ("--feed-db", on_file.url)):
        result = on_file.run("serve", *how)
        assert (result.exit_code, result.stdout) == (2, ""), result.output
        assert "feed_store_read_only: " in result.stderr
        assert "--feed-db" in result.stderr
    assert len(started) == 1


def test_what_is_not_installed_is_named(on_file: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    monkeypatch.delitem(sys.modules, "cli.serve.server", raising=False)
    result = on_file.run("serve")
    assert result.exit_code == 2
    assert result.stderr.startswith("not_installed: ")
    assert "pit-ledger[serve]" in result.stderr


@pytest.mark.parametrize(
    "how",
    [
        ("--name", "books.harbor.example:8443"),
        ("--name", "https://books.harbor.example"),
        ("--name", ""),
        ("--name", " books.harbor.example"),
        ("--name", "*"),
        ("--name", "*.harbor.example"),
        ("--host", ""),
        ("--host", "[::1]"),
    ],
    ids="=".join,
)
def test_a_name_that_no_request_could_bear_is_refused(
    on_file: Terminal, started: list[tuple[str, int]], how: tuple[str, str]
) -> None:
    result = on_file.run("serve", *how)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("bad_host: ")
    assert started == []


def test_a_port_that_is_taken_is_named_and_no_address_told(on_file: Terminal) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        result = on_file.run("serve", "--open", "--port", port)
    assert (result.exit_code, result.stdout) == (2, "")
    assert (
        f"cannot_listen: Nothing can listen at port {port} of 127.0.0.1: Address already in use.\n"
        in result.stderr
    )


def test_a_host_that_nobody_knows_is_told_in_words() -> None:
    with pytest.raises(Misused, match=r"at port 8321 of nosuch\.invalid: \w") as told:
        _listening("nosuch.invalid", 8321)
    assert "Unknown error" not in str(told.value)


def test_a_store_for_equipment_that_is_not_there_is_named_at_once(
    on_file: Terminal, started: list[tuple[str, int]], tmp_path: Path
) -> None:
    for url, code, said in (
        (f"sqlite:///{tmp_path}/no.db", 7, "store_not_set_up: "),
        ("foo", 2, "unknown_store_url: "),
    ):
        result = on_file.run("serve", "--feed-db", url)
        assert (result.exit_code, result.stderr.startswith(said)) == (code, True), result.output
    assert started == []


def test_a_browser_is_opened_at_it_once_it_listens(
    on_file: Terminal, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    asked, browser = tmp_path / "asked", tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\nprintf %s "$1" > {asked}.new\nmv {asked}.new {asked}\n')
    browser.chmod(0o755)
    monkeypatch.setenv("BROWSER", f"{browser} %s")
    monkeypatch.setattr("webbrowser._tryorder", None)

    def served(_: Any, sockets: list[socket.socket]) -> None:
        with socket.create_connection(sockets[0].getsockname()):
            until = monotonic() + 30
            while not asked.exists() and monotonic() < until:
                sleep(0.01)

    monkeypatch.setattr(uvicorn.Server, "run", served)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    address = on_file.does("serve", "--open", "--port", port).splitlines()[0]
    assert asked.read_text() == address == f"http://127.0.0.1:{port}"


def _begun(port: str, request: bytes) -> tuple[socket.socket, bytes]:
    """A connection to whatever will listen there, and the beginning of what it answers."""
    while True:
        try:
            wire = socket.create_connection(("127.0.0.1", int(port)), 60)
            break
        except ConnectionRefusedError:
            sleep(0.01)
    wire.sendall(request.replace(b"\n", b"\r\n"))
    return wire, wire.recv(12)


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_at_once_though_the_log_is_followed_and_says_so_in_its_log_alone(
    on_file: Terminal, monkeypatch: pytest.MonkeyPatch, sent: signal.Signals
) -> None:
    monkeypatch.setattr("cli.serve.app.NOW_AT_ONCE", 0)  # No page is asked for.
    monkeypatch.setattr("cli.serve.server.GRACE_SECONDS", None)  # What does not end is waited for.
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    host = f"Host: 127.0.0.1:{port}\n".encode()
    upgrade = b"Connection: Upgrade\nUpgrade: websocket\nSec-WebSocket-Key: x\n"
    begun = list[tuple[socket.socket, bytes]]()

    def ask() -> None:
        for each in (
            b"GET /live HTTP/1.1\n%b\n" % host,
            b"GET /health HTTP/1.1\n%b%b\n" % (host, upgrade),
            b"{}\n\n",
        ):
            begun.append(_begun(port, each))
        os.kill(os.getpid(), sent)

    asking = Thread(target=ask)
    asking.start()
    result = on_file.run("serve", "--port", port)
    asking.join()
    for wire, _ in begun:
        wire.close()
    assert [answered[-3:] for _, answered in begun] == [b"200", b"200", b"400"]
    assert result.exit_code == 0, result.output
    told, *lines = result.stderr.splitlines()
    assert "asks nobody who they are" in told
    said = [json.loads(each) for each in lines]
    assert sorted((each["address"], each["status"]) for each in said) == [
        ("/health", 200),
        ("/live", 200),
    ]
