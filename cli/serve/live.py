"""How far the log is counted: looked at for all who ask, and told to whoever follows it by server-sent events."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from time import monotonic
from typing import Final

from anyio import CapacityLimiter, move_on_after, to_thread
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from cli.serve.books import Books
from ledger.values.errors import PitError
from projections.queries import current

LIVE: Final = "/live"
"""Where it is told."""

EVENTS: Final = "text/event-stream"

Still = Callable[[bool], Awaitable[bool]]
"""Whether whoever follows may read as they could when they began. Told whether there is news: only then the store is
asked which roles they have. Raises PitError where they may not read at all.
"""

PAUSE_SECONDS: Final = 1.0
"""Until the log is looked at again."""

PATIENCE_SECONDS: Final = 0.5
"""How long a look is waited for; what is asked later is answered as of the last one."""

KEPT_SECONDS: Final = 15.0
"""After so long without anything new something is sent all the same, lest a proxy hang up."""


class Log:
    """How far the log is counted: read models are brought up with it as often as anybody asks, and at most once in a
    while.

    books: those that may be written to, where there are such.
    """

    def __init__(self, books: Books, at_once: CapacityLimiter) -> None:
        self._books = books
        self._at_once = at_once
        self._began = float("-inf")
        self._looking: asyncio.Task[int] | None = None
        self._position: int | None = None

    async def head(self, within: float | None = None) -> int:
        """The last event that all read models count. Where there is more to count than people wait for, as while a file
        is fed, it is that of a moment ago. within: seconds after which it is that anyway. Raises PitError; TimeoutError
        where none is known by then.
        """
        now = monotonic()
        if self._looking is None or (self._looking.done() and now - self._began >= PAUSE_SECONDS):
            self._began = now
            self._looking = asyncio.ensure_future(
                to_thread.run_sync(self._look, limiter=self._at_once)
            )
            self._looking.add_done_callback(asyncio.Task.exception)  # Nobody may ask any more.
        waits = within
        if self._position is not None:
            left = max(0.0, self._began + PATIENCE_SECONDS - now)
            waits = left if within is None else min(left, within)
        await asyncio.wait({self._looking}, timeout=waits)
        if self._looking.done():
            self._position = self._looking.result()
        if self._position is None:
            raise TimeoutError
        return self._position

    def _look(self) -> int:
        return self._books.ask(lambda lent: current.bring_up(lent.ledger, self._came))

    def _came(self, position: int) -> None:
        """Some more is counted: what was known before is not known any more to be the last, and this is."""
        self._position = position


class Live:
    """Tells where the log stands, to as many as follow it, until the server is ending."""

    def __init__(self, log: Log, ending: asyncio.Event) -> None:
        self._log = log
        self._ending = ending

    async def endpoint(self, request: Request, still: Still) -> Response:
        """Tell a browser each new position."""
        if request.method == "HEAD":  # Which has no end to be waited for.
            return Response(media_type=EVENTS)
        return StreamingResponse(self.told(still), media_type=EVENTS)

    async def told(self, still: Still) -> AsyncGenerator[str]:
        """An event of each new position, the first at once; none any more where the store is lost, or who follows is
        not still who they were: browsers ask again by themselves.
        """
        last, said = -1, monotonic()
        while not self._ending.is_set():
            try:
                position = await self._log.head()
                news = position != last or monotonic() - said > KEPT_SECONDS
                if not await still(news):
                    return
            except PitError:
                return
            if news:
                last, said = position, monotonic()
                yield f"event: position\ndata: {position}\n\n"
            with move_on_after(PAUSE_SECONDS):
                await self._ending.wait()
