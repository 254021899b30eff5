"""What every event of the ledger carries, whichever aggregate it belongs to."""

from dataclasses import dataclass
from typing import Any

import msgspec
from eventsourcing.domain import DomainEventProtocol


# gc=False here and on the lines of events: they hold no cycles, and reading a log makes millions of them.
class Event(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A fact that was recorded and will never change. All fields are primitives.

    by: operator who entered it. at: when it happened, microseconds UTC. recorded_at: when it was written, likewise.
    day: gaming day it counts on (ISO date). source, seq: the feed record it came from, or "" and 0 when typed.
    """

    by: str
    at: int
    recorded_at: int
    day: str
    source: str = ""
    seq: int = 0


@dataclass(frozen=True, slots=True)
class Recorded:
    """An event with its place in its aggregate's stream: the library's domain event.

    originator_id: the stream, such as `table:MB-01`. originator_version: its place there, from 1.
    """

    originator_id: str
    originator_version: int
    event: Any


# The library checks each event against this protocol; registering the class spares the structural check.
DomainEventProtocol.register(Recorded)
