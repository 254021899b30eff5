"""One alias a module, and one module an alias: a reader who knows a name in one file knows it in all."""

import ast
import collections.abc
import re
import typing
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

from tests.architecture.parsed import nodes
from tests.architecture.unused import AROUND, PROGRAM, trees

ROOT = Path(__file__).parents[2]


Naming = ast.ImportFrom | ast.ClassDef | ast.FunctionDef
Files = Mapping[str, Sequence[Naming]]
"""What gives a name, wherever in each file."""


def naming(tree: ast.Module) -> list[Naming]:
    """All in a file that gives a name."""
    return [node for node in nodes(tree) if isinstance(node, Naming)]


@cache
def parsed() -> Files:
    """Every file of the tree, read once: when a test asks, not by each process that collects tests."""
    return {file: naming(tree) for file, tree in trees(ROOT, (*PROGRAM, *AROUND))}


def aliases(files: Files) -> Iterator[tuple[str, str]]:
    """Every module of ours that a file imports whole, and what it is called there."""
    modules = {
        file.removesuffix(".py").removesuffix("/__init__").replace("/", ".") for file in parsed()
    }
    for named in files.values():
        for node in named:
            if isinstance(node, ast.ImportFrom):
                for each in node.names:
                    if (module := f"{node.module}.{each.name}") in modules:
                        yield module, each.asname or each.name


def several(pairs: Iterator[tuple[str, str]]) -> dict[str, set[str]]:
    """What stands in pairs with more than one other thing."""
    of = defaultdict(set)
    for one, other in pairs:
        of[one].add(other)
    return {one: others for one, others in of.items() if len(others) > 1}


def test_a_module_has_one_alias_in_the_whole_tree() -> None:
    assert several(aliases(parsed())) == {}


def test_an_alias_means_one_module_in_the_whole_tree() -> None:
    assert several((alias, module) for module, alias in aliases(parsed())) == {}


def test_a_second_alias_is_seen() -> None:
    files = {"one": naming(ast.parse("from ledger.table import acts")), **parsed()}
    assert several(aliases(files)) == {"ledger.table.acts": {"acts", "table_acts"}}


TYPING = set(typing.__all__) - {*collections.abc.__all__, *re.__all__}
"""What only `typing` has a name for; it also has other names for what is elsewhere."""


def shadowing(files: Files) -> list[str]:
    """What is declared under a name that `typing` has, as a reader knows it."""
    return [
        f"{file}: {node.name}"
        for file, named in files.items()
        for node in named
        if not isinstance(node, ast.ImportFrom) and node.name in TYPING
    ]


def test_nothing_is_called_as_typing_calls_something_else() -> None:
    assert shadowing({"a.py": naming(ast.parse("class Final: ..."))}) == ["a.py: Final"]
    assert shadowing(parsed()) == []
