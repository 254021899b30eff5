"""Sources of the tree, parsed and walked through once a process for all who look at them."""

import ast
import gc
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import Final

FILES: Final = 2_000
"""More than the tree has."""


@contextmanager
def staying() -> Iterator[None]:
    """What is made in the block stays: the collector, which would find nothing, takes as long as the parser."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if collects:
            gc.enable()


@lru_cache(FILES)
def parsed(source: str) -> ast.Module:
    """A source as Python reads it."""
    return ast.parse(source)


@lru_cache(FILES)
def nodes(tree: ast.Module) -> tuple[ast.AST, ...]:
    """All in a file, from the outside in."""
    return tuple(walk(tree))


def walk(node: ast.AST) -> Sequence[ast.AST]:
    """All in a node, from the outside in, but whether a name is read or written, which it says itself. `ast.walk` asks
    each node for all that it is made of, in twice the time.
    """
    found = [node]
    for each in found:
        # Whoever measures what is reached may hang more on a node than its fields, its parents too.
        of = vars(each)
        for value in map(of.get, each._fields):
            if isinstance(value, ast.AST):
                if not isinstance(value, ast.expr_context):
                    found.append(value)
            elif isinstance(value, list):
                found += [part for part in value if isinstance(part, ast.AST)]
    return found
