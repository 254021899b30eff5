"""A request's records as they come in: lines, and a pause where nothing more is there yet. What is read is bounded."""

import asyncio
import zlib
from collections.abc import Generator, Iterator
from concurrent.futures import CancelledError, Future
from threading import Event
from typing import Final

from starlette.types import Message, Receive

from ledger.feed.lines import CHUNK_BYTES, Line, Splitter
from ledger.values.errors import Misused, PitError, Refused

MOST_BYTES: Final = 64 << 20
"""Of one request, unpacked: hundreds of thousands of records. What answers them waits in memory for who asks."""

MOST_LINES: Final = 1 << 20
"""Of one request: more than so many bytes of records can be. Blank lines pack to nothing, and each is looked at."""

IDLE_SECONDS: Final = 120.0
"""How long a sender may say nothing. Who was lost on the way leaves no other trace."""

PAUSE_SECONDS: Final = 0.01
"""How long nothing may come until it is a pause, at which what came is saved."""

_GZIP: Final = 16 + zlib.MAX_WBITS


class Body:
    """Read in a thread of its own. trouble: what it ended with before it was whole; None where it did not.

    receive: as ASGI has it, asked in its own event loop.
    """

    def __init__(
        self, receive: Receive, loop: asyncio.AbstractEventLoop, *, packed: bool = False
    ) -> None:
        self.trouble: PitError | None = None
        self._receive = receive
        self._loop = loop
        self._packed = packed
        self._ended = Event()
        self._coming: Future[Message] | None = None

    def end(self, trouble: PitError | None = None) -> None:
        """Read no more, whatever comes. trouble: why, where its sender is to be told."""
        self.trouble = self.trouble or trouble
        self._ended.set()
        if self._coming is not None:
            self._coming.cancel()

    def lines(self) -> Iterator[Line | None]:
        """What came whole, line by line; None at a pause. A line that a lost connection cut off is none."""
        splitter, size = Splitter(), 0
        chunks = self._chunks()
        try:
            for chunk in _unpacked(chunks) if self._packed else chunks:
                if chunk is None:
                    yield None
                    continue
                size += len(chunk)
                if size > MOST_BYTES:
                    raise _too_much()
                for line in splitter.feed(chunk):
                    if line.number > MOST_LINES:
                        raise _too_much()
                    yield line
                    if self._ended.is_set():
                        return
            yield from splitter.last()
        except PitError as error:
            self.trouble = error
        except CancelledError:
            return
        finally:
            chunks.close()

    def _chunks(self) -> Generator[bytes | None]:
        """The next is asked for while one is worked on. Raises CancelledError once nobody sends any more."""
        coming = self._ask()
        while True:
            try:
                message = coming.result(PAUSE_SECONDS)
            except TimeoutError:
                yield None
                message = _in_time(coming)
            if message["type"] == "http.disconnect":
                raise CancelledError
            more = message.get("more_body", False)
            if more:
                coming = self._ask()
            yield message.get("body", b"")
            if not more:
                return

    def _ask(self) -> "Future[Message]":
        """The next message. Where it is ended meanwhile, nothing comes."""
        self._coming = asyncio.run_coroutine_threadsafe(_next(self._receive), self._loop)
        if self._ended.is_set():
            self._coming.cancel()
        return self._coming


def _in_time(coming: "Future[Message]") -> Message:
    try:
        return coming.result(IDLE_SECONDS)
    except TimeoutError:
        raise _silent() from None


async def _next(receive: Receive) -> Message:
    return await receive()


def _unpacked(chunks: Iterator[bytes | None]) -> Iterator[bytes | None]:
    """What gzip packed, a bounded piece at a time, however much it unpacks to. Raises Misused for what is no gzip."""
    inflate, begun = zlib.decompressobj(_GZIP), False
    for packed in chunks:
        if packed is None:
            yield None
            continue
        rest, begun = packed, begun or bool(packed)
        while rest or not inflate.eof:
            try:
                plain = inflate.decompress(rest, CHUNK_BYTES)
            except zlib.error:
                raise _not_gzip() from None
            yield plain
            rest = inflate.unconsumed_tail
            if inflate.eof:  # Another part may follow, as of files that were joined.
                rest = inflate.unused_data
                if rest:
                    inflate = zlib.decompressobj(_GZIP)
            elif not rest and len(plain) < CHUNK_BYTES:
                break
    if begun and not inflate.eof:
        raise _not_gzip()


def _not_gzip() -> Misused:
    return Misused(
        "not_gzip",
        "The request says that gzip packed it, and it is no gzip, or only the beginning of it.",
        "Pack it whole, or send it as it is. What was answered is recorded.",
    )


def _too_much() -> Refused:
    return Refused(
        "request_too_large",
        f"One request takes {MOST_BYTES >> 20} MiB of records, unpacked, in {MOST_LINES} lines.",
        "Send the rest as another request, from the number to resume with.",
    )


def _silent() -> Refused:
    return Refused(
        "sender_silent",
        f"Nothing came for {IDLE_SECONDS:.0f} seconds.",
        "Send what follows as another request, from the number to resume with.",
    )
