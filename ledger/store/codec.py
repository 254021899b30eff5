"""Events to bytes and back. The bytes are written once and never again.

An event class that changes its shape raises its `class_version` (1 where it names none) and says
with a static method `upcast_v1_v2(state: dict) -> None` how the old state becomes the new one.
"""

from collections.abc import Callable, Mapping
from functools import cache
from threading import Lock
from typing import Any, Final

import msgspec
from eventsourcing.domain import DomainEventProtocol
from eventsourcing.persistence import Cipher, Compressor, Mapper, StoredEvent, Transcoder
from eventsourcing.utils import resolve_topic

from ledger.events.base import Event, Recorded
from ledger.events.topics import SNAPSHOTS, TOPICS
from ledger.values.errors import IntegrityFailure

_VERSION = "class_version"
_VERSION_FIRST: Final = b'{"class_version":'


class Codec:
    """Encodes and decodes the structs of one registry (topic -> class)."""

    def __init__(self, registry: Mapping[str, type[msgspec.Struct]]) -> None:
        self.topics = {cls: topic for topic, cls in registry.items()}
        self.decoders = _Decoders(registry)
        self._encode = msgspec.json.Encoder().encode

    def encode(self, struct: msgspec.Struct) -> bytes:
        """The bytes to store: JSON, headed by the class version where it is above 1."""
        state = self._encode(struct)
        version = getattr(struct, _VERSION, 1)
        if version == 1:
            return state
        return b"%s%d%s" % (_VERSION_FIRST, version, b"," + state[1:] if len(state) > 2 else b"}")

    def decode(self, topic: str, state: bytes) -> Any:
        """The struct of a topic from its stored bytes. Raises IntegrityFailure if unreadable."""
        try:
            decoder = self.decoders[topic]
        except KeyError:
            raise _unknown(topic) from None
        return decoder(state)


class _Decoders(dict[str, Callable[[bytes], Any]]):
    """A function from bytes to struct for each topic of a registry, made when it is first asked for: of a hundred
    kinds a command reads few.
    """

    def __init__(self, registry: Mapping[str, type[msgspec.Struct]]) -> None:
        super().__init__()
        self._registry = registry

    def __missing__(self, topic: str) -> Callable[[bytes], Any]:
        with _ONE_AT_A_TIME:
            made = self[topic] = _decoder(topic, self._registry[topic])
        return made


_ONE_AT_A_TIME: Final = Lock()
"""Two threads in which msgspec meets one type for the first time end the process."""


def _decoder(topic: str, cls: type[msgspec.Struct]) -> Callable[[bytes], Any]:
    """A function from bytes to one class, as short as possible for the present version."""
    current = getattr(cls, _VERSION, 1)
    present = msgspec.json.Decoder(cls).decode
    untyped = msgspec.json.Decoder(dict[str, Any]).decode
    head = b"%s%d," % (_VERSION_FIRST, current)

    def upcast(state: bytes) -> Any:
        fields = untyped(state)
        written = msgspec.convert(fields.pop(_VERSION, 1), int)
        if written > current:
            raise _newer(topic, written, current)
        for version in range(written, current):
            getattr(cls, f"upcast_v{version}_v{version + 1}")(fields)
        return msgspec.convert(fields, cls, str_keys=True)

    def decode(state: bytes) -> Any:
        if not isinstance(state, bytes):
            # SQLite takes any type in any column.
            raise _unreadable(topic, "it is not kept as bytes")
        try:
            if state.startswith(head) if current > 1 else not state.startswith(_VERSION_FIRST):
                return present(state)
            return upcast(state)
        except (msgspec.MsgspecError, LookupError, TypeError, ValueError) as error:
            raise _unreadable(topic, str(error)) from error

    return decode


def _unknown(topic: str) -> IntegrityFailure:
    return IntegrityFailure(
        "unknown_topic",
        f"The store holds an event of a kind this program does not know: {topic}.",
        "Use the version of pit that wrote it, or a later one.",
        topic=topic,
    )


def _newer(topic: str, written: int, current: int) -> IntegrityFailure:
    return IntegrityFailure(
        "event_too_new",
        f"An event {topic} was written in version {written}; this program knows version {current}.",
        "Use the version of pit that wrote it, or a later one.",
        topic=topic,
        written=written,
        known=current,
    )


def _unreadable(topic: str, why: str) -> IntegrityFailure:
    return IntegrityFailure(
        "event_unreadable",
        f"A stored event {topic} cannot be read: {why}.",
        "Compare the store with a copy: what was written has been changed.",
        topic=topic,
    )


EVENTS: Final = Codec(TOPICS)

TOPIC_OF: Final = EVENTS.topics
"""The topic of each event class."""

DECODERS: Final = EVENTS.decoders
"""One function from bytes to event for each topic, for readers that choose their topics."""

decode: Final[Callable[[str, bytes], Event]] = EVENTS.decode


def verify_known(topic: str) -> None:
    """Raise IntegrityFailure for a topic that `decode` does not take."""
    if topic not in TOPICS:
        raise _unknown(topic)


@cache
def _snapshots() -> Codec:
    return Codec({topic: resolve_topic(path) for topic, path in SNAPSHOTS.items()})


class EventMapper(Mapper[str]):
    """The library's mapper for `Recorded`, which holds an event or an aggregate's snapshot."""

    def __init__(
        self,
        transcoder: Transcoder,
        compressor: Compressor | None = None,
        cipher: Cipher | None = None,
    ) -> None:
        if compressor is not None or cipher is not None:
            raise ValueError("the log is kept readable: no compressor, no cipher")
        super().__init__(transcoder)

    def to_stored_event(self, domain_event: DomainEventProtocol[str]) -> StoredEvent:
        """A recorded event as it is stored."""
        if not isinstance(domain_event, Recorded):
            raise TypeError(f"not a recorded event: {domain_event!r}")
        struct = domain_event.event
        codec = EVENTS if type(struct) in TOPIC_OF else _snapshots()
        return StoredEvent(
            originator_id=domain_event.originator_id,
            originator_version=domain_event.originator_version,
            topic=codec.topics[type(struct)],
            state=codec.encode(struct),
        )

    def to_domain_event(self, stored_event: StoredEvent) -> DomainEventProtocol[str]:
        """A stored event as it was recorded. Raises IntegrityFailure when it cannot be read."""
        codec = _snapshots() if stored_event.topic in SNAPSHOTS else EVENTS
        return Recorded(
            str(stored_event.originator_id),
            stored_event.originator_version,
            codec.decode(stored_event.topic, stored_event.state),
        )
