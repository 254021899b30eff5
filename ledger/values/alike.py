"""How a code looks: a letter that is taken for a digit is that digit, and capitals are small letters."""

from typing import Final

_TAKEN_FOR: Final = str.maketrans("oilszb", "011528")


def as_read(code: str) -> str:
    """`MB-0l` as `MB-01` is read; for comparing only."""
    return code.lower().translate(_TAKEN_FOR)
