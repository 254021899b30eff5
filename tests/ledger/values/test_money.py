"""Money is whole cents, read and written as people do, rounded one way."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.values.errors import Misused
from ledger.values.money import format_cents, nearest, next_up, parse_cents, parse_reading
from ledger.values.numbers import LARGEST_CENTS


@pytest.mark.parametrize(
    ("text", "cents"),
    [
        ("0", 0),
        ("20", 2000),
        ("$20", 2000),
        (" $ 1,234.50 ", 123_450),
        ("1234.5", 123_450),
        ("1,234,567.89", 123_456_789),
        ("0.05", 5),
        ("1 000", 100_000),
        (" 12 500.00 ", 1_250_000),
        ("1\u202f234\u00a0567", 123_456_700),
    ],
)
def test_money_is_read_as_people_write_it(text: str, cents: int) -> None:
    assert parse_cents(text) == cents


@pytest.mark.parametrize(
    "text",
    ["", "twenty", "1.234", "1,23", "12,34.00", ".", ".5", "5.", "1_000", "٣", "1e3", "--5", "5-"],
)
def test_what_is_no_money_is_refused_with_its_field(text: str) -> None:
    with pytest.raises(Misused) as misused:
        parse_cents(text, "opener")
    assert misused.value.refusal.code == "money_unreadable"
    assert misused.value.refusal.facts == {"field": "opener", "found": text}


@pytest.mark.parametrize(
    "text", ["2 5", "12 34", "1 0000", "1000 000", "1 000,000", "2 .5", "2. 5"]
)
def test_a_blank_that_parts_no_thousands_is_a_slip(text: str) -> None:
    """`2 5` was $25.00."""
    with pytest.raises(Misused) as misused:
        parse_cents(text)
    assert misused.value.refusal.code == "money_unreadable"


@pytest.mark.parametrize("text", ["-0", "-0.00", "-$0"])
def test_nothing_with_a_minus_sign_is_nothing_and_not_below_zero(text: str) -> None:
    assert parse_cents(text) == 0


def test_a_reading_has_up_to_six_digits_and_says_so() -> None:
    assert parse_reading("50,123.451234") == (5_012_345, 1_234)
    with pytest.raises(Misused) as misused:
        parse_reading("50000.1234567")
    assert "at most six digits" in misused.value.refusal.next_step


def test_negative_money_only_where_it_makes_sense() -> None:
    assert parse_cents("-5", negative=True) == -500
    with pytest.raises(Misused) as misused:
        parse_cents("-5")
    assert misused.value.refusal.code == "money_negative"


@pytest.mark.parametrize(
    ("cents", "text"),
    [(0, "0.00"), (5, "0.05"), (-5, "-0.05"), (123_450, "1,234.50"), (-100_000, "-1,000.00")],
)
def test_money_is_written_with_two_places(cents: int, text: str) -> None:
    assert format_cents(cents) == text


@given(st.integers(-LARGEST_CENTS, LARGEST_CENTS))
def test_law_what_is_written_is_read_back(cents: int) -> None:
    assert parse_cents(format_cents(cents), negative=True) == cents


@given(st.integers(0, 10**12), st.integers(1, 10**6), st.sampled_from([1, 5, 25]))
def test_law_rounding_is_to_the_multiple_and_half_or_one_off_at_most(
    numerator: int, denominator: int, multiple: int
) -> None:
    unit = denominator * multiple
    assert nearest(numerator, denominator, multiple) % multiple == 0
    assert -unit < 2 * (nearest(numerator, denominator, multiple) * denominator - numerator) <= unit
    assert next_up(numerator, denominator, multiple) % multiple == 0
    assert 0 <= next_up(numerator, denominator, multiple) * denominator - numerator < unit
