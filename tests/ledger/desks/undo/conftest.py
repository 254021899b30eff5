"""A ledger whose clock goes on, and another at the same store."""

from collections.abc import Iterator

import pytest

from ledger.desks.ledger import Ledger
from tests.ledger.desks.undo.said import Clock


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def ledger(url: str, clock: Clock, of_a_property: None) -> Iterator[Ledger]:  # noqa: ARG001  it says how the store begins
    with Ledger(url, clock) as ledger:
        yield ledger


@pytest.fixture
def other(url: str, ledger: Ledger) -> Iterator[Ledger]:
    """A second connection to the same store."""
    assert ledger.property
    with Ledger(url, ledger.clock) as second:
        yield second
