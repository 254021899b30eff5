"""Stores of which a test needs several."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

import pytest
from sqlalchemy import Engine

from ledger.store.engine import make_engine
from tests.conftest import BACKENDS
from tests.stores import Stores

Fresh = Callable[[], AbstractContextManager[Engine]]


@pytest.fixture(scope="session", params=BACKENDS)
def fresh(request: pytest.FixtureRequest) -> Fresh:
    """Makes fresh stores, on each database in turn."""
    stores: Stores = request.getfixturevalue(f"{request.param}_stores")
    return lambda: _engine(stores)


@contextmanager
def _engine(stores: Stores) -> Iterator[Engine]:
    with stores.copy() as url:
        engine = make_engine(url)
        try:
            yield engine
        finally:
            engine.dispose()
