"""A property whose tables are fed, on both databases."""

from collections.abc import Iterator

import pytest

from ledger.desks.ledger import Pit
from tests.ledger.feed.sender import NOW, Sender


def open_pit(url: str) -> Pit:
    """A property's ledger with a clock that stands still."""
    pit = Pit(url, clock=lambda: NOW)
    pit.establish("Harbor House", "America/New_York", "06:00", by="A-1")
    return pit


@pytest.fixture
def pit(url: str) -> Iterator[Pit]:
    with open_pit(url) as ledger:
        yield ledger


@pytest.fixture
def sender() -> Sender:
    return Sender()
