"""A clock that goes on, and another ledger at the same store."""

from collections.abc import Iterator

import pytest

from ledger.desks.ledger import Ledger
from tests.ledger.desks.undo.said import Clock


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def other(url: str, ledger: Ledger) -> Iterator[Ledger]:
    """A second connection to the same store."""
    assert ledger.property
    with Ledger(url, ledger.clock) as second:
        yield second
