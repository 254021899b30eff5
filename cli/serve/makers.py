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
from time import monotonic
from typing import Any, Final, NamedTuple

from cli.frame.options import Session
from cli.serve import answers, screen
from cli.serve.addresses import ADDRESSES
from cli.serve.asked import Asked
from cli.serve.books import Books
from cli.serve.kept import Draft
from cli.serve.readers import Reader
from ledger.values.errors import Conflict, PitError
from ledger.values.progress import Progress
from projections.queries.workers import A_MOMENT, started

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


def make(books: Books, question: Question, came: Progress) -> Draft:
    """Make it. Raises PitError, whatever goes wrong."""
    address = _OF[question.address]

    def ask(current: Session) -> bytes:
        current.upto = question.upto
        asked = Asked(current, question.named, question.said, question.reader, came)
        answer = address.answer(asked)
        if question.data:
            return answers.encoded(answer)
        return screen.drawn(address.show(asked, answer), address, asked, question.path)

    content = books.ask(ask)
    tag = f'"{blake2b(content, digest_size=12).hexdigest()}"'
    return Draft(content, answers.JSON if question.data else HTML, tag, address.of_log)


Makes = Callable[[Question, Progress], Draft]
"""Makes what is asked for. Raises PitError."""


class Apart:
    """Hands on what is to be made to processes, to each a page at a time. url: the store's address. started: all."""

    def __init__(self, url: str) -> None:
        self._url = url
        self.started: list[SpawnProcess] = []
        self._idle: list[Connection] = []

    def __call__(self, question: Question, came: Progress) -> Draft:
        """Have it made; where a process ends by itself, by another one. Raises PitError: Conflict `maker_lost` where
        that ends too.
        """
        said = self._asked(question, came) or self._asked(question, came)
        if said is None:
            raise Conflict(
                "maker_lost", "The process that made this page has ended by itself.", "Ask again."
            )
        kind, found = said
        if kind == "failed":
            raise found
        return Draft(*found)

    def _asked(self, question: Question, came: Progress) -> tuple[str, Any] | None:
        """What came of it; None where the process ended."""
        try:
            end = self._idle.pop()
        except IndexError:
            end = self._start()
        try:
            end.send(question)
            kind, found = end.recv()
            while kind == "came":
                came(*found)
                kind, found = end.recv()
        except (EOFError, OSError):
            return None
        self._idle.append(end)
        return kind, found

    def open(self, count: int) -> None:
        """Start so many, lest whoever asks first waits for one."""
        self._idle += [self._start() for _ in range(count)]

    def close(self) -> None:
        """Nothing more is made."""
        for each in self.started:
            each.terminate()
            each.join()

    def _start(self) -> Connection:
        end, process = started(_work, self._url)
        self.started.append(process)
        return end


def _work(end: Connection, url: str) -> None:
    """Make one page after the other, until nobody is at the other end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Whoever hands them on ends it.
    books = Books(url)
    screen.environment()
    os.nice(NICE)
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
