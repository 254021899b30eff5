"""Whether what two people signed stayed as it was: a closed day or month takes nothing any more.

An act that is dated in one is refused at the gate (`ledger/transaction/gate.py`); an event that nobody refused was put
into the log by other means. Its seal says nothing of that, where it came in before the next checkpoint.
"""

from collections.abc import Mapping
from typing import Any, Final

from ledger.desks.ledger import Ledger
from ledger.events import property as property_events
from ledger.events.base import Event
from ledger.events.day import DayClosed
from ledger.events.month import MonthClosed
from ledger.events.table import RoundReversed
from ledger.seal.tiles import KEEP
from ledger.values.errors import IntegrityFailure
from ledger.values.rounds import day_of
from projections.queries.checked_stream import Stream, Taker

_CLOSE: Final = frozenset({DayClosed, MonthClosed})
BOOKS = ("day", "month")
"""The nouns of the streams that end as what they are of is closed."""


class Dated:
    """What of some of the log is dated where. last: by day (ISO date) or month (`2026-07`), the position of the last
    event on it; closed: by the same, that of the last event which its signed books count.
    """

    def __init__(self) -> None:
        self.last: dict[str, int] = {}
        self.closed: dict[str, int] = {}

    def takers(self, noun: str, kind: type[Event]) -> list[Taker]:
        """What counts an event of a kind in the streams of a noun, in the order of the log, besides the day that it is
        dated on.
        """
        found: list[Taker] = []
        if kind in _CLOSE:
            found.append(self._closed)
        elif noun in BOOKS:
            found.append(self._counted)
        if kind is RoundReversed:
            found.append(self._reversed)
        return found

    def _closed(self, event: DayClosed | MonthClosed, of: Stream) -> None:
        self.closed.setdefault(of.code, event.books_at)

    def _counted(self, _: Event, of: Stream) -> None:
        self.last[of.code] = of.position

    def _reversed(self, event: RoundReversed, of: Stream) -> None:
        self.last[day_of(event.round)] = of.position


def is_dated(stream: str, kind: type[Event]) -> bool:
    """Whether an event of a kind counts on its day: no gate holds what is said of the property, and a day of a month
    may be closed after the month's books were read. stream: its name, or what that begins with, up to the colon.
    """
    return stream != property_events.STREAM and kind is not DayClosed


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
