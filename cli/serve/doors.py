"""What every request passes and every answer carries: which host it may name, and what a browser may do with it."""

from collections.abc import Iterable
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LOOPBACK: Final = ("127.0.0.1", "localhost", "::1")
"""Hosts that only this machine reaches."""

COOKIE: Final = "pit_session"

POLICY: Final = "; ".join(
    (
        *("default-src 'none'", "style-src 'self'{nonce}", "script-src 'self'", "img-src 'self'"),
        *("connect-src 'self'", "form-action 'self'", "frame-ancestors 'none'", "base-uri 'none'"),
    )
)
"""What a page may load: nothing from elsewhere, and no code that stands within it."""

HEADERS: Final = {
    "content-security-policy": POLICY.format(nonce=""),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}
"""What every answer carries that does not say otherwise."""

_FORWARDED: Final = ("forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via")


def policy(nonce: str) -> str:
    """What a page may load that has styles of its own, known by a nonce."""
    return POLICY.format(nonce=f" 'nonce-{nonce}'")


def from_elsewhere(request: Request) -> bool:
    """Whether a form was sent by a page of another site, as browsers say."""
    return request.headers.get("sec-fetch-site", "same-origin") not in {"same-origin", "none"}


def is_from_here(request: Request) -> bool:
    """Whether this machine asks, for itself: not for others as a proxy does."""
    client = request.client.host if request.client is not None else ""
    return client.removeprefix("::ffff:") in LOOPBACK and not _is_forwarded(request.scope)


class Careful:
    """Gives every answer the headers above. direct: what comes through a proxy is turned away, as it may come from
    anywhere, and nobody here is asked who they are.
    """

    def __init__(self, app: ASGIApp, *, direct: bool) -> None:
        self._app = app
        self._direct = direct

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""

        async def careful(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        if scope["type"] == "http" and self._direct and _is_forwarded(scope):
            await PlainTextResponse(PROXIED, 403)(scope, receive, careful)
        else:
            await self._app(scope, receive, careful)


PROXIED: Final = (
    "This came through a proxy, and here nobody is asked who they are.\n"
    "Start pit serve with --name and the name by which the proxy is asked for.\n"
)


def _is_forwarded(scope: Scope) -> bool:
    headers = Headers(scope=scope)
    return any(name in headers for name in _FORWARDED)


def doors(hosts: Iterable[str], *, behind_proxy: bool) -> list[Middleware]:
    """All of them, the outermost first. hosts: names by which the server may be asked for."""
    named = [f"[{each}]" if ":" in each else each for each in hosts]
    return [
        Middleware(Careful, direct=not behind_proxy),
        Middleware(TrustedHostMiddleware, allowed_hosts=named, www_redirect=False),
    ]
