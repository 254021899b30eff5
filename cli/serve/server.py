"""Listens and answers, by uvicorn: what it says of itself is logged as requests are, and what would never end ends with
it.
"""

import asyncio
import socket
from types import FrameType
from typing import Any, Final

import uvicorn
from starlette.applications import Starlette

from cli.serve import logs

GRACE_SECONDS: Final = 3
"""How long what is being answered may take once it is stopped; a feed has saved by then what came."""


class Server(uvicorn.Server):
    """Serves an application of `make_app`. how: what else is told to uvicorn, such as where it listens."""

    def __init__(self, app: Starlette, **how: Any) -> None:
        config = uvicorn.Config(
            app,
            log_config=logs.CONFIG,
            access_log=False,
            server_header=False,
            ws="none",
            timeout_graceful_shutdown=GRACE_SECONDS,
            **how,
        )
        super().__init__(config)
        self._ending: asyncio.Event = app.state.ending

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:  # noqa: ARG002  as uvicorn has it
        """End, and with the second Ctrl-C at once. It was asked for, so that the process has done what it should."""
        self.force_exit = self.should_exit
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End what is being answered, and wait for it."""
        self._ending.set()
        await super().shutdown(sockets)
