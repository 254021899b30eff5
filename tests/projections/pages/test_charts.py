"""Charts: every bar on one scale and on its side of zero, told in words, with one table and with a hundred."""

import re
from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as st

from projections.figures.chart import Chart, Point
from projections.figures.render import Kind
from projections.pages.charts import drawn
from projections.pages.charts.scale import scale

HOURS = [f"{hour % 24:02d}:00" for hour in range(6, 30)]
CENTS = st.integers(-(10**9), 10**9)


def by_hour(table: str, of: dict[int, int]) -> Chart:
    points = [Point(label, of.get(hour, 0)) for hour, label in enumerate(HOURS)]
    return Chart(table, "Win by hour.", points, in_time=True, adds=True)


def by_table(wins: list[int | None]) -> Chart:
    return Chart("Win", "Win by table.", [Point(f"MB-{n:02}", x) for n, x in enumerate(wins)])


def read(charts: list[Chart]) -> list[ElementTree.Element]:
    pictures = (picture for each in drawn(charts) for picture in each.pictures)
    return [ElementTree.fromstring(each) for each in pictures]  # noqa: S314  our own text


def bars(pictures: list[ElementTree.Element]) -> list[ElementTree.Element]:
    return [bar for each in pictures for bar in each.iter("rect")]


def number(element: ElementTree.Element, name: str) -> int:
    return int(element.attrib[name])


panels = st.dictionaries(
    st.from_regex(r"MB-\d\d", fullmatch=True),
    st.dictionaries(st.integers(0, 22), CENTS, min_size=1),
    min_size=1,
    max_size=40,
)


@given(st.lists(CENTS, min_size=1), st.integers(50, 800))
def test_bars_are_as_long_as_their_figures_on_their_side_of_zero(
    figures: list[int], length: int
) -> None:
    on = scale(figures, length)
    assert on.marks[0] == on.lowest <= min(0, *figures)
    assert on.marks[-1] == on.highest >= max(0, *figures)
    assert 2 <= len(on.marks) <= 8
    for each in figures:
        low, long = on.bar(each)
        assert long >= 1
        assert abs(long - abs(each) * length / (on.highest - on.lowest)) <= 1.5
        assert (low + long <= on.at(0)) if each < 0 else (low == on.at(0))


@given(panels)
def test_every_figure_that_is_not_zero_has_a_bar_in_its_panel(
    of: dict[str, dict[int, int]],
) -> None:
    pictures = read([by_hour(table, wins) for table, wins in of.items()])

    cents = [x for wins in of.values() for _, x in sorted(wins.items()) if x]
    found = bars(pictures)
    assert [bar.attrib["class"] for bar in found] == ["lost" if x < 0 else "won" for x in cents]
    for picture in pictures:
        width, height = (int(x) for x in picture.attrib["viewBox"].split()[2:])
        for panel in picture.iter("g"):
            left = int(panel.attrib["transform"][10:].partition(" ")[0])
            for bar in panel.iter("rect"):
                assert 0 <= left + number(bar, "x") <= width - number(bar, "width")
                assert -1 <= number(bar, "y") <= height - number(bar, "height")


def test_panels_stand_in_rows_and_one_is_wide() -> None:
    many = read([by_hour(f"MB-{n:02d}", {3: 100 * n + 100}) for n in range(30)])
    long = read([by_hour(f"BACCARAT-SALON-PRIVE-{n:02d}", {3: 100}) for n in range(30)])
    one = read([by_hour("MB-01", {3: 100})])

    assert [len(list(each.iter("g"))) for each in many] == [5] * 6
    assert {len(list(each.iter("g"))) for each in long} == {3}
    labels = [{text.text for text in each.iter("text")} for each in (many[0], one[0])]
    assert labels[0] & {*HOURS} < labels[1] & {*HOURS}


@given(st.lists(st.one_of(st.none(), CENTS), min_size=1, max_size=60))
def test_each_name_has_a_picture_with_its_figure_and_pages_may_end_between_any_two(
    wins: list[int | None],
) -> None:
    rows = read([by_table(wins)])
    if all(each is None for each in wins):
        assert rows == []
        return
    assert len(rows) == len(wins)
    for row, win in zip(rows, wins, strict=True):
        assert (row.find("rect") is not None) == bool(win)
        assert [text.text for text in row.iter("text")][1] == ("—" if win is None else row[-2].text)


def test_a_hold_outside_its_band_is_hollow_and_one_without_theory_has_no_band() -> None:
    points = [
        Point("MB-01", 150, 106, 50),
        Point("MB-02", 157, 106, 50),
        Point("MB-03", -90),
        Point("MB-04", None, 106, 50),
    ]
    chart = Chart("Hold", "Hold of the handle.", points, Kind.SHARE, against=True)
    assert [point.outside for point in points] == [False, True, False, False]

    rows = read([chart])
    dots = [[dot.attrib["class"] for dot in row.iter("circle")] for row in rows]
    assert dots == [["inside"], ["outside"], ["inside"], []]
    assert [len(list(row.iter("rect"))) for row in rows] == [1, 1, 0, 1]
    assert "1.50\N{NO-BREAK SPACE}%" in [text.text for text in rows[0].iter("text")]


def test_a_chart_is_told_to_those_who_do_not_see_it_and_says_nothing_as_markup() -> None:
    chart = Chart("Win <by> table", "Dollars & cents.", [Point('"A"&<b>', 100)])
    (drawing,) = drawn([chart])
    head = ElementTree.fromstring(drawing.head)  # noqa: S314  our own text
    assert (head.attrib["role"], head[0].tag, head[1].tag) == ("img", "title", "desc")
    assert (head[0].text, head[1].text) == ("Win <by> table", "Dollars & cents.")
    (picture,) = read([chart])
    assert (picture.attrib["role"], picture[0].text) == ("img", '"A"&<b>: 1.00')
    assert not {"<b>", "<by>"} & {*re.findall("<by?>", f"{drawing.head}{drawing.pictures[0]}")}
