"""The plot of win by hour and table: readable with one table and with thirty."""

from hypothesis import given
from hypothesis import strategies as st

from projections.pages.plot import Panel, Plot, plot

HOURS = [f"{hour % 24:02d}:00" for hour in range(6, 30)]

wins = st.dictionaries(
    st.from_regex(r"MB-\d\d", fullmatch=True),
    st.dictionaries(st.integers(0, 22), st.integers(-(10**9), 10**9), min_size=1),
    min_size=1,
    max_size=40,
)


def panels_of(drawn: Plot) -> list[Panel]:
    return [panel for row in drawn.rows for panel in row]


@given(wins, st.integers(23, 25))
def test_every_bar_is_inside_its_panel_and_on_its_side_of_zero(
    of: dict[str, dict[int, int]], hours: int
) -> None:
    drawn = plot(["00:00"] * hours, of)

    for panel in panels_of(drawn):
        assert 0 <= panel.x <= panel.x + drawn.panel_width <= drawn.width
        for bar in panel.bars:
            assert 0 <= bar.x < bar.x + bar.width <= drawn.panel_width
            assert -1 <= bar.y <= bar.y + bar.height <= drawn.panel_height + 1
            assert bar.y >= drawn.zero if bar.lost else bar.y < drawn.zero + 1


@given(wins)
def test_bars_are_as_long_as_their_wins_on_one_scale(of: dict[str, dict[int, int]]) -> None:
    drawn = plot(HOURS, of)
    low, high = (
        float(mark.label.replace("$", "").replace(",", "").replace("\N{MINUS SIGN}", "-"))
        for mark in (drawn.scale[0], drawn.scale[-1])
    )
    units_a_dollar = drawn.panel_height / (high - low)

    for panel, table in zip(panels_of(drawn), of.values(), strict=True):
        tallest = [abs(cents) for _, cents in sorted(table.items()) if cents]
        for bar, cents in zip(panel.bars, tallest, strict=True):
            assert abs(bar.height - cents / 100 * units_a_dollar) <= 1.5


def bars(drawn: Plot) -> int:
    return sum(len(panel.bars) for panel in panels_of(drawn))


def test_the_panels_of_thirty_tables_stand_in_rows_and_one_is_wide() -> None:
    many = plot(HOURS, {f"MB-{n:02d}": {3: 100 * n + 100} for n in range(30)})
    one = plot(HOURS, {"MB-01": {3: 100}})

    assert [len(row) for row in many.rows] == [5] * 6
    assert len({panel.x for panel in panels_of(many)}) == 5
    assert [panel.scaled for panel in panels_of(many)].count(True) == 6
    assert one.panel_width > 900
    assert (bars(many), bars(one)) == (30, 1)
    assert len(one.hours) == 24 > len(many.hours)
