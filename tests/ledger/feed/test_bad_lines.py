"""Lines that are no records: each has its code and a sentence that names the field."""

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.desks.ledger import Ledger
from ledger.feed.reading import LONGEST_LINE_BYTES, BadLine, read
from ledger.values.errors import PitError
from tests.ledger.feed.sender import Fed, Sender, log_of

BUY_IN: dict[str, Any] = {
    "v": 1,
    "source": "reader-1",
    "seq": 3,
    "at": "2026-07-11T18:00:00-04:00",
    "by": "C-1",
    "table": "MB-01",
    "type": "buy_in",
    "seat": 1,
    "cents": 10_000,
}


def with_(**fields: Any) -> bytes:
    """The record with other fields; None takes one away."""
    given = {**BUY_IN, **fields}
    return json.dumps({name: value for name, value in given.items() if value is not None}).encode()


def raw(before: str, after: str) -> bytes:
    """The record with a piece of its text replaced."""
    text = json.dumps(BUY_IN)
    assert before in text
    return text.replace(before, after).encode()


def other(type_: str, **fields: Any) -> bytes:
    return with_(type=type_, seat=None, cents=None, **fields)


CASES: dict[str, tuple[bytes, str, str]] = {
    "cut off": (with_()[:40], "not_json", "The line is not JSON: it ends too soon."),
    "trailing text": (with_() + b"}", "not_json", "behind its object, from byte 153 on"),
    "two objects": (with_() + with_(), "not_json", "behind its object, from byte 153 on"),
    "not a number": (raw("10000", "NaN"), "not_json", "JSON"),
    "raw tab in text": (raw("C-1", "C\t1"), "not_json", "JSON"),
    "lone surrogate": (raw("C-1", "\\ud800"), "not_json", "JSON"),
    "nested too deep": (raw("10000", "[" * 30_000), "not_json", "nested"),
    "endless number": (raw("10000", "9" * 5_000), "amount_too_large", "cents is larger"),
    "endless number of its source": (raw(": 3", f": {'9' * 5_000}"), "bad_seq", "seq is not"),
    "endless number within": (
        other("close", closer={"100": 1}, dealer="a", supervisor="b").replace(
            b": 1}", b": " + b"9" * 5_000 + b"}"
        ),
        "amount_too_large",
        "closer.100 is larger",
    ),
    "a list": (b"[1, 2]", "not_an_object", "object"),
    "null": (b"null", "not_an_object", "object"),
    "latin-1": (raw("C-1", "C-é").decode().encode("latin-1"), "not_utf8", "Byte "),
    "utf-16": (with_().decode().encode("utf-16"), "not_utf8", "Byte 1 "),
    "no JSON": (b'{"v": 1, x}', "not_json", "The line is not JSON: byte 10 cannot be read."),
    "byte order mark": (b"\xef\xbb\xbf" + with_(), "byte_order_mark", "byte order mark"),
    "too long": (raw("C-1", "C" * LONGEST_LINE_BYTES), "line_too_long", "65536"),
    "field twice": (
        raw('"cents": 10000', '"cents": 1, "cents": 10000'),
        "duplicate_field",
        "cents",
    ),
    "field twice by escape": (
        raw('"cents": 10000', '"c\\u0065nts": 1, "cents": 10000'),
        "duplicate_field",
        "cents",
    ),
    "number twice": (raw('"seq": 3', '"seq": 3, "seq": 4'), "duplicate_field", "seq"),
    "denomination twice": (
        other("close", closer={"100": 1}, dealer="a", supervisor="b").replace(
            b'{"100": 1}', b'{"100": 1, "100": 2}'
        ),
        "duplicate_field",
        "100",
    ),
    "no version": (with_(v=None), "field_missing", "v "),
    "another version": (with_(v=2), "unsupported_version", "v is 2"),
    "version as text": (with_(v="1"), "unsupported_version", "v "),
    "no source": (with_(source=None), "field_missing", "source"),
    "empty source": (with_(source=""), "empty_text", "source"),
    "source a number": (with_(source=7), "wrong_kind", "source"),
    "long source": (with_(source="x" * 65), "text_too_long", "source"),
    "no number": (with_(seq=None), "field_missing", "seq"),
    "number zero": (with_(seq=0), "bad_seq", "seq"),
    "negative number": (with_(seq=-3), "bad_seq", "seq"),
    "number as text": (with_(seq="3"), "bad_seq", "seq"),
    "number with a point": (raw('"seq": 3', '"seq": 3.0'), "bad_seq", "seq"),
    "number true": (with_(seq=True), "bad_seq", "seq"),
    "number too large": (with_(seq=2**63), "bad_seq", "seq"),
    "no time": (with_(at=None), "field_missing", "at "),
    "no offset": (with_(at="2026-07-11T18:00:00"), "time_without_offset", "at "),
    "not a time": (with_(at="last night"), "bad_time", "at "),
    "hour 24": (with_(at="2026-07-11T24:00:00Z"), "bad_time", "at "),
    "time a number": (with_(at=1_783_764_000), "wrong_kind", "at "),
    "nobody": (with_(by=""), "empty_text", "by "),
    "a name of spaces": (with_(by="  "), "empty_text", "by "),
    "no operator": (with_(by=None), "field_missing", "by "),
    "no table": (with_(table=None), "field_missing", "table"),
    "no type": (with_(type=None), "field_missing", "type"),
    "unknown type": (with_(type="shuffle"), "unknown_type", "shuffle"),
    "type a number": (with_(type=5), "unknown_type", "type"),
    "typed only: link_meters": (other("link_meters", link="R9-1"), "unknown_type", "link_meters"),
    "typed only: adopt": (other("adopt", rules="ma-midi"), "unknown_type", "adopt"),
    "unknown field": (with_(colour="red"), "unknown_field", "colour"),
    "field of another type": (with_(hand="player"), "unknown_field", "hand"),
    "no seat": (with_(seat=None), "field_missing", "seat"),
    "seat too high": (with_(seat=15), "out_of_range", "seat"),
    "seat zero": (with_(seat=0), "out_of_range", "seat"),
    "money with a point": (raw("10000", "100.50"), "not_whole", "cents"),
    "whole money with a point": (raw("10000", "10000.0"), "not_whole", "cents"),
    "money with an exponent": (raw("10000", "1e4"), "not_whole", "cents"),
    "money as text": (with_(cents="10000"), "wrong_kind", "cents"),
    "money true": (with_(cents=True), "wrong_kind", "cents"),
    "money null": (raw("10000", "null"), "wrong_kind", "cents"),
    "money inside a list": (
        other("round", player=["As", "Ks"], banker=["2d", "7d"], wagers=[]).replace(
            b"[]}", b'[{"seat": 1, "bet": "tie", "cents": 1.5}]}'
        ),
        "not_whole",
        "wagers[0].cents",
    ),
    "unknown field inside a list": (
        other("round", player=["As", "Ks"], banker=["2d", "7d"], wagers=[{"x": 1}]),
        "unknown_field",
        "wagers[0].x",
    ),
    "field missing inside a list": (
        other("round", player=["As", "Ks"], banker=["2d", "7d"], wagers=[{"seat": 1}]),
        "field_missing",
        "wagers[0].bet",
    ),
    "denomination with a point": (
        other("close", closer={"0.25": 4}, dealer="a", supervisor="b"),
        "wrong_kind",
        "closer",
    ),
    "count with a point": (
        other("close", closer={"25": 4.5}, dealer="a", supervisor="b"),
        "not_whole",
        "closer",
    ),
    "card a number": (other("third", hand="player", card=7), "wrong_kind", "card"),
    "nul character": (raw("C-1", "C\\u0000"), "control_character", "by "),
    "escape sequence": (
        raw('"cents": 10000', '"cents": 10000, "\\u001b[31m": 1'),
        "unknown_field",
        "not a field",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_a_bad_line_has_a_code_and_names_the_field(case: str) -> None:
    line, code, naming = CASES[case]
    with pytest.raises(BadLine) as caught:
        read(line)
    refusal = caught.value.refusal
    assert refusal.code == code
    assert naming in refusal.message
    assert refusal.message.endswith(".")
    assert refusal.next_step.endswith(".")


def test_the_record_all_these_are_made_from_is_a_good_one() -> None:
    assert read(with_()).seq == 3


def test_spaces_line_ends_and_escapes_are_no_fault() -> None:
    assert read(b"  " + with_() + b" \r").seq == 3
    assert read(raw("C-1", "C\\u002d1")).by == "C-1"
    assert read(raw("C-1", "Jos\\u00e9 \\\\u0000")).by == "José \\u0000"


NAMELESS_TOO = ("no source", "no number", "number as text", "number zero", "number twice")


@pytest.mark.parametrize("case", CASES)
def test_a_bad_line_says_which_record_it_is_where_it_can(case: str) -> None:
    line, code, _ = CASES[case]
    with pytest.raises(BadLine) as caught:
        read(line)
    about_itself = code.startswith(("not_", "byte", "line_", "bad_seq")) or "source" in case
    nameless = (about_itself and code != "not_whole") or case in NAMELESS_TOO
    named = caught.value.named
    assert (named.source, named.seq) == (("", 0) if nameless else ("reader-1", 3))


@given(st.binary(max_size=300))
def test_no_bytes_at_all_are_a_fault(line: bytes) -> None:
    with pytest.raises(BadLine):
        read(line)


@given(st.integers(0, 200), st.integers(0, 8), st.binary(max_size=8))
def test_a_damaged_record_is_read_or_refused(at: int, lost: int, put: bytes) -> None:
    whole = with_()
    damaged = whole[:at] + put + whole[at + lost :]
    with suppress(BadLine):
        assert read(damaged).seq > 0


def test_x10_card_tokens_are_refused_with_the_token_and_the_field(
    ledger: Ledger, sender: Sender
) -> None:
    Fed(ledger, sender.opening())
    before = log_of(ledger)
    for token in ("1H", "X0", "H", "HTC", "XK", "DH", "55", "0S", "11D", ""):
        sender.seq = 2
        fed = Fed(ledger, [sender.round(player=[token, "5h"])])
        assert fed.codes == [(1, "unknown_card")]
        assert repr(token) in fed.told[0].message
        assert "player" in fed.told[0].message
    assert log_of(ledger) == before


ODD: dict[str, dict[str, Any]] = {
    "the last moment of time": {"at": "9999-12-31T23:59:59Z"},
    "the first moment of time": {"at": "0001-01-01T00:00:00+14:00"},
    "a table that cannot be": {"table": "no such table"},
    "a table that is not there": {"table": "MB-99"},
    "money without end": {"cents": 10**30},
    "negative money": {"cents": -1},
}


@pytest.mark.parametrize("case", ODD)
def test_an_odd_record_is_refused_and_never_a_fault(
    ledger: Ledger, sender: Sender, case: str
) -> None:
    Fed(ledger, sender.opening())
    before = log_of(ledger)
    line = json.dumps({**sender.record("buy_in", seat=1, cents=100), **ODD[case]}).encode()
    try:
        fed = Fed(ledger, [line])
    except PitError as error:  # pragma: no cover  reached by a fault only
        pytest.fail(f"not a refusal of the record: {error}")
    assert fed.counts == (0, 0, 1)
    assert log_of(ledger) == before
