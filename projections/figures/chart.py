"""What a chart shows: a figure a point. A page and a workbook draw the same one."""

from collections.abc import Sequence

import msgspec

from projections.figures.render import Kind


class Point(msgspec.Struct, frozen=True):
    """A figure, and what it is of. Cents or basis points; None is unknown.

    expected: what it comes to in theory; reach: how far chance takes it from there, to either side.
    """

    label: str
    value: int | None
    expected: int | None = None
    reach: int | None = None

    @property
    def band(self) -> tuple[int, int] | tuple[None, None]:
        """From where to where chance takes the figure; None where that is unknown."""
        if self.expected is None or self.reach is None:
            return None, None
        return self.expected - self.reach, self.expected + self.reach

    @property
    def outside(self) -> bool:
        """Whether the figure is farther from theory than chance takes it."""
        low, high = self.band
        if self.value is None or low is None or high is None:
            return False
        return not low <= self.value <= high


class Chart(msgspec.Struct, frozen=True):
    """Figures to be seen beside one another, in order. told: what they are, in a sentence. kind: of all of them.

    in_time: whether one follows the other in time, so that they run from left to right; else they stand one below the
    other. adds: whether what they come to is said too. against: whether each is held against theory, and no bar begins
    at zero.
    """

    title: str
    told: str
    points: Sequence[Point]
    kind: Kind = Kind.MONEY
    in_time: bool = False
    adds: bool = False
    against: bool = False
