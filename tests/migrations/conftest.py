"""Databases that all who climb from nothing share: without any table until the first of them has climbed to the present
version. Whoever climbs after that has arrived, and nobody does anything else to them.
"""

from collections.abc import Iterator

import pytest

from tests.conftest import BACKENDS
from tests.postgres import Server


@pytest.fixture(scope="session")
def sqlite_to_climb(tmp_path_factory: pytest.TempPathFactory) -> str:
    """That on SQLite."""
    return f"sqlite:///{tmp_path_factory.mktemp('climbed') / 'pit.db'}"


@pytest.fixture(scope="session")
def postgres_to_climb(pg_admin: Server) -> Iterator[str]:
    """That on PostgreSQL."""
    with pg_admin.database() as url:
        yield url


@pytest.fixture(params=BACKENDS)
def to_climb(request: pytest.FixtureRequest) -> str:
    """Each in turn."""
    found: str = request.getfixturevalue(f"{request.param}_to_climb")
    return found
