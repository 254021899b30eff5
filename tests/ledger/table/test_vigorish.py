"""Vigorish marked, collected, and owed (V1, V3-V5)."""

import pytest

from ledger.events import table as e
from ledger.events.base import Event
from tests.clerk import Clerk

BANKER_WINS = ("7d Qh", "9c Kh")


def vigorish_of(events: list[Event]) -> list[tuple[int, int]]:
    return [
        (line.seat, line.cents)
        for event in events
        if isinstance(event, e.VigorishMarked)
        for line in event.marks
    ]


@pytest.mark.parametrize(
    ("stake", "vig"),
    [
        (100, 25),
        (500, 25),
        (600, 50),
        (1000, 50),
        (1100, 75),
        (1600, 100),
        (2100, 125),
        (5000, 250),
    ],
)
def test_v1_x19_ma_midi_12_c_vigorish_rounds_up_to_25_cents(
    dealing: Clerk, stake: int, vig: int
) -> None:
    assert vigorish_of(dealing.plays(*BANKER_WINS, (3, "banker", stake))) == [(3, vig)]


@pytest.mark.parametrize(("rounding", "vig"), [("exact", 55), ("nearest", 50), ("up", 75)])
def test_v1_decision_5_three_roundings(clerk: Clerk, rounding: str, vig: int) -> None:
    clerk.opens(options={"vigorish.rounding": rounding}).starts_shoe()
    assert vigorish_of(clerk.plays(*BANKER_WINS, (3, "banker", 1100))) == [(3, vig)]


def test_x18_exact_vigorish_has_no_residue(clerk: Clerk) -> None:
    clerk.opens(options={"vigorish.rounding": "exact"}).starts_shoe()
    assert vigorish_of(clerk.plays(*BANKER_WINS, (3, "banker", 77_100))) == [(3, 3855)]


def test_v1_ma_midi_12_e_no_vigorish_on_the_dragon_bonus(dealing: Clerk) -> None:
    assert vigorish_of(dealing.plays(*BANKER_WINS, (3, "dragon_bonus_banker", 1000))) == []


def test_v3_at_payout_is_collected_with_the_result(clerk: Clerk) -> None:
    clerk.opens("house-dragon").starts_shoe()
    events = clerk.plays(*BANKER_WINS, (3, "banker", 2000))
    (collected,) = [event for event in events if isinstance(event, e.VigorishCollected)]
    assert [(line.seat, line.cents) for line in collected.lines] == [(3, 100)]
    assert clerk.ledger.table("MB-01").owed(3) == 0


def test_v3_the_button_stays_until_all_is_collected(dealing: Clerk) -> None:
    dealing.plays(*BANKER_WINS, (3, "banker", 2000))
    dealing.plays(*BANKER_WINS, (3, "banker", 3000))
    assert dealing.ledger.table("MB-01").owed(3) == 250
    (paid,) = dealing.says("collect_vig", seat=3, cents=120)
    assert isinstance(paid, e.VigorishCollected)
    assert [(line.cents, line.round) for line in paid.lines] == [
        (100, "MB-01:2026-07-11:1"),
        (20, "MB-01:2026-07-11:2"),
    ]
    assert dealing.ledger.table("MB-01").owed(3) == 130
    assert dealing.is_refused("collect_vig", seat=3, cents=131) == "more_than_owed"
    dealing.says("collect_vig", seat=3)
    assert dealing.is_refused("collect_vig", seat=3) == "nothing_owed"


def test_v4_ma_midi_12_d_2_nobody_leaves_who_owes(dealing: Clerk) -> None:
    dealing.plays(*BANKER_WINS, (3, "banker", 2000))
    assert dealing.is_refused("leave", seat=3) == "vigorish_owed"
    dealing.says("collect_vig", seat=3)
    dealing.says("leave", seat=3)


def test_v5_collected_vigorish_is_in_the_tray(dealing: Clerk) -> None:
    before = dealing.ledger.table("MB-01").tray_cents
    dealing.plays(*BANKER_WINS, (3, "banker", 2000))
    assert dealing.ledger.table("MB-01").tray_cents == before - 2000
    dealing.says("collect_vig", seat=3)
    assert dealing.ledger.table("MB-01").tray_cents == before - 1900
