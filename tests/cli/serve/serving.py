"""The application at an address of its own, in a thread of the test's process."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread

from starlette.applications import Starlette

from cli.serve.server import Server


@contextmanager
def served(app: Starlette, host: str) -> Iterator[tuple[str, int]]:
    """Host and port at which it answers, for as long as the block lasts."""
    server = Server(app, host=host, port=0)
    thread = Thread(target=server.run)
    thread.start()
    try:
        while not server.started:
            thread.join(0.01)
            assert thread.is_alive(), "it does not start"
        _, port = server.servers[0].sockets[0].getsockname()
        yield host, port
    finally:
        server.should_exit = True
        thread.join()
