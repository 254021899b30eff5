"""What every event of the ledger carries, whichever aggregate it belongs to."""

from collections.abc import Iterable
from typing import Any, Protocol, TypeVar

import msgspec
from eventsourcing.domain import DomainEventProtocol

from ledger.values.errors import IntegrityFailure


# gc=False here and on the lines of events: they hold no cycles, and reading a log makes millions of them.
class Event(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A fact that was recorded and will never change. All fields are primitives.

    by: operator who entered it. at: when it happened, microseconds UTC. recorded_at: when it was written, likewise.
    day: gaming day it counts on (ISO date). source, seq: the feed record it came from, or "" and 0 when typed.
    key_sha256: of what is kept with the idempotency key of the command that it is the first event of, "" without a key
    and in older stores.
    """

    by: str
    at: int
    recorded_at: int
    day: str
    source: str = ""
    seq: int = 0
    key_sha256: str = ""

    @property
    def known_at(self) -> int:
        """When it had happened at the latest: older stores hold times that were to come when they were recorded."""
        return min(self.recorded_at, self.at)


class TableEvent(Event, frozen=True, kw_only=True):
    """A fact of a table. nth: which it is of those that one entry came to, from 1; 0 in older stores."""

    nth: int = 0


class Recorded(msgspec.Struct, frozen=True):
    """An event with its place in its aggregate's stream: the library's domain event.

    originator_id: the stream, such as `table:MB-01`. originator_version: its place there, from 1.
    """

    originator_id: str
    originator_version: int
    event: Any


# The library checks each event against this protocol; registering the class spares the structural check.
DomainEventProtocol.register(Recorded)


class Folds(Protocol):
    """State that events are folded into."""

    def apply(self, event: Event) -> None:
        """Fold one event in."""


F = TypeVar("F", bound=Folds)


class Aggregate(Folds, Protocol):
    """State folded from a stream. version: of the last event folded in."""

    version: int


A = TypeVar("A", bound=Aggregate)


def fold_stream(kind: type[A], state: A | None, history: Iterable[Recorded]) -> A | None:
    """Fold recorded events, a snapshot (a whole aggregate) among them, into a state of this kind.

    None where there is nothing. Events at or below the state's version are already in it and are passed over.
    Raises IntegrityFailure on a hole.
    """
    for recorded in history:
        if isinstance(recorded.event, kind):
            state = recorded.event
            continue
        if state is None:
            state = kind()
        if recorded.originator_version <= state.version:
            continue
        if recorded.originator_version != state.version + 1:
            raise IntegrityFailure(
                "event_missing",
                f"Event {state.version + 1} of {recorded.originator_id} is missing.",
                "Run pit db check and restore the store from a backup.",
                stream=recorded.originator_id,
                missing=state.version + 1,
            )
        state.apply(recorded.event)
    return state
