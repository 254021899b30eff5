"""Figures by name, one below the other: bars from zero, or each held against the band of theory."""

from collections.abc import Iterable, Sequence
from typing import Final
from xml.etree.ElementTree import Element

from projections.figures.chart import Chart, Point
from projections.pages.charts.picture import (
    LETTER,
    WIDTH,
    Drawing,
    begun,
    figure,
    mark,
    put,
    sign_of,
    text_of,
)
from projections.pages.charts.scale import Scale, scale

_ROW: Final = 18
_HEAD: Final = 18
"""Room for the scale's figures."""

_BESIDE: Final = 10
"""Room between what is written and the drawing."""


def down(chart: Chart) -> Drawing:
    """The scale of a chart, and below it each of its figures as a picture of its own."""
    points, kind = chart.points, chart.kind
    left = _wide(point.label for point in points)
    right = _wide(figure(point.value, kind) for point in points)
    on = scale(_figures(points), WIDTH - left - right)
    return Drawing(_scale(chart, left, on), [_picture(chart, each, left, on) for each in points])


def _wide(texts: Iterable[str]) -> int:
    return max(map(len, texts)) * LETTER + 2 * _BESIDE


def _figures(points: Sequence[Point]) -> list[int]:
    """All that is drawn."""
    found = []
    for each in points:
        found += [x for x in (each.value, each.expected, *each.band) if x is not None]
    return found


def _scale(chart: Chart, left: int, on: Scale) -> str:
    svg = begun(_HEAD, chart.title, chart.told)
    for each in on.marks:
        x = left + on.at(each)
        put(svg, "text", mark(each, chart.kind), x=x, y=_HEAD - 6, text_anchor="middle")
    return text_of(svg)


def _picture(chart: Chart, point: Point, left: int, on: Scale) -> str:
    shown = figure(point.value, chart.kind)
    svg = begun(_ROW, f"{point.label}: {shown}")
    for each in on.marks:
        x = left + on.at(each)
        put(svg, "line", class_="grid", x1=x, x2=x, y1=0, y2=_ROW)
    put(svg, "text", point.label, class_="name", x=left - _BESIDE, y=13, text_anchor="end")
    (_against if chart.against else _bar)(svg, point, left, on)
    classes = "lost" if (point.value or 0) < 0 else "figure"
    put(svg, "text", shown, class_=classes, x=WIDTH - 2, y=13, text_anchor="end")
    zero = left + on.at(0)
    put(svg, "line", class_="zero", x1=zero, x2=zero, y1=0, y2=_ROW)
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
