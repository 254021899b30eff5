"""What acts came to, as it is told to who did them."""

from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET, UnsetType

from ledger.desks.ledger import Ledger
from ledger.events.base import Recorded
from ledger.transaction.unit import Done
from projections.queries import seat, totals
from projections.queries.counts_told import as_told
from projections.queries.event_lines import describe, in_json
from projections.queries.seat import PutDown, SeatTotal, put_down
from projections.queries.totals import RoundTotals, round_totals


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """What a command that records answers to programs. position: of its last event in the log. seat: what the one seat
    has in all whose wagers or buy-in it was; entered: of all seats; totals: of a round that is settled.
    """

    events: list[dict[str, Any]]
    position: int | None
    repeated: bool
    dry_run: bool
    seat: SeatTotal | UnsetType
    entered: PutDown | UnsetType
    totals: RoundTotals | UnsetType


class CameOf(NamedTuple):
    """What was done, its events as they are shown; of wagers or a buy-in what the seats have, of a round its sums."""

    done: Done
    events: list[Recorded]
    entered: PutDown | None
    totals: RoundTotals | None

    @property
    def lines(self) -> list[str]:
        """A line an event, or several, and what it makes in all."""
        told = [line for each in self.events for line in describe(each).split("\n")]
        if self.entered is not None:
            told += seat.told(self.entered)
        if self.totals is not None:
            told.append(totals.told(self.totals))
        return told

    def answer(self, *, dry_run: bool) -> Answer:
        """The same as programs get it."""
        of_one = self.entered.seats if self.entered is not None else []
        return Answer(
            events=[in_json(each) for each in self.events],
            position=self.done.position,
            repeated=self.done.repeated,
            dry_run=dry_run,
            seat=of_one[0] if len(of_one) == 1 else UNSET,
            entered=UNSET if self.entered is None else self.entered,
            totals=UNSET if self.totals is None else self.totals,
        )


def came_of(ledger: Ledger, done: Done) -> CameOf:
    """What acts came to, now that they are decided."""
    events = [as_told(ledger, recorded) for recorded in done.events]
    return CameOf(done, events, put_down(ledger, done), round_totals(ledger, done))
