"""What became of the lines of a feed: each of them, and all together."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, NamedTuple


@dataclass(frozen=True, slots=True)
class RefusedLine:
    """A line that was refused. seq: 0 where it does not say."""

    line: int
    source: str
    seq: int
    code: str
    message: str
    next_step: str


class StopCode(StrEnum):
    """Why a source stops."""

    GAP = "gap"
    RESTARTED = "feed_source_restarted"


_OF_STOPS: Final[Mapping[StopCode, tuple[str, str]]] = {
    StopCode.GAP: (
        "{source} stops: record {missing} is missing, {seq} came.",
        "Put the missing record in front and feed again.",
    ),
    StopCode.RESTARTED: (
        "{source} stops: it counts anew; its record {seq} is not the one that was taken.",
        "Have it send under another name, or go on with its next number.",
    ),
}
"""What a stop is in a sentence, and the next step."""


@dataclass(slots=True)
class Stop:
    """Where a source stops, as its numbers break off or it counts anew. seq: what came instead of `missing`, on this
    line. waiting: records of that source, this one included, that were not taken.
    """

    source: str
    missing: int
    line: int
    seq: int
    waiting: int = 0
    code: StopCode = StopCode.GAP

    @property
    def message(self) -> str:
        """What happened, in a sentence."""
        sentence, _ = _OF_STOPS[self.code]
        return sentence.format(source=self.source, missing=self.missing, seq=self.seq)

    @property
    def next_step(self) -> str:
        """What to do about it."""
        return _OF_STOPS[self.code][1]


@dataclass(slots=True)
class Tally:
    """What became of the lines read. resume: the first line not dealt with, 0 where all were.

    sources: the last number taken of each source met.
    """

    records: int = 0
    taken: int = 0
    skipped: int = 0
    refused: int = 0
    waiting: int = 0
    stops: dict[str, Stop] = field(default_factory=dict)
    sources: dict[str, int] = field(default_factory=dict)
    resume: int = 0

    @property
    def complete(self) -> bool:
        """Whether nothing stopped any source."""
        return not self.resume and not self.stops


class Outcome(StrEnum):
    """What became of a line. WAITING: its source has stopped."""

    RECORDED = "recorded"
    THERE = "already_there"
    ASIDE = "set_aside"
    REFUSED = "refused"
    WAITING = "waiting"


class Answer(NamedTuple):
    """What became of one line, once it is final. seq: 0 where it does not say. why: it was not recorded."""

    line: int
    seq: int
    outcome: Outcome
    why: RefusedLine | Stop | None = None
