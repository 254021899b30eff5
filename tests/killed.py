"""Acts said by a process of their own that is killed wherever a death leaves something else.

What a death leaves is what is in the store's files: on PostgreSQL, what is committed. So before each statement it is
looked at what a death there would leave. Where that is what one a statement earlier leaves, there is nothing to try
that was not tried; where it is not, and before every commit, when all is written that a death takes away again, the
process is killed.
"""

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

MOST: Final = 100
"""Deaths that no act comes to."""

Work = Callable[[Ledger], Iterator[None]]
"""What is done with a store, as it can be pickled; all before its first `yield` prepares it, and is not counted."""

Reached = tuple[int, int]
"""The statement that was reached, and how many up to it leave the same behind."""


def at_every_statement(url: str, work: Work, rehearsed: Work | None = None) -> Iterator[int]:
    """Do some work and be killed at each of its statements that leaves something else, one after the other, until it is
    done. Yields after each death at how many statements one leaves the same, and 0 when it is done. rehearsed: what is
    prepared once, to know its statements; else the work itself.
    """
    with _doomed(url, work, rehearsed or work) as dies:
        after, killed = 0, True
        for _ in range(MOST):
            (after, alike), killed = dies(after)
            yield alike if killed else 0
            if not killed:
                return
    raise AssertionError("it is never done")


@contextmanager
def _doomed(
    url: str, work: Work, rehearsed: Work
) -> Iterator[Callable[[int], tuple[Reached, bool]]]:
    """What does the work, is killed after the statement that is told, and says how far it came and whether it was
    killed: a process forked each time from one in which statements of a rehearsal are compiled, and which has no
    connection.
    """
    ours, theirs = SERVER.Pipe()
    process = SERVER.Process(
        target=_fork_each, args=(theirs, url, work, rehearsed, copies.package()), daemon=True
    )
    process.start()
    theirs.close()

    def dies(after: int) -> tuple[Reached, bool]:
        ours.send(after)
        reached: Reached = ours.recv()
        code = ours.recv()
        assert code in (0, -signal.SIGKILL)
        return reached, bool(code)

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
                _end(told, url, work, after)
            told.send(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))


def _end(told: Connection, url: str, work: Work, after: int) -> NoReturn:
    code = 1
    try:
        _run(told, url, work, after)
        code = 0
    finally:
        if code:
            traceback.print_exc()
            told.send((0, 0))
        os._exit(code)


def until_it_is_done(
    clerk: "Clerk", url: str, act: Act, recorded: int, phrase: str | None = None
) -> tuple[int, int]:
    """At how many statements an act that is killed leaves nothing behind, and at how many all of it.

    recorded: how many events are all of it. phrase: what is typed where a passphrase is asked for.
    """
    before = clerk.everything()
    nothing = whole = 0
    said = (type(act).__module__, type(act).__name__, msgspec.json.encode(act))
    says, tries = (partial(_says, said=said, phrase=phrase, dry_run=dry) for dry in (False, True))
    for alike in at_every_statement(url, says, tries):
        now = clerk.everything()
        assert now[: len(before)] == before
        assert len(now) - len(before) in (0, recorded), "half of it"
        if len(now) == len(before):
            assert whole == 0, "what was saved is gone"
            nothing += alike
        else:
            whole += alike
    assert len(now) > len(before), "it is never done"
    return nothing, whole


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


def _left(url: str) -> Callable[[], object]:
    """What tells whether a death would leave something else now."""
    parsed = sa.make_url(url)
    if parsed.get_backend_name() == "sqlite":
        files = [Path(f"{parsed.database}{suffix}") for suffix in ("", "-wal")]
        return lambda: [file.read_bytes() for file in files if file.exists()]
    others = psycopg.connect(url, autocommit=True)
    # The oldest transaction that writes: when it ends, it is the next one.
    oldest = "SELECT pg_snapshot_xmin(pg_current_snapshot())::text"
    return lambda: others.execute(oldest).fetchone()


def _run(told: Connection, url: str, work: Work, after: int) -> None:
    left = _left(url)
    before: object = None
    reached = alike = 0

    def done(statement: str = "") -> None:
        nonlocal before, reached, alike
        now = left()
        changed, before = now != before, now
        reached, alike = reached + 1, 1 if changed else alike + 1
        if reached > after and (changed or statement == "COMMIT"):
            told.send((reached, alike))
            os.kill(os.getpid(), signal.SIGKILL)

    def committed(commit: Callable[[], None]) -> None:
        done("COMMIT")
        commit()

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
            vars(connection)["commit"] = partial(committed, connection.commit)

    with Ledger(url) as ledger:
        doing = work(ledger)
        next(doing)
        # What it prepared, it prepared over connections that nobody counts.
        ledger.journal.engine.dispose()
        sa.event.listen(ledger.journal.engine, "connect", connected)
        before = left()
        next(doing, None)
        done()  # saved, and nobody told
    told.send((reached, alike))
