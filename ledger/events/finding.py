"""A finding: what does not agree on a gaming day. Those who reconcile make it; closing the day depends on it."""

import msgspec


class EventPlace(msgspec.Struct, frozen=True, order=True):
    """An event by its stream and its place there."""

    stream: str
    version: int

    def __str__(self) -> str:
        """As it stands in one cell with others: `table:MB-01:17`."""
        return f"{self.stream}:{self.version}"


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """What does not agree on a gaming day.

    id: code and subject, unique on the day. cents: the amount concerned, None where there is none.
    blocks: the day cannot be closed with it. events: those it rests on, the hands themselves apart; empty where
    nothing is on record, and what is missing is the finding. since: the earlier gaming day from which it is open.
    """

    id: str
    code: str
    gaming_day: str
    table: str | None
    cents: int | None
    message: str
    usual_cause: str
    blocks: bool
    events: list[EventPlace]
    since: str | None = None
