"""One way to ask the store: in SQL, put to the driver. What is built of columns passes by who looks back."""

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tests.architecture.parsed import nodes
from tests.architecture.unused import trees

ROOT: Final = Path(__file__).parents[2]
ASKING: Final = ("ledger", "projections", "cli")
"""Whose questions go that way; a migration's are Alembic's."""

BUILT: Final = {"select", "insert", "update", "delete", "text", "func", "bindparam", "literal"}
PAST_IT: Final = {"exec_driver_sql", "scalar", "scalars"}


def built(tree: ast.Module) -> Iterator[int]:
    """The lines on which a statement is built, or carried out by SQLAlchemy."""
    for node in nodes(tree):
        match node:
            case ast.ImportFrom(module=str(origin), names=names) if origin.startswith("sqlalchemy"):
                yield from (node.lineno for each in names if each.name in BUILT)
            case ast.Attribute(value=ast.Name(id="sa"), attr=name) if name in BUILT:
                yield node.lineno
            case ast.Attribute(attr=name) if name in PAST_IT:
                yield node.lineno


def test_what_is_built_is_found() -> None:
    for line in (
        "from sqlalchemy import Engine, select",
        "connection.execute(sa.delete(events))",
        "connection.exec_driver_sql('SELECT 1')",
        "connection.scalar(query)",
    ):
        assert set(built(ast.parse(line))) == {1}, line
    assert list(built(ast.parse("known.update(sa.Table('events', metadata))"))) == []


def test_nothing_is_built_that_is_asked() -> None:
    assert [file for file, tree in trees(ROOT, ASKING) if any(built(tree))] == []


def asked(tree: ast.Module) -> Iterator[str]:
    """The statements that a file has written out as a whole; parts of one are put together there."""
    found = nodes(tree)
    parts = {id(part) for node in found if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in found:
        match node:
            case ast.Constant(value=str(text)) if text.startswith(("SELECT ", "DELETE ")):
                if id(node) not in parts:
                    yield " ".join(text.split())


def test_nothing_is_asked_in_two_places_in_the_same_words() -> None:
    """One of two would be changed without the other."""
    lines = "LAST = 'SELECT max(position)  FROM events'", "OF = f'SELECT {names} FROM events'"
    found = [[*asked(ast.parse(line))] for line in lines]
    assert found == [["SELECT max(position) FROM events"], []]
    counted = Counter(each for _, tree in trees(ROOT, ASKING) for each in asked(tree))
    assert [text for text, times in counted.items() if times > 1] == []
