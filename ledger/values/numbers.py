"""How large a number can be: what every database, and every sum of so many events, can hold."""

from collections.abc import Mapping
from typing import Final

from ledger.values.errors import Refused

LARGEST_CENTS: Final = 10**13
"""No single amount is larger: a hundred billion dollars is a slip of the hand, not a fact."""

MOST_SEATS: Final = 14
"""No table has more."""

LARGEST_COUNT: Final = 10**9
"""No more than so many of anything are counted."""

_DIGITS: Final = 18
LARGEST_READ: Final = 10**_DIGITS - 1
"""No larger number is read at all, not in a name either: a column holds it, and Python reads no thousands of digits."""


def whole(digits: str, field: str, largest: int = LARGEST_READ) -> int:
    """Read ASCII digits as a whole number. Raises Refused `amount_too_large` for one that nothing could hold.

    largest: what is said of it then, in its own unit; whether it is held to that is another matter (`verify_held`).
    """
    significant = digits.lstrip("0")
    if len(significant) > _DIGITS:
        raise too_large(field, largest)
    return int(significant or "0")


def counted(count: int, noun: str) -> str:
    """`1 event`, `1,234 events`: how many of what a regular noun names."""
    return f"{count:,} {noun}{'s' * (count != 1)}"


def verify_held(value: int, field: str, largest: int = LARGEST_CENTS) -> int:
    """The number, if it can be held. largest: in its own unit, cents unless given. Raises Refused."""
    if abs(value) > largest:
        raise too_large(field, largest)
    return value


def verify_all(value: object, field: str, largest: int = LARGEST_COUNT) -> None:
    """Raise Refused for a number in a plain value that cannot be held; what has a name is held to its unit.

    A mapping from numbers is one of chips or notes, from denomination in cents to count.
    """
    if type(value) is int:
        verify_held(value, field, largest)
    elif isinstance(value, Mapping):
        for key, held in value.items():
            if isinstance(key, str):
                verify_all(held, key, largest_of(key))
            else:
                verify_all(key, field, LARGEST_CENTS)
                verify_all(held, field)
    elif isinstance(value, list | tuple):
        for each in value:
            verify_all(each, field, largest)


def largest_of(name: str) -> int:
    """How large what is called so can be: its unit is last in its name."""
    return LARGEST_CENTS if name.endswith("cents") else LARGEST_COUNT


def too_large(field: str, largest: int = LARGEST_CENTS) -> Refused:
    """The error for a number that is larger than any that can be held."""
    most = f"${largest // 100:,}" if largest == LARGEST_CENTS else f"{largest:,}"
    return Refused(
        "amount_too_large",
        f"{field} is larger than can be: at most {most}.",
        "Check it for a slip of the hand.",
        field=field,
        largest=largest,
    )
