"""Equipment that sends its records over HTTP, and what it is answered."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterable
from contextlib import AbstractContextManager, nullcontext
from datetime import datetime
from types import SimpleNamespace
from typing import Any, Final

from starlette.types import ASGIApp, Message

from ledger.desks.ledger import Ledger
from ledger.equipment.acts import IssueFeedToken, RevokeFeedToken
from ledger.values.tokens import digest
from tests.cli.conftest import NOW, Terminal

AT: Final = datetime.fromisoformat(NOW)
HOST: Final = "127.0.0.1"
READER, BOUND, GONE = "pit_of-reader-1", "pit_of-reader-2", "pit_revoked"
"""Tokens: of reader-1 for every table, of reader-2 for MB-02, and one that reader-1 had before."""


def with_tokens(url: str) -> None:
    """A property, and what equipment feeds it with."""
    Terminal(url).initialised()
    with Ledger(url) as ledger:
        issue(ledger, GONE, "reader-1")
        revoke(ledger, "reader-1", 1)
        issue(ledger, READER, "reader-1")
        issue(ledger, BOUND, "reader-2", "MB-02")


def issue(ledger: Ledger, token: str, source: str, *tables: str) -> None:
    named: dict[str, Any] = {"of_source": source, "tables": list(tables)}
    ledger.do(IssueFeedToken(by="A-1", at=AT, sha256=digest(token), **named))


def revoke(ledger: Ledger, source: str, number: int) -> None:
    named: dict[str, Any] = {"of_source": source, "number": number}
    ledger.do(RevokeFeedToken(by="A-1", at=AT, reason="replaced", **named))


def body_of(lines: Iterable[bytes]) -> bytes:
    """Lines as they are sent."""
    return b"".join(line + b"\n" for line in lines)


def bearing(token: str, **headers: str) -> dict[str, str]:
    """The headers of a request that shows a token."""
    return {"authorization": f"Bearer {token}", **headers}


class OneLedger:
    """Lends what is open already, as Books do what they open."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    def lent(self) -> AbstractContextManager[Any]:
        """Each time the same."""
        return nullcontext(SimpleNamespace(ledger=self._ledger))

    def close(self) -> None:
        """It is closed by who opened it."""


class Exchange:
    """One request whose sender does as the test says: sends piece by piece, waits for an answer, or is gone."""

    def __init__(self, app: ASGIApp, token: str = READER, query: bytes = b"") -> None:
        self._app = app
        self._scope = {
            "type": "http",
            "method": "POST",
            "path": "/feed",
            "raw_path": b"/feed",
            "query_string": query,
            "headers": [(b"authorization", f"Bearer {token}".encode()), (b"host", b"127.0.0.1")],
        }
        self._sent: asyncio.Queue[Message] = asyncio.Queue()
        self._answers: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.answered: list[dict[str, Any]] = []
        self.status = 0

    async def run(self, sender: "Callable[[Exchange], Awaitable[None]]") -> None:
        """The whole exchange."""
        answering = asyncio.ensure_future(self._app(self._scope, self._sent.get, self._take))
        await sender(self)
        await asyncio.wait_for(answering, 60)

    def send(self, lines: Iterable[bytes], *, more: bool = True) -> None:
        """Send some lines. more: may follow."""
        self.send_bytes(body_of(lines), more=more)

    def send_bytes(self, piece: bytes, *, more: bool = True) -> None:
        """Send a piece."""
        self._sent.put_nowait({"type": "http.request", "body": piece, "more_body": more})

    def leave(self) -> None:
        """Be gone, whatever was sent."""
        self._sent.put_nowait({"type": "http.disconnect"})

    async def answer(self) -> dict[str, Any]:
        """The next line of the answer, as soon as it is there."""
        return await asyncio.wait_for(self._answers.get(), 60)

    async def _take(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            return
        for line in message.get("body", b"").splitlines():
            answer = json.loads(line)
            self.answered.append(answer)
            self._answers.put_nowait(answer)
