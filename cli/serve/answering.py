"""From a request to its answer: who reads, what is asked, and what came of it. One that fails is answered too."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from time import monotonic
from typing import Any, Final, TypeVar
from urllib.parse import quote, urlencode

from anyio import CapacityLimiter, to_thread
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from cli.frame import failing
from cli.frame.options import Session
from cli.serve import answers, screen
from cli.serve import kept as kept_pages
from cli.serve.address import Address, withheld
from cli.serve.asked import MOMENTS, Asked
from cli.serve.books import Books
from cli.serve.doors import COOKIE, policy
from cli.serve.kept import Draft, Kept, Page
from cli.serve.live import LIVE, Log, Still
from cli.serve.makers import HTML, Makes, Question
from cli.serve.of_past import SIDES
from cli.serve.readers import ANYBODY, Reader, Readers
from ledger.values.errors import NotFound, PitError, Refusal
from ledger.values.progress import Progress

Endpoint = Callable[[Request], Awaitable[Response]]

R = TypeVar("R")

NOW_AT_ONCE: Final = 2
PAST_AT_ONCE: Final = 1
"""So many pages are made at once: of the books as they stand, and of past moments, which nobody else waits for."""

_LOOKS_BACK: Final = frozenset({*MOMENTS, *SIDES})
"""What stands behind the question mark of a page of the past."""

SIGNED_OUT: Final = "not_signed_in"

FOLLOWS: Final = "pit-follows"
"""What a request bears that a page makes by itself, as it follows the log."""


class Answering:
    """Answers what is asked of the books. readers: who has signed in; None where nobody is asked. makes: pages."""

    def __init__(
        self,
        books: Books,
        readers: Readers | None,
        log: Log,
        makes: Makes,
        at_once: CapacityLimiter,
    ) -> None:
        self._books = books
        self._makes = makes
        self._readers = readers
        self._log = log
        self._at_once = at_once
        self._kept = Kept()
        self._now = ThreadPoolExecutor(NOW_AT_ONCE, "now")
        self._past = ThreadPoolExecutor(PAST_AT_ONCE, "past")

    def close(self) -> None:
        """Make nothing more."""
        for each in (self._now, self._past):
            each.shutdown(cancel_futures=True)

    def page(self, address: Address) -> Endpoint:
        """An address as a page; of a past moment, how far it has come as long as it is not there."""
        return self._endpoint(address, data=False)

    def data(self, address: Address) -> Endpoint:
        """An address as its command prints it with --json."""
        return self._endpoint(address, data=True)

    def file(self, made: Callable[[Asked], tuple[str, bytes]]) -> Endpoint:
        """What is taken along as a file: its name, and what is in it. It is for those who see names."""

        async def answer(request: Request) -> Response:
            reader = await self._reader(request)
            if not reader.names:
                withheld(request)

            def ask(current: Session) -> tuple[str, bytes]:
                return made(Asked(current, request.path_params, request.query_params, reader))

            name, content = await self._asked(ask)
            said = {"content-disposition": f'attachment; filename="{quote(name)}"'}
            return Response(content, media_type=answers.JSON, headers=said)

        return _or_why_not(answer)

    def home(self) -> Endpoint:
        """The way to where their roles let them begin."""

        async def answer(request: Request) -> Response:
            reader = await self._reader(request)
            return RedirectResponse(screen.beginnings(reader, request.query_params)[0]["path"])

        return _or_why_not(answer)

    def to_followers(self, endpoint: Callable[[Request, Still], Awaitable[Response]]) -> Endpoint:
        """What goes on being told to a reader, as long as they are signed in and see what they saw at first."""

        async def answer(request: Request) -> Response:
            first, readers = await self._reader(request, asks=False), self._readers

            async def still(news: bool) -> bool:
                if not news:
                    return readers is None or readers.lasts(_token(request))
                return await self._reader(request, asks=False) == first

            return await endpoint(request, still)

        return _or_why_not(answer)

    async def not_served(self, request: Request, error: Exception) -> Response:
        """What no address answers, or not in that way; whoever is signed in is told that they are."""
        found = error if isinstance(error, HTTPException) else HTTPException(answers.FAULT)
        status = found.status_code
        with suppress(PitError):
            await self._reader(request)
        answer = refused(request, _UNSERVED.get(status, _UNSERVED[400]), status)
        answer.headers.update(found.headers or {})
        return answer

    def _endpoint(self, address: Address, *, data: bool) -> Endpoint:
        async def answer(request: Request) -> Response:
            request.state.address, request.state.asked_at = address, monotonic()
            reader, named = await self._reader(request), request.path_params
            page = await self._page(address, request, reader, named, data=data)
            if data and named and isinstance(page.error, NotFound):
                # A name may end so itself.
                *_, last = named
                whole = {**named, last: f"{named[last]}.json"}
                of_that = await self._page(address, request, reader, whole, data=False)
                page = page if of_that.error is not None else of_that
            return _answer(page, request, reader)

        return _or_why_not(answer)

    async def _page(
        self,
        address: Address,
        request: Request,
        reader: Reader,
        named: Mapping[str, Any],
        *,
        data: bool,
    ) -> Page:
        """What an address shows of what is named; of the past it may still be on its way."""
        said, path = dict(request.query_params), _path(request)
        past = not _LOOKS_BACK.isdisjoint(said)
        until = request.state.asked_at + kept_pages.TOLD_SECONDS if past and not data else None
        try:
            head = await self._log.head(_left(until))
        except TimeoutError:
            return Page(0)
        question = Question(address.path, data, named, said, reader, path, head)

        async def make(came: Progress) -> Draft:
            threads = self._past if past else self._now
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(threads, self._makes, question, came)

        key = (path, data, request.url.query, reader.names)
        return await self._kept.page(key, head, make, patience=_left(until))

    async def _asked(self, ask: Callable[[Session], R]) -> R:
        """Ask the books, aside. Raises PitError."""
        return await to_thread.run_sync(self._books.ask, ask, limiter=self._at_once)

    async def _reader(self, request: Request, *, asks: bool = True) -> Reader:
        """Who asks, with the roles that they have now; an error is told to them too. Raises PitError."""
        readers, reader = self._readers, ANYBODY
        if readers is not None:
            asks = asks and FOLLOWS not in request.headers
            reader = await self._asked(
                lambda current: readers.reader(current.ledger, _token(request), asks=asks)
            )
        request.state.reader = reader
        return reader


def _left(until: float | None) -> float | None:
    """Seconds; None where there is time."""
    return None if until is None else max(0.0, until - monotonic())


def _token(request: Request) -> str:
    return request.cookies.get(COOKIE, "")


def _or_why_not(endpoint: Endpoint) -> Endpoint:
    """An endpoint whose errors are answered too."""

    async def answer(request: Request) -> Response:
        try:
            return await endpoint(request)
        except Exception as error:  # noqa: BLE001  the last line of defence: nobody is shown a traceback
            known = failing.explain(error)
            return refused(request, known.refusal, answers.status_of(known))

    return answer


def _answer(page: Page, request: Request, reader: Reader) -> Response:
    """What came of a page, or how far it has come; nothing where they have it already. Raises PitError."""
    if page.error is not None:
        raise page.error
    if page.draft is None:
        coming = error_page(
            "reading.html", None, 202, title="On its way", reading=page, **_around(request)
        )
        coming.headers["refresh"] = str(kept_pages.AGAIN_SECONDS)
        return coming
    draft, content = page.draft, page.draft.content
    said = {"etag": draft.tag, "age": str(int(page.seconds)), "pit-position": str(page.position)}
    if request.headers.get("if-none-match") == draft.tag:
        return Response(status_code=304, headers=said)
    if draft.media_type == HTML:
        nonce = secrets.token_urlsafe()
        said["content-security-policy"] = policy(nonce)
        content = screen.filled(content, nonce, reader.operator)
    return Response(content, media_type=draft.media_type, headers=said)


def _path(request: Request) -> str:
    """As it stands in an address."""
    return quote(request.scope["path"], safe="/:")


def refused(request: Request, refusal: Refusal, status: int) -> Response:
    """An error as what was asked for: data, or a page; the way in where it is that nobody is signed in."""
    path = _path(request)
    if path.endswith(".json") or path == LIVE:
        status = 401 if refusal.code == SIGNED_OUT else status
        return answers.refused(refusal, status)
    if refusal.code == SIGNED_OUT and request.method != "POST":
        query = f"?{request.url.query}" if request.url.query else ""
        return RedirectResponse(f"/login?{urlencode({'to': f'{path}{query}'})}", 303)
    return error_page("error.html", refusal, status, **_around(request))


def _around(request: Request) -> dict[str, Any]:
    """What a page has around it that is of no books."""
    address, reader = (getattr(request.state, name, None) for name in ("address", "reader"))
    said = request.query_params
    frame = screen.around(address, said, reader, _path(request))
    return {**frame, "ways": screen.beginnings(reader, said)}


def error_page(template: str, refusal: Refusal | None, status: int, **said: Any) -> Response:
    """A page that is of no books. refusal: what is said on it."""
    nonce = secrets.token_urlsafe()
    sentence, facts, next_step = ("", "", "") if refusal is None else failing.in_words(refusal)
    code = "" if refusal is None else refusal.code
    title = said.pop("title", answers.TITLES.get(status, answers.WRONG))
    drawn = screen.plain(
        template,
        nonce,
        title=title,
        code=code,
        sentence=sentence,
        facts=facts,
        next_step=next_step,
        **said,
    )
    return HTMLResponse(drawn, status, {"content-security-policy": policy(nonce)})


_UNSERVED: Final = {
    404: Refusal("no_such_page", "There is nothing at this address.", "Begin with the day: /"),
    405: Refusal(
        "only_read", "What is here can only be read.", "Type what is to be recorded: pit."
    ),
    400: Refusal("not_served", "The request cannot be answered.", "Check the address."),
}
