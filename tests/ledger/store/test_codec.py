"""Events to bytes and back, through the versions of their classes."""

from collections.abc import Callable
from random import Random
from types import NoneType, UnionType
from typing import Any, ClassVar, Literal, get_args, get_origin

import msgspec
import pytest
from eventsourcing.compressor import ZlibCompressor
from eventsourcing.persistence import JSONTranscoder
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.events.base import Recorded
from ledger.events.property import PropertyEstablished
from ledger.events.topics import TOPICS
from ledger.store.codec import EVENTS, TOPIC_OF, Codec, EventMapper, decode
from ledger.table.state import Table
from ledger.values.errors import IntegrityFailure

LETTERS = "aZ09 '\"\\/\0\n\x1f\x7f\u00e9\u0142\u2028\ufffd\U0001f0a1"
EDGES = (-(2**63), -(2**53) - 1, -1, 0, 1, 2**31, 2**53 + 1, 2**63 - 1)

PLAIN: dict[Any, Callable[[Random], Any]] = {
    str: lambda random: "".join(random.choices(LETTERS, k=random.randrange(20))),
    int: lambda random: random.choice((*EDGES, random.randint(-(2**63), 2**63 - 1))),
    bool: lambda random: random.random() < 0.5,
    NoneType: lambda _: None,
}


def value(kind: Any, random: Random) -> Any:
    """Anything a field of this type may hold. To draw each one by itself takes Hypothesis ten times as long."""
    if kind in PLAIN:
        return PLAIN[kind](random)
    parts = [part for part in get_args(kind) if part is not Ellipsis]
    if get_origin(kind) is Literal:
        return random.choice(parts)
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        fields = msgspec.structs.fields(kind)
        return kind(**{field.name: value(field.type, random) for field in fields})
    if isinstance(kind, UnionType):
        return value(random.choice(parts), random)
    several = range(random.randrange(4))
    if get_origin(kind) is dict:
        return {value(parts[0], random): value(parts[1], random) for _ in several}
    return get_origin(kind)(value(parts[0], random) for _ in several)


@pytest.mark.parametrize("topic", TOPICS)
@settings(max_examples=10)
@given(random=st.randoms(use_true_random=True))
def test_what_is_encoded_is_decoded(topic: str, random: Random) -> None:
    for _ in range(10):
        event = value(TOPICS[topic], random)
        assert decode(topic, EVENTS.encode(event)) == event


class PaidV1(msgspec.Struct, frozen=True):
    """As it was first written: an amount in dollars."""

    dollars: int
    chips: dict[int, int] = {}


class PaidV2(msgspec.Struct, frozen=True):
    class_version: ClassVar[int] = 2
    cents: int
    chips: dict[int, int] = {}

    @staticmethod
    def upcast_v1_v2(state: dict[str, Any]) -> None:
        state["cents"] = 100 * state.pop("dollars")


class PaidV3(msgspec.Struct, frozen=True):
    class_version: ClassVar[int] = 3
    cents: int
    tender: str
    chips: dict[int, int] = {}

    upcast_v1_v2 = PaidV2.upcast_v1_v2

    @staticmethod
    def upcast_v2_v3(state: dict[str, Any]) -> None:
        state["tender"] = "chips"


class Nothing(msgspec.Struct, frozen=True):
    class_version: ClassVar[int] = 2


FIRST, SECOND, THIRD = (Codec({"test.paid": cls}) for cls in (PaidV1, PaidV2, PaidV3))


def test_the_first_version_is_not_written_down() -> None:
    assert FIRST.encode(PaidV1(5)) == b'{"dollars":5,"chips":{}}'


def test_a_later_version_heads_the_bytes() -> None:
    assert SECOND.encode(PaidV2(500)) == b'{"class_version":2,"cents":500,"chips":{}}'
    assert Codec({"test.nothing": Nothing}).encode(Nothing()) == b'{"class_version":2}'


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        (FIRST.encode(PaidV1(5, {100: 3})), PaidV3(500, "chips", {100: 3})),
        (SECOND.encode(PaidV2(500, {100: 3})), PaidV3(500, "chips", {100: 3})),
        (THIRD.encode(PaidV3(500, "cash", {100: 3})), PaidV3(500, "cash", {100: 3})),
    ],
)
def test_old_events_are_brought_up_one_version_after_the_other(
    state: bytes, expected: PaidV3
) -> None:
    assert THIRD.decode("test.paid", state) == expected


@pytest.mark.parametrize("known", [FIRST, SECOND])
def test_an_event_of_newer_code_is_refused_not_half_read(known: Codec) -> None:
    state = THIRD.encode(PaidV3(500, "cash"))
    with pytest.raises(IntegrityFailure) as refused:
        known.decode("test.paid", state)
    assert refused.value.refusal.code == "event_too_new"
    assert refused.value.refusal.facts["topic"] == "test.paid"
    assert refused.value.refusal.facts["written"] == 3


def test_an_unknown_topic_is_named() -> None:
    with pytest.raises(IntegrityFailure) as refused:
        decode("table.exploded", b"{}")
    assert refused.value.refusal.code == "unknown_topic"
    assert refused.value.refusal.facts == {"topic": "table.exploded"}


@pytest.mark.parametrize(
    "state", [b"", b"{", b"[]", b"{}", b'{"dollars":"five"}', b'{"class_version":"x"}', b"\xff"]
)
def test_bytes_that_are_no_event_are_refused(state: bytes) -> None:
    with pytest.raises(IntegrityFailure) as refused:
        FIRST.decode("test.paid", state)
    assert refused.value.refusal.code == "event_unreadable"


@pytest.mark.parametrize("codec", [FIRST, EVENTS])
@pytest.mark.parametrize("state", ['{"dollars":5}', 5, 5.5, None])
def test_what_is_kept_as_something_else_is_said_to_be(codec: Codec, state: Any) -> None:
    with pytest.raises(IntegrityFailure, match="it is not kept as bytes"):
        codec.decode(next(iter(codec.topics.values())), state)


@pytest.fixture
def mapper() -> EventMapper:
    return EventMapper(JSONTranscoder())


def test_the_librarys_mapper_stores_an_event_under_its_topic(mapper: EventMapper) -> None:
    event = PropertyEstablished(
        by="c1", at=1, recorded_at=2, day="2026-07-11", name="x", zone="UTC", cutoff="06:00"
    )
    recorded = Recorded("property", 1, event)
    stored = mapper.to_stored_event(recorded)
    assert (stored.originator_id, stored.originator_version) == ("property", 1)
    assert (stored.topic, stored.state) == (TOPIC_OF[type(event)], EVENTS.encode(event))
    assert mapper.to_domain_event(stored) == recorded


def test_a_snapshot_is_an_aggregate_under_its_own_topic(mapper: EventMapper) -> None:
    recorded = Recorded("table:MB-01", 7, Table(code="MB-01", version=7, seats={3: ""}))
    stored = mapper.to_stored_event(recorded)
    assert stored.topic == "table.snapshot"
    assert mapper.to_domain_event(stored) == recorded


def test_the_mapper_refuses_what_it_does_not_know(mapper: EventMapper) -> None:
    with pytest.raises(TypeError):
        mapper.to_stored_event(object())  # type: ignore[arg-type]  # that is the mistake
    with pytest.raises(ValueError, match="readable"):
        EventMapper(JSONTranscoder(), ZlibCompressor())
