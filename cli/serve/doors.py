"""What every request passes and every answer carries: which host it may name, and what a browser may do with it."""

from typing import Final

from starlette.datastructures import MutableHeaders
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LOOPBACK: Final = ("127.0.0.1", "localhost", "::1")
"""Hosts that only this machine reaches."""

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


def policy(nonce: str) -> str:
    """What a page may load that has styles of its own, known by a nonce."""
    return POLICY.format(nonce=f" 'nonce-{nonce}'")


class Careful:
    """Gives every answer the headers above."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""

        async def careful(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await self._app(scope, receive, careful)


def doors(hosts: tuple[str, ...]) -> list[Middleware]:
    """All of them, the outermost first. hosts: names by which the server may be asked for."""
    return [
        Middleware(Careful),
        Middleware(TrustedHostMiddleware, allowed_hosts=list(hosts), www_redirect=False),
    ]
