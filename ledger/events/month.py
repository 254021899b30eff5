"""The month's own fact: it is closed, and stays as two people signed it. Stream `month:2026-07`."""

from typing import Any, ClassVar

from ledger.events.base import Event
from ledger.events.day import TableBooks


def stream(month: str) -> str:
    """The stream of a month (`2026-07`)."""
    return f"month:{month}"


class MonthClosed(Event, frozen=True, kw_only=True):
    """The books of a month as two people signed them: `by` and `second`. Nothing is dated in it any more.

    month: `2026-07`. day: on which it was signed. books_at: position of the last event they count. books: what the
    month's closed days were signed with, added up: a line a table, last the property's, whose table is "". checkpoint,
    seal_key: of the log that they were read in, as for a day.
    """

    class_version: ClassVar[int] = 2

    month: str
    second: str
    books_at: int
    books: list[TableBooks]
    checkpoint: str = ""
    seal_key: str = ""

    @staticmethod
    def upcast_v1_v2(state: dict[str, Any]) -> None:
        """A month was closed without a checkpoint then."""
