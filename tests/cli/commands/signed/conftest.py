"""That day, as it was signed and as it is later."""

from collections.abc import Iterator

import pytest

from tests.cli.commands.signed.day import a_signed_day, all_that_comes_later
from tests.cli.conftest import Terminal
from tests.stores import Stores


@pytest.fixture
def signed(stores: Stores) -> Iterator[Terminal]:
    """That day, as it was closed."""
    with stores.copy(a_signed_day) as url:
        yield Terminal(url)


@pytest.fixture
def overtaken(stores: Stores) -> Iterator[Terminal]:
    """That day, and all that comes later."""
    with stores.copy(a_signed_day, all_that_comes_later) as url:
        yield Terminal(url)
