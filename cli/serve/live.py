"""Where the log stands, told to whoever follows it by server-sent events: asked once for all of them."""

from collections.abc import AsyncGenerator
from time import monotonic
from typing import Final

from anyio import CapacityLimiter, Lock, sleep, to_thread
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from cli.frame import failing
from cli.serve.books import Books
from ledger.values.errors import PitError

EVENTS: Final = "text/event-stream"

PAUSE_SECONDS: Final = 1.0
"""Until the log is looked at again."""

KEPT_SECONDS: Final = 15.0
"""After so long without anything new something is sent all the same, lest a proxy hang up."""


class Live:
    """The log's last position, looked at as often as anybody follows."""

    def __init__(self, books: Books, readers: CapacityLimiter) -> None:
        self._books = books
        self._readers = readers
        self._turn = Lock()
        self._asked = float("-inf")
        self._position = 0

    async def endpoint(self, request: Request) -> Response:
        """Tell a browser each new position."""
        if request.method == "HEAD":  # Which has no end to be waited for.
            return Response(media_type=EVENTS)
        return StreamingResponse(self.told(), media_type=EVENTS)

    async def told(self) -> AsyncGenerator[str]:
        """An event of each new position, the first at once; none any more where the store is lost: browsers ask again
        by themselves.
        """
        last, said = -1, monotonic()
        while True:
            try:
                position = await self._head()
            except PitError:
                return
            if position != last or monotonic() - said > KEPT_SECONDS:
                last, said = position, monotonic()
                yield f"event: position\ndata: {position}\n\n"
            await sleep(PAUSE_SECONDS)

    async def _head(self) -> int:
        async with self._turn:
            if monotonic() - self._asked >= PAUSE_SECONDS:
                self._position = await to_thread.run_sync(self._look, limiter=self._readers)
                self._asked = monotonic()
        return self._position

    def _look(self) -> int:
        try:
            with self._books.lent() as current:
                return current.ledger.position
        except Exception as error:
            raise failing.explain(error) from error
