"""A stream as it is gone through, and what is looked at in it."""

from collections.abc import Callable, Mapping
from typing import Any

from ledger.events.table import BoughtIn
from ledger.link.state import Link
from ledger.rules.submission import Submission
from ledger.table.state import Table
from projections.replay.at_once import Pass


class Stream:
    """A stream as it is gone through. position, version: of the event that is taken. code: of its name, without
    the noun.

    state: what the events before came to, None where its aggregate keeps none. bought: the last buy-ins, each right
    behind the one before, and the version of the last. earlier: states of a table that an undo may go back to.
    snapshots: of it, by version. steps: what is done with its events by topic, None before the first. rules: that it
    adopted, by the hashes of their documents. rounds: the pass over its rounds, None before the first.
    """

    __slots__ = (
        "bought",
        "code",
        "earlier",
        "name",
        "position",
        "rounds",
        "rules",
        "snapshots",
        "state",
        "steps",
        "version",
    )

    def __init__(self, name: str) -> None:
        self.name = name
        self.code = ""
        self.position = self.version = 0
        self.state: Any = None
        self.bought: tuple[int, list[BoughtIn]] = (0, [])
        self.earlier: list[Table] = []
        self.snapshots: dict[int, Table | Link] = {}
        self.steps: Mapping[str, Any] | None = None
        self.rules: dict[str, Submission] = {}
        self.rounds: Pass | None = None


Taker = Callable[[Any, Stream], None]
"""Takes the next event of a stream. Raises IntegrityFailure where it cannot be."""
