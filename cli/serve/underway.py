"""Pages of a past moment. One that is not there within a second is said to be on its way, with how far it has come; the
browser asks again until it is.
"""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from time import monotonic
from typing import Final

from starlette.responses import Response

PATIENCE_SECONDS: Final = 0.8
"""How long a page is waited for until it is said how far it has come: so that there is an answer within a second."""

AGAIN_SECONDS: Final = 1
"""After so long a browser asks again."""

KEPT_SECONDS: Final = 60.0
"""How long a page waits for whoever asked for it: who does not come any more gets it made anew."""

MOST: Final = 32
"""Pages that are on their way or wait to be asked for again; beyond these whoever asks waits for the answer."""

Came = Callable[[int, int], None]
"""Told how far a reading of the log has come, and how far it goes."""


class Reading:
    """A page on its way. position, goal: how far the log is read, and how far it will be; 0 until it is known."""

    def __init__(self) -> None:
        self.position = self.goal = 0
        self._began = monotonic()

    def came(self, position: int, goal: int) -> None:
        """It has come so far."""
        self.position, self.goal = position, goal

    @property
    def seconds(self) -> int:
        """Since it began."""
        return int(monotonic() - self._began)


_Page = tuple[Reading, asyncio.Task[Response]]


class Underway:
    """Pages that are on their way. told: the answer as long as one is."""

    def __init__(self, told: Callable[[Reading], Response]) -> None:
        self._told = told
        self._pages: dict[tuple[str, ...], _Page] = {}

    def begun(self, key: tuple[str, ...]) -> bool:
        """Whether this page was asked for already, and not called for yet."""
        return key in self._pages

    async def answer(
        self, key: tuple[str, ...], make: Callable[[Came], Awaitable[Response]]
    ) -> Response:
        """The page, or how far it has come. key: who asks, and for what."""
        if key not in self._pages and len(self._pages) >= MOST:
            return await make(lambda *_: None)
        found = reading, task = self._pages.get(key) or self._begin(key, make)
        done, _ = await asyncio.wait({task}, timeout=PATIENCE_SECONDS)
        if not done:
            answer = self._told(reading)
            answer.headers["refresh"] = str(AGAIN_SECONDS)
            return answer
        self._forget(key, found)
        return task.result()

    def _begin(self, key: tuple[str, ...], make: Callable[[Came], Awaitable[Response]]) -> _Page:
        reading = Reading()
        task = asyncio.ensure_future(make(reading.came))
        found = self._pages[key] = reading, task
        forget = partial(self._forget, key, found)
        task.add_done_callback(lambda _: task.get_loop().call_later(KEPT_SECONDS, forget))
        return found

    def _forget(self, key: tuple[str, ...], found: _Page) -> None:
        """Let go of a page; not of one that was begun for the same since."""
        if self._pages.get(key) is found:
            del self._pages[key]
