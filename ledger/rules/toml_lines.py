"""On which lines of a TOML document a field is written."""

import re
from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate

_NAME = r"""(?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*')"""
_KEY = re.compile(rf"\s*({_NAME}(?:\s*\.\s*{_NAME})*)\s*=")
_HEADER = re.compile(rf"\s*\[{{1,2}}\s*({_NAME}(?:\s*\.\s*{_NAME})*)\s*\]")
_TOKEN = re.compile(
    r""""{3}(?:\\.|[^\\])*?"{3,5}|'{3}.*?'{3,5}|"(?:\\.|[^"\\\n])*"|'[^'\n]*'|#[^\n]*|[][{}\n]""",
    re.DOTALL,
)
"""What a bracket or the end of a line may be hidden in, and what they are outside of it."""
_OPENS, _CLOSES = frozenset("[{"), frozenset("]}")


def lines_of(text: str) -> dict[str, range]:
    """The lines, from 1, of each table's header and each field with its value, by dotted path.

    text: a document that can be parsed.
    """
    lines = split(text)
    starts = [0, *accumulate(len(line) + 1 for line in lines)]
    found: dict[str, range] = {}
    table, at = "", 0
    while at < len(lines):
        end = at + 1
        if header := _HEADER.match(lines[at]):
            table = _path(header[1])
            found.setdefault(table, range(at + 1, at + 2))
        elif key := _KEY.match(lines[at]):
            end = bisect_right(starts, _end_of_value(text, starts[at] + key.end()))
            path = _path(f"{table}.{key[1]}" if table else key[1])
            found.setdefault(path, range(at + 1, end + 1))
        at = end
    return found


def line_of(lines: dict[str, range], written: Sequence[str], field: str, found: str) -> int:
    """The line of a field, or of the table around it; in a list, the line of the entry found. 1
    when it is nowhere. written: the document's lines, as `split` gives them.
    """
    path = field
    while path not in lines and "." in path:
        path = path.rpartition(".")[0]
    place = lines.get(path, range(1, 2))
    entry = (line for line in place if f'"{found}"' in written[line - 1])
    return next(entry, place.start)


def _end_of_value(text: str, start: int) -> int:
    """Where the line ends on which a value does that may run over several."""
    depth = 0
    for token in _TOKEN.finditer(text, start):
        if token[0] in _OPENS:
            depth += 1
        elif token[0] in _CLOSES:
            depth -= 1
        elif token[0] == "\n" and depth == 0:
            return token.start()
    return len(text)


def split(text: str) -> list[str]:
    """The lines as TOML counts them: only a line feed ends one."""
    return text.split("\n")


def _path(key: str) -> str:
    return ".".join(name.strip("\"'") for name in re.findall(_NAME, key))
