"""From a request to its answer: who reads, what is asked, and what came of it. One that fails is answered too."""

import secrets
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Final, TypeVar
from urllib.parse import quote, urlencode

from anyio import CapacityLimiter, to_thread
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from cli.frame import failing
from cli.frame.options import Session
from cli.serve import answers, screen
from cli.serve.address import Address, withheld
from cli.serve.asked import MOMENTS, Asked
from cli.serve.books import Books
from cli.serve.doors import COOKIE, policy
from cli.serve.of_past import SIDES
from cli.serve.readers import ANYBODY, Reader, Readers
from cli.serve.underway import Came, Reading, Underway
from ledger.values.errors import Refusal

Endpoint = Callable[[Request], Awaitable[Response]]

R = TypeVar("R", Response, Response | None)

_LOOKS_BACK: Final = frozenset({*MOMENTS, *SIDES})
"""What stands behind the question mark of a page of the past."""

SIGNED_OUT: Final = "not_signed_in"


class Answering:
    """Answers what is asked of the books. readers: who has signed in; None where nobody is asked."""

    def __init__(self, books: Books, readers: Readers | None, at_once: CapacityLimiter) -> None:
        self._books = books
        self._readers = readers
        self._at_once = at_once
        self._underway = Underway(_on_its_way)

    def page(self, address: Address) -> Endpoint:
        """An address as a page; of a past moment, how far it has come as long as it is not there."""
        endpoint = self._endpoint(partial(_page, address))

        async def answer(request: Request) -> Response:
            if _LOOKS_BACK.isdisjoint(request.query_params):
                return await endpoint(request)
            key = (request.cookies.get(COOKIE, ""), request.method, str(request.url))
            if self._underway.begun(key):  # By who may have been signed out since.
                turned_away = await self._in_thread(request, _nothing)
                if turned_away is not None:
                    return turned_away
            return await self._underway.answer(key, partial(endpoint, request))

        return answer

    def data(self, address: Address) -> Endpoint:
        """An address as its command prints it with --json."""
        return self._endpoint(partial(_data, address))

    def file(self, made: Callable[[Asked], tuple[str, bytes]]) -> Endpoint:
        """What is taken along as a file: its name, and what is in it. It is for those who see names."""

        def answered(asked: Asked, _: Request) -> Response:
            if not asked.reader.names:
                withheld(asked)
            name, content = made(asked)
            said = {"content-disposition": f'attachment; filename="{quote(name)}"'}
            return Response(content, media_type=answers.JSON, headers=said)

        return self._endpoint(answered)

    def to_readers(self, endpoint: Endpoint) -> Endpoint:
        """What else is answered to who may read."""

        async def answer(request: Request) -> Response:
            turned_away = await self._in_thread(request, _nothing)
            return turned_away or await endpoint(request)

        return answer

    def _endpoint(
        self, answered: Callable[[Asked, Request], Response]
    ) -> Callable[..., Awaitable[Response]]:
        def asked(
            progress: Came | None, current: Session, reader: Reader, request: Request
        ) -> Response:
            said = Asked(current, request.path_params, request.query_params, reader, progress)
            return answered(said, request)

        async def answer(request: Request, progress: Came | None = None) -> Response:
            return await self._in_thread(request, partial(asked, progress))

        return answer

    async def _in_thread(
        self, request: Request, do: Callable[[Session, Reader, Request], R]
    ) -> R | Response:
        def run() -> R | Response:
            try:
                with self._books.lent() as current:
                    return do(current, self._reader(current, request), request)
            except Exception as error:  # noqa: BLE001  the last line of defence: nobody is shown a traceback
                known = failing.explain(error)
                return refused(request, known.refusal, answers.status_of(known))

        return await to_thread.run_sync(run, limiter=self._at_once)

    def _reader(self, current: Session, request: Request) -> Reader:
        if self._readers is None:
            return ANYBODY
        return self._readers.reader(current.ledger, request.cookies.get(COOKIE, ""))


def _nothing(*_: object) -> Response | None:
    """What is done for who may read, and gets their answer elsewhere."""
    return None


def _data(address: Address, asked: Asked, _: Request) -> Response:
    return Response(answers.encoded(address.answer(asked)), media_type=answers.JSON)


def _page(address: Address, asked: Asked, request: Request) -> Response:
    page, nonce = address.show(asked, address.answer(asked)), secrets.token_urlsafe()
    drawn = screen.drawn(page, address, asked, _path(request), nonce)
    return HTMLResponse(drawn, headers={"content-security-policy": policy(nonce)})


def _on_its_way(reading: Reading) -> Response:
    """How far a page has come."""
    return error_page("reading.html", None, 202, title="On its way", reading=reading)


def _path(request: Request) -> str:
    """As it stands in an address."""
    return quote(request.scope["path"], safe="/:")


def refused(request: Request, refusal: Refusal, status: int) -> Response:
    """An error as what was asked for: data, or a page; the way in where it is that nobody is signed in."""
    if _path(request).endswith((".json", "/live")):
        status = 401 if refusal.code == SIGNED_OUT else status
        return answers.refused(refusal, status)
    if refusal.code == SIGNED_OUT and request.method != "POST":
        query = f"?{request.url.query}" if request.url.query else ""
        return RedirectResponse(f"/login?{urlencode({'to': f'{_path(request)}{query}'})}", 303)
    return error_page("error.html", refusal, status, ways=screen.BEGINNINGS)


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


async def not_served(request: Request, error: Exception) -> Response:
    """What no address answers, or not in that way."""
    found = error if isinstance(error, HTTPException) else HTTPException(answers.FAULT)
    status = found.status_code
    answer = refused(request, _UNSERVED.get(status, _UNSERVED[400]), status)
    answer.headers.update(found.headers or {})
    return answer


_UNSERVED: Final = {
    404: Refusal("no_such_page", "There is nothing at this address.", "Begin with the day: /"),
    405: Refusal(
        "only_read", "What is here can only be read.", "Type what is to be recorded: pit."
    ),
    400: Refusal("not_served", "The request cannot be answered.", "Check the address."),
}
