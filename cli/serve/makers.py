"""Who makes pages: processes of their own, so that whoever feeds here, or is answered what is kept, waits for none.

Threads of one process take turns at what is computed. What the machine has else to do comes first.
"""

import os
import signal
from collections.abc import Callable, Mapping
from contextlib import suppress
from hashlib import blake2b
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from threading import local
from time import monotonic
from typing import Any, Final, NamedTuple

from cli.frame import failing
from cli.serve import answers, screen
from cli.serve.addresses import ADDRESSES
from cli.serve.asked import Asked
from cli.serve.books import Books
from cli.serve.kept import Came, Draft
from cli.serve.readers import Reader
from ledger.values.errors import Conflict, PitError
from projections.queries.workers import A_MOMENT, ANEW

NICE: Final = 10
"""By how much others come first."""

HTML: Final = "text/html"

_OF: Final = {each.path: each for each in ADDRESSES}


class Question(NamedTuple):
    """What is asked for. address: as it is written, of which the data or the page. named, said: the parts of its path,
    and what stands behind the question mark. path: as it was asked for. upto: the event up to which read models count
    already.
    """

    address: str
    data: bool
    named: Mapping[str, Any]
    said: Mapping[str, str]
    reader: Reader
    path: str
    upto: int


def make(books: Books, question: Question, came: Came) -> Draft:
    """Make it. Raises PitError, whatever goes wrong."""
    address = _OF[question.address]
    try:
        with books.lent() as current:
            current.upto = question.upto
            asked = Asked(current, question.named, question.said, question.reader, came)
            answer = address.answer(asked)
            if question.data:
                content, media_type = answers.encoded(answer), answers.JSON
            else:
                page = address.show(asked, answer)
                content, media_type = screen.drawn(page, address, asked, question.path), HTML
    except Exception as error:
        raise failing.explain(error) from error
    tag = f'"{blake2b(content, digest_size=12).hexdigest()}"'
    return Draft(content, media_type, tag, address.of_log)


Makes = Callable[[Question, Came], Draft]
"""Makes what is asked for. Raises PitError."""


class Apart:
    """Hands on what each thread is to make to a process that is the thread's own. url: the store's address. started:
    all processes.
    """

    def __init__(self, url: str) -> None:
        self._url = url
        self._own = local()
        self.started: list[SpawnProcess] = []

    def __call__(self, question: Question, came: Came) -> Draft:
        """Have it made. Raises PitError; Conflict `maker_lost` where the process ends by itself."""
        try:
            end = self._end()
            end.send(question)
            while True:
                kind, said = end.recv()
                if kind == "came":
                    came(*said)
                elif kind == "failed":
                    raise said
                else:
                    return Draft(*said)
        except (EOFError, OSError):
            vars(self._own).clear()
            raise Conflict(
                "maker_lost", "The process that made this page has ended by itself.", "Ask again."
            ) from None

    def close(self) -> None:
        """Nothing more is made."""
        for each in self.started:
            each.terminate()
            each.join()

    def _end(self) -> Connection:
        if not hasattr(self._own, "end"):
            self._own.end, theirs = ANEW.Pipe()
            process = ANEW.Process(target=_work, args=(theirs, self._url), daemon=True)
            process.start()
            theirs.close()
            self.started.append(process)
        end: Connection = self._own.end
        return end


def _work(end: Connection, url: str) -> None:
    """Make one page after the other, until nobody is at the other end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Whoever hands them on ends it.
    os.nice(NICE)
    books = Books(url)
    with suppress(EOFError, OSError):
        while True:
            end.send(_outcome(books, end.recv(), end))


def _outcome(books: Books, question: Question, end: Connection) -> tuple[str, Any]:
    last = monotonic()

    def came(reached: int, goal: int) -> None:
        nonlocal last
        if monotonic() - last > A_MOMENT:
            end.send(("came", (reached, goal)))
            last = monotonic()

    try:
        return "made", tuple(make(books, question, came))
    except PitError as error:
        return "failed", error
