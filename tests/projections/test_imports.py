"""What reading the books costs to import, and who knows whom."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import projections
from projections.models.registry import PROJECTIONS

MODULES = {handler.__module__ for p in PROJECTIONS for handler in p.handlers.values()}


@pytest.mark.parametrize("module", ["projections.figures.vig", "projections.engine.engine"])
def test_a_read_command_needs_sqlalchemy_and_msgspec_only(module: str) -> None:
    """`pit vig outstanding` answers as fast as its imports let it."""
    dear = {"rich", "psycopg", "alembic", "click", "eventsourcing.application"}
    program = f"import sys, {module}; print(*sys.modules)"

    loaded = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True
    ).stdout.split()

    assert not dear & set(loaded)


@pytest.mark.parametrize("module", sorted(MODULES))
def test_no_projection_imports_another(module: str) -> None:
    (directory,) = projections.__path__
    place = Path(directory, *module.split(".")[1:]).with_suffix(".py")
    source = place.read_text(encoding="utf-8")
    imported = {
        node.module
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.ImportFrom) and node.module
    }

    assert not imported & MODULES
    assert not any(name.startswith("ledger.table") for name in imported)
