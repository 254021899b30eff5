"""The books in a browser, as an ASGI application: every address as a page, and with `.json` behind it as its data."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Final

from anyio import CapacityLimiter
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from cli.serve import of_seal, screen, types
from cli.serve.addresses import ADDRESSES
from cli.serve.answering import NOW_AT_ONCE, Answering
from cli.serve.books import Books
from cli.serve.doors import LOOPBACK, doors
from cli.serve.equipment import Door
from cli.serve.health import Health
from cli.serve.live import LIVE, Live, Log
from cli.serve.logs import Logged
from cli.serve.makers import Apart, make
from cli.serve.readers import Readers
from cli.serve.signing_in import SigningIn

AT_ONCE: Final = 8
"""How many ask the store at once for what takes no time: who they are, where the log stands."""


def make_app(
    url: str, names: tuple[str, ...] = (), feed_url: str | None = None, *, apart: bool = False
) -> Starlette:
    """The application over the store at a URL. names: by which it is asked for from elsewhere, where operators sign in;
    without any it answers this machine alone, and asks nobody.

    feed_url: the same store as whoever may write to it names it, for the door for equipment, and for attempts to sign
    in, which are on record; without it that door is closed. apart: whether pages are made in processes of their own.

    Whoever runs it sets `state.ending` when it is to end: what would never end by itself ends then.
    """
    books, readers = Books(url), Readers() if names else None
    written = Books(feed_url) if feed_url is not None else None
    at_once, ending = CapacityLimiter(AT_ONCE), asyncio.Event()
    door = Door(written, ending) if written is not None else None
    log = Log(written or books, at_once)
    makers = Apart(url) if apart else None
    answering = Answering(books, readers, log, makers or partial(make, books), at_once)
    signing_in = SigningIn(written or books, readers) if readers is not None else None

    @asynccontextmanager
    async def open_books(_: Starlette) -> AsyncIterator[None]:
        screen.environment()
        types.look_up()
        if makers is not None:
            makers.open(NOW_AT_ONCE)
        if door is not None:
            door.open()
        try:
            yield
        finally:
            if makers is not None:
                makers.close()
            answering.close()
            books.close()
            if door is not None:
                door.close()

    refused = door.refused if door is not None else {}
    health = Health(books, refused, only_here=bool(names))
    app = Starlette(
        routes=[
            *(door.routes if door is not None else ()),
            *health.routes,
            *_routes(answering, Live(log, ending)),
            *(signing_in.routes if signing_in is not None else ()),
        ],
        middleware=[
            Middleware(Logged),
            *doors(names or LOOPBACK, behind_proxy=bool(names)),
        ],
        exception_handlers={HTTPException: answering.not_served},
        lifespan=open_books,
    )
    app.state.ending = ending
    return app


def _routes(answering: Answering, live: Live) -> list[BaseRoute]:
    return [
        Route("/", answering.home(), methods=["GET"]),
        Mount("/static", StaticFiles(packages=[("cli.serve", "static")])),
        Route("/proof", answering.file(of_seal.proof), methods=["GET"]),
        Route(LIVE, answering.to_followers(live.endpoint)),
        # A name may have a full stop in it, so what ends with .json is looked for first.
        *(Route(f"{each.path}.json", answering.data(each)) for each in ADDRESSES),
        *(Route(each.path, answering.page(each)) for each in ADDRESSES),
    ]
