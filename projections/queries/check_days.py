"""Whether what two people signed stayed as it was: a closed day or month takes nothing any more.

An act that is dated in one is refused at the gate (`ledger/transaction/gate.py`); an event that nobody refused was put
into the log by other means. Its seal says nothing of that, where it came in before the next checkpoint.
"""

from collections.abc import Mapping
from typing import Any

from ledger.desks.ledger import Ledger
from ledger.events import property as property_events
from ledger.events.base import Event
from ledger.events.day import DayClosed
from ledger.events.month import MonthClosed
from ledger.events.table import RoundReversed
from ledger.seal.tiles import KEEP
from ledger.values.errors import IntegrityFailure
from ledger.values.rounds import day_of

BOOKS = ("day", "month")
"""The nouns of the streams that end as what they are of is closed."""


class Dated:
    """What of some of the log is dated where. last: by day (ISO date) or month (`2026-07`), the position of the last
    event on it; closed: by the same, that of the last event which its signed books count.
    """

    def __init__(self) -> None:
        self.last: dict[str, int] = {}
        self.closed: dict[str, int] = {}

    def take(self, position: int, stream: str, event: Event) -> None:
        """Count one more event, in the order of the log."""
        noun, _, code = stream.partition(":")
        if isinstance(event, DayClosed | MonthClosed):
            self.closed.setdefault(code, event.books_at)
            # A day of a month may be closed after the month's books were read.
            if isinstance(event, DayClosed):
                return
        elif noun in BOOKS:
            self.last[code] = position
        if stream != property_events.STREAM:  # No gate holds what is said of the property.
            self.last[event.day] = position
        if isinstance(event, RoundReversed):
            self.last[day_of(event.round)] = position


def check_closed(ledger: Ledger, closed: Mapping[str, int], last: Mapping[str, int]) -> None:
    """Raise IntegrityFailure where something is dated on a closed day, or in a closed month, after its books."""
    months = dict[str, int]()
    for day, position in last.items():
        month = day[:7]
        months[month] = max(position, months.get(month, 0))
    for name, books_at in sorted(closed.items()):
        position = max(last.get(name, 0), months.get(name, 0))
        if position > books_at:
            raise not_as_signed(
                name, "the log goes on for it after its signed books", **_place(ledger, position)
            )


def not_as_signed(name: str, what: str, **facts: Any) -> IntegrityFailure:
    """A day or a month is not as it was signed."""
    return IntegrityFailure(
        "not_as_signed",
        f"{name} is not as two people signed it: {what}.",
        f"{KEEP} pit audit history shows the day's events.",
        day=name,
        **facts,
    )


def _place(ledger: Ledger, position: int) -> dict[str, Any]:
    ((_, stream, version, topic, _),) = ledger.journal.select_rows(position - 1, 1)
    return {"stream": stream, "version": version, "topic": topic, "position": position}
