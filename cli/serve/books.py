"""The ledgers from which requests are answered: each is lent to one of them at a time, so that several people read at
once and each over connections of their own.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from cli.frame import failing
from cli.frame.doubting import cause_of
from cli.frame.options import Session
from ledger.values.errors import StoreUnreachable

R = TypeVar("R")


class Books:
    """The books in one store. url: the store's address."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._idle: list[Session] = []
        self._closed = False

    @contextmanager
    def lent(self) -> Iterator[Session]:
        """A run of `pit` for one request, over a store that stays open behind it."""
        try:
            kept = self._idle.pop()
        except IndexError:
            kept = Session(self._url, None)
        try:
            current = Session(self._url, None, kept)
            current.workers = 1  # A server is not forked: its other threads may hold locks.
            yield current
        finally:
            self._idle.append(kept)
            if self._closed:
                self.close()

    def ask(self, ask: Callable[[Session], R]) -> R:
        """Ask what changes nothing: once more where the store was lost since it was asked last, as after a restart.
        Raises PitError, whatever goes wrong.
        """
        asked_before = bool(self._idle)
        try:
            return self._ask(ask)
        except StoreUnreachable:
            if not asked_before:
                raise
        return self._ask(ask)

    def _ask(self, ask: Callable[[Session], R]) -> R:
        with self.lent() as current:
            try:
                return ask(current)
            except Exception as error:
                raise failing.explain(cause_of(error, vars(current).get("ledger"))) from error

    def close(self) -> None:
        """Close every store that was opened, and what is still lent as it comes back."""
        self._closed = True
        while self._idle:
            self._idle.pop().close()
