"""The scale of a chart: round steps that take in all its figures, in whole units of the drawing."""

from collections.abc import Iterable
from typing import Final, NamedTuple

_STEPS: Final = 4
"""At least so many steps take in the figures, and at most half as many more."""


class Scale(NamedTuple):
    """From the lowest figure to the highest, in steps; length: of the drawing from the one to the other."""

    lowest: int
    highest: int
    step: int
    length: int

    def at(self, figure: int) -> int:
        """How far from the lowest end a figure is drawn."""
        return (figure - self.lowest) * self.length // (self.highest - self.lowest)

    def bar(self, figure: int) -> tuple[int, int]:
        """How far from the lowest end a bar from zero to a figure begins, and its length: at least one unit on its own
        side of zero, so that a small figure is seen.
        """
        zero, end = self.at(0), self.at(figure)
        return (
            (min(end, zero - 1), max(1, zero - end)) if figure < 0 else (zero, max(1, end - zero))
        )

    @property
    def marks(self) -> range:
        """The figures at which a line is drawn."""
        return range(self.lowest, self.highest + 1, self.step)


def scale(figures: Iterable[int], length: int) -> Scale:
    """The scale on which all figures are drawn; it takes in zero."""
    found = (0, *figures)
    low, high = min(found), max(found)
    step = _round_step(max(high - low, 100))
    lowest, highest = low // step * step, -(-high // step) * step
    return Scale(lowest, highest if highest > lowest else lowest + step, step, length)


def _round_step(span: int) -> int:
    """1, 2 or 5 times a power of ten, in hundreds or more, so that three to six steps take in the span."""
    step = 100
    while True:
        for times in (1, 2, 5):
            if step * times * _STEPS >= span:
                return step * times
        step *= 10
