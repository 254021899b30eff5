"""Vigorish marked, collected, and owed (V1, V3-V5)."""

from datetime import timedelta
from typing import Any

import pytest

from ledger.events import table as e
from ledger.events.base import Event
from ledger.rules.loader import load
from ledger.table import acts as table_acts
from ledger.values.calendar import to_micros
from ledger.values.errors import Refused
from tests.clerk import OPENER, SIGNED, Clerk

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


def test_v3_a_part_that_the_oldest_mark_takes_up_says_nothing_of_the_others(dealing: Clerk) -> None:
    for _ in range(3):
        dealing.plays(*BANKER_WINS, (3, "banker", 2000))
    (paid,) = dealing.says("collect_vig", seat=3, cents=100)
    assert isinstance(paid, e.VigorishCollected)
    assert [(line.cents, line.round) for line in paid.lines] == [(100, "MB-01:2026-07-11:1")]


def told(clerk: Clerk, kind: str, **facts: Any) -> tuple[str, str, dict[str, Any]]:
    """Why something is refused: the sentence, the first words of the next step, and the facts."""
    with pytest.raises(Refused) as refused:
        clerk.says(kind, **facts)
    found = refused.value.refusal
    return found.message, found.next_step.split(" first")[0].split(";")[0], dict(found.facts)


def test_v3_every_seat_pays_all_that_it_owes_oldest_round_first_and_then_none_does(
    dealing: Clerk,
) -> None:
    for seat, stake in ((5, 2_000), (3, 1_000), (3, 500)):
        dealing.plays(*BANKER_WINS, (seat, "banker", stake))
    assert told(dealing, "close", closer=OPENER, **SIGNED)[0] == (
        "Seat 3 owes $0.75, seat 5 owes $1.00 of vigorish; the table cannot close."
    )
    assert told(dealing, "collect_vig", seat=3, cents=76) == (
        "Seat 3 owes $0.75, less than the $0.76 given.",
        "Collect what is owed, or leave the amount out",
        {"seat": 3, "owed_cents": 75, "cents": 76},
    )
    (collected,) = dealing.says("collect_all_vig")
    assert isinstance(collected, e.VigorishCollected)
    assert [(line.seat, line.cents, line.round[-1]) for line in collected.lines] == [
        (3, 50, "2"),
        (3, 25, "3"),
        (5, 100, "1"),
    ]
    assert told(dealing, "collect_all_vig") == (
        "No seat of MB-01 owes vigorish.",
        "Nothing is to be collected",
        {"table": "MB-01"},
    )
    assert told(dealing, "collect_vig", seat=3) == (
        "Seat 3 owes no vigorish.",
        "Check the seat",
        {"seat": 3},
    )


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


# -- what was not collected, and what is typed late


LEFT: dict[str, Any] = {"seat": 3, "reason": "left without paying", "supervisor": "S-2"}


def closed_owing(clerk: Clerk, rules: str = "ma-midi") -> Clerk:
    """As a version of the program left it that let tables close while seats owed; rules were changed meanwhile."""
    clerk.opens(rules).starts_shoe().plays(*BANKER_WINS, (3, "banker", 2000))
    stamp: dict[str, Any] = {
        "by": "C-1",
        "at": to_micros(clerk.moment) + 3_600_000_000,
        "recorded_at": to_micros(clerk.moment) + 3_600_000_000,
        "day": "2026-07-11",
    }
    without = load("div-mini-no-commission")
    adopted = e.RulesAdopted(
        rules=without.id,
        version=without.version,
        sha256=without.sha256,
        document=without.document(),
        **stamp,
    )
    stamp |= SIGNED
    closed = e.TableClosed(closer={}, closer_cents=0, **stamp)
    unit = clerk.ledger.begin()
    unit.append("table:MB-01", adopted, closed)
    unit.commit()
    return clerk


def test_what_was_collected_before_a_close_is_taken_after_it(clerk: Clerk) -> None:
    closed_owing(clerk)
    assert clerk.is_refused("collect_vig", seat=3, at="2026-07-11T17:50:00-04:00") == (
        "at_before_mark"
    )
    assert clerk.is_refused("collect_vig", seat=4) == "nothing_owed"
    assert clerk.is_refused("collect_vig", seat=3, at="2026-07-13T12:00:00-04:00") == "table_closed"
    (paid,) = clerk.says("collect_vig", seat=3)
    assert isinstance(paid, e.VigorishCollected)
    table = clerk.ledger.table("MB-01")
    assert (table.marks, table.seats) == ({}, {}), "who owes nothing any more sits there no more"


