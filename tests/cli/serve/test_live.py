"""Whoever follows the log is told where it stands, and that it went on."""

from collections.abc import AsyncGenerator
from contextlib import aclosing

import anyio
import pytest

from cli.serve import live
from cli.serve.books import Books
from tests.cli.conftest import Terminal


async def _next(told: AsyncGenerator[str]) -> str:
    with anyio.fail_after(20):
        return await anext(told)


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "PAUSE_SECONDS", 0.0)


@pytest.mark.usefixtures("hurried")
def test_who_follows_is_told_each_new_position(terminal: Terminal) -> None:
    books = Books(terminal.url)

    async def follow() -> list[str]:
        following = live.Live(live.Log(books, anyio.CapacityLimiter(2)))
        async with aclosing(following.told()) as told:
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
        lost = live.Live(live.Log(books, anyio.CapacityLimiter(1)))
        return [each async for each in lost.told()]

    assert anyio.run(follow) == []
