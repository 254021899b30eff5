"""What the program takes from the environment is on the page of operations, and nothing else."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tests.architecture.parsed import nodes
from tests.architecture.unused import PROGRAM, trees

ROOT: Final = Path(__file__).parents[2]


def taken(tree: ast.Module) -> Iterator[str]:
    """The names of ours that a module takes from the environment, itself or by an option."""
    for node in nodes(tree):
        match node:
            case (
                ast.Call(
                    func=ast.Attribute(value=ast.Attribute(attr="environ"), attr="get"),
                    args=[ast.Constant(value=str(name)), *_],
                )
                | ast.Subscript(
                    value=ast.Attribute(attr="environ"), slice=ast.Constant(value=str(name))
                )
                | ast.keyword(arg="envvar", value=ast.Constant(value=str(name)))
            ) if name.startswith("PIT_"):
                yield name


def test_every_name_is_on_the_page() -> None:
    page = (ROOT / "docs/operations.md").read_text(encoding="utf-8")
    table = page[page.index("## What the environment says") :].partition("\n## ")[0]
    named = re.findall(r"^\| `(PIT_\w+)` \|", table, re.MULTILINE)
    assert sorted(named) == sorted(
        {name for _, tree in trees(ROOT, PROGRAM) for name in taken(tree)}
    )
