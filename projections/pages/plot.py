"""Win by hour and table as small multiples: a panel a table, all on one scale, drawn in whole units.

Heights are worked out from cents by whole-number division, so that the same figures give the same drawing.
"""

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from ledger.values.money import dollars
from projections.pages.words import money

WIDTH: Final = 1_000
GAP: Final = 18
LEFT: Final = 62
"""Room for the scale's figures, beside the first panel of a row."""

HEAD: Final = 22
"""Room for the table's code and its win, above each panel."""

FOOT: Final = 20
"""Room for the hours, under each panel."""

LABEL: Final = 30
"""Room for an hour under a panel: one that would reach into the next panel is left out."""


class Bar(msgspec.Struct, frozen=True):
    """An hour's win. title: said where a pointer rests on it."""

    x: int
    y: int
    width: int
    height: int
    lost: bool
    title: str


class Mark(msgspec.Struct, frozen=True):
    """A place on an axis and what is written there."""

    at: int
    label: str


class Panel(msgspec.Struct, frozen=True):
    """A table's drawing. x: its left edge. scaled: whether the scale is written beside it."""

    title: str
    total: str
    lost: bool
    x: int
    bars: list[Bar]
    scaled: bool


class Plot(msgspec.Struct, frozen=True):
    """All panels, in rows, so that a page can end between two of them.

    height: of a row. head: of what is above its panels. Places within a panel are from its own corner; zero: of the
    line at $0.
    """

    width: int
    height: int
    head: int
    panel_width: int
    panel_height: int
    zero: int
    scale: list[Mark]
    hours: list[Mark]
    rows: list[list[Panel]]


def columns_for(panels: int) -> int:
    """How many panels go beside each other."""
    return 1 if panels == 1 else 2 if panels <= 4 else 3 if panels <= 12 else 5


def plot(hours: Sequence[str], wins: Mapping[str, Mapping[int, int]]) -> Plot:
    """The drawing of a gaming day. hours: the label of each of its hours, in order. wins: by table, the cents of the
    hours (counted from 0) in which something was won or lost.
    """
    columns = columns_for(len(wins))
    panel_width = (WIDTH - LEFT - GAP * (columns - 1)) // columns
    panel_height = {1: 260, 2: 170, 3: 120, 5: 84}[columns]
    lowest, highest, step = _scale([cents for of in wins.values() for cents in of.values()])

    def y(cents: int) -> int:
        return (highest - cents) * panel_height // (highest - lowest)

    every = {1: 1, 2: 3, 3: 4, 5: 6}[columns]
    slot = panel_width * 100 // len(hours)
    panels = []
    for n, (table, of) in enumerate(wins.items()):
        column = n % columns
        total = sum(of.values())
        panels.append(
            Panel(
                title=table,
                total=money(total),
                lost=total < 0,
                x=LEFT + column * (panel_width + GAP),
                bars=[
                    _bar(hour, cents, slot, (y(cents), y(0)), hours[hour])
                    for hour, cents in sorted(of.items())
                    if cents
                ],
                scaled=column == 0,
            )
        )
    return Plot(
        width=WIDTH,
        height=panel_height + HEAD + FOOT,
        head=HEAD,
        panel_width=panel_width,
        panel_height=panel_height,
        zero=y(0),
        scale=[Mark(y(cents), _short(cents)) for cents in range(lowest, highest + 1, step)],
        hours=[
            Mark(slot * n // 100, label)
            for n, label in enumerate(hours)
            if n % every == 0 and slot * n // 100 + LABEL <= panel_width
        ],
        rows=[panels[n : n + columns] for n in range(0, len(panels), columns)],
    )


def _bar(hour: int, cents: int, slot: int, ends: tuple[int, int], label: str) -> Bar:
    """From zero to the hour's win, at least one unit high, so that a small win is seen."""
    top, bottom = min(ends), max(ends)
    left = slot * hour // 100
    width = max(2, slot * (hour + 1) // 100 - left - max(1, slot // 500))
    said = f"{label}: {money(cents)}"
    height = max(1, bottom - top)
    return Bar(left, top if cents > 0 else ends[1], width, height, cents < 0, said)


def _scale(cents: Sequence[int]) -> tuple[int, int, int]:
    """The ends of the scale and its step, all round sums of money that take in zero."""
    low, high = min((0, *cents)), max((0, *cents))
    step = _round_step(max(high - low, 100))
    lowest, highest = low // step * step, -(-high // step) * step
    return (lowest, highest, step) if lowest != highest else (0, step, step)


def _round_step(span: int) -> int:
    """1, 2 or 5 times a power of ten, in dollars or more, so that three to six steps take in the span."""
    step = 100
    while True:
        for times in (1, 2, 5):
            if step * times * 4 >= span:
                return step * times
        step *= 10


def _short(cents: int) -> str:
    """A round sum of the scale: `$1,500`."""
    return dollars(cents).removesuffix(".00").replace("-", "\N{MINUS SIGN}")
