"""Table win: what accounting.md calls the books of a table and gaming day (A1, A2)."""

from datetime import datetime, time
from typing import Any

import pytest

from ledger.events import shoe as shoe_events
from ledger.events import table as e
from ledger.events.day import DropCounted
from ledger.values.calendar import GamingCalendar, to_micros
from projections.figures.win import NEEDS, Standing, Win, standing, win
from tests.projections.log import AT, DAY, Story, folded

SIGNED = {"dealer": "d-1", "supervisor": "s-1"}
NEXT_DAY = "2026-07-12"


def opened(story: Story, cents: int, **facts: Any) -> Story:
    return story.tell(
        e.TableOpened, pit="P1", opener={1: cents}, opener_cents=cents, **SIGNED, **facts
    )


def closed(story: Story, cents: int, **facts: str) -> Story:
    return story.tell(e.TableClosed, closer={1: cents}, closer_cents=cents, **SIGNED, **facts)


def shoe(story: Story, **facts: str) -> Story:
    return story.tell(
        shoe_events.ShoeStarted, shoe="1", decks=8, burn="2s", burned=3, left=413, **facts
    )


def settled(story: Story, *lines: e.SettledLine, n: int = 1, day: str = DAY) -> Story:
    return story.tell(
        e.RoundSettled,
        day=day,
        round=f"MB-01:{day}:{n}",
        outcome="banker",
        player=["2s", "3s"],
        banker=["4s", "4h"],
        player_points=5,
        banker_points=8,
        announce="player 5, banker 8, banker wins",
        lines=list(lines),
    )


def counted(story: Story, cents: int, *, replaces: bool = False, table: str = "MB-01") -> Story:
    facts = {"table": table, "cash": {}, "cash_cents": cents, "replaces": replaces}
    return story.tell(DropCounted, f"day:{DAY}", **facts)


def slip(story: Story, kind: type[e.ChipsFilled] | type[e.ChipsCredited], cents: int) -> Story:
    return story.tell(kind, slip="1", chips={1: cents}, cents=cents, **SIGNED)


def collected(story: Story, cents: int, seat: int = 3, n: int = 1, day: str = DAY) -> Story:
    line = e.SeatCents(seat, cents, f"MB-01:{DAY}:{n}")
    return story.tell(e.VigorishCollected, day=day, lines=[line])


def books(story: Story, day: str = DAY) -> Win:
    """The one table's figures of a day."""
    with folded(story.recorded, NEEDS) as connection:
        (figures,) = win(connection, day)
    return figures


BANKER_WIN = e.SettledLine(3, "banker", 2_000, "chips", "win", 4_000, 100, "12(c)")


def worked_example(closer: int = 978_100) -> Story:
    story = opened(Story(), 1_000_000)
    shoe(story).tell(e.BoughtIn, seat=3, cents=20_000)
    collected(settled(story, BANKER_WIN), 100)
    return counted(closed(story, closer), 20_000)


def test_the_worked_example_of_the_books() -> None:
    figures = books(worked_example())

    assert figures.hand_result == -2_000
    assert (figures.vig_assessed, figures.vig_collected) == (100, 100)
    assert figures.expected_tray == 978_100
    assert figures.drop == 20_000
    assert figures.win_hands == figures.win_tray == -1_900
    assert figures.hold_bps == -950
    assert standing(figures) is Standing.RECONCILED


def test_a1_fills_are_in_the_tray_and_credits_out_of_it() -> None:
    story = slip(opened(Story(), 100_000), e.ChipsFilled, 5_000)
    slip(shoe(story), e.ChipsCredited, 700)

    figures = books(counted(closed(story, 104_299), 0))

    assert figures.expected_tray == 104_300
    assert figures.tray_variance == figures.win_tray == -1


def test_x21_one_cent_in_the_tray_is_a_variance() -> None:
    figures = books(worked_example(closer=978_101))

    assert figures.tray_variance == 1
    assert standing(figures) is Standing.NOT_RECONCILED


def test_a_void_round_contributes_nothing_but_its_number() -> None:
    with_void = worked_example()
    wager = e.WagerLine(3, "banker", 5_000)
    with_void.tell(e.RoundVoided, round=f"MB-01:{DAY}:2", reason="misdeal", returned=[wager])

    figures, without = books(with_void), books(worked_example())

    assert (figures.rounds, figures.voids) == (1, 1)
    assert (figures.hand_result, figures.win_tray) == (without.hand_result, without.win_tray)


