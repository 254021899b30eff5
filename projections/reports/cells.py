"""A value in a cell: as words, as a person reads it, or as a number and the format that shows it."""

from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any, Final

from ledger.values.money import format_cents
from projections.figures.render import Kind, chips, text


def in_words(value: Any, kind: Kind) -> str:
    """The value as text; nothing where it is unknown."""
    return "" if value is None else _WORDS[kind](value)


_WORDS: Final[dict[Kind, Callable[[Any], str]]] = {
    Kind.TEXT: text,
    Kind.CHIPS: chips,
    Kind.DATE: str,
    Kind.MOMENT: lambda value: value[:19],
    Kind.NUMBER: str,
    Kind.COUNT: lambda value: f"{value:,}",
    Kind.MONEY: format_cents,
    Kind.HUNDREDTHS: format_cents,
    Kind.SHARE: lambda value: format_cents(value) + " %",
}


def dollars(cents: int) -> Decimal:
    """Cents as dollars, exactly."""
    return Decimal(cents).scaleb(-2)


def share(bps: int) -> Decimal:
    """Basis points as a fraction of one, exactly."""
    return Decimal(bps).scaleb(-4)


FORMATS: Final[Mapping[Kind, str]] = {
    Kind.MONEY: '"$"#,##0.00;[Red]-"$"#,##0.00',
    Kind.SHARE: "0.00%;[Red]-0.00%",
    Kind.HUNDREDTHS: "0.00;[Red]-0.00",
    Kind.COUNT: "#,##0",
    Kind.NUMBER: "0",
    Kind.DATE: "yyyy-mm-dd",
    Kind.MOMENT: "yyyy-mm-dd hh:mm:ss",
}

NUMBERS: Final[Mapping[Kind, Callable[[int], Decimal | int]]] = {
    Kind.MONEY: dollars,
    Kind.SHARE: share,
    Kind.HUNDREDTHS: dollars,
    Kind.COUNT: int,
    Kind.NUMBER: int,
}
