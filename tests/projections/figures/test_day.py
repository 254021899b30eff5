"""The property's gaming day (A4)."""

from projections.figures.day import NEEDS, DaySummary, day_summary
from tests.projections.log import DAY, Story, folded
from tests.projections.models.test_table_win import counted, opened, shoe, worked_example


def summed(story: Story) -> DaySummary:
    with folded(story.recorded, NEEDS) as connection:
        return day_summary(connection, DAY)


def test_a_day_is_reconciled_when_all_its_tables_are() -> None:
    summary = summed(worked_example())

    assert (summary.status, summary.tables, summary.exceptions) == ("reconciled", 1, 0)
    assert (summary.without_closer, summary.uncounted, summary.not_reconciled) == ([], [], [])
    assert (summary.win_tray, summary.win_hands, summary.hold_bps) == (-1_900, -1_900, -950)


def test_one_table_not_counted_makes_the_day_incomplete() -> None:
    story = worked_example()
    shoe(opened(story, 500, stream="table:MB-02"), stream="table:MB-02")

    summary = summed(story)

    assert (summary.status, summary.win_tray, summary.hold_bps) == ("incomplete", None, None)
    assert (summary.without_closer, summary.uncounted) == (["MB-02"], ["MB-02"])
    assert (summary.rounds, summary.hand_result) == (1, -2_000)


def test_x21_one_cent_at_one_table_leaves_the_day_not_reconciled() -> None:
    story = worked_example(closer=978_101)
    opened(story, 500, stream="table:MB-02")

    summary = summed(story)

    assert summary.status == "not reconciled"
    assert summary.not_reconciled == ["MB-01"]


def test_exceptions_are_counted() -> None:
    assert summed(counted(worked_example(), 20_000, replaces=True)).exceptions == 1


def test_a_day_without_anything_is_empty() -> None:
    summary = summed(Story())

    assert (summary.tables, summary.rounds, summary.drop) == (0, 0, 0)
