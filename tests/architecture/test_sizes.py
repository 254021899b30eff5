"""A function that does not fit on a screen, or a module of more than one subject, is split where it has a seam."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tests.architecture.parsed import nodes
from tests.architecture.unused import PROGRAM, trees

ROOT: Final = Path(__file__).parents[2]
LINES_A_FUNCTION: Final = 50
LINES_A_MODULE: Final = 500
APART: Final = "migrations/versions/"
"""A migration says once what it did; nobody takes it apart afterwards."""


def too_long(file: str, tree: ast.Module) -> Iterator[str]:
    """The functions and the module that are too long; a docstring, which may be a command's help, is not counted."""
    last = max((node.end_lineno or 0 for node in tree.body), default=0)
    if last > LINES_A_MODULE:
        yield f"{file}: {last} lines"
    for node in nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = _lines(node)
            if ast.get_docstring(node) is not None:
                lines -= _lines(node.body[0])
            if lines > LINES_A_FUNCTION:
                yield f"{file}: {node.name}: {lines} lines"


def _lines(node: ast.stmt) -> int:
    return (node.end_lineno or 0) - node.lineno + 1


def test_nothing_is_too_long() -> None:
    files = (each for each in trees(ROOT, PROGRAM) if not each[0].startswith(APART))
    assert [found for file, tree in files for found in too_long(file, tree)] == []


def test_what_is_too_long_is_found() -> None:
    body = "    x = 1\n" * LINES_A_FUNCTION
    assert list(too_long("a.py", ast.parse(f"def f():\n{body}"))) == ["a.py: f: 51 lines"]
    waiting = ast.parse(f"async def f():\n{body}")
    assert list(too_long("a.py", waiting)) == ["a.py: f: 51 lines"]
    said = f'def f():\n    """\n    Help.\n    """\n{body[10:]}'
    assert list(too_long("a.py", ast.parse(said))) == []
    whole = "x = 1\n" * (LINES_A_MODULE + 1)
    assert list(too_long("a.py", ast.parse(whole))) == ["a.py: 501 lines"]
