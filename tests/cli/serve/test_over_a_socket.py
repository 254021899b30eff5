"""What equipment sees of the server itself: answers that come while it still sends."""

import json
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from typing import IO

import pytest

from cli.serve.app import make_app
from tests.cli.serve.sending import HOST, READER, with_tokens
from tests.cli.serve.serving import served
from tests.ledger.feed.sender import Sender
from tests.stores import Files


@pytest.fixture
def wire(sqlite_stores: Files) -> Iterator[socket.socket]:
    """A connection to a server over a property whose equipment has tokens."""
    with (
        sqlite_stores.copy(with_tokens) as url,
        served(make_app(url, (HOST,), url), HOST) as address,
        socket.create_connection(address, 60) as wire,
    ):
        yield wire


def chunk(line: bytes) -> bytes:
    """A line as one chunk of a request; the last one where there is nothing in it."""
    body = line + b"\n" * bool(line)
    return b"%x\r\n%s\r\n" % (len(body), body)


def answer(read: IO[bytes]) -> dict[str, object]:
    """The next chunk of the answer."""
    size = int(read.readline(), 16)
    body, _ = read.read(size), read.readline()
    found: dict[str, object] = json.loads(body)
    return found


HEAD = (
    f"POST /feed HTTP/1.1\r\nHost: {HOST}\r\nAuthorization: Bearer {READER}\r\n"
    "Transfer-Encoding: chunked\r\n\r\n"
).encode()


def test_a_server_that_ends_tells_who_feeds_where_to_go_on(sqlite_stores: Files) -> None:
    first, *_ = Sender().opening()
    with ExitStack() as then, ExitStack() as running:
        url = then.enter_context(sqlite_stores.copy(with_tokens))
        address = running.enter_context(served(make_app(url, (HOST,), url), HOST))
        wire = then.enter_context(socket.create_connection(address, 60))
        read = wire.makefile("rb")
        wire.sendall(HEAD + chunk(first))
        while read.readline() != b"\r\n":
            """The head of the answer."""
        assert answer(read)["answer"] == "recorded"
        running.close()
        error = answer(read)["error"]
        assert isinstance(error, dict)
        assert (error["code"], error["facts"]) == ("server_ending", {"resume": 2})
        assert read.read() == b"0\r\n\r\n"


def test_a_record_is_answered_before_the_next_is_sent(wire: socket.socket) -> None:
    read = wire.makefile("rb")
    wire.sendall(HEAD)
    for n, line in enumerate(Sender().opening(), 1):
        wire.sendall(chunk(line))
        if n == 1:
            status, *headers = iter(read.readline, b"\r\n")
            assert status.split()[1] == b"200"
            assert b"transfer-encoding: chunked\r\n" in map(bytes.lower, headers)
        said = answer(read)
        assert (said["seq"], said["answer"]) == (n, "recorded")
    wire.sendall(chunk(b""))
    assert read.readline() == b"0\r\n"
