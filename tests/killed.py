"""Acts said by a process of their own that is killed after so many statements."""

import os
import signal
import sqlite3
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NoReturn, Self

import msgspec
import psycopg
import sqlalchemy as sa

from ledger.desks.ledger import Ledger
from ledger.events.act import Act
from ledger.store import engine as store_engine
from tests import copies, engines
from tests.forked import SERVER

if TYPE_CHECKING:
    from tests.clerk import Clerk

MOST: Final = 200
"""Statements that no act comes to."""

Work = Callable[[Ledger], Iterator[None]]
"""What is done with a store, as it can be pickled; all before its first `yield` prepares it, and is not counted."""


def at_every_statement(url: str, work: Work, rehearsed: Work | None = None) -> Iterator[int]:
    """Do some work and be killed at its first statement, its second and so on, until it is done. Yields after each
    death how many there were, and once more when it is done. rehearsed: what is prepared once, to know its statements;
    else the work itself.
    """
    with _doomed(url, work, rehearsed or work) as dies:
        for after in range(1, MOST):
            killed = dies(after)
            yield after
            if not killed:
                return
    raise AssertionError("it is never done")


@contextmanager
def _doomed(url: str, work: Work, rehearsed: Work) -> Iterator[Callable[[int], bool]]:
    """What does the work, is killed at the statement that is told, and says whether it was: a process forked each time
    from one in which statements of a rehearsal are compiled, and which has no connection.
    """
    ours, theirs = SERVER.Pipe()
    process = SERVER.Process(
        target=_fork_each, args=(theirs, url, work, rehearsed, copies.package()), daemon=True
    )
    process.start()
    theirs.close()

    def dies(after: int) -> bool:
        ours.send(after)
        code = ours.recv()
        assert code in (0, -signal.SIGKILL)
        return bool(code)

    with ours:
        yield dies
    process.join()
    assert process.exitcode == 0


def _fork_each(told: Connection, url: str, work: Work, rehearsed: Work, package: Path) -> None:
    copies.read_from(package)
    vars(store_engine)["create_engine"] = engines.create_engine
    with Ledger(url) as ledger:
        next(rehearsed(ledger))
    engines.hang_up()
    with told, suppress(EOFError):  # Whoever tells has heard enough.
        while True:
            after = told.recv()
            child = os.fork()
            if not child:
                _end(url, work, after)
            told.send(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))


def _end(url: str, work: Work, after: int) -> NoReturn:
    code = 1
    try:
        _run(url, work, after)
        code = 0
    finally:
        if code:
            traceback.print_exc()
        os._exit(code)


def until_it_is_done(
    clerk: "Clerk", url: str, act: Act, recorded: int, phrase: str | None = None
) -> tuple[int, int]:
    """How often an act was killed with nothing left behind, and how often with all of it done, at each statement.

    recorded: how many events are all of it. phrase: what is typed where a passphrase is asked for.
    """
    before = clerk.everything()
    nothing = whole = 0
    said = (type(act).__module__, type(act).__name__, msgspec.json.encode(act))
    says, tries = (partial(_says, said=said, phrase=phrase, dry_run=dry) for dry in (False, True))
    for _ in at_every_statement(url, says, tries):
        now = clerk.everything()
        assert now[: len(before)] == before
        assert len(now) - len(before) in (0, recorded), "half of it"
        if len(now) == len(before):
            assert whole == 0, "what was saved is gone"
            nothing += 1
        else:
            whole += 1
    # The last of them was done, and is no death.
    assert whole
    return nothing, whole - 1


def _says(
    ledger: Ledger, *, said: tuple[str, str, bytes], phrase: str | None, dry_run: bool
) -> Iterator[None]:
    module, name, encoded = said
    kind = getattr(__import__(module, fromlist=[name]), name)
    act = msgspec.json.decode(encoded, type=kind)
    ledger.passphrases.ask = lambda *_: phrase
    if dry_run:
        ledger.do(act, dry_run=True)
    yield
    ledger.do(act, key="killed-1")


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
