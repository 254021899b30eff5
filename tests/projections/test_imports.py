"""What reading the books costs to import."""

import subprocess
import sys

import pytest


@pytest.mark.parametrize("module", ["projections.figures.vig", "projections.engine.engine"])
def test_a_read_command_needs_sqlalchemy_and_msgspec_only(module: str) -> None:
    """`pit vig outstanding` answers as fast as its imports let it."""
    dear = {"rich", "psycopg", "alembic", "click", "eventsourcing.application"}
    program = f"import sys, {module}; print(*sys.modules)"

    loaded = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True
    ).stdout.split()

    assert not dear & set(loaded)
