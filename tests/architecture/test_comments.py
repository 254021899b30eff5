"""A comment stands above what it is about: behind a bracket that closes, a layout that the formatter broke."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tests.architecture.unused import PROGRAM

ROOT: Final = Path(__file__).parents[2]
APART: Final = "migrations/versions/"
"""A migration is not written again, not even its comments."""

CLOSING: Final = re.compile(r"\s*[\])}]+( as \w+)?:\s*#(?!\s*(noqa|type:|fmt:))")


def behind_brackets(source: str) -> Iterator[int]:
    """The lines that only close what an exploded statement opened, with a comment behind the colon."""
    for number, line in enumerate(source.splitlines(), 1):
        if CLOSING.match(line):
            yield number


def test_a_comment_behind_the_bracket_that_closes_an_exploded_line_is_found() -> None:
    for source, found in (
        ("with suppress(\n    PitError\n):  # Whatever comes.\n    pass", [3]),
        ("with Ledger(\n    url\n) as ledger:  # It goes on.\n    pass", [3]),
        ("with Ledger(\n    url\n) as ledger:\n    pass", []),
        ("# Whatever comes.\nwith suppress(PitError):\n    pass", []),
        ("if x:  # Its own.\n    pass", []),
    ):
        assert list(behind_brackets(source)) == found, source


def test_no_comment_stands_behind_the_bracket_that_closes_an_exploded_line() -> None:
    files = (file for top in (*PROGRAM, "tests") for file in sorted((ROOT / top).rglob("*.py")))
    named = ((file.relative_to(ROOT).as_posix(), file) for file in files)
    assert [
        f"{name}:{line}"
        for name, file in named
        if not name.startswith(APART)
        for line in behind_brackets(file.read_text(encoding="utf-8"))
    ] == []
