"""Series of fill and credit slips: numbers received from the printer, lost, counted. Stream `slips:KIND:PREFIX`.

What becomes of a number at a table is in that table's stream; a slip is named as it is printed, prefix and number.
"""

from typing import Literal

from ledger.events.base import Event
from ledger.events.form import Run
from ledger.values.people import plain


def stream(kind: str, prefix: str) -> str:
    """The stream of a series, however its prefix is spelled."""
    return f"slips:{kind}:{plain(prefix)}"


class SlipsReceived(Event, frozen=True, kw_only=True):
    """Slips first to last came from the printer. prefix: what is printed in front of the number, `F-`; may be empty."""

    kind: Literal["fill", "credit"]
    prefix: str = ""
    first: int
    last: int


class SlipsLost(Event, frozen=True, kw_only=True):
    """Slips that were not used are lost or destroyed, first to last. authorised_by: who answers for it."""

    kind: Literal["fill", "credit"]
    prefix: str = ""
    first: int
    last: int
    reason: str
    authorised_by: str


class SlipsCounted(Event, frozen=True, kw_only=True):
    """The unused slips in hand, counted by number."""

    kind: Literal["fill", "credit"]
    prefix: str = ""
    counted: list[Run]


OfSeries = SlipsReceived | SlipsLost | SlipsCounted
"""What is told of a series."""
