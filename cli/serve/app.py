"""The books in a browser, as an ASGI application: every address as a page, and with `.json` behind it as its data."""

import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Final

from anyio import CapacityLimiter, to_thread
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from cli.frame import failing
from cli.serve import answers, screen
from cli.serve.address import Address
from cli.serve.addresses import ADDRESSES
from cli.serve.asked import Asked
from cli.serve.books import Books
from cli.serve.doors import doors, policy
from cli.serve.equipment import Door
from cli.serve.health import Health
from cli.serve.logs import Logged
from ledger.values.errors import Refusal

READERS: Final = 8
"""How many requests are answered at once; others wait."""

HOME: Final = "/day/today"


def make_app(url: str, hosts: tuple[str, ...], feed_url: str | None = None) -> Starlette:
    """The application over the store at a URL. hosts: names by which the server may be asked for.

    feed_url: the same store as whoever may write to it names it, for the door for equipment; None where it is closed.
    """
    books = Books(url)
    door = Door(Books(feed_url)) if feed_url is not None else None

    @asynccontextmanager
    async def open_books(_: Starlette) -> AsyncIterator[None]:
        if door is not None:
            door.open()
        try:
            yield
        finally:
            books.close()
            if door is not None:
                door.close()

    health = Health(books, door.refused if door is not None else {})
    return Starlette(
        routes=[
            *(door.routes if door is not None else ()),
            *health.routes,
            *_routes(books),
        ],
        middleware=[Middleware(Logged), *doors(hosts)],
        exception_handlers={HTTPException: _not_served},
        lifespan=open_books,
    )


def _routes(books: Books) -> list[BaseRoute]:
    readers = CapacityLimiter(READERS)
    return [
        Route("/", lambda _: RedirectResponse(HOME), methods=["GET"]),
        Mount("/static", StaticFiles(packages=[("cli.serve", "static")])),
        # A name may have a full stop in it, so what ends with .json is looked for first.
        *(Route(f"{each.path}.json", _endpoint(books, readers, each, _data)) for each in ADDRESSES),
        *(Route(each.path, _endpoint(books, readers, each, _page)) for each in ADDRESSES),
    ]


Answering = Callable[[Address, Asked, Request], Response]


def _endpoint(
    books: Books, readers: CapacityLimiter, address: Address, answering: Answering
) -> Callable[[Request], Awaitable[Response]]:
    def answer(request: Request) -> Response:
        try:
            with books.lent() as current:
                return answering(
                    address, Asked(current, request.path_params, request.query_params), request
                )
        except Exception as error:  # noqa: BLE001  the last line of defence: nobody is shown a traceback
            known = failing.explain(error)
            return refused(request, known.refusal, answers.status_of(known))

    async def endpoint(request: Request) -> Response:
        return await to_thread.run_sync(partial(answer, request), limiter=readers)

    return endpoint


def _data(address: Address, asked: Asked, _: Request) -> Response:
    return Response(answers.encoded(address.ask(asked)), media_type=answers.JSON)


def _page(address: Address, asked: Asked, request: Request) -> Response:
    page, nonce = address.show(asked, address.ask(asked)), secrets.token_urlsafe()
    drawn = screen.drawn(page, asked, request.url.path, address.typed(asked), nonce)
    return HTMLResponse(drawn, headers={"content-security-policy": policy(nonce)})


def refused(request: Request, refusal: Refusal, status: int) -> Response:
    """An error as what was asked for: data, or a page."""
    if request.url.path.endswith(".json"):
        return answers.refused(refusal, status)
    nonce = secrets.token_urlsafe()
    sentence, facts, next_step = failing.in_words(refusal)
    said = {"code": refusal.code, "sentence": sentence, "facts": facts, "next_step": next_step}
    drawn = screen.plain("error.html", nonce, title=f"{status}", **said)
    return HTMLResponse(drawn, status, {"content-security-policy": policy(nonce)})


def _not_served(request: Request, error: Exception) -> Response:
    """What no address answers, or not in that way."""
    status = error.status_code if isinstance(error, HTTPException) else answers.FAULT
    headers = error.headers if isinstance(error, HTTPException) else None
    answer = refused(request, _UNSERVED.get(status, _UNSERVED[400]), status)
    answer.headers.update(headers or {})
    return answer


_UNSERVED: Final = {
    404: Refusal("no_such_page", "There is nothing at this address.", "Begin with the day: /"),
    405: Refusal(
        "only_read", "What is here can only be read.", "Type what is to be recorded: pit."
    ),
    400: Refusal("not_served", "The request cannot be answered.", "Check the address."),
}
