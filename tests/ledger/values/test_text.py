"""Text from outside: decoded in one place, bounded in depth and size."""

import re
import sys
from pathlib import Path

import pytest

from ledger.values.errors import Refused
from ledger.values.hidden import HIDDEN
from ledger.values.text import (
    DEEPEST,
    NotTomlError,
    UnreadableError,
    blank_in,
    decode,
    escaped,
    hidden_in,
    parse_json,
    parse_toml,
    read_text,
)


def test_every_text_is_looked_at_wherever_it_stands() -> None:
    assert hidden_in({"by": "C-1", "wagers": [{"coupon": "a\u202eb"}]}) == (
        "wagers[0].coupon",
        "U+202E",
    )
    assert hidden_in({"options": {"a\x1b": "1"}}) == ("a key of options", "U+001B")
    assert hidden_in({"reason": "miscounted", "seat": 3}) is None
    assert hidden_in({"reason": "a \\ in it, and é", "seat": 3}) is None
    assert escaped({"a\x07": ["\x00", 1]}) == {"a\\u0007": ["\\u0000", 1]}


def test_no_hidden_character_is_passed_over() -> None:
    every = "".join(map(chr, (*range(0xD800), *range(0xE000, sys.maxunicode + 1))))
    found = re.findall(HIDDEN, every)
    assert len(found) > 65
    assert [each for each in found if hidden_in([f"a{each}b"]) is None] == []


@pytest.mark.parametrize(
    "text",
    [
        *("[" * 100_000, '{"a":' * 100_000, "[" * (DEEPEST + 2) + "]" * (DEEPEST + 2)),
        *("1" * 5_000, '{"a": -' + "9" * 5_000 + "}", "nonsense", '"'),
    ],
    ids=lambda text: text[:4] + str(len(text)),
)
def test_json_that_is_none_too_deep_or_too_long_in_a_number(text: str) -> None:
    with pytest.raises((UnreadableError, Refused)):
        parse_json(text)


@pytest.mark.parametrize(
    "text",
    [
        *("a = " + "[" * 60_000, "a = " + "{b = " * 10_000, "a = " + "[" * 40 + "]" * 40),
        *("a" + ".a" * 30_000 + " = 1", "a = " + "1" * 5_000, "[" + "a . " * 9_000 + "a]", "="),
    ],
    ids=lambda text: text[:8] + str(len(text)),
)
def test_toml_that_is_none_too_deep_or_too_long_in_a_number(text: str) -> None:
    with pytest.raises((UnreadableError, Refused)):
        parse_toml(text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a = 1\nb = 'x\n'", "in line 2"),
        ("a = [1,\n2", "in line 2, where a bracket is not closed"),
        ('a = """x', "in line 1, where a quotation mark is not closed"),
        ("a = 1\na = 2", "in line 2, where a name is there twice"),
        ("[a]\n[a]", "in line 2, where a name is there twice"),
        ("a = {b = 1, b = 2}", "in line 1, where a name is there twice"),
        ("a = {b = 1}\na.c = 2", "in line 2, where a name is there twice"),
    ],
)
def test_toml_that_is_none_is_told_by_its_line_in_no_parsers_words(text: str, said: str) -> None:
    with pytest.raises(NotTomlError) as told:
        parse_toml(text)
    assert (str(told.value), f"line {told.value.line}" in said) == (f"it is not TOML {said}", True)


def test_json_that_is_none_is_told_by_its_place_in_no_parsers_words() -> None:
    with pytest.raises(UnreadableError) as told:
        parse_json('{"a": 1,\n x}')
    assert str(told.value) == "it is not JSON in line 2, from character 2 on"


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    assert decode(b"\xef\xbb\xbfseat") == "seat"
    with pytest.raises(UnreadableError, match="not UTF-8"):
        decode(b"ab\xff")
    file = tmp_path / "long"
    file.write_bytes(b"x" * 11)
    assert read_text(file, 11) == "x" * 11
    with pytest.raises(UnreadableError, match="longer than 10 bytes"):
        read_text(file, 10)


def test_a_text_of_nothing_but_spaces_is_found_wherever_it_stands() -> None:
    for blank in filter(str.isspace, map(chr, range(sys.maxunicode + 1))):
        notes = [{"note": f" {blank}a "}, {"note": ""}, {"note": f"'{blank}'"}]
        assert blank_in({"by": "it's", "notes": notes}) == ""
        assert blank_in({"by": "it's", "notes": [*notes, {"note": blank * 2}]}) == "notes[3].note"
        assert blank_in({blank: "a"}) == "a key of the record"
