"""The names of rounds: `TABLE:DAY:N`, and `TABLE:DAY:Nr` of the one that is entered in the place of a reversed one;
what becomes of a round.
"""

from typing import Final

OPEN: Final = "open"
SETTLED: Final = "settled"
VOID: Final = "void"
REVERSED: Final = "reversed"

AGAIN: Final = "r"
"""What the name of a round has behind the number of the reversed one in whose place it is."""


def in_order(round_id: str) -> tuple[str, int, int]:
    """By what rounds of a table follow one another: gaming day, number, and how often it was entered again."""
    _, day, number = round_id.rsplit(":", 2)
    plain = number.rstrip(AGAIN)
    return day, int(plain), len(number) - len(plain)


def table_of(round_id: str) -> str:
    """The table in a round's name."""
    return round_id.rsplit(":", 2)[0]


def day_of(round_id: str) -> str:
    """The gaming day in a round's name."""
    return round_id.split(":")[1]


def is_number(text: str) -> bool:
    """Whether a text is the number of a round, as it stands in its name."""
    plain = text.rstrip(AGAIN)
    return plain.isascii() and plain.isdigit()


def again(round_id: str) -> str:
    """The name of the round that is entered in the place of this one."""
    return f"{round_id}{AGAIN}"


def instead_of(round_id: str) -> str:
    """The round in whose place this one was entered, or ""."""
    return round_id[:-1] if round_id.endswith(AGAIN) else ""
