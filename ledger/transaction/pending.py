"""The events that wait to be saved."""

from collections.abc import Collection, Sequence

from msgspec import structs

from ledger.events.base import A, Event, Recorded
from ledger.transaction.loading import Loader
from ledger.values.errors import Refused


class Pending:
    """Events in the order in which they were decided, and the version of the last one of each stream."""

    def __init__(self, loader: Loader) -> None:
        self._loader = loader
        self._events: list[Recorded] = []
        self._pretended: dict[str, list[Recorded]] = {}
        self._versions: dict[str, int] = {}

    def __len__(self) -> int:
        """How many events wait."""
        return len(self._events)

    def of(self, stream: str) -> list[Recorded]:
        """The events of a stream that wait, behind those that a dry run takes for saved."""
        waiting = [recorded for recorded in self._events if recorded.originator_id == stream]
        return [*self._pretended.get(stream, ()), *waiting]

    def folded(self, stream: str, loaded: A) -> A:
        """An aggregate with what waits folded in."""
        self.read(stream, loaded.version)
        for recorded in self.of(stream):
            loaded.apply(recorded.event)
        return loaded

    def read(self, stream: str, version: int) -> None:
        """What was read is what the next event of a stream follows; anything written since is a conflict."""
        self._versions.setdefault(stream, version)

    def follow(self, stream: str, version: int) -> None:
        """Have the next event of a stream follow this version, whatever was written since."""
        self._versions[stream] = version

    def put(self, stream: str, events: Sequence[Event]) -> tuple[Recorded, ...]:
        """Add verified events to a stream."""
        if stream not in self._versions:
            self._versions[stream] = self._loader.last_version(stream)
        version = self._versions[stream]
        recorded = tuple(
            Recorded(stream, number, event) for number, event in enumerate(events, version + 1)
        )
        self._versions[stream] = version + len(recorded)
        self._events.extend(recorded)
        return recorded

    def say_first(self, **facts: object) -> tuple[Recorded, Recorded]:
        """Have the first event that waits say more; what it was and is."""
        before = self._events[0]
        self._events[0] = now = structs.replace(
            before, event=structs.replace(before.event, **facts)
        )
        return before, now

    def handed_over(self) -> list[Recorded]:
        """What waited to be saved."""
        waiting, self._events = self._events, []
        return waiting

    def pretend(self) -> None:
        """Go on as if all had been saved. It is read from here, as the log has none of it."""
        for recorded in self.handed_over():
            self._pretended.setdefault(recorded.originator_id, []).append(recorded)

    def forget(self) -> None:
        """Let go of everything."""
        self._events.clear()
        self._pretended.clear()
        self._versions.clear()


def verify_recorded(events: Collection[object]) -> None:
    """Raise Refused for an act that comes to no event: a command that did nothing does not say that it is done."""
    if not events:
        raise Refused(
            "nothing_to_record",
            "The command comes to nothing; nothing was recorded.",
            "Leave it out, or say what it is to change.",
        )
