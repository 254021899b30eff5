"""The door for numbers: no act that says a larger one than can be held comes any further, whoever says it, and how."""

from functools import cache
from types import UnionType
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from ledger.events.act import Act
from ledger.values.numbers import largest_of, too_large, verify_all

NAMES: Final = frozenset({"seq", "shoe", "number", "first", "last", "entry", "since"})
"""Numbers by which something is called, a moment among them: they count nothing."""


def verify(act: Act) -> None:
    """Raise Refused `amount_too_large` for an act with a number in it that cannot be held."""
    _verify_fields(act)


def _verify_fields(said: msgspec.Struct) -> None:
    for name, largest in _numbered(type(said)):
        value = getattr(said, name)
        if type(value) is int:  # As nearly all are, and a feed brings millions.
            if not -largest <= value <= largest:
                raise too_large(name, largest)
        elif isinstance(value, list) and value and isinstance(value[0], msgspec.Struct):
            for each in value:
                _verify_fields(each)
        elif isinstance(value, msgspec.Struct):
            _verify_fields(value)
        else:
            verify_all(value, name, largest)


@cache
def _numbered(kind: type[msgspec.Struct]) -> tuple[tuple[str, int], ...]:
    """The fields of a struct that may hold numbers, and how large those can be.

    What an act has read from the books, sums among it, nobody says.
    """
    unsaid = NAMES | getattr(kind, "READ", frozenset())
    return tuple(
        (name, largest_of(name))
        for name, hint in get_type_hints(kind).items()
        if name in kind.__struct_fields__ and name not in unsaid and _may_hold(hint)
    )


def _may_hold(hint: Any) -> bool:
    origin = get_origin(hint)
    if origin is Literal:
        return False
    if origin in {Annotated, Union, UnionType, list, dict, tuple}:
        return any(map(_may_hold, get_args(hint)))
    return hint is int or (isinstance(hint, type) and issubclass(hint, msgspec.Struct))
