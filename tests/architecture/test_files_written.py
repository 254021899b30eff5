"""One mechanism makes files: nothing else opens one to write it."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tests.architecture.parsed import nodes
from tests.architecture.unused import PROGRAM, trees

ROOT: Final = Path(__file__).parents[2]
MECHANISM: Final = "ledger/values/files.py"

ELSEWHERE: Final = {
    "cli/shown/said.py": "what could not be written before is let go to /dev/null",
    "projections/group/carried.py": "read models on their way from one process to the next, gone with the last of them",
}
"""Who opens something to write it, and why by themselves."""

WRITING: Final = {
    *("write_text", "write_bytes", "mkstemp", "NamedTemporaryFile", "TemporaryFile", "touch"),
    *("symlink_to", "hardlink_to", "copyfile", "copy2"),
}
FLAGS: Final = {"O_WRONLY", "O_RDWR", "O_CREAT", "O_APPEND", "O_TRUNC"}


def opened_to_write(tree: ast.Module) -> Iterator[int]:
    """The lines on which a file is opened to be written, made, or given another's name."""
    for node in nodes(tree):
        if isinstance(node, ast.Attribute) and node.attr in FLAGS:
            yield node.lineno
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "attr", getattr(node.func, "id", ""))
        if name in WRITING:
            yield node.lineno
        if name == "open":
            given = [*node.args, *(each.value for each in node.keywords if each.arg == "mode")]
            modes = [each.value for each in given if isinstance(each, ast.Constant)]
            if any(isinstance(m, str) and len(m) <= 3 and {*"wax+"} & {*m} for m in modes):
                yield node.lineno


def test_what_opens_a_file_to_write_it_is_found() -> None:
    for line in (
        'open("x", "w")',
        'Path("x").open("ab")',
        'Path("x").open(mode="r+b")',
        'Path("x").write_text("y")',
        'os.open("x", os.O_WRONLY)',
    ):
        assert set(opened_to_write(ast.parse(line))) == {1}, line
    assert list(opened_to_write(ast.parse('Path("x").open("rb", buffering=0)'))) == []


def test_nothing_but_the_mechanism_opens_a_file_to_write_it() -> None:
    found = {file for file, tree in trees(ROOT, PROGRAM) if any(opened_to_write(tree))}
    assert found - {MECHANISM} == ELSEWHERE.keys()
