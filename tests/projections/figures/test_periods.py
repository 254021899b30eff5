"""Win of a month or a year to date, by table, pit and game (A4)."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.events import table as e
from ledger.events.day import DropCounted
from projections.engine.engine import as_of
from projections.figures import periods, win
from projections.figures.arithmetic import known_sum
from projections.figures.periods import Group, Period, WinOfPeriod
from tests.projections.history import make_up
from tests.projections.log import Log, Story, folded
from tests.projections.made_up_table import DAYS

DEALT: dict[str, Any] = {
    "player": [],
    "banker": [],
    "player_points": 0,
    "banker_points": 7,
    "announce": "",
}
SIGNED: dict[str, Any] = {"dealer": "d-1", "supervisor": "s-1"}


def table_day(
    story: Story,
    day: str,
    table: str,
    won: int,
    *,
    pit: str = "P-1",
    counted: bool = True,
    hands: bool = False,
) -> None:
    """A table run on its tray, or not: opened with $1,000.00, closed with what it won more, a drop of $50.00."""
    stream = f"table:{table}"
    story.tell(
        *(e.TableOpened, stream),
        day=day,
        pit=pit,
        opener={1: 100_000},
        opener_cents=100_000,
        hands=hands,
        **SIGNED,
    )
    held = 100_000 + won - 5_000
    story.tell(e.TableClosed, stream, day=day, closer={1: held}, closer_cents=held, **SIGNED)
    if counted:
        story.tell(DropCounted, f"day:{day}", day=day, table=table, cash={}, cash_cents=5_000)


def adopts(story: Story, day: str, table: str, game: str) -> None:
    story.tell(
        *(e.RulesAdopted, f"table:{table}"),
        day=day,
        rules="mine",
        version=1,
        sha256="ab" * 32,
        document=f'{{"id":"mine","game":"{game}"}}',
    )


def of(story: Story, day: str, length: Period, group: Group) -> dict[str | None, WinOfPeriod]:
    with folded(story.recorded, periods.NEEDS) as connection:
        rows = periods.period(connection, day, length, group)
    assert rows[-1].group == "property"
    return {row.name: row for row in rows}


@pytest.mark.parametrize(
    ("length", "first"),
    [("day", "2026-07-11"), ("month", "2026-07-01"), ("year", "2026-01-01")],
)
def test_a_period_is_to_date(length: str, first: str) -> None:
    assert Period(length).first("2026-07-11") == first


def test_month_and_year_to_date_take_in_their_days_and_no_other() -> None:
    story = Story()
    for day, won in (
        ("2025-12-31", 1),
        ("2026-01-01", 20),
        ("2026-07-01", 300),
        ("2026-07-02", 4_000),
    ):
        table_day(story, day, "MB-01", won)

    won_by = {
        length: of(story, "2026-07-01", length, Group.TABLE)["MB-01"].win_tray for length in Period
    }

    assert won_by == {Period.DAY: 300, Period.MONTH: 300, Period.YEAR: 320}


def test_a_table_counts_in_the_pit_and_game_where_it_was_that_day() -> None:
    story = Story()
    adopts(story, "2026-07-01", "MB-01", "commission")
    table_day(story, "2026-07-01", "MB-01", 100)
    adopts(story, "2026-07-02", "MB-01", "ez")
    table_day(story, "2026-07-02", "MB-01", 2_000, pit="P-2")
    table_day(story, "2026-07-02", "MB-02", 30_000)

    by_pit = of(story, "2026-07-31", Period.MONTH, Group.PIT)
    by_game = of(story, "2026-07-31", Period.MONTH, Group.GAME)

    assert {name: row.win_tray for name, row in by_pit.items()} == {
        "P-1": 30_100,
        "P-2": 2_000,
        None: 32_100,
    }
    assert (by_game["commission"].win_tray, by_game["ez"].win_tray) == (100, 2_000)
    assert (by_pit["P-1"].drop, by_pit["P-1"].hold_bps, by_pit["P-1"].tables) == (10_000, 30_100, 2)


def test_a_table_that_opens_again_where_it_was_has_not_moved() -> None:
    """Else a year would be added up day by day."""
    story = Story()
    for day, pit in (("01", "P-1"), ("02", "P-1"), ("03", "P-2"), ("04", "P-1")):
        table_day(story, f"2026-07-{day}", "MB-01", 0, pit=pit)
    with folded(story.recorded, periods.NEEDS) as connection:
        short = periods.Places(connection, "pit", ("2026-07-01", "2026-07-02"), ["MB-01"])
        placed = periods.Places(connection, "pit", ("2026-07-02", "2026-07-04"), ["MB-01"])
        assert short.moved() == frozenset()
        assert placed.moved() == {"MB-01"}
        assert [placed.at("MB-01", f"2026-07-{day}") for day in ("02", "03", "04")] == [
            *("P-1", "P-2", "P-1")
        ]
        later = periods.Places(connection, "pit", ("2026-07-09", "2026-07-10"))
        assert (later.at("MB-01", "2026-07-10"), later.at("MB-02", "2026-07-10")) == ("P-1", None)


def test_a_period_begins_with_what_was_owed_then() -> None:
    """Brought forward and assessed are all that became of it, though a table moves with what it owes."""
    story = Story()
    for day, pit in (("2026-07-01", "P-1"), ("2026-07-02", "P-1"), ("2026-07-03", "P-2")):
        table_day(story, day, "MB-01", 0, pit=pit, hands=True)
        line = e.SettledLine(3, "banker", 100, "chips", "win", 200, 5, "x")
        told = {"round": f"MB-01:{day}:1", "outcome": "banker", "lines": [line], **DEALT}
        story.tell(e.RoundSettled, "table:MB-01", day=day, **told)
        paid = [e.SeatCents(3, 2, f"MB-01:{day}:1")]
        story.tell(e.VigorishCollected, "table:MB-01", day=day, lines=paid)

    begun = {
        (length, group, name): (row.vig_brought_forward, row.vig_outstanding)
        for length in (Period.DAY, Period.MONTH)
        for group in (Group.TABLE, Group.PIT)
        for name, row in of(story, "2026-07-03", length, group).items()
    }

    assert begun[Period.DAY, Group.TABLE, "MB-01"] == (6, 9)
    assert begun[Period.MONTH, Group.TABLE, "MB-01"] == (0, 9)
    assert begun[Period.MONTH, Group.PIT, "P-1"] == (-6, 0)
    assert begun[Period.MONTH, Group.PIT, "P-2"] == (6, 9)
    assert begun[Period.MONTH, Group.PIT, None] == (0, 9)


def test_one_unknown_day_makes_the_sum_unknown_and_is_counted() -> None:
    story = Story()
    for day, counted in (("2026-07-01", True), ("2026-07-02", False), ("2026-07-03", True)):
        table_day(story, day, "MB-01", 100, counted=counted)
        table_day(story, day, "MB-02", 100)

    rows = of(story, "2026-07-03", Period.MONTH, Group.TABLE)

    assert (rows["MB-01"].win_tray, rows["MB-01"].drop, rows["MB-01"].hold_bps) == (
        None,
        None,
        None,
    )
    assert (rows["MB-01"].days, rows["MB-01"].days_unknown, rows["MB-01"].hands_unknown) == (
        3,
        1,
        3,
    )
    assert (rows["MB-02"].win_tray, rows["MB-02"].days_unknown) == (300, 0)
    assert (rows[None].win_tray, rows[None].days, rows[None].days_unknown) == (None, 3, 1)


def test_decision_28_a_day_at_an_idle_table_leaves_month_and_year_known() -> None:
    story = Story()
    table_day(story, "2026-07-01", "MB-01", 0, hands=True)
    table_day(story, "2026-07-02", "MB-02", 0, hands=True)
    for length in (Period.MONTH, Period.YEAR):
        month = of(story, "2026-07-02", length, Group.PROPERTY)[None]
        assert (month.win_hands, month.hands_unknown, month.days) == (0, 0, 2)
        assert (month.vig_assessed, month.vig_collected, month.vig_outstanding) == (0, 0, 0)


@settings(max_examples=5, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_a_period_is_the_sum_of_its_days_and_the_groups_are_the_property(seed: int) -> None:
    engine = as_of(periods.NEEDS, Log(make_up(Random(seed), rounds=8).recorded))
    last = DAYS[-1]
    with engine.connect() as connection:
        books = [of for day in DAYS for of in win.win(connection, day)]
        for group in Group:
            *rows, whole = periods.period(connection, last, Period.MONTH, group)
            for field in ("win_hands", "win_tray", "drop", "vig_collected"):
                assert getattr(whole, field) == known_sum(*(getattr(day, field) for day in books))
            if rows:
                owed = [row.vig_outstanding for row in rows]
                assert known_sum(*owed) == whole.vig_outstanding
                brought = [row.vig_brought_forward for row in rows]
                assert known_sum(*brought) == whole.vig_brought_forward
                assert sum(row.rounds for row in rows) == whole.rounds
    engine.dispose()
