"""Decision 56: the month and the year to date beside the same days of the year before; months as they went."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from projections.figures import periods, prior
from projections.figures.periods import Group, Period
from projections.figures.prior import BesidePrior
from tests.projections.figures.test_periods import table_day
from tests.projections.log import Story, folded

Beside = dict[tuple[str, str | None], BesidePrior]


def to_date(story: Story, day: str, group: str | None = None) -> Beside:
    with folded(story.recorded, prior.NEEDS) as connection:
        return {(row.period, row.name): row for row in prior.to_date(connection, day, group)}


@pytest.mark.parametrize(
    ("day", "before"),
    [
        ("2026-07-11", "2025-07-11"),
        ("2024-02-29", "2023-02-28"),
        ("2025-02-28", "2024-02-29"),
        ("2024-02-28", "2023-02-28"),
        ("0001-01-01", "0001-01-01"),
    ],
)
def test_a_day_stands_beside_the_same_day_of_the_year_before(day: str, before: str) -> None:
    assert prior.year_before(day) == before


@given(day=st.dates(min_value=date(1900, 1, 1), max_value=date(2200, 1, 1)))
def test_whole_months_stand_beside_whole_months_and_no_others_do(day: date) -> None:
    def ends(at: date) -> bool:
        return (at + timedelta(days=1)).day == 1

    before = date.fromisoformat(prior.year_before(day.isoformat()))
    assert (before.year, before.month) == (day.year - 1, day.month)
    assert ends(before) == (ends(day) or (day.month, day.day) == (2, 28))


def test_month_and_year_to_date_beside_the_same_days() -> None:
    story = Story()
    for day, won in (
        ("2025-01-05", 1_000),
        ("2025-07-02", 4_000),
        ("2025-07-12", 9_999),  # After the same day.
        ("2026-06-30", 700),
        ("2026-07-11", 5_000),
    ):
        table_day(story, day, "MB-01", won)

    beside = to_date(story, "2026-07-11")

    month, year = beside["month", None], beside["year", None]
    assert (month.prior_from_day, month.prior_to_day) == ("2025-07-01", "2025-07-11")
    assert (month.win_tray, month.prior_win_tray, month.win_change) == (5_000, 4_000, 1_000)
    assert (month.drop, month.prior_drop, month.drop_change) == (5_000, 5_000, 0)
    assert (month.win_change_bps, month.drop_change_bps, month.hold_change_bps) == (2_500, 0, 2_000)
    assert (year.win_tray, year.prior_win_tray, year.win_change_bps) == (5_700, 5_000, 1_400)
    assert (year.days, year.prior_days) == (2, 2)


def test_what_was_not_there_a_year_before_is_unknown_and_never_zero() -> None:
    story = Story()
    table_day(story, "2025-07-01", "MB-02", 100)
    table_day(story, "2025-07-02", "MB-03", -100)
    table_day(story, "2026-07-01", "MB-01", 100)
    table_day(story, "2026-07-01", "MB-03", 100, counted=False)

    beside = to_date(story, "2026-07-31", "table")

    new, gone, unknown = (beside["month", name] for name in ("MB-01", "MB-02", "MB-03"))
    assert (new.days, new.win_tray) == (1, 100)
    assert (new.prior_days, new.prior_win_tray, new.win_change, new.win_change_bps) == (
        *(0, None, None),
        None,
    )
    assert (gone.days, gone.rounds, gone.win_tray, gone.prior_win_tray) == (0, None, None, 100)
    assert (unknown.win_tray, unknown.prior_win_tray, unknown.win_change) == (None, -100, None)
    assert [name for period, name in beside if period == "month"] == [
        *("MB-01", "MB-02", "MB-03"),
        None,
    ]


def test_of_a_loss_a_year_before_no_share_is_told() -> None:
    story = Story()
    table_day(story, "2025-07-01", "MB-01", -100)
    table_day(story, "2026-07-01", "MB-01", 100)
    month = to_date(story, "2026-07-01")["month", None]
    assert (month.win_change, month.win_change_bps) == (200, None)


def test_a_trend_has_each_month_that_has_something_and_is_what_the_months_are() -> None:
    story = Story()
    for day, won in (
        ("2025-07-31", 10),
        ("2026-02-28", 20),
        ("2026-06-30", 40),
        ("2026-07-11", 80),
    ):
        table_day(story, day, "MB-01", won)
        table_day(story, day, "MB-02", 1, pit="P-2")

    with folded(story.recorded, prior.NEEDS) as connection:
        rows = prior.trend(connection, "2026-07-11")
        of_pits = prior.trend(connection, "2026-07-11", "pit", 2)
        months = {
            row.to_day: periods.period(connection, row.to_day, Period.MONTH, Group.PROPERTY)[-1]
            for row in rows
        }

    assert [(row.from_day, row.to_day, row.win_tray) for row in rows] == [
        ("2025-07-01", "2025-07-31", 11),
        ("2026-02-01", "2026-02-28", 21),
        ("2026-06-01", "2026-06-30", 41),
        ("2026-07-01", "2026-07-11", 81),
    ]
    assert {day: month.win_tray for day, month in months.items()} == {
        row.to_day: row.win_tray for row in rows
    }
    assert [(row.to_day, row.name, row.win_tray) for row in of_pits] == [
        *(("2026-06-30", name, won) for name, won in (("P-1", 40), ("P-2", 1), (None, 41))),
        *(("2026-07-11", name, won) for name, won in (("P-1", 80), ("P-2", 1), (None, 81))),
    ]


def test_nothing_recorded_is_no_row() -> None:
    assert to_date(Story(), "2026-07-11") == {}
