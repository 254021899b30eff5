"""Figures by name, one below the other: bars from zero, or each held against the band of theory."""

from collections.abc import Iterable, Sequence
from typing import Final
from xml.etree.ElementTree import Element

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

ROWS: Final = 12
"""In one picture; more go on in the next one, so that a page need not hold them all."""

_ROW: Final = 18
_HEAD: Final = 18
"""Room for the scale's figures, above the first row."""

_BESIDE: Final = 10
"""Room between what is written and the drawing."""


def down(chart: Chart) -> list[str]:
    """The pictures of a chart, ROWS of its figures in each."""
    points, kind = chart.points, chart.kind
    left = _wide(point.label for point in points)
    right = _wide(figure(point.value, kind) for point in points)
    on = scale(_figures(points), WIDTH - left - right)
    return [
        _picture(chart, points[first : first + ROWS], left, on)
        for first in range(0, len(points), ROWS)
    ]


def _wide(texts: Iterable[str]) -> int:
    return max(map(len, texts)) * LETTER + 2 * _BESIDE


def _figures(points: Sequence[Point]) -> list[int]:
    """All that is drawn."""
    found = []
    for each in points:
        found += [x for x in (each.value, each.expected, *each.band) if x is not None]
    return found


def _picture(chart: Chart, points: Sequence[Point], left: int, on: Scale) -> str:
    height = _HEAD + len(points) * _ROW + 2
    svg = begun(height, chart.title, chart.told)
    for each in on.marks:
        x = left + on.at(each)
        put(svg, "text", mark(each, chart.kind), x=x, y=_HEAD - 6, text_anchor="middle")
        put(svg, "line", class_="grid", x1=x, x2=x, y1=_HEAD, y2=height)
    for n, point in enumerate(points):
        row = put(svg, "g", transform=f"translate(0 {_HEAD + n * _ROW})")
        label = f"{point.label}: {figure(point.value, chart.kind)}"
        put(row, "title", label)
        put(row, "text", point.label, class_="name", x=left - _BESIDE, y=13, text_anchor="end")
        (_against if chart.against else _bar)(row, point, left, on)
        shown = figure(point.value, chart.kind)
        classes = "lost" if (point.value or 0) < 0 else "figure"
        put(row, "text", shown, class_=classes, x=WIDTH - 2, y=13, text_anchor="end")
    zero = left + on.at(0)
    put(svg, "line", class_="zero", x1=zero, x2=zero, y1=_HEAD, y2=height)
    return text_of(svg)


def _bar(row: Element, point: Point, left: int, on: Scale) -> None:
    if point.value:
        low, long = on.bar(point.value)
        kind = sign_of(point.value)
        put(row, "rect", class_=kind, x=left + low, y=4, width=long, height=_ROW - 8)


def _against(row: Element, point: Point, left: int, on: Scale) -> None:
    """The band as a bar with theory across it, and the figure as a dot: hollow where it is outside."""
    low, high = point.band
    if low is not None and high is not None:
        start, end = left + on.at(low), left + on.at(high)
        put(row, "rect", class_="band", x=start, y=5, width=end - start, height=_ROW - 10)
    if point.expected is not None:
        theory = left + on.at(point.expected)
        put(row, "line", class_="theory", x1=theory, x2=theory, y1=2, y2=_ROW - 2)
    if point.value is not None:
        kind = "outside" if point.outside else "inside"
        put(row, "circle", class_=kind, cx=left + on.at(point.value), cy=_ROW // 2, r=4)
