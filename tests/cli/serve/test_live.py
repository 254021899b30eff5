"""Whoever follows the log is told where it stands, and that it went on."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing

import anyio
import pytest
from starlette.testclient import TestClient

from cli.serve import live
from cli.serve.books import Books
from cli.serve.readers import Readers
from tests.cli.conftest import Terminal
from tests.cli.serve.conftest import signs_in


async def _next(told: AsyncGenerator[str]) -> str:
    with anyio.fail_after(20):
        return await anext(told)


async def _still(_: bool) -> bool:
    return True


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "PAUSE_SECONDS", 0.0)


@pytest.mark.usefixtures("hurried")
def test_who_follows_is_told_each_new_position(terminal: Terminal) -> None:
    books = Books(terminal.url)

    async def follow() -> list[str]:
        following = live.Live(live.Log(books, anyio.CapacityLimiter(2)), asyncio.Event())
        async with aclosing(following.told(_still)) as told:
            first = await _next(told)
            terminal.opened()
            return [first, await _next(told)]

    first, second = anyio.run(follow)
    books.close()
    assert first == "event: position\ndata: 1\n\n"
    assert int(second.split("data: ")[1]) > 1


@pytest.mark.usefixtures("hurried")
def test_where_the_store_is_lost_nothing_more_is_told(tmp_path: object) -> None:
    async def follow() -> list[str]:
        books = Books(f"sqlite:///{tmp_path}/none/pit.db")
        lost = live.Live(live.Log(books, anyio.CapacityLimiter(1)), asyncio.Event())
        return [each async for each in lost.told(_still)]

    assert anyio.run(follow) == []


ENDS: dict[str, Callable[[TestClient, Terminal, pytest.MonkeyPatch], object]] = {
    "signed out": lambda browser, _, __: browser.get("/logout"),
    "idle": lambda _, __, patch: patch.setattr(Readers, "_now", lambda _: float("inf")),
    "suspended": lambda _, played, __: played.does(
        *("operator", "suspend", "C-1", "--reason", "left", "--by", "A-1")
    ),
    "other roles": lambda _, played, __: played.does(
        *("operator", "roles", "C-1", "--role", "surveillance", "--by", "A-1")
    ),
}
"""How a session is no more what it was."""


@pytest.mark.parametrize("how", ENDS)
def test_nothing_more_is_told_once_the_session_is_over_or_another(
    elsewhere: TestClient, played: Terminal, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    signs_in(elsewhere, "C-1")
    asked, head = 0, live.Log.head

    async def ends(log: live.Log) -> int:
        nonlocal asked
        asked += 1
        if asked == 3:
            await anyio.to_thread.run_sync(ENDS[how], elsewhere, played, monkeypatch)
        return await head(log)

    monkeypatch.setattr(live.Log, "head", ends)
    told = elsewhere.get("/live")
    assert (told.status_code, told.text.count("event: position")) == (200, 1)
    assert asked == 3
