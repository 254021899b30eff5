"""Text from outside: how it is decoded, how deep it may be nested, and what may stand in it."""

import codecs
import json
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from ledger.values.files import read_small
from ledger.values.hidden import hidden, visible
from ledger.values.numbers import too_large, whole

LONGEST_DOCUMENT: Final = 1 << 16
"""Bytes of a document that is read whole: rules, configuration. The largest that ships has a tenth of it."""

LONGEST_SHEET: Final = 1 << 24
"""Bytes of a file of rows: a hundred thousand of them."""

DEEPEST: Final = 32
"""Lists and objects within one another; no document needs a quarter of it."""

_DOT: Final = re.compile(r"\.[^.\n]")


class UnreadableError(ValueError):
    """What was given is no text or no document. Its words go on after `it cannot be read: `."""


class NotTomlError(UnreadableError):
    """What was given is no TOML. line: where it ceases to be."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(f"it is not TOML in line {line}{f', where {why}' if why else ''}")
        self.line = line


def read_text(path: Path, longest: int = LONGEST_DOCUMENT) -> str:
    """A file as text. longest: bytes it may have. Raises UnreadableError, OSError."""
    raw = read_small(path, longest)
    text = decode(raw, whole=len(raw) <= longest)
    if len(raw) > longest:
        raise UnreadableError(f"it is longer than {longest:,} bytes")
    return text


def read_sheet(path: Path) -> str:
    """A file of rows as text: UTF-8, or UTF-16 as spreadsheets write it, with a byte order mark or without.

    No other encoding is guessed at: what is no text in these is said to be, with its line. Raises UnreadableError,
    OSError.
    """
    raw = read_small(path, LONGEST_SHEET)
    if len(raw) > LONGEST_SHEET:
        raise UnreadableError(f"it is longer than {LONGEST_SHEET:,} bytes")
    for begins, encoding in _UTF_16:
        if begins.match(raw):
            with suppress(UnicodeDecodeError):
                return raw.decode(encoding).removeprefix("\ufeff")
    try:
        return raw.decode().removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise UnreadableError(
            f"line {line} holds a byte that is not UTF-8 ({raw[error.start]:02X}), as in Latin-1"
        ) from None


_UTF_16: Final = (
    (re.compile(rb"\xff\xfe|[^\0]\0"), "utf-16-le"),
    (re.compile(rb"\xfe\xff|\0[^\0]"), "utf-16-be"),
)
"""How a text in UTF-16 begins: with its mark, or with a heading, whose letters are below 256."""


def decode(raw: bytes, *, whole: bool = True) -> str:
    """Bytes as text, without a byte order mark in front. whole: a character cut off at the end is none.

    Raises UnreadableError.
    """
    try:
        return codecs.utf_8_decode(raw, "strict", whole)[0].removeprefix("\ufeff")
    except UnicodeDecodeError:
        raise UnreadableError("it is not UTF-8 text") from None


def parse_json(text: str) -> Any:
    """The value of a JSON text. Raises UnreadableError, Refused for a number that nothing could hold."""
    try:
        value = json.loads(text, parse_int=_integer)
    except json.JSONDecodeError as error:
        raise UnreadableError(
            f"it is not JSON in line {error.lineno}, from character {error.colno} on"
        ) from None
    except RecursionError:
        raise _too_deep() from None
    _verify_depth(value)
    return value


def _integer(text: str) -> int:
    return whole(text.removeprefix("-"), "a number") * (-1 if text.startswith("-") else 1)


def parse_toml(text: str) -> dict[str, Any]:
    """The tables of a TOML document.

    Raises NotTomlError, UnreadableError, Refused for a number of thousands of digits.
    """
    import tomllib  # noqa: PLC0415  most commands read no TOML

    # The parser's memory grows with the square of the parts of a dotted key, which stands in one line.
    if any(len(_DOT.findall(line)) > 2 * DEEPEST for line in text.split("\n")):
        raise _too_deep()
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _not_toml(text, str(error)) from None
    except RecursionError:
        raise _too_deep() from None
    except ValueError:  # Python reads no integer of thousands of digits.
        raise too_large("a number") from None
    _verify_depth(document)
    return document


_WHY_NOT_TOML: Final = (
    (
        re.compile(r"Cannot (?:overwrite|declare|mutate|redefine)|Duplicate"),
        "a name is there twice",
    ),
    (re.compile("Unclosed"), "a bracket is not closed"),
    (re.compile("Unterminated"), "a quotation mark is not closed"),
)
"""What a parser says that people can do something about; of all else the place says enough."""


def _not_toml(text: str, said: str) -> NotTomlError:
    """A parser names no line where the document ended too soon."""
    found = re.search(r"at line (\d+)", said)
    line = int(found[1]) if found else max(1, len(text.splitlines()))
    return NotTomlError(line, next((why for sign, why in _WHY_NOT_TOML if sign.match(said)), ""))


def _too_deep() -> UnreadableError:
    return UnreadableError(f"it is nested more than {DEEPEST} deep")


def _verify_depth(value: Any, depth: int = 0) -> None:
    if depth > DEEPEST:
        raise _too_deep()
    if isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            _verify_depth(part, depth + 1)


_BLANK: Final = re.compile("' +'")
"""A text of nothing but spaces as Python writes it, alone or among others."""


def texts(value: Any, place: str = "") -> Iterator[tuple[str, str]]:
    """Every text within a value made of objects and lists, keys too, each with its place: `wagers[0].coupon`."""
    if isinstance(value, str):
        yield place, value
    elif isinstance(value, Mapping):
        for key, part in value.items():
            yield f"a key of {place or 'the record'}", str(key)
            yield from texts(part, f"{place}.{key}".lstrip("."))
    elif isinstance(value, list | tuple):
        for nth, part in enumerate(value):
            yield from texts(part, f"{place}[{nth}]")


def hidden_in(value: Any) -> tuple[str, str] | None:
    """The first place in a value at which a hidden character stands, and that character's name: `U+202E`."""
    # Most hide nothing. What cannot be printed, Python writes with a backslash.
    written = repr(value)
    if "\\" not in written and not hidden(written):
        return None
    for place, text in texts(value):
        found = hidden(text)
        if found:
            return place, f"U+{ord(found[0]):04X}"
    return None


def blank_in(value: Any) -> str:
    """The first place in a value at which a text holds nothing but spaces; "" where there is none."""
    # Nearly all say something. Of spaces, Python writes all others with a backslash.
    written = repr(value)
    if "\\" not in written and not _BLANK.search(written):
        return ""
    return next((place for place, text in texts(value) if text.isspace()), "")


def escaped(value: Any) -> Any:
    """A value made of objects and lists, with every text in it made visible."""
    if isinstance(value, str):
        return visible(value)
    if isinstance(value, dict):
        return {escaped(key): escaped(part) for key, part in value.items()}
    return [escaped(part) for part in value] if isinstance(value, list) else value
