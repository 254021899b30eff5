"""The gaming day as tables see it (A5): long and short days, the repeated hour, a day that runs over."""

from typing import Any

from ledger.desks.ledger import Ledger
from ledger.events import table as e
from ledger.events.base import Event
from projections.engine import engine as projection_engine
from projections.figures import win
from projections.models.table_win import PROJECTION
from tests.clerk import OPENER, SIGNED, Clerk

BANKER_WINS = ("7d Qh", "9c Kh")


def round_of(events: list[Event]) -> str:
    (settled,) = [event for event in events if isinstance(event, e.RoundSettled)]
    return settled.round


def rows(ledger: Ledger, day: str) -> dict[str, Any]:
    projection_engine.catch_up([PROJECTION], ledger.journal, ledger.journal.engine)
    with ledger.journal.engine.connect() as connection:
        return {row.table: row for row in win.win(connection, day)}


def test_a5_both_repeated_hours_count_on_the_25_hour_day(ledger: Ledger) -> None:
    clerk = Clerk(ledger, moment="2026-10-31T20:00:00-04:00").opens().starts_shoe()
    first = clerk.plays(*BANKER_WINS, at="2026-11-01T01:45:00-04:00")
    second = clerk.plays(*BANKER_WINS, at="2026-11-01T01:45:00-05:00")
    last = clerk.plays(*BANKER_WINS, at="2026-11-01T05:59:59-05:00")
    assert [round_of(events) for events in (first, second, last)] == [
        f"MB-01:2026-10-31:{n}" for n in (1, 2, 3)
    ]
    assert second[-1].at - first[-1].at == 3_600_000_000


def test_a5_the_23_hour_day_ends_an_hour_early_by_utc(ledger: Ledger) -> None:
    clerk = Clerk(ledger, moment="2026-03-07T20:00:00-05:00").opens().starts_shoe()
    assert round_of(clerk.plays(*BANKER_WINS, at="2026-03-08T09:59:59Z")).endswith("2026-03-07:1")
    assert round_of(clerk.plays(*BANKER_WINS, at="2026-03-08T10:00:00Z")).endswith("2026-03-08:1")


def test_a_round_belongs_to_the_day_on_which_it_began(dealing: Clerk) -> None:
    dealing.says("wager", seat=3, bet="banker", cents=2000, at="2026-07-12T05:59:59-04:00")
    dealing.says("no_more_bets", at="2026-07-12T06:00:01-04:00")
    cards = {"player": ["7d", "Qh"], "banker": ["9c", "Kh"]}
    dealing.says("deal", **cards, at="2026-07-12T06:00:02-04:00")
    events = dealing.says("settle", at="2026-07-12T06:00:03-04:00")
    assert {event.day for event in events} == {"2026-07-11"}


def test_a1_a_table_that_runs_over_the_cutoff_has_no_closer_and_no_opener(dealing: Clerk) -> None:
    """What was not counted is unknown, and so is all that needs it."""
    dealing.plays(*BANKER_WINS, (3, "player", 2000))
    dealing.plays(*BANKER_WINS, (3, "player", 3000), at="2026-07-12T07:00:00-04:00")
    dealing.says("close", closer=OPENER, **SIGNED, at="2026-07-12T09:00:00-04:00")
    first = rows(dealing.ledger, "2026-07-11")["MB-01"]
    second = rows(dealing.ledger, "2026-07-12")["MB-01"]
    assert (first.hand_result, first.closer, first.win_tray, first.tray_variance) == (
        2000,
        None,
        None,
        None,
    )
    assert (second.hand_result, second.opener, second.closer) == (3000, None, 850_000)
    assert (second.expected_tray, second.tray_variance) == (None, None)


def test_decision_18_what_is_owed_at_the_cutoff_is_carried_over(dealing: Clerk) -> None:
    dealing.plays(*BANKER_WINS, (3, "banker", 2000))
    dealing.plays(*BANKER_WINS, (3, "banker", 1000), at="2026-07-12T07:00:00-04:00")
    dealing.says("collect_vig", seat=3, at="2026-07-12T08:00:00-04:00")
    first = rows(dealing.ledger, "2026-07-11")["MB-01"]
    second = rows(dealing.ledger, "2026-07-12")["MB-01"]
    assert (first.vig_assessed, first.vig_collected, first.vig_outstanding) == (100, 0, 100)
    assert (second.vig_assessed, second.vig_collected, second.vig_outstanding) == (50, 150, 0)


def test_decision_22_a_table_run_on_its_tray_alone_has_no_hand_data(clerk: Clerk) -> None:
    clerk.opens(hands=False).says("buy_in", seat=3, cents=20_000)
    clerk.says("close", closer=OPENER, **SIGNED)
    row = rows(clerk.ledger, "2026-07-11")["MB-01"]
    assert (row.hand_result, row.win_hands, row.expected_tray, row.tray_variance) == (None,) * 4
    assert (row.opener, row.closer, row.buy_ins) == (850_000, 850_000, 20_000)


def test_an_opener_is_the_first_count_and_a_closer_the_last(clerk: Clerk) -> None:
    clerk.opens().starts_shoe()
    clerk.says("close", closer={"100": 5}, **SIGNED)
    clerk.says("open", rules="ma-midi", pit="P-1", opener={"100": 7}, **SIGNED)
    assert rows(clerk.ledger, "2026-07-11")["MB-01"].closer is None
    clerk.says("close", closer={"100": 9}, **SIGNED)
    row = rows(clerk.ledger, "2026-07-11")["MB-01"]
    assert (row.opener, row.closer) == (850_000, 900)
