"""What must be so when events are stored; otherwise nothing is, and whoever decided them decides again.

A condition's fields are the parameters of the statement that looks for what breaks it, in their order.
"""

from typing import NamedTuple


class StreamAt(NamedTuple):
    """A stream has no event after a version."""

    stream: str
    version: int


class NoneOfTopic(NamedTuple):
    """A stream has no event of a topic."""

    stream: str
    topic: str


class NoneBetween(NamedTuple):
    """No stream whose name comes after one and before another has an event of a topic."""

    after: str
    before: str
    topic: str


class NoneSpelledAs(NamedTuple):
    """No other stream that is spelled the same but for capitals has an event of a topic that does not come with every
    hand. small: the name in small letters.
    """

    topic: str
    stream: str
    small: str


class NothingHolding(NamedTuple):
    """No event after a position has these bytes in its state, but for those of a topic."""

    position: int
    but_topic: str
    held: bytes


Condition = StreamAt | NoneOfTopic | NoneBetween | NoneSpelledAs | NothingHolding
