"""Acts said by a process of their own that is killed after so many statements."""

import multiprocessing
import os
import signal
import sqlite3
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final, Self

import msgspec
import psycopg
import sqlalchemy as sa

from ledger.desks.ledger import Ledger
from ledger.events.act import Act

if TYPE_CHECKING:
    from tests.clerk import Clerk

MOST: Final = 200
"""Statements that no act comes to."""

Work = Callable[[Ledger], Iterator[None]]
"""What is done with a store, as it can be pickled; all before its first `yield` prepares it, and is not counted."""

_SERVER = multiprocessing.get_context("forkserver")
# What it has imported once, none of the processes it forks imports again.
_SERVER.set_forkserver_preload([__name__, "tests.works"])


def says_and_dies(url: str, act: Act, after: int, key: str = "", phrase: str | None = None) -> bool:
    """Whether it was killed, by SIGKILL at statement number `after`, and not done before. phrase: what it types."""
    said = (type(act).__module__, type(act).__name__, msgspec.json.encode(act))
    return _dies(_say, url, said, after, key, phrase)


def at_every_statement(url: str, work: Work) -> Iterator[int]:
    """Do some work and be killed at its first statement, its second and so on, until it is done. Yields after each
    death how many there were, and once more when it is done.
    """
    for after in range(1, MOST):
        killed = _dies(_run, url, work, after)
        yield after
        if not killed:
            return
    raise AssertionError("it is never done")


def _dies(target: Callable[..., None], *args: Any) -> bool:
    process = _SERVER.Process(target=target, args=args)
    process.start()
    process.join()
    assert process.exitcode in (0, -signal.SIGKILL)
    return process.exitcode != 0


def until_it_is_done(
    clerk: "Clerk", url: str, act: Act, recorded: int, phrase: str | None = None
) -> tuple[int, int]:
    """How often an act was killed with nothing left behind, and how often with all of it done, at each statement.

    recorded: how many events are all of it. phrase: what is typed where a passphrase is asked for.
    """
    before = clerk.everything()
    nothing = whole = 0
    for after in range(1, MOST):
        killed = says_and_dies(url, act, after, key="killed-1", phrase=phrase)
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


def _say(url: str, said: tuple[str, str, bytes], left: int, key: str, phrase: str | None) -> None:
    module, name, act = said
    kind = getattr(__import__(module, fromlist=[name]), name)

    def says(ledger: Ledger) -> Iterator[None]:
        ledger.passphrases.ask = lambda *_: phrase
        yield
        ledger.do(msgspec.json.decode(act, type=kind), key=key)

    _run(url, says, left)


def _run(url: str, work: Work, left: int) -> None:
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
        doing = work(ledger)
        next(doing)
        # What it prepared, it prepared over connections that nobody counts.
        ledger.journal.engine.dispose()
        sa.event.listen(ledger.journal.engine, "connect", connected)
        next(doing, None)
        done()  # saved, and nobody told
