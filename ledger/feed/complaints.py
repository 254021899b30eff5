"""What is wrong with a field, in the words of the people who send the feed.

The decoder says `Expected `int`, got `float` - at `$.wagers[0].cents``; a sender needs a code that
stays the same, a sentence that names the field, and what to do.
"""

import re
from collections.abc import Callable
from typing import Final, NamedTuple


class Complaint(NamedTuple):
    code: str
    message: str
    next_step: str
    field: str


BAD_SEQ: Final = Complaint(
    "bad_seq",
    "seq is not a number from 1 on.",
    "Number the records of each source 1, 2, 3, ... without a gap.",
    "seq",
)

_SEE: Final = "docs/feed.md says what the field holds."
_OFFSET: Final = "Write the time with its offset, such as 2026-07-11T23:30:00-04:00."
_PLACE: Final = re.compile(r"(?P<what>.*?)(?: - at `(?P<at>[^`]*)`(?: in `(?P<within>[^`]*)`)?)?")
_DECIMAL: Final = "a number with a decimal point or an exponent"
_KINDS: Final = {
    "int": "a whole number",
    "str": "text",
    "object": "an object",
    "array": "a list",
    "datetime": "a time",
    "null": "null",
    "bool": "true or false",
    "float": _DECIMAL,
}


def complaint(said: str) -> Complaint:
    """The decoder's complaint about a record, for people."""
    found = _PLACE.fullmatch(said)
    what, at, within = found.group("what", "at", "within") if found else (said, None, None)
    place = f"a key of {_field(within)}" if within else _field(at or "")
    if place in _WHOLE_FIELDS:
        return _WHOLE_FIELDS[place](what)
    for pattern, explain in _COMPLAINTS:
        match = pattern.fullmatch(what)
        if match:
            return explain(match, place)
    return Complaint("bad_field", f"{place or 'The record'}: {what}.", _SEE, place)


def _field(at: str) -> str:
    """`$.wagers[0].cents` as `wagers[0].cents`; nothing for the record itself."""
    return at.removeprefix("$").removeprefix(".")


def _version(what: str) -> Complaint:
    value = re.search(r"value (.*)", what)
    says = value[1] if value else "not a number"
    message = f"v is {says}; this program reads version 1."
    return Complaint("unsupported_version", message, "Send version 1 of the feed.", "v")


def _type(what: str) -> Complaint:
    value = re.search(r"value '(.*)'", what)
    message = f"{value[1]} is not a type of record." if value else "type is not text."
    return Complaint("unknown_type", message, "docs/feed.md lists the types.", "type")


def _seq(what: str) -> Complaint:  # noqa: ARG001  whatever it is, it is no number to count by
    return BAD_SEQ


_WHOLE_FIELDS: Final[dict[str, Callable[[str], Complaint]]] = {
    "v": _version,
    "type": _type,
    "seq": _seq,
}
"""Fields for which one complaint says everything."""


def _missing(match: re.Match[str], place: str) -> Complaint:
    field = f"{place}.{match['field']}".lstrip(".")
    return Complaint("field_missing", f"{field} is missing.", f"Give {field}.", field)


def _unknown(match: re.Match[str], place: str) -> Complaint:
    field = f"{place}.{match['field']}".lstrip(".")
    return Complaint("unknown_field", f"{field} is not a field of this record.", _SEE, field)


def _time(_: re.Match[str], place: str) -> Complaint:
    return Complaint("bad_time", f"{place} is not a time.", _OFFSET, place)


def _naive(_: re.Match[str], place: str) -> Complaint:
    return Complaint("time_without_offset", f"{place} has no offset from UTC.", _OFFSET, place)


def _length(match: re.Match[str], place: str) -> Complaint:
    if match["side"] == ">=":
        return Complaint("empty_text", f"{place} is empty.", f"Give {place}.", place)
    longest = f"{match['limit']} characters"
    message = f"{place} is longer than {longest}."
    return Complaint("text_too_long", message, f"Use at most {longest}.", place)


def _blank(_: re.Match[str], place: str) -> Complaint:
    return Complaint("empty_text", f"{place} is empty.", f"Give {place}.", place)


def _range(match: re.Match[str], place: str) -> Complaint:
    side = {">=": "below", "<=": "above"}[match["side"]]
    return Complaint("out_of_range", f"{place} is {side} {match['limit']}.", _SEE, place)


def _kind(match: re.Match[str], place: str) -> Complaint:
    wanted = match["wanted"].split(" | ")
    got = _KINDS.get(match["got"], match["got"])
    if got == _DECIMAL and "int" in wanted:
        message = f"{place} is not a whole number."
        return Complaint("not_whole", message, "Money is whole cents; counts are whole.", place)
    message = f"{place} is {got}, not {' or '.join(_KINDS.get(kind, kind) for kind in wanted)}."
    return Complaint("wrong_kind", message, _SEE, place)


_Explain = Callable[[re.Match[str], str], Complaint]

_COMPLAINTS: Final[tuple[tuple[re.Pattern[str], _Explain], ...]] = (
    (re.compile(r"Object missing required field `(?P<field>.*)`"), _missing),
    (re.compile(r"Object contains unknown field `(?P<field>.*)`"), _unknown),
    (re.compile(r"Invalid RFC3339 encoded datetime"), _time),
    (re.compile(r"Expected `datetime` with a timezone component"), _naive),
    (re.compile(r"Expected `str` of length (?P<side>[<>]=) (?P<limit>\d+)"), _length),
    (re.compile(r"Expected `str` matching regex .*"), _blank),
    (re.compile(r"Expected `int` (?P<side>[<>]=) (?P<limit>\d+)"), _range),
    (re.compile(r"Expected `(?P<wanted>[^`]*)`, got `(?P<got>[^`]*)`"), _kind),
)
