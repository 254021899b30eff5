"""The door for a table's equipment: its records over HTTP, by the rules of `pit feed` (docs/feed.md).

The one door by which something is recorded here. Who has a token feeds as its source; the store is opened to be written
to for nothing else.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from functools import partial
from threading import Event
from typing import Final, NamedTuple

import msgspec
from anyio import to_thread
from starlette.datastructures import Headers, QueryParams
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from cli.frame import failing
from cli.serve import answers, logs
from cli.serve.body import IDLE_SECONDS, Body
from cli.serve.books import Books
from ledger.feed import Intake, Outage
from ledger.feed.permit import Permit
from ledger.feed.quarantine import OnRecord
from ledger.feed.tally import Answer, Outcome
from ledger.values.errors import Misused, PitError, Refusal, Refused
from projections.queries import current, feeds

FEEDS: Final = 32
"""So many requests are fed from at once, each in a thread of its own."""

OF_ONE_SOURCE: Final = 2
"""So many of them are one source's: what was lost on the way may be waited for still, when its sender comes again."""

RETRY_SECONDS: Final = 1
PATIENCE_SECONDS: Final = 5.0
"""How long a store that was lost is waited for: its sender knows better than to wait in line."""

RECORDS: Final = "application/x-ndjson"

STATUS: Final = {
    **dict.fromkeys(("token_needed", "token_unknown", "token_revoked"), 401),
    **dict.fromkeys(("token_of_another", "token_of_other_tables"), 403),
    **dict.fromkeys(("gap", "feed_source_restarted"), 409),
    **dict.fromkeys(("busy", "store_lost", "clock_behind", "server_ending"), 503),
    "sender_silent": 408,
    "request_too_large": 413,
    "packed_otherwise": 415,
    "too_many_feeds": 429,
}
"""Of what is answered first; other codes are of records, and 422."""


class Said(NamedTuple):
    """Some lines of an answer, and the status that it has where they are its first. refused: codes among them."""

    status: int
    lines: bytes
    refused: tuple[str, ...] = ()


class Told(msgspec.Struct, omit_defaults=True):
    """What became of a record, as its sender reads it. resume: the number to go on with, where this is the last one."""

    line: int
    seq: int
    answer: Outcome
    code: str = ""
    message: str = ""
    next_step: str = ""
    resume: int = 0


_encode: Final = msgspec.json.Encoder().encode

Tell = Callable[[Said | None], object]
"""Takes what is answered, piece by piece, and None once all is."""


class Feeding:
    """One request that feeds, in a thread of its own."""

    def __init__(self, books: Books, body: Body, token: str, tell: Tell) -> None:
        self._books = books
        self._body = body
        self._token = token
        self._tell = tell
        self._resume = 0
        self._stopped = False
        self._source = ""
        self._outcomes = Counter[str]()

    def run(self, *, quarantine: bool) -> None:
        """Take what comes, and answer it; whatever goes wrong is answered too."""
        try:
            self._take(quarantine=quarantine)
            if self._body.trouble is not None:
                raise self._body.trouble
        except Exception as error:  # noqa: BLE001  the last line of defence: no sender goes without an answer
            known = failing.explain(error)
            line = _written(known.refusal, self._resume)
            self._outcomes[known.refusal.code] += 1
            self._tell(Said(status_of(known), line, (known.refusal.code,)))
        finally:
            logs.write(source=self._source, **self._outcomes)
            self._tell(None)

    def _take(self, *, quarantine: bool) -> None:
        with self._books.lent() as lent:
            permit = Permit(lent.ledger, self._token)
            self._source = permit.source
            self._resume = feeds.last_seq(lent.ledger, permit.source) + 1
            intake = Intake(
                lent.ledger,
                quarantine=OnRecord() if quarantine else None,
                answer=self._answer,
                permit=permit,
                outage=Outage(patience=PATIENCE_SECONDS),
            )
            intake.run(self._body.lines())

    def _answer(self, final: Sequence[Answer]) -> None:
        if self._stopped or not final:
            return
        told = list(self._told(final))
        lines = b"".join(_encode(each) + b"\n" for each in told)
        refused = tuple(each.code for each in told if each.code)
        self._outcomes.update(each.answer.value for each in told)
        stopped_at_once = told[0].answer is Outcome.REFUSED
        self._tell(Said(STATUS.get(told[0].code, 422) if stopped_at_once else 200, lines, refused))

    def _told(self, final: Sequence[Answer]) -> Iterator[Told]:
        """Up to the first one by which the source stops."""
        for line, seq, outcome, why in final:
            told = Told(line, seq, outcome)
            if why is not None:
                told.code, told.message, told.next_step = why.code, why.message, why.next_step
            if outcome in {Outcome.REFUSED, Outcome.WAITING}:
                self._stopped = True
                self._body.end()
                told.answer, told.resume = Outcome.REFUSED, self._resume
                yield told
                return
            self._resume = max(self._resume, seq + 1)
            yield told


