"""Findings of days that were played, through the read models."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.events import table as e
from ledger.events.day import DropCounted, OriginalFound
from projections.reconcile import NEEDS, EventPlace, Finding, findings
from tests.projections.log import DAY, Story, folded
from tests.projections.models.test_table_win import (
    SIGNED,
    closed,
    collected,
    counted,
    opened,
    settled,
    shoe,
    worked_example,
)
from tests.projections.models.test_vigorish import paid, won
from tests.projections.reconcile.figures import NEXT_DAY, TABLE


def found(story: Story, day: str = DAY) -> list[Finding]:
    with folded(story.recorded, NEEDS) as connection:
        return findings(connection, day)


def ids(story: Story, day: str = DAY) -> list[tuple[str, int | None]]:
    return [(each.id, each.cents) for each in found(story, day)]


def test_the_worked_example_agrees_in_everything() -> None:
    assert ids(worked_example()) == []


@pytest.mark.parametrize("cents", [1, -1])
def test_x21_one_cent_is_found(cents: int) -> None:
    assert ids(worked_example(closer=978_100 + cents)) == [("tray_variance:MB-01", cents)]


def test_x23_a_mark_that_stands_at_the_end_of_the_day_is_found() -> None:
    story = opened(Story(), 1_000_000)
    line = e.SettledLine(3, "banker", 7_500, "chips", "win", 15_000, 375, "12(c)")
    settled(shoe(story), line)
    counted(closed(story.tell(e.BoughtIn, seat=3, cents=20_000), 972_500), 20_000)

    assert ids(story) == [("vigorish_outstanding:MB-01", 375)]


def test_v3_a_mark_of_one_cent_is_still_a_mark() -> None:
    story = won(shoe(opened(Story(), 1_000_000)), 1, seat=3, vig=375)
    place = EventPlace(TABLE, story.recorded[-1].originator_version)
    counted(closed(paid(story, 3, (1, 374)), 1_000_000), 0)

    (finding,) = [each for each in found(story) if each.code == "vigorish_outstanding"]

    assert (finding.cents, finding.events) == (1, [place])


def fill(story: Story, text: str, *, credit: bool = False, day: str = DAY) -> Story:
    kind = e.ChipsCredited if credit else e.ChipsFilled
    return story.tell(kind, day=day, slip=text, chips={500: 2}, cents=1_000, **SIGNED)


def of_slips(story: Story, day: str = DAY) -> list[str]:
    return [each.id for each in found(story, day) if each.code.startswith("slip_")]


def test_x24_a_gap_in_a_series_is_found_on_the_day_that_shows_it() -> None:
    story = fill(fill(Story(), "F-1"), "F-4", day=NEXT_DAY)

    assert of_slips(story) == []
    (finding,) = [each for each in found(story, NEXT_DAY) if each.code == "slip_missing"]
    assert finding.id == "slip_missing:fill:F-2_to_F-3"
    assert finding.events == [EventPlace(TABLE, 2)]


def test_x25_series_that_share_numbers_have_no_gap() -> None:
    story = fill(fill(fill(Story(), "1"), "2"), "3")
    fill(fill(story, "1", credit=True), "2", credit=True)

    assert of_slips(story) == []


def test_a_number_used_three_times_is_one_finding_with_each_use() -> None:
    story = fill(fill(fill(Story(), "7"), "7"), "7")

    (finding,) = [each for each in found(story) if each.code == "slip_used_again"]

    assert [place.version for place in finding.events] == [1, 2, 3]


def test_an_opener_is_held_against_the_last_closer_of_the_day_before() -> None:
    story = closed(opened(Story(), 500), 500)
    opened(story, 499, day=NEXT_DAY)

    (finding,) = [each for each in found(story, NEXT_DAY) if each.code == "opener_differs"]

    assert (finding.id, finding.cents) == ("opener_differs:MB-01:3", -1)
    assert finding.events == [EventPlace(TABLE, 2), EventPlace(TABLE, 3)]


@pytest.mark.parametrize("recorded", ["count", "collection", "hand over"])
def test_a_table_that_stands_open_over_the_cut_off_is_not_known_by_what_moved_nothing(
    recorded: str,
) -> None:
    """A count off the cut-off, or vigorish collected alone, says neither what the day began with nor how it ended."""
    story = shoe(opened(Story(), 1_000))
    if recorded == "count":
        story.tell(
            e.TrayCounted, day=NEXT_DAY, tray={1: 1}, tray_cents=1, expected_cents=1, **SIGNED
        )
    elif recorded == "collection":
        collected(story, 5, day=NEXT_DAY)
    else:
        shoe(story, day=NEXT_DAY)

    codes = [each.code for each in found(story, NEXT_DAY) if each.table == "MB-01"]

    assert {"opener_unknown", "table_not_closed", "drop_not_counted"} <= set(codes)


def test_a_table_closed_the_day_before_is_not_open_for_what_is_put_back_later() -> None:
    story = closed(shoe(opened(Story(), 1_000)), 1_000)
    story.tell(
        e.TrayCounted,
        figure="closer",
        stands_at=5,
        tray={},
        tray_cents=0,
        expected_cents=0,
        **SIGNED,
    )
    collected(story, 5, day=NEXT_DAY)

    assert not [each for each in found(story, NEXT_DAY) if each.code == "table_not_closed"]


CENTS = st.integers(min_value=1, max_value=1_000_000)
ERROR = st.sampled_from((0, 0, 1, -1, 2_500))


@settings(max_examples=60)
@given(
    buy_ins=st.lists(CENTS, min_size=1, max_size=4),
    slips=st.tuples(st.lists(CENTS, max_size=3), st.lists(CENTS, max_size=3)),
    hands=st.lists(st.tuples(CENTS, CENTS), min_size=1, max_size=4),
    vigorish=st.integers(min_value=1, max_value=5_000),
    documented=st.integers(min_value=1, max_value=5_000),
    wrong=st.tuples(ERROR, ERROR, ERROR),
)
def test_law_each_cent_put_wrong_makes_exactly_the_finding_of_that_cent(
    buy_ins: list[int],
    slips: tuple[list[int], list[int]],
    hands: list[tuple[int, int]],
    vigorish: int,
    documented: int,
    wrong: tuple[int, int, int],
) -> None:
    """Tray, drop and forms are counted here, as they lie there; a day that agrees finds nothing."""
    in_tray, in_box, forms = wrong
    story = shoe(opened(Story(), 10_000_000))
    in_tray += 10_000_000
    for cents in buy_ins:
        story.tell(e.BoughtIn, seat=3, cents=cents)
        in_tray, in_box = in_tray - cents, in_box + cents
    for n, cents in enumerate(slips[0], 1):
        story.tell(e.ChipsFilled, slip=f"F-{n}", chips={1: cents}, cents=cents, **SIGNED)
        in_tray += cents
    for n, cents in enumerate(slips[1], 1):
        story.tell(e.ChipsCredited, slip=f"C-{n}", chips={1: cents}, cents=cents, **SIGNED)
        in_tray -= cents
    for n, (staked, back) in enumerate(hands, 1):
        line = e.SettledLine(3, "banker", staked, "chips", "win", back, 0, "12(c)")
        settled(story, line, n=n)
        in_tray += staked - back
    owed = e.SettledLine(3, "banker", 0, "chips", "win", 0, vigorish + documented, "12(c)")
    collected(settled(story, owed, n=9), vigorish, n=9)
    in_tray += vigorish
    on_form = [e.SeatCents(3, documented, f"MB-01:{DAY}:9")]
    story.tell(e.VigorishDocumented, serial="CVF-1", lines=on_form)
    closed(story, in_tray)
    originals = [OriginalFound("CVF-1", forms + documented)]
    story.tell(
        DropCounted,
        f"day:{DAY}",
        table="MB-01",
        cash={},
        cash_cents=in_box,
        originals=originals,
    )

    variances = {each.code: each.cents for each in found(story) if "_variance" in each.code}

    codes = ("tray_variance", "drop_variance", "form_variance")
    assert variances == {code: off for code, off in zip(codes, wrong, strict=True) if off}