@pytest.mark.parametrize(
    ("result", "returned", "hands"),
    [("win", 2_000, -2_000), ("lose", 0, 0), ("push", 0, 0)],
)
def test_decision_17_a_coupon_is_worth_nothing_but_what_it_wins(
    result: str, returned: int, hands: int
) -> None:
    line = e.SettledLine(3, "player", 2_000, "coupon", result, returned, 0, "7(b)")

    assert books(settled(Story(), line)).hand_result == hands


def test_decision_22_a_table_on_its_tray_alone_has_no_hand_data() -> None:
    story = opened(Story(), 1_000, hands=False)

    figures = books(counted(closed(slip(story, e.ChipsFilled, 500), 1_200), 400))

    assert figures.win_tray == 1_200 + 400 - 1_000 - 500
    unknown = (
        figures.hand_result,
        figures.buy_ins,
        figures.vig_assessed,
        figures.vig_collected,
        figures.vig_documented,
        figures.vig_outstanding,
        figures.win_hands,
        figures.expected_tray,
        figures.tray_variance,
        figures.drop_variance,
        figures.form_variance,
    )
    assert unknown == (None,) * len(unknown)
    assert standing(figures) is Standing.INCOMPLETE


def test_a_shoe_without_a_round_is_hand_data_that_says_nothing_was_played() -> None:
    figures = books(shoe(opened(Story(), 1_000)))

    assert (figures.hand_result, figures.vig_outstanding, figures.buy_ins) == (0, 0, 0)


def test_a_drop_of_which_only_emergency_boxes_are_counted_is_unknown() -> None:
    story = closed(opened(Story(), 1_000_000), 900_000)
    of_box = {"table": "MB-01", "cash": {}}
    story.tell(DropCounted, f"day:{DAY}", **of_box, cash_cents=20_000, box="1", kind="emergency")
    row = books(story)
    assert (row.drop, row.win_tray, row.hold_bps, row.drop_variance) == (None, None, None, None)
    story.tell(DropCounted, f"day:{DAY}", **of_box, cash_cents=50_000, box="2", kind="shift")
    assert (books(story).drop, books(story).win_tray) == (70_000, -30_000)


def test_a_drop_not_counted_is_unknown_and_so_is_what_needs_it() -> None:
    figures = books(closed(shoe(opened(Story(), 1_000)), 1_000))

    assert (figures.drop, figures.win_tray, figures.hold_bps) == (None, None, None)
    assert (figures.drop_variance, figures.form_variance) == (None, None)
    assert (figures.tray_variance, figures.win_hands) == (0, 0)


def test_a_drop_counted_again_replaces_the_former_count() -> None:
    story = counted(counted(opened(Story(), 1_000), 700), 650, replaces=True)

    assert books(story).drop == 650


def test_a_drop_counted_for_a_table_that_never_opened_shows() -> None:
    figures = books(counted(Story(), 500))

    assert (figures.table, figures.drop, figures.opener) == ("MB-01", 500, None)


def test_an_empty_drop_box_has_no_hold() -> None:
    assert books(counted(closed(opened(Story(), 1_000), 900), 0)).hold_bps is None


def test_opener_is_the_days_first_and_closer_its_last() -> None:
    story = closed(opened(closed(opened(Story(), 1_000), 1_100), 1_100), 1_250)

    figures = books(story)

    assert (figures.opener, figures.closer) == (1_000, 1_250)


def test_the_closer_of_a_table_that_is_open_again_is_unknown() -> None:
    figures = books(opened(closed(opened(Story(), 1_000), 1_100), 1_100))

    assert figures.closer is None
    assert (figures.win_tray, figures.tray_variance) == (None, None)


def test_the_opener_of_a_table_that_was_open_when_the_day_began_is_unknown() -> None:
    """What it is opened with later that day does not hold what was won before."""
    story = closed(opened(closed(Story(), 1_100), 1_100), 1_250)

    figures = books(story)

    assert (figures.opener, figures.closer) == (None, 1_250)
    assert (figures.win_tray, figures.tray_variance) == (None, None)


def test_fills_and_credits_are_added_up() -> None:
    story = slip(slip(slip(Story(), e.ChipsFilled, 30), e.ChipsFilled, 50), e.ChipsCredited, 20)

    figures = books(story)

    assert (figures.fills, figures.credits) == (80, 20)


def test_decision_18_marks_carry_over_the_days_cut_off() -> None:
    story = settled(shoe(opened(Story(), 1_000)), BANKER_WIN)
    shoe(opened(story, 1_000, day=NEXT_DAY), day=NEXT_DAY)

    first, second = books(story, DAY), books(story, NEXT_DAY)

    assert (first.vig_outstanding, second.vig_outstanding) == (100, 100)
    assert (second.vig_assessed, second.vig_collected) == (0, 0)


