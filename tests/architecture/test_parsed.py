"""How sources are walked through."""

import ast

from tests.architecture.parsed import walk


def test_a_walk_finds_what_ast_walk_finds_but_for_reading_and_writing() -> None:
    tree = ast.parse("def f(a, *b):\n    for c in a:\n        yield [*b, c.d[0]]\n")
    expected = {node for node in ast.walk(tree) if not isinstance(node, ast.expr_context)}
    assert set(walk(tree)) == expected


def test_what_somebody_else_hangs_on_a_node_is_no_part_of_it() -> None:
    """As what measures the branches that are reached does: from the last statement of a loop back to the loop."""
    tree = ast.parse("while a:\n    b\n")
    (loop,) = tree.body
    assert isinstance(loop, ast.While)
    setattr(loop.body[0], "next_node", loop)  # noqa: B010  it has no such attribute
    assert len(walk(tree)) == len({*walk(tree)}) == 5
