"""The server is killed at each of its statements, and the sender sends again: the books of one clean run."""

import asyncio
import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from starlette.types import Message

from cli.serve.equipment import Door
from ledger.desks.ledger import Ledger
from ledger.feed.quarantine import OnRecord
from tests.cli.serve.sending import Exchange, OneLedger, with_tokens
from tests.killed import at_every_statement
from tests.ledger.feed.sender import NOW, Fed, Sender, log_of, read_models
from tests.stores import Stores


def records() -> list[bytes]:
    """A table opened, three rounds, and a record that is set aside among them."""
    sender = Sender()
    lines = [*sender.opening(), sender.round((3, "banker", 2_500))]
    lines += [sender.line("buy_in", seat=3, cents=-5)]
    return [*lines, sender.round((3, "player", 100)), sender.round((5, "player", 100))]


class Heard(Exchange):
    """An exchange whose answers are kept where a death leaves them."""

    def __init__(self, app: Any, kept: Path) -> None:
        super().__init__(app, query=b"quarantine=yes")
        self._kept = kept

    async def _take(self, message: Message) -> None:
        with self._kept.open("ab") as file:
            file.write(message.get("body", b""))
        await super()._take(message)


def _sends(ledger: Ledger, *, kept: Path) -> Iterator[None]:
    """Everything from the first record on, in pieces that are saved one by one."""
    lines = records()
    ledger.clock = lambda: NOW
    yield

    async def sends(exchange: Exchange) -> None:
        for start in range(0, len(lines), 3):
            exchange.send(lines[start : start + 3])
            for _ in lines[start : start + 3]:
                await exchange.answer()
        exchange.send([], more=False)

    door = Door(OneLedger(ledger), asyncio.Event())  # type: ignore[arg-type]  # it lends as Books do
    asyncio.run(Heard(door, kept).run(sends))
    door.close()


def test_killed_at_every_statement_and_sent_again_gives_the_books_of_one_clean_run(
    stores: Stores, tmp_path: Path
) -> None:
    kept, lines = tmp_path / "answers.ndjson", records()
    with stores.copy(with_tokens) as url, Ledger(url, clock=lambda: NOW) as ledger:
        Fed(ledger, lines[:2])  # A read model says where in the log the table took up its rules.
        deaths, answered = 0, list[dict[str, Any]]()
        for alike in at_every_statement(url, partial(_sends, kept=kept)):
            deaths += alike
            whole = kept.read_bytes().rpartition(b"\n")[0] if kept.exists() else b""
            answered = [json.loads(each) for each in whole.splitlines()]
            said = max((each["seq"] for each in answered), default=0)
            assert said <= ledger.journal.last_seq("reader-1"), "answered before it was saved"
        assert deaths > len(lines)
        assert {each["answer"] for each in answered} == {"recorded", "set_aside", "already_there"}
        with stores.copy(with_tokens) as other, Ledger(other, clock=lambda: NOW) as clean:
            fed = Fed(clean, lines, quarantine=OnRecord())
            assert fed.counts == (len(lines) - 1, 0, 1)
            assert log_of(ledger) == log_of(clean)
            assert read_models(ledger) == read_models(clean)
