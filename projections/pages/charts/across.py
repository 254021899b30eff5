"""Figures that follow one another in time, from left to right: a panel a chart, all on one scale."""

from collections.abc import Sequence
from typing import Final
from xml.etree.ElementTree import Element

from projections.figures.arithmetic import known_sum
from projections.figures.chart import Chart, Point
from projections.pages.charts.picture import (
    LETTER,
    WIDTH,
    begun,
    figure,
    mark,
    put,
    sign_of,
    text_of,
)
from projections.pages.charts.scale import Scale, scale

_GAP: Final = 16
_LEFT: Final = 58
"""Room for the scale's figures, beside the first panel of a row."""

_HEAD: Final = 20
"""Room for a chart's title and what its figures come to, above each panel."""

_FOOT: Final = 18
"""Room for the labels, under each panel."""

_WIDEST: Final = 40
"""Of a bar: where there are few, they are not blocks."""

_SUM: Final = 11
"""Letters of a sum of money."""

_ABREAST: Final = (1, 2, 3, 5)
"""Panels that may stand beside each other."""

_HEIGHT: Final = 72
"""Of a panel: what does not fit on a page any more leaves little of it empty."""


def columns_for(charts: Sequence[Chart]) -> int:
    """How many panels go beside each other, so that each has room for its title and a sum of money."""
    panels, longest = len(charts), max(len(chart.title) for chart in charts)
    most = 1 if panels == 1 else 2 if panels <= 4 else 3 if panels <= 12 else 5
    return max(n for n in _ABREAST if n <= most and (longest + _SUM) * LETTER * n <= WIDTH - _LEFT)


def across(charts: Sequence[Chart]) -> list[str]:
    """A picture a row of panels."""
    columns = columns_for(charts)
    figures = [point.value or 0 for chart in charts for point in chart.points]
    on = scale(figures, _HEIGHT)
    wide = (WIDTH - _LEFT - _GAP * (columns - 1)) // columns
    rows = [charts[first : first + columns] for first in range(0, len(charts), columns)]
    return [_picture(row, wide, on) for row in rows]


def _picture(charts: Sequence[Chart], wide: int, on: Scale) -> str:
    titles = ", ".join(chart.title for chart in charts)
    svg = begun(_HEAD + on.length + _FOOT, titles, charts[0].told)
    for n, chart in enumerate(charts):
        x = _LEFT + n * (wide + _GAP)
        panel = put(svg, "g", transform=f"translate({x} {_HEAD})")
        put(panel, "text", chart.title, class_="name", x=0, y=-6)
        if chart.adds:
            total = known_sum(*(point.value for point in chart.points))
            shown, sign = figure(total, chart.kind), sign_of(total or 0)
            put(panel, "text", shown, class_=sign, x=wide, y=-6, text_anchor="end")
        for each in on.marks:
            y = on.length - on.at(each)
            put(panel, "line", class_="grid", x1=0, x2=wide, y1=y, y2=y)
            if n == 0:
                put(panel, "text", mark(each, chart.kind), x=-6, y=y + 4, text_anchor="end")
        _bars(panel, chart, wide, on)
        zero = on.length - on.at(0)
        put(panel, "line", class_="zero", x1=0, x2=wide, y1=zero, y2=zero)
        _labels(panel, chart.points, wide, on.length)
    return text_of(svg)


def _bars(panel: Element, chart: Chart, wide: int, on: Scale) -> None:
    slots = len(chart.points)
    for n, point in enumerate(chart.points):
        if not point.value:
            continue
        left, right = wide * n // slots, wide * (n + 1) // slots
        low, long = on.bar(point.value)
        bar = put(
            panel,
            "rect",
            class_=sign_of(point.value),
            x=left,
            y=on.length - low - long,
            width=min(_WIDEST, max(2, right - left - max(1, wide // slots // 5))),
            height=long,
        )
        put(bar, "title", f"{chart.title}, {point.label}: {figure(point.value, chart.kind)}")


def _labels(panel: Element, points: Sequence[Point], wide: int, height: int) -> None:
    """As many of the labels as there is room for, evenly; one that would reach out of the panel is left out."""
    room = max(len(point.label) for point in points) * LETTER + 6
    every = -(-room * len(points) // wide)
    for n in range(0, len(points), every):
        x = wide * n // len(points)
        if x + room <= wide + _GAP:
            put(panel, "text", points[n].label, x=x, y=height + 13)
