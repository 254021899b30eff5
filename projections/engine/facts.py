"""The events of a batch as read models see them: one by one, by kind, and what all of them have side by side."""

from collections.abc import Iterable, Set
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from ledger.events.base import Event

E = TypeVar("E", bound=Event)


class Fact(msgspec.Struct, Generic[E], frozen=True, gc=False):
    """An event as a projection sees it. position: in the log. stream, version: its place in its
    own stream. table: the code of the table, or other aggregate, whose stream this is.
    """

    position: int
    stream: str
    version: int
    event: E
    table: str


class Facts(NamedTuple):
    """The facts of a batch, in order. at, recorded_at: of each of them, when it happened and when it was recorded,
    microseconds UTC; kinds: the same facts by class of event. worked_out: by position, what several read models ask of
    an event, by the first of them.

    Whoever looks through all of them waits for memory more than for anything: what all have is laid out as they are
    read.
    """

    in_order: list[Fact[Any]]
    at: list[int]
    recorded_at: list[int]
    kinds: dict[type[Event], list[Fact[Any]]]
    worked_out: dict[int, Any]


def rounds_named(facts: Iterable[Fact[Any]]) -> Set[str]:
    """The rounds that events name: as pages, for whoever keeps rows by round."""
    return {fact.event.round for fact in facts}


def rounds_in_lines(facts: Iterable[Fact[Any]]) -> Set[str]:
    """The rounds that the lines of events name, likewise."""
    return {line.round for fact in facts for line in fact.event.lines}
