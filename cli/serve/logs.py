"""What the server was asked, and what went wrong in it, a JSON object a line on standard error: no people, no tokens,
nothing searched for.

An address is told without what it names, and what stands behind its ? not at all.
"""

import json
import logging
import sys
import time
from datetime import UTC, datetime
from typing import Any, Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send


class Told(logging.Handler):
    """Writes down what others log: of an error its kind, as what it says may name somebody."""

    def emit(self, record: logging.LogRecord) -> None:
        """One line."""
        kind = record.exc_info[0] if record.exc_info else None
        error = {} if kind is None else {"error": kind.__name__}
        write(level=record.levelname.lower(), told=record.getMessage().strip(), **error)


CONFIG: Final[dict[str, Any]] = {
    "version": 1,
    "disable_existing_loggers": False,
    "handlers": {"told": {"class": f"{__name__}.{Told.__name__}"}},
    "loggers": {
        name: {"handlers": ["told"], "level": "ERROR", "propagate": False}
        for name in ("uvicorn", "asyncio")
    },
}
"""Of those who run it. They warn of requests that are none, too: whoever sends such is answered, and that is enough."""


class Logged:
    """Tells of every request once it is answered."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request. status: 0 where nothing was answered."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began, status = time.monotonic(), 0

        async def noted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, noted)
        finally:
            took = round(1_000 * (time.monotonic() - began))
            asked = {"method": scope["method"], "address": _address(scope), "status": status}
            write(**asked, milliseconds=took)


def write(**facts: object) -> None:
    """One line, with the time."""
    now = datetime.now(UTC).isoformat(timespec="milliseconds")
    sys.stderr.write(json.dumps({"at": now, **facts}) + "\n")


def _address(scope: Scope) -> str | None:
    """`/round/{table}/{day}/{n}`; None where nothing is at the address."""
    if "endpoint" not in scope:
        return None
    address: str = scope["path"]
    for name, value in scope.get("path_params", {}).items():
        address = address.replace(f"/{value}", f"/{{{name}}}", 1)
    return address
