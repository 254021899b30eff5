"""One line of a feed: bytes to a record, or why it is none.

A line is read twice. The typed decoder settles what it says; a plain parse shows what that decoder
passes over: a field that is there twice, a version left out, a control character.
"""

import json
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

import msgspec

from ledger.events.act import Act, Moment
from ledger.feed.complaints import BAD_SEQ, complaint
from ledger.feed.records import FeedRecord, act_of
from ledger.values.errors import Misused
from ledger.values.hidden import hidden
from ledger.values.numbers import largest_of, too_large
from ledger.values.text import hidden_in, texts

LONGEST_LINE_BYTES: Final = 65_536
"""Every seat of the largest table on every bet takes a third of it."""

LARGEST_SEQ: Final = 2**63 - 1


@dataclass(frozen=True, slots=True)
class Named:
    """What a line says of itself. source "" and seq 0: it does not say which record it is."""

    source: str = ""
    seq: int = 0
    table: str = ""
    by: str = ""
    at: datetime | None = None


class BadLine(Misused):
    """A line that is not a record. named: which one it would be, as far as it says."""

    def __init__(
        self, code: str, message: str, next_step: str, named: Named | None = None, **facts: object
    ) -> None:
        super().__init__(code, message, next_step, **facts)
        self.named = named or Named()


class _TwiceError(Exception):
    """A field is there twice."""


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) != len(pairs):
        raise _TwiceError(Counter(key for key, _ in pairs).most_common(1)[0][0])
    return fields


_decode: Final[Callable[[str], Act]] = msgspec.json.Decoder(FeedRecord).decode


class _Long(str):
    """The digits of a number that Python does not read."""

    __slots__ = ()


_parse_long: Final = json.JSONDecoder(
    parse_int=lambda digits: int(digits) if len(digits) < 100 else _Long(digits)
).decode
_parse: Final = json.JSONDecoder(object_pairs_hook=_once).decode


def read(line: bytes) -> Act:
    """The record of a line (without its line feed). Raises BadLine."""
    if len(line) > LONGEST_LINE_BYTES:
        raise BadLine(
            "line_too_long",
            f"The line is longer than {LONGEST_LINE_BYTES} bytes.",
            "Send one record a line.",
        )
    try:
        text = line.decode()
        act = _decode(text)
        fields = _parse(text)
    except UnicodeDecodeError as error:
        raise _not_utf8(error) from None
    except msgspec.ValidationError as error:
        raise _of_a_field(_plain(text, error), str(error)) from None
    except (ValueError, RecursionError, _TwiceError) as error:
        raise _not_json(text, error) from None
    _verify(act, fields)
    if "\\" in text or "\x7f" in text or not text.isascii():
        _require_plain(fields)
    return act_of(act)


def _verify(act: Act, fields: dict[str, Any]) -> None:
    """What the acts leave open, because a clerk types them too."""
    if "v" not in fields:
        raise _of_a_field(fields, "Object missing required field `v`")
    if not act.source:
        raise _of_a_field(fields, "Expected `str` of length >= 1 - at `$.source`")
    if not 0 < act.seq <= LARGEST_SEQ:
        raise BadLine(*BAD_SEQ[:3], named_by(fields), field=BAD_SEQ.field)
    for name, said in fields.items():
        if type(said) is str and said.isspace():
            raise _of_a_field(fields, f"Expected `str` of length >= 1 - at `$.{name}`")


# -- what a bad line says of itself


def named_by(fields: Any) -> Named:
    """Which record a line would be, as far as its plain fields tell."""
    if not isinstance(fields, dict):
        return Named()
    source, seq = _text(fields.get("source")), fields.get("seq")
    if not source or type(seq) is not int or not 0 < seq <= LARGEST_SEQ:
        source, seq = "", 0
    return Named(
        source, seq, _text(fields.get("table")), _text(fields.get("by")), _moment(fields.get("at"))
    )


def _text(value: Any) -> str:
    fits = isinstance(value, str) and len(value) <= 64 and not hidden(value)
    return value if fits else ""


def _moment(value: Any) -> datetime | None:
    try:
        return msgspec.convert(value, Moment)
    except msgspec.ValidationError:
        return None


def _require_plain(fields: dict[str, Any]) -> None:
    """PostgreSQL cannot store some characters, terminals act on others, and people do not see them."""
    if found := hidden_in(fields):
        place, character = found
        raise BadLine(
            "control_character",
            f"{place} holds a character that is not seen, {character}.",
            "Send plain text.",
            named_by(fields),
            field=place,
        )


# -- why a line is no record


def _not_utf8(error: UnicodeDecodeError) -> BadLine:
    nth = error.start + 1
    return BadLine("not_utf8", f"Byte {nth} of the line is not UTF-8.", "Send the feed in UTF-8.")


def _of_a_field(fields: Any, said: str) -> BadLine:
    if not isinstance(fields, dict):
        return BadLine(
            "not_an_object", "The line is not a JSON object.", "Send each record as one object."
        )
    found = complaint(said)
    return BadLine(*found[:3], named_by(fields), field=found.field)


def _plain(text: str, error: Exception) -> Any:
    """The fields of a line that is JSON, but not a record."""
    try:
        return _parse(text)
    except (ValueError, RecursionError, _TwiceError) as worse:
        raise _not_json(text, worse) from error


def _not_json(text: str, error: Exception) -> BadLine:
    if text.startswith("\ufeff"):
        return BadLine(
            "byte_order_mark",
            "The line begins with a byte order mark.",
            "Send UTF-8 without one.",
        )
    if isinstance(error, _TwiceError):
        return _duplicate(text, str(error))
    if isinstance(error, RecursionError):
        said = "it is nested too deep"
    elif isinstance(error, json.JSONDecodeError):
        said = _stopped(f"(byte {len(text[: error.pos].encode())})")
    elif isinstance(error, msgspec.DecodeError):
        said = _stopped(str(error))
    else:
        return _too_large(text)
    return BadLine("not_json", f"The line is not JSON: {said}.", "Send one whole object a line.")


def _stopped(said: str) -> str:
    """Where a parser stopped, which it counts from 0; where it names no place, the line ended."""
    place = re.search(r"\(byte (\d+)\)", said)
    if place is None:
        return "it ends too soon"
    nth = int(place[1]) + 1
    if "trailing" in said:
        return f"something stands behind its object, from byte {nth} on"
    return f"byte {nth} cannot be read"


def _too_large(text: str) -> BadLine:
    """A number of thousands of digits, which Python does not read."""
    fields = _parse_long(text)
    place = next(place for place, found in texts(fields) if isinstance(found, _Long))
    named = named_by(fields)
    if place == BAD_SEQ.field:
        return BadLine(*BAD_SEQ[:3], named, field=place)
    said = too_large(place or "a number", largest_of(place)).refusal
    return BadLine(said.code, said.message, said.next_step, named, **said.facts)


def _duplicate(text: str, field: str) -> BadLine:
    named = named_by(json.loads(text))
    if field in {"source", "seq"}:
        named = Named(table=named.table, by=named.by, at=named.at)
    return BadLine(
        "duplicate_field", f"{field} is there twice.", "Give every field once.", named, field=field
    )
