"""A property whose tables are fed, on both databases."""

from collections.abc import Iterator

import pytest

from ledger.desks.ledger import Ledger
from tests.clerk import establish
from tests.ledger.feed.sender import NOW, Sender


def open_pit(url: str) -> Ledger:
    """A property's ledger with a clock that stands still."""
    ledger = Ledger(url, clock=lambda: NOW)
    establish(ledger)
    return ledger


@pytest.fixture
def ledger(url: str) -> Iterator[Ledger]:
    with open_pit(url) as ledger:
        yield ledger


@pytest.fixture
def sender() -> Sender:
    return Sender()