def test_nothing_is_collected_between_a_close_and_the_next_opening(clerk: Clerk) -> None:
    """Nobody had the tray then. What is dated into the opening before is taken: it is typed late."""
    closed_owing(clerk, "ma-midi")
    closed = clerk.moment + timedelta(hours=1)
    clerk.moment = closed + timedelta(minutes=30)
    clerk.opens(clerk.ledger.table("MB-01").rules)
    at = (closed + timedelta(minutes=10)).isoformat()
    for kind, facts in (("collect_vig", {"seat": 3}), ("collect_all_vig", {})):
        assert clerk.is_refused(kind, **facts, at=at) == "tray_counted"
    clerk.says("collect_vig", seat=3, at=(closed - timedelta(seconds=1)).isoformat())


def test_nothing_is_collected_or_put_on_a_form_after_the_close(clerk: Clerk) -> None:
    """It would be in no count of the tray or the box; what is not paid can be said of the closed table."""
    closed_owing(clerk, "div-mini")
    clerk.moment += timedelta(hours=1)
    assert clerk.is_refused("collect_vig", seat=3) == "tray_counted"
    assert clerk.is_refused("collect_all_vig") == "tray_counted"
    with pytest.raises(Refused, match="its tray is counted"):
        clerk.ledger.do(on_form(clerk))
    clerk.says("uncollected_vig", **LEFT, no_form="the player had gone")


def on_form(clerk: Clerk) -> table_acts.DocumentVig:
    said: dict[str, Any] = {"source": "", "seq": 0, "at": clerk.moment, "by": "C-1"}
    return table_acts.DocumentVig(**said, table="MB-01", seat=3, cents=40, serial="CVF-1")


def test_what_is_not_collected_can_be_said_of_a_closed_table_on_any_day(clerk: Clerk) -> None:
    closed_owing(clerk)
    closed_at = clerk.ledger.table("MB-01").last_at
    (left,) = clerk.says("uncollected_vig", **LEFT, at="2026-07-13T12:00:00-04:00")
    assert isinstance(left, e.VigorishUncollected)
    assert [(line.seat, line.cents) for line in left.lines] == [(3, 100)]
    table = clerk.ledger.table("MB-01")
    assert (table.marks, table.last_at) == ({}, closed_at), "the next opening does not follow it"


def test_a_mark_goes_by_the_rules_of_its_own_round(clerk: Clerk) -> None:
    """A form is asked for, and one is taken, though the rules now in force have none."""
    closed_owing(clerk, "div-mini")
    assert clerk.is_refused("uncollected_vig", **LEFT) == "form_first"
    (recorded,) = clerk.ledger.do(on_form(clerk)).events
    assert isinstance(recorded.event, e.VigorishDocumented)
    left = clerk.says("uncollected_vig", **LEFT, no_form="there was no form left")
    assert [each.no_form for each in left if isinstance(each, e.VigorishUncollected)] == [
        "there was no form left"
    ]
    assert clerk.ledger.table("MB-01").marks == {}


def test_a_late_entry_settles_only_marks_that_stood_then(dealing: Clerk) -> None:
    dealing.plays(*BANKER_WINS, (3, "banker", 2000))
    then = dealing.moment.isoformat()
    dealing.moment += timedelta(minutes=30)
    dealing.plays(*BANKER_WINS, (3, "banker", 3000))
    with pytest.raises(Refused, match=r"Seat 3 owed \$1.00 then, less than the \$1.50 given"):
        dealing.says("collect_vig", seat=3, cents=150, at=then)
    (paid,) = dealing.says("collect_vig", seat=3, at=then)
    assert isinstance(paid, e.VigorishCollected)
    assert [line.cents for line in paid.lines] == [100]
    assert dealing.ledger.table("MB-01").owed(3) == 150


def test_part_is_collected_and_the_rest_is_not_and_the_seat_leaves(dealing: Clerk) -> None:
    dealing.plays(*BANKER_WINS, (3, "banker", 2000))
    dealing.says("collect_vig", seat=3, cents=40)
    assert dealing.is_refused("uncollected_vig", **{**LEFT, "supervisor": "C-1"}) == "signed_twice"
    assert dealing.is_refused("uncollected_vig", **LEFT, cents=61) == "more_than_owed"
    before = dealing.ledger.table("MB-01").tray_cents
    dealing.says("uncollected_vig", **LEFT, cents=60)
    assert dealing.ledger.table("MB-01").tray_cents == before
    dealing.says("leave", seat=3)


def test_a_table_is_not_closed_before_what_a_seat_owed_was_left_uncollected(dealing: Clerk) -> None:
    dealing.plays(*BANKER_WINS, (3, "banker", 2000))
    while_owed = (dealing.moment + timedelta(minutes=10)).isoformat()
    dealing.moment += timedelta(minutes=30)
    dealing.says("uncollected_vig", **LEFT)
    close = {"closer": OPENER, **SIGNED}
    assert dealing.is_refused("close", at=while_owed, **close) == "at_before_last_act"
    dealing.says("close", **close)
