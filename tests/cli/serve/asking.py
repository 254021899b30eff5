"""Requests of the application in the test's own process, each made and answered whole in one call of its loop.

Starlette's own client takes an answer in parts: sixteen calls, each of which is waited for in another thread, and half
of what a short answer takes.
"""

import httpx2
from starlette.testclient import TestClient
from starlette.types import ASGIApp


class Browser(TestClient):
    """Asks from elsewhere, and follows no redirection. home: where."""

    def __init__(self, app: ASGIApp, home: str) -> None:
        super().__init__(app, home, follow_redirects=False)
        self._transport = _Whole(self)


class _Whole(httpx2.ASGITransport, httpx2.BaseTransport):
    def __init__(self, browser: Browser) -> None:
        super().__init__(browser.app, client=("testclient", 50_000))
        self._browser = browser

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        portal = self._browser.portal
        assert portal is not None
        return portal.call(self._answer, request)

    async def _answer(self, request: httpx2.Request) -> httpx2.Response:
        found = await self.handle_async_request(request)
        return httpx2.Response(
            found.status_code, headers=found.headers, content=await found.aread(), request=request
        )
