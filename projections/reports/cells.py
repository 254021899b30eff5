"""A value as words, as a person reads it in a cell."""

from collections.abc import Callable
from typing import Any, Final

from ledger.values.money import format_cents
from projections.figures.render import Kind, chips, plain


def in_words(value: Any, kind: Kind) -> str:
    """The value as text; nothing where it is unknown."""
    return "" if value is None else _WORDS[kind](value)


_WORDS: Final[dict[Kind, Callable[[Any], str]]] = {
    Kind.TEXT: lambda value: str(plain(value)),
    Kind.CHIPS: chips,
    Kind.DATE: str,
    Kind.MOMENT: lambda value: value[:19],
    Kind.NUMBER: str,
    Kind.COUNT: lambda value: f"{value:,}",
    Kind.MONEY: format_cents,
    Kind.HUNDREDTHS: format_cents,
    Kind.SHARE: lambda value: format_cents(value) + " %",
}
