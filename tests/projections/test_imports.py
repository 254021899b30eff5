"""What reading the books costs to import."""

import pytest

from tests.loaded import loaded

READING = ("projections.figures.vig", "projections.engine.engine")


@pytest.mark.parametrize("module", READING)
def test_a_read_command_needs_sqlalchemy_and_msgspec_only(module: str) -> None:
    """`pit vig outstanding` answers as fast as its imports let it."""
    dear = {"rich", "psycopg", "alembic", "click", "eventsourcing.application"}
    assert not dear & loaded(*READING)[module]
