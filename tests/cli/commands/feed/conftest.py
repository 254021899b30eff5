"""A property whose tables are fed by `pit feed`, a process of its own, on both databases."""

import pytest

from tests.ledger.feed.conftest import ledger, sender

__all__ = ["ledger", "sender"]


@pytest.fixture(autouse=True)
def _apart() -> None:
    """The clock runs here, as it does for the process."""
