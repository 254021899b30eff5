"""Decision 57: what a day is estimated by while its tables run."""

from ledger.events import table as e
from ledger.events.day import DropCounted
from projections.figures import flash
from projections.figures.flash import Flash
from tests.projections.figures.test_periods import DEALT, SIGNED, table_day
from tests.projections.log import Story, folded

DAY = "2026-07-11"


def rows(story: Story, day: str = DAY) -> list[Flash]:
    with folded(story.recorded, flash.NEEDS) as connection:
        return flash.flash(connection, day)


def opens(story: Story, table: str, *, day: str = DAY, hands: bool = True) -> None:
    opener = {"opener": {1: 100_000}, "opener_cents": 100_000, "hands": hands}
    story.tell(e.TableOpened, f"table:{table}", day=day, pit="P-1", **opener, **SIGNED)


def plays(story: Story, table: str, won: int) -> None:
    stream = f"table:{table}"
    bought = {"seat": 3, "cents": 3_000}
    story.tell(e.BoughtIn, stream, day=DAY, **bought)
    line = e.SettledLine(3, "player", 1_000, "chips", "win", 1_000 - won, 0, "x")
    told = {"round": f"{table}:{DAY}:1", "outcome": "player", "lines": [line], **DEALT}
    story.tell(e.RoundSettled, stream, day=DAY, **told)


def test_an_open_table_is_estimated_by_buy_ins_and_hands() -> None:
    story = Story()
    opens(story, "MB-01")
    plays(story, "MB-01", -500)
    opens(story, "MB-02")
    plays(story, "MB-02", 800)

    one, other, whole = rows(story)

    assert (one.state, one.drop_estimate, one.win_estimate, one.hold_bps) == (
        *("open", 3_000, -500),
        -1_667,
    )
    assert (one.drop, one.win_tray, one.tray) == (None, None, 96_500)
    assert (other.state, other.win_estimate) == ("open", 800)
    assert (whole.table, whole.open_tables, whole.rounds) == (None, 2, 2)
    assert (whole.drop_estimate, whole.win_estimate, whole.hold_bps) == (6_000, 300, 500)


def test_a_table_that_stood_open_from_the_day_before_is_open() -> None:
    story = Story()
    opens(story, "MB-01", day="2026-07-10")
    one, _ = rows(story)
    assert (one.table, one.state, one.rounds, one.handle) == ("MB-01", "open", 0, 0)


def test_a_table_run_on_its_tray_is_estimated_by_its_closer() -> None:
    story = Story()
    opens(story, "MB-01", hands=False)
    story.tell(e.BoughtIn, "table:MB-01", day=DAY, seat=3, cents=3_000)
    before, _ = rows(story)
    closer = {"closer": {1: 99_000}, "closer_cents": 99_000}
    story.tell(e.TableClosed, "table:MB-01", day=DAY, **closer, **SIGNED)
    after, _ = rows(story)
    assert (before.state, before.win_estimate) == ("open", None)
    assert (after.state, after.win_estimate, after.tray) == ("closed", 2_000, 99_000)


def test_what_is_counted_stands_beside_the_estimate() -> None:
    story = Story()
    table_day(story, DAY, "MB-01", 100, counted=False, hands=True)
    closed, _ = rows(story)
    story.tell(DropCounted, f"day:{DAY}", day=DAY, table="MB-01", cash={}, cash_cents=5_000)
    counted, whole = rows(story)
    assert (closed.state, closed.drop, closed.win_tray) == ("closed", None, None)
    assert (counted.state, counted.drop, counted.win_tray) == ("counted", 5_000, 100)
    assert counted.win_estimate == closed.win_estimate == 0
    assert (whole.open_tables, whole.drop, whole.win_tray) == (0, 5_000, 100)


def test_nothing_recorded_is_no_row() -> None:
    assert rows(Story()) == []
