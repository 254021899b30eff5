"""Events as the recorders take them, for tests of the recorders alone."""

from eventsourcing.persistence import StoredEvent


def stored(stream: str, *versions: int, state: bytes = b"{}") -> list[StoredEvent]:
    """An event for each version of a stream."""
    return [StoredEvent(stream, version, "test.happened", state) for version in versions]
