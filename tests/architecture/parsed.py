"""Sources of the tree, parsed and walked through once a process for all who look at them."""

import ast
import gc
from functools import lru_cache
from typing import Final

FILES: Final = 2_000
"""More than the tree has."""


@lru_cache(FILES)
def parsed(source: str) -> ast.Module:
    """A source as Python reads it. The collector, which would find nothing, takes longer than the parser."""
    collects = gc.isenabled()
    gc.disable()
    try:
        return ast.parse(source)
    finally:
        if collects:
            gc.enable()


@lru_cache(FILES)
def nodes(tree: ast.Module) -> tuple[ast.AST, ...]:
    """All in a file, from the outside in."""
    return tuple(ast.walk(tree))
