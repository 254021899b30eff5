"""Numbers of serial slips, as they are read."""

import re
from typing import Final

from ledger.values.people import plain

PREFIX: Final = r"(?:[A-Za-z0-9._-]{0,31}[A-Za-z._-])?"
"""What is printed in front of a slip's number, if anything."""

# At most as many digits as a column of whole numbers holds; what is in front of them is text.
_NUMBERED: Final = re.compile(r"(.*?)(\d{1,18})", re.ASCII | re.DOTALL)


def numbered(kind: str, slip: str) -> tuple[str, int] | None:
    """The series of a slip, `fill:f-` however it is spelled, and its number; None where it bears none."""
    match = _NUMBERED.fullmatch(slip)
    return (f"{kind}:{plain(match[1])}", int(match[2])) if match else None


def prefix_of(slip: str) -> str:
    """What is printed in front of a slip's number, as it is spelled."""
    match = _NUMBERED.fullmatch(slip)
    return match[1] if match else slip
