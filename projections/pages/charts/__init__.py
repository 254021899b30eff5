"""Charts as pictures in a page: figures in, the text of SVG elements out, the same for the same figures.

Places are whole units, worked out from cents by whole-number division. Colours are those of the page they stand in, by
class; what is lost is an outline, so that it can be told from what is won without any colour. Each picture has a title,
and a description that says what its figures are.
"""

from collections.abc import Sequence

from projections.figures.chart import Chart
from projections.pages.charts.across import across
from projections.pages.charts.down import down
from projections.pages.charts.picture import Drawing


def drawn(charts: Sequence[Chart]) -> list[Drawing]:
    """Charts as drawings, those in time on one scale. Empty where no figure is known."""
    shown = [each for each in charts if any(point.value is not None for point in each.points)]
    if shown and all(each.in_time for each in shown):
        return [Drawing("", across(shown))]
    return [down(chart) for chart in shown]
