"""The moment that is asked for: a state of the books, its clock and its gaming day (U2)."""

from datetime import date, timedelta
from typing import TYPE_CHECKING, Final

import msgspec

from ledger.events.undoing import happened_at
from ledger.values.errors import Misused

if TYPE_CHECKING:
    from ledger.desks.ledger import Ledger
    from ledger.events.base import Event
    from ledger.values.calendar import GamingCalendar


class Moment(msgspec.Struct, frozen=True):
    """A state of the books. position: after that event of the log. happened_by, known_at: from what had
    happened, and had been recorded, by then; microseconds UTC. Those given all hold; with none of them it is now.
    """

    position: int | None = None
    happened_by: int | None = None
    known_at: int | None = None

    @property
    def instants(self) -> bool:
        """Whether it hangs on when something happened or was recorded."""
        return self.happened_by is not None or self.known_at is not None

    def sees(self, position: int, event: "Event") -> bool:
        """Whether an event at this position of the log belongs to that state."""
        return (
            (self.position is None or position <= self.position)
            and (self.happened_by is None or happened_at(event) <= self.happened_by)
            and (self.known_at is None or event.recorded_at <= self.known_at)
        )


NOW: Final = Moment()
"""The books as they stand."""


def verify_reached(ledger: "Ledger", moment: Moment) -> None:
    """Raise Misused for an event that the log does not have yet: the same question must always have the same answer."""
    head = ledger.position
    if moment.position is not None and moment.position > head:
        raise not_yet(
            str(moment.position),
            f"The log ends at event {head}.",
            "Name an event that is there.",
        )


def not_yet(asked: str, message: str, next_step: str) -> Misused:
    """The error of a moment that lies ahead."""
    return Misused("not_yet", message, next_step, asked=asked)


def stands_at(ledger: "Ledger", moment: Moment) -> int:
    """The clock of what is asked for, microseconds UTC: now, or the moment that is looked back to."""
    instants = [each for each in (moment.happened_by, moment.known_at) if each is not None]
    return min(instants, default=ledger.clock())


def gaming_day(text: str | None, calendar: "GamingCalendar", micros: int) -> str:
    """A gaming day as it is named: an ISO date, `today`, `yesterday`; today where nothing is said.

    micros: when today is, UTC. Raises Misused.
    """
    asked = (text or "today").strip().lower()
    if asked in {"today", "yesterday"}:
        today = date.fromisoformat(calendar.day_of(micros))
        return str(today - timedelta(days=asked == "yesterday"))
    try:
        return date.fromisoformat(asked).isoformat()
    except ValueError:
        raise Misused(
            "bad_day",
            f"{text!r} is not a gaming day.",
            "Write it as 2026-07-11, or say today or yesterday.",
            day=text,
        ) from None
