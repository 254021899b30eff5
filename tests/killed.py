"""Acts said by a process of their own that is killed after so many statements."""

import multiprocessing
import os
import signal
import sqlite3
from typing import TYPE_CHECKING, Any, Final, Self

import msgspec
import psycopg
import sqlalchemy as sa

from ledger.desks.ledger import Ledger
from ledger.events.act import Act

if TYPE_CHECKING:
    from tests.clerk import Clerk

MOST: Final = 80
"""Statements that no act comes to."""

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


def until_it_is_done(clerk: "Clerk", url: str, act: Act, recorded: int) -> tuple[int, int]:
    """How often an act was killed with nothing left behind, and how often with all of it done, at each statement.

    recorded: how many events are all of it.
    """
    before = clerk.everything()
    nothing = whole = 0
    for after in range(1, MOST):
        killed = says_and_dies(url, act, after, key="killed-1")
        now = clerk.everything()
        assert now[: len(before)] == before
        assert len(now) - len(before) in (0, recorded), "half of it"
        if not killed:
            return nothing, whole
        if len(now) == len(before):
            assert whole == 0, "what was saved is gone"
            nothing += 1
        else:
            whole += 1
    raise AssertionError("it is never done")


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