class Door:
    """`POST /feed`, as ASGI has it, and `GET /feed/SOURCE`.

    books: those that are written to. refused: by code, how often since it was opened.
    """

    def __init__(self, books: Books, ending: asyncio.Event) -> None:
        self._books = books
        self._ending = ending
        self._feeding: Counter[str] = Counter()
        self._threads = ThreadPoolExecutor(FEEDS + 1, "feed")
        self._closed = Event()
        self.refused: Counter[str] = Counter()

    @property
    def routes(self) -> list[Route]:
        """Where it is."""
        return [
            Route("/feed", self, methods=["POST"]),
            Route("/feed/{source:path}", self.stands, methods=["GET"]),
        ]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Take the records of a request, and answer each as it is final, while more come."""
        request = Request(scope)
        try:
            token, packed = _bearer(request.headers), _is_packed(request.headers)
            quarantine = _quarantine(request.query_params)
            source, resume = await to_thread.run_sync(self._admit, token)
            self._verify_room(source, resume)
        except Exception as error:  # noqa: BLE001  nobody is shown a traceback
            known = failing.explain(error)
            self.refused[known.refusal.code] += 1
            await _answered(known)(scope, receive, send)
            return
        loop, told = asyncio.get_running_loop(), asyncio.Queue[Said | None]()
        body = Body(receive, loop, packed=packed)

        def tell(said: Said | None) -> None:
            with suppress(RuntimeError):  # The server has ended, and what was saved stays.
                loop.call_soon_threadsafe(told.put_nowait, said)

        feeding = Feeding(self._books, body, token, tell)
        self._feeding[source] += 1
        work = loop.run_in_executor(self._threads, partial(feeding.run, quarantine=quarantine))
        work.add_done_callback(lambda _: self._feeding.subtract([source]))
        ended = asyncio.ensure_future(self._ends(body))
        try:
            with suppress(TimeoutError):  # Whoever takes no answers for so long is gone.
                await self._stream(told, send)
        finally:
            ended.cancel()
            body.end()

    async def _ends(self, body: Body) -> None:
        """Read no more of a request once the server is ending: what came is saved, and its sender told."""
        await self._ending.wait()
        body.end(
            Refused(
                "server_ending",
                "The server is ending.",
                "Send what follows as another request, from the number to resume with.",
            )
        )

    def stands(self, request: Request) -> Response:
        """Where a source stands; for whoever has a token of it."""
        try:
            token = _bearer(request.headers)
            with self._books.lent() as lent:
                Permit(lent.ledger, token).verify(request.path_params["source"])
                found = feeds.feed(lent.ledger, request.path_params["source"])
            return Response(answers.encoded(found), media_type=answers.JSON)
        except Exception as error:  # noqa: BLE001  nobody is shown a traceback
            return _answered(failing.explain(error))

    def open(self) -> None:
        """Keep the read models current from here on, lest whoever reads has to wait for what was fed."""
        self._threads.submit(self._follow)

    def close(self) -> None:
        """Once nobody feeds any more."""
        self._closed.set()
        self._threads.shutdown()
        self._books.close()

    def _follow(self) -> None:
        while not self._closed.wait(current.PAUSE_SECONDS):
            with suppress(PitError), self._books.lent() as followed:
                outage = Outage(wait=self._closed.wait)
                for _ in current.follow(followed.ledger, self._closed.wait, outage):
                    """Until the door is closed, or there is trouble: then from the beginning."""

    def _admit(self, token: str) -> tuple[str, int]:
        """Whose a token is, and the number with which they go on."""
        with self._books.lent() as lent:
            source = Permit(lent.ledger, token).source
            return source, feeds.last_seq(lent.ledger, source) + 1

    def _verify_room(self, source: str, resume: int) -> None:
        if self._feeding[source] < OF_ONE_SOURCE and self._feeding.total() < FEEDS:
            return
        raise Refused(
            "too_many_feeds",
            "As many feed here as can be served at once, or as one source may.",
            "Wait, and send again from the number to resume with.",
            resume=resume,
        )

    async def _stream(self, told: "asyncio.Queue[Said | None]", send: Send) -> None:
        """Answer as it is told. Raises TimeoutError where nobody takes it."""
        said = await told.get()
        status = 200 if said is None else said.status
        headers = [("content-type", RECORDS), *_headers(status)]
        encoded = [(name.encode(), value.encode()) for name, value in headers]
        start = {"type": "http.response.start", "status": status, "headers": encoded}
        await asyncio.wait_for(send(start), IDLE_SECONDS)
        while said is not None:
            self.refused.update(said.refused)
            piece = {"type": "http.response.body", "body": said.lines, "more_body": True}
            await asyncio.wait_for(send(piece), IDLE_SECONDS)
            said = await told.get()
        await send({"type": "http.response.body", "body": b""})


def status_of(error: PitError) -> int:
    """The status of an error that is answered first."""
    return STATUS.get(error.refusal.code, answers.status_of(error))


def _written(refusal: Refusal, resume: int) -> bytes:
    """An error as a line of an answer. resume: the number to go on with, 0 where it is not known."""
    known = replace(refusal, facts={**refusal.facts, "resume": resume}) if resume else refusal
    return f"{failing.in_json(known)}\n".encode()


def _answered(error: PitError) -> Response:
    """An error that is all there is to answer."""
    status = status_of(error)
    return Response(
        _written(error.refusal, 0), status, dict(_headers(status)), media_type=answers.JSON
    )


def _headers(status: int) -> Iterator[tuple[str, str]]:
    if status == 401:
        yield "www-authenticate", 'Bearer realm="feed"'
    if status in {429, 503}:
        yield "retry-after", str(RETRY_SECONDS)


def _bearer(headers: Headers) -> str:
    """The token that a request shows. Raises Refused."""
    scheme, _, token = headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer" and token.strip():
        return token.strip()
    raise Refused(
        "token_needed",
        "Equipment feeds with a token, and none is shown.",
        "Send it as Authorization: Bearer TOKEN; a registrar issues one: pit feed token new SOURCE.",
    )


def _is_packed(headers: Headers) -> bool:
    """Whether gzip packed the records. Raises Misused for anything else."""
    encoding = headers.get("content-encoding", "identity").strip().lower()
    if encoding not in {"identity", "gzip"}:
        raise Misused(
            "packed_otherwise",
            f"The records are packed as {encoding!r}, and only gzip is read here.",
            "Send them as they are, or packed by gzip.",
            encoding=encoding,
        )
    return encoding == "gzip"


def _quarantine(query: QueryParams) -> bool:
    """Whether what is refused is set aside. Raises Misused for anything else that is asked."""
    if set(query.items()) <= {("quarantine", "yes")}:
        return bool(query)
    raise Misused(
        "unknown_query",
        "Behind the ? is something else than quarantine=yes.",
        "Leave it out: the first record that is refused ends the request. With quarantine=yes it is set aside.",
    )