def test_decision_18_what_is_collected_next_day_is_that_days_chips() -> None:
    story = settled(shoe(opened(Story(), 1_000)), BANKER_WIN)
    collected(opened(story, 1_000, day=NEXT_DAY), 60, day=NEXT_DAY)

    first, second = books(story, DAY), books(story, NEXT_DAY)

    assert (first.vig_collected, first.vig_outstanding) == (0, 100)
    assert (second.vig_collected, second.vig_outstanding, second.win_hands) == (60, 40, 60)


def test_decision_18_standing_marks_show_on_a_day_run_on_the_tray_alone() -> None:
    story = settled(shoe(opened(Story(), 1_000)), BANKER_WIN)
    opened(story, 1_000, day=NEXT_DAY, hands=False)

    figures = books(story, NEXT_DAY)

    assert (figures.vig_outstanding, figures.vig_assessed) == (100, None)


@pytest.mark.parametrize("bought_in", [0, 20_000])
def test_decision_28_chips_missing_from_a_table_at_which_nobody_played_are_found(
    bought_in: int,
) -> None:
    story = opened(Story(), 1_130_000)
    if bought_in:
        story.tell(e.BoughtIn, seat=3, cents=bought_in)

    figures = books(counted(closed(story, 1_030_000 - bought_in), bought_in))

    assert (figures.hand_result, figures.win_hands, figures.vig_outstanding) == (0, 0, 0)
    assert (figures.tray_variance, figures.drop_variance) == (-100_000, 0)
    assert figures.hands is True


def test_decision_28_a_fill_that_is_gone_is_found_where_nobody_played() -> None:
    story = slip(opened(Story(), 1_130_000), e.ChipsFilled, 100_000)

    assert books(counted(closed(story, 1_130_000), 0)).tray_variance == -100_000


def test_what_a_version_before_wrote_keeps_its_guess_and_so_what_was_signed() -> None:
    silent = books(counted(closed(opened(Story(), 1_000, hands=None), 900), 0))
    dealt = books(shoe(opened(Story(), 1_000, hands=None)))

    assert (silent.hands, silent.win_hands, silent.tray_variance) == (None, None, None)
    assert (dealt.hands, dealt.win_hands) == (True, 0)


def test_a_day_partly_on_the_tray_alone_has_no_known_hands_whichever_part_came_first() -> None:
    for said in ((True, False), (False, True)):
        story = Story()
        for hands in said:
            closed(opened(story, 1_000, hands=hands), 1_000)

        assert books(story).hands is False
        assert books(story).win_hands is None


def test_a_day_that_begins_with_the_table_open_has_its_hands_as_was_said() -> None:
    for hands, result in ((True, 0), (False, None), (None, None)):
        story = opened(Story(), 1_000, hands=hands)
        closed(story, 1_000, day=NEXT_DAY)

        assert books(story, NEXT_DAY).hand_result == result


def test_r4_the_rules_in_force_at_the_end_of_the_day_are_named() -> None:
    story = Story()
    adopted: dict[str, Any] = {"version": 1, "sha256": "ab", "document": "{}"}
    story.tell(e.RulesAdopted, rules="ma-midi", **adopted)
    opened(story, 1_000)
    opened(story, 1_000, day=NEXT_DAY)
    story.tell(e.RulesAdopted, rules="md-midi", day=NEXT_DAY, **adopted)

    assert books(story, DAY).rules == "ma-midi"
    assert books(story, NEXT_DAY).rules == "md-midi"


@pytest.mark.parametrize(
    ("at", "day"),
    [
        ("2026-07-12T03:30:00Z", "2026-07-11"),
        ("2026-07-12T09:59:59Z", "2026-07-11"),
        ("2026-07-12T10:00:00Z", "2026-07-12"),
    ],
)
def test_x37_late_play_is_on_its_gaming_day_not_on_the_utc_date(at: str, day: str) -> None:
    calendar = GamingCalendar("America/New_York", time(6, 0))
    moment = to_micros(datetime.fromisoformat(at))
    story = Story().tell(e.BoughtIn, seat=1, cents=100, at=moment, day=calendar.day_of(moment))

    assert books(story, day).buy_ins == 100


def test_x37_a_round_that_ends_after_the_cut_off_is_on_the_day_it_began() -> None:
    story = shoe(opened(Story(), 1_000))
    settled(story, BANKER_WIN)
    after_midnight = AT + 14 * 3_600 * 1_000_000
    story.tell(e.BoughtIn, seat=1, cents=100, at=after_midnight, day=NEXT_DAY)

    assert (books(story, DAY).rounds, books(story, NEXT_DAY).rounds) == (1, 0)


def test_position_is_that_of_the_last_event_counted() -> None:
    story = worked_example()

    assert books(story).position == len(story.recorded)
