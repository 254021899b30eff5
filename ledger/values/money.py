"""Money as whole cents: reading it, writing it, and the two roundings the rules know."""

import re
from collections.abc import Mapping
from typing import Final

from ledger.values.errors import Misused, Refused
from ledger.values.numbers import LARGEST_CENTS, verify_held, whole

_FINER = r"(.*\.\d\d)(\d{1,4})"
_AMOUNT = r"(-?) ?\$? ?(\d{1,3}(?:,\d{3})+|\d{1,3}(?: \d{3})+|\d+)(?:\.(\d{1,2}))?"

NOTES_CENTS: Final = (100, 200, 500, 1_000, 2_000, 5_000, 10_000)
"""The notes that are issued. What is found of older ones is part of a total."""

WRITTEN: Final = "Write dollars and at most two digits of cents, such as 1,234.50."
"""The next step where an amount cannot be read."""


def parse_cents(
    text: str, field: str = "amount", *, negative: bool = False, written: str = WRITTEN
) -> int:
    """Read an amount of dollars as a person writes it (`1,234.50`, `1 234.50`, `$20`) into cents.

    written: how it is to be written, for who wrote it otherwise. Raises Misused `money_unreadable`, or
    `money_negative` unless negative amounts make sense for this field; Refused for more than can be held.
    """
    found = re.fullmatch(_AMOUNT, " ".join(text.split()), re.ASCII)
    if found is None:
        raise no_amount(text, field, written)
    sign, dollars, cents = found.groups()
    amount = whole(re.sub("[, ]", "", dollars), field, LARGEST_CENTS) * 100 + int(
        (cents or "").ljust(2, "0")
    )
    verify_held(amount, field)
    if sign and amount and not negative:
        raise Misused(
            "money_negative",
            f"{field}: {text!r} is below zero.",
            "Write the amount without a minus sign.",
            field=field,
            found=text,
        )
    return -amount if sign else amount


def no_amount(text: str, field: str, written: str = WRITTEN) -> Misused:
    """The error for a text that is no amount. written: how it is to be written."""
    return Misused(
        "money_unreadable",
        f"{field}: {text!r} is not an amount of money.",
        written,
        field=field,
        found=text,
    )


def not_positive(cents: int, word: str = "") -> Refused:
    """The error for an amount that is no money at all. word: as it was typed among others."""
    typed = {"word": word} if word else {}
    return Refused(
        "not_positive",
        f"{word}{': ' * bool(word)}An amount must be above zero, and this one is {format_cents(cents)}.",
        "Give the amount that was put down.",
        **typed,
        cents=cents,
    )


def parse_reading(text: str, field: str = "reading") -> tuple[int, int | None]:
    """What a sign shows (`50,123.45`, `50123.451234`): cents, and ten-thousandths of a cent beside them, None where it
    shows none. Raises Misused, Refused.
    """
    found = re.fullmatch(_FINER, text.strip(), re.ASCII)
    if found is None:
        finer = "Write dollars and at most six digits after the point, such as 50,123.451234."
        return parse_cents(text, field, written=finer), None
    return parse_cents(found[1], field), int(found[2].ljust(4, "0"))


def format_cents(cents: int) -> str:
    """Write cents as dollars: 123450 is `1,234.50`, -5 is `-0.05`, and nothing is ever `-0.00`."""
    dollars, rest = divmod(abs(cents), 100)
    return f"{'-' if cents < 0 else ''}{dollars:,}.{rest:02d}"


def dollars(cents: int) -> str:
    """Write cents with their sign and unit: `$1,234.50`, below zero `-$0.05`."""
    return f"{'-' if cents < 0 else ''}${format_cents(abs(cents))}"


def inventory(chips: Mapping[int, int]) -> str:
    """Chips by denomination in cents: `50 x $100, 200 x $25`, the largest first; `none` for an empty one."""
    parts = (
        f"{chips[each]:,} x ${format_cents(each).removesuffix('.00')}"
        for each in sorted(chips, reverse=True)
    )
    return ", ".join(parts) or "none"


def nearest(numerator: int, denominator: int, multiple: int = 1) -> int:
    """numerator/denominator rounded to the nearest multiple, halves up. Not for negative amounts."""
    unit = denominator * multiple
    return (2 * numerator + unit) // (2 * unit) * multiple


def next_up(numerator: int, denominator: int, multiple: int = 1) -> int:
    """numerator/denominator raised to the next multiple, unless it is one. Not for negative
    amounts.
    """
    return -(-numerator // (denominator * multiple)) * multiple
