"""What every act carries, whichever aggregate it is said to, and what every event takes over from its act."""

from datetime import datetime
from typing import Annotated, Any, ClassVar, TypeVar

import msgspec
from msgspec import Meta

from ledger.events.base import Event
from ledger.values.numbers import LARGEST_CENTS, LARGEST_COUNT, MOST_SEATS

# Larger ones are refused at the ledger's one door (ledger/transaction/bounds.py); a schema tells them beforehand.
Cents = Annotated[
    int,
    Meta(
        description="A whole number of cents.",
        extra_json_schema={"minimum": -LARGEST_CENTS, "maximum": LARGEST_CENTS},
    ),
]
Pieces = Annotated[int, Meta(extra_json_schema={"maximum": LARGEST_COUNT})]
Seat = Annotated[int, Meta(ge=1, le=MOST_SEATS)]
SeatOrNone = Annotated[int, Meta(ge=0, le=MOST_SEATS)]
Name = Annotated[str, Meta(min_length=1, max_length=64)]
Words = Annotated[str, Meta(min_length=1, max_length=500)]
Moment = Annotated[datetime, Meta(tz=True)]

E = TypeVar("E", bound=Event)


class Act(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    tag=True,
):
    """What somebody says happened: a command as one value.

    at: when it happened. by: who says it. source, seq: the feed record it came from, or "" and 0 when typed.
    """

    READ: ClassVar[frozenset[str]] = frozenset()
    """Fields that hold what the books say, or what was made for the act, not what somebody says. An idempotency key
    does not stand for them, nor for `at`: a command can be typed again, at another time.
    """

    at: Moment
    by: Name
    source: str = ""
    seq: int = 0


class Stamp(msgspec.Struct, frozen=True, gc=False):
    """Who acts and when: `at` and `recorded_at` in microseconds UTC, `day` the gaming day of `at`; and whence."""

    by: str
    at: int
    recorded_at: int
    day: str
    source: str = ""
    seq: int = 0

    def on(self, kind: type[E], /, *, day: str = "", **facts: Any) -> E:
        """An event that bears it. day: gaming day, if not that of `at`."""
        return kind(
            by=self.by,
            at=self.at,
            recorded_at=self.recorded_at,
            day=day or self.day,
            source=self.source,
            seq=self.seq,
            **facts,
        )
