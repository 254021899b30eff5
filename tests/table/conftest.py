"""A property with one table, on both databases."""

from collections.abc import Iterator

import pytest

from ledger.application import Pit
from tests.clerk import Clerk


@pytest.fixture
def pit(url: str) -> Iterator[Pit]:
    with Pit(url) as ledger:
        ledger.establish("Harbor House", "America/New_York", "06:00", by="A-1")
        yield ledger


@pytest.fixture
def clerk(pit: Pit) -> Clerk:
    return Clerk(pit)


@pytest.fixture
def dealing(clerk: Clerk) -> Clerk:
    """A clerk at an open table with a shoe in play."""
    return clerk.opens().starts_shoe()
