"""A check is silenced line by line, and why stands beside it; in a run of lines, beside the first."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tests.architecture.unused import PROGRAM

ROOT: Final = Path(__file__).parents[2]
SILENCED: Final = re.compile(
    r"#\s*(noqa|type:\s*ignore)\b(?P<of>[:\[][\w ,:\[\]-]*?\]?(?=\s{2}|$))?(?P<why>.*)"
)


def unexplained(source: str) -> Iterator[int]:
    """The lines on which a check is silenced, and not said why."""
    told = ""
    for number, line in enumerate(source.splitlines(), 1):
        found = SILENCED.search(line)
        if found is None:
            told = ""
        elif found["of"] and found["why"].strip(" #"):
            told = found["of"]
        elif not found["of"] or found["of"] != told:
            yield number


def test_what_is_silenced_without_a_reason_is_found() -> None:
    for line, found in (
        ("x = 1  # noqa", [1]),
        ("x = 1  # noqa: S608", [1]),
        ("x = 1  # noqa: S608  of constants", []),
        ("x = 1  # type: ignore[misc]", [1]),
        ("x = 1  # type: ignore[misc]  # its own", []),
        ("x = 1  # noqa: SLF001  its own\ny = 1  # noqa: SLF001\nz = 1  # noqa: S608", [3]),
        ("x = 1  # noqa: SLF001  its own\n\ny = 1  # noqa: SLF001", [3]),
    ):
        assert list(unexplained(line)) == found, line


def test_why_stands_beside_whatever_is_silenced() -> None:
    files = (file for top in PROGRAM for file in sorted((ROOT / top).rglob("*.py")))
    assert [
        f"{file.relative_to(ROOT)}:{line}"
        for file in files
        for line in unexplained(file.read_text(encoding="utf-8"))
    ] == []
