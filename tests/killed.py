"""Acts said by a process of their own that is killed after so many statements."""

import multiprocessing
import os
import signal
import sqlite3
from typing import Any, Self

import msgspec
import psycopg
import sqlalchemy as sa

from ledger.desks.ledger import Ledger
from ledger.events.act import Act

_SERVER = multiprocessing.get_context("forkserver")
# What it has imported once, none of the processes it forks imports again.
_SERVER.set_forkserver_preload([__name__])


def says_and_dies(url: str, act: Act, after: int, key: str = "") -> bool:
    """Whether it was killed, by SIGKILL at statement number `after`, and not done before."""
    said = (type(act).__module__, type(act).__name__, msgspec.json.encode(act))
    process = _SERVER.Process(target=_say, args=(url, said, after, key))
    process.start()
    process.join()
    assert process.exitcode in (0, -signal.SIGKILL)
    return process.exitcode != 0


def _say(url: str, said: tuple[str, str, bytes], left: int, key: str) -> None:
    module, name, act = said
    kind = getattr(__import__(module, fromlist=[name]), name)

    def done(*_: object) -> None:
        nonlocal left
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    class Counted(psycopg.Cursor[Any]):
        def execute(self, *args: Any, **kwargs: Any) -> Self:
            super().execute(*args, **kwargs)
            done()
            return self

    def connected(connection: Any, _record: object) -> None:
        # What the driver is asked for, whoever asks it. SQLite says so before a statement, of commits and triggers too.
        if isinstance(connection, sqlite3.Connection):
            connection.set_trace_callback(done)
        else:
            connection.cursor_factory = Counted

    with Ledger(url) as ledger:
        sa.event.listen(ledger.journal.engine, "connect", connected)
        ledger.do(msgspec.json.decode(act, type=kind), key=key)
        done()  # saved, and nobody told
