"""The ledgers that are lent to requests."""

import pytest

from cli.frame.options import Session
from cli.serve.books import Books
from ledger.values.errors import PitError, StoreUnreachable
from tests.cli.conftest import Terminal


class Lost:
    """A store that is lost the first times that it is asked."""

    def __init__(self, times: int) -> None:
        self.times = times

    def __call__(self, _: Session) -> str:
        self.times -= 1
        if self.times >= 0:
            raise StoreUnreachable(
                "store_unreachable", "The server has closed the connection.", "Ask again."
            )
        return "there"


def test_what_was_lost_since_it_was_asked_last_is_asked_once_more(terminal: Terminal) -> None:
    books = Books(terminal.url)
    try:
        with pytest.raises(PitError, match="closed"):
            books.ask(Lost(1))
        assert books.ask(Lost(1)) == "there"
        with pytest.raises(PitError, match="closed"):
            books.ask(Lost(2))
    finally:
        books.close()
