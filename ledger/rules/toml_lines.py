"""On which lines of a TOML document a field is written."""

import re
import tomllib

_NAME = r"""(?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*')"""
_KEY = re.compile(rf"\s*({_NAME}(?:\s*\.\s*{_NAME})*)\s*=")
_HEADER = re.compile(rf"\s*\[{{1,2}}\s*({_NAME}(?:\s*\.\s*{_NAME})*)\s*\]")
_ERROR_LINE = re.compile(r"at line (\d+)")


def lines_of(text: str) -> dict[str, range]:
    """The lines, from 1, of each table's header and each field with its value, by dotted path.

    text: a document that can be parsed.
    """
    lines = _split(text)
    found: dict[str, range] = {}
    table, at = "", 0
    while at < len(lines):
        end = at + 1
        if header := _HEADER.match(lines[at]):
            table = _path(header[1])
            found.setdefault(table, range(at + 1, at + 2))
        elif key := _KEY.match(lines[at]):
            end = _end_of_value(lines, at)
            path = _path(f"{table}.{key[1]}" if table else key[1])
            found.setdefault(path, range(at + 1, end + 1))
        at = end
    return found


def line_of(lines: dict[str, range], text: str, field: str, found: str) -> int:
    """The line of a field, or of the table around it; in a list, the line of the entry found. 1
    when it is nowhere.
    """
    path = field
    while path not in lines and "." in path:
        path = path.rpartition(".")[0]
    place = lines.get(path, range(1, 2))
    written = dict(enumerate(_split(text), start=1))
    entry = (line for line in place if f'"{found}"' in written.get(line, ""))
    return next(entry, place.start)


def line_of_error(text: str, error: tomllib.TOMLDecodeError) -> int:
    """The line a parser stopped at: it names none when the document ended too soon."""
    found = _ERROR_LINE.search(str(error))
    return int(found[1]) if found else max(1, len(text.splitlines()))


def _end_of_value(lines: list[str], start: int) -> int:
    """The line after a value that may run over several lines."""
    ends = range(start + 1, len(lines) + 1)
    return next((end for end in ends if _is_toml(lines[start:end])), len(lines))


def _is_toml(lines: list[str]) -> bool:
    try:
        tomllib.loads("\n".join(lines))
    except tomllib.TOMLDecodeError:
        return False
    return True


def _split(text: str) -> list[str]:
    """The lines as TOML counts them: only a line feed ends one."""
    return text.split("\n")


def _path(key: str) -> str:
    return ".".join(name.strip("\"'") for name in re.findall(_NAME, key))
