"""The tray of an open table counted: at the cut-off closer of one day and opener of the next (decision 33)."""

import itertools
from collections.abc import Callable
from datetime import datetime, timedelta
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ledger.day.acts import CloseDay, Reconciled
from ledger.desks.ledger import Ledger
from ledger.events import table as e
from ledger.events.act import Stamp
from ledger.events.base import Event
from ledger.property.acts import ChangeSettings, Settings
from ledger.table.reckoning import stated_again
from projections.engine.engine import catch_up
from projections.engine.rebuild import rebuild
from projections.figures import notes, shifts, win
from projections.figures.arithmetic import known_sum, less
from projections.models import inventory as inventory_model
from projections.models import notes as notes_model
from projections.models import table_win
from tests.clerk import OPENER, OPENER_CENTS, SIGNED, Clerk, count_drop
from tests.projections.history import make_up
from tests.projections.log import dump, folded
from tests.projections.made_up_table import DAYS

CUTOFF = datetime.fromisoformat("2026-07-12T06:00:00-04:00")
OLD, NEW = "2026-07-11", "2026-07-12"
BANKER = ("7d Qh", "9c Kh", (3, "banker", 2_000))
"""Banker wins $20.00: $20.00 leave the tray, and $1.00 of vigorish is marked."""


def books(ledger: Ledger) -> dict[str, win.Win]:
    """The one table's figures, by day; the read models are what a rebuild makes of them."""
    journal, engine = ledger.journal, ledger.journal.engine
    made = (table_win.PROJECTION, inventory_model.PROJECTION)
    catch_up((*win.NEEDS, inventory_model.PROJECTION), journal, engine)
    live = dump(engine, *made)
    rebuild(made, journal, engine)
    assert dump(engine, *made) == live
    with engine.connect() as connection:
        return {of.gaming_day: of for of in win.between(connection, OLD, NEW)}


def night(ledger: Ledger, **facts: Any) -> Clerk:
    """A table open since 20:00, a shoe in play."""
    clerk = Clerk(ledger, moment="2026-07-11T20:00:00-04:00")
    return clerk.opens(**facts)


def counts(clerk: Clerk, cents: int, at: datetime = CUTOFF, **facts: Any) -> list[e.TrayCounted]:
    said = clerk.says("count", tray={"1": cents}, at=at.isoformat(), **SIGNED, **facts)
    events = [event for event in said if isinstance(event, e.TrayCounted)]
    assert len(events) == len(said)
    return events


def minutes(after: float) -> datetime:
    """A moment after the cut-off."""
    return CUTOFF + timedelta(minutes=after)


def drops(ledger: Ledger, day: str, cents: int, table: str = "MB-01") -> None:
    at = int(minutes(180).timestamp() * 1e6)
    count_drop(ledger, day, table, cash_cents=cents, by="A-1", at=at)


def test_a_table_open_over_the_cutoff_has_closer_opener_and_win_on_both_days(
    ledger: Ledger,
) -> None:
    clerk = night(ledger).starts_shoe()
    clerk.plays(*BANKER)
    old, new = counts(clerk, OPENER_CENTS - 2_000)
    clerk.moment = minutes(5)
    clerk.plays(*BANKER)
    clerk.says("collect_vig", seat=3)
    clerk.says("close", closer={"1": OPENER_CENTS - 4_000 + 200}, **SIGNED)
    for day in (OLD, NEW):
        drops(ledger, day, 0)
    found = books(ledger)

    assert (old.day, old.figure, new.day, new.figure) == (OLD, "closer", NEW, "opener")
    assert found[OLD].closer == found[NEW].opener == OPENER_CENTS - 2_000
    assert (found[OLD].win_tray, found[NEW].win_tray) == (-2_000, -1_800)
    assert [found[day].tray_variance for day in (OLD, NEW)] == [0, 0]
    assert clerk.ledger.table("MB-01").shoe is None, "closed at the end"


def test_what_moved_between_the_cutoff_and_the_count_is_worked_back(ledger: Ledger) -> None:
    clerk = night(ledger).starts_shoe()
    clerk.says("buy_in", seat=3, cents=5_000, at=minutes(3).isoformat())
    clerk.says("fill", slip="F-1", chips={"500": 20}, at=minutes(30).isoformat(), **SIGNED)
    event = counts(clerk, OPENER_CENTS - 5_000, minutes(20))[0]

    assert (event.moved_cents, event.stands_cents) == (-5_000, OPENER_CENTS)
    assert event.expected_cents == OPENER_CENTS - 5_000, "the fill came after it"
    assert books(ledger)[OLD].closer == OPENER_CENTS
    assert ledger.table("MB-01").tray_cents == OPENER_CENTS + 5_000


@pytest.mark.parametrize("late", range(1, 4))
def test_what_came_before_a_count_and_is_entered_after_it_is_as_if_entered_in_order(
    ledger: Ledger, late: int
) -> None:
    """Worked back into what the count stands for, and not taken from the tray again, which was counted without it."""
    clerk = night(ledger)
    slip = {"slip": "F-1", "chips": {"500": 20}, **SIGNED}
    in_order: tuple[Callable[[], list[Event]], ...] = (
        lambda: clerk.says("buy_in", seat=3, cents=5_000, at=minutes(3).isoformat()),
        lambda: clerk.says("buy_in", seat=3, cents=700, at=minutes(-30).isoformat()),
        lambda: clerk.says("fill", **slip, at=minutes(12).isoformat()),
    )
    tray = OPENER_CENTS - 5_000 - 700 + 10_000
    for entered in in_order[late:]:
        entered()
    counts(clerk, tray, minutes(20))
    counts(clerk, tray, minutes(25))
    stated = [each for entered in in_order[:late] for each in entered()]

    again = [event for event in stated if isinstance(event, e.TrayCounted)]
    assert all(event.again and event.tray_cents == tray for event in again)
    assert {event.at for event in again} <= {int(minutes(25).timestamp() * 1e6)}, (
        "the one that stands"
    )
    assert len(again) == 2 * sum(each in {0, 2} for each in range(late))
    assert ledger.table("MB-01").tray_cents == tray
    found = books(ledger)
    assert found[OLD].closer == found[NEW].opener == OPENER_CENTS - 700
    clerk.moment = minutes(30)
    (count,) = counts(clerk, tray, minutes(300))
    assert count.expected_cents == tray
    clerk.says("close", closer={"1": tray}, at=minutes(301).isoformat(), **SIGNED)
    assert [books(ledger)[day].tray_variance for day in (OLD, NEW)] == [0, 0]


def test_a_closed_days_closer_is_not_stated_again(ledger: Ledger) -> None:
    """It was signed; the opener that goes with it stays too, and the open day has the variance."""
    clerk = night(ledger)
    counted = counts(clerk, OPENER_CENTS - 5_000, minutes(20))
    entered = clerk.says("buy_in", seat=3, cents=5_000, at=minutes(3).isoformat())[:1]
    stamp = Stamp("C-1", entered[0].at, entered[0].recorded_at, NEW)
    assert stated_again(reversed(counted), entered, stamp, lambda day: day == OLD) == []
    again = stated_again(reversed(counted), entered, stamp, lambda _: False)
    assert [(each.figure, each.moved_cents) for each in again] == [
        ("closer", -5_000),
        ("opener", -5_000),
    ]


def closes(ledger: Ledger, day: str) -> int:
    """Close a day as it is; the position of its books."""
    read = Reconciled(day, [], [], ledger.journal.max_notification_id() or 0)
    ledger.do(CloseDay(by="A-1", second="A-2", at=minutes(40), day=day, read=read))
    return read.position


def test_what_comes_late_of_before_the_count_of_a_closed_day_is_a_note_of_it(
    ledger: Ledger,
) -> None:
    """The open day has the variance, and the closed one says why: what, how much, by which slip, by whom."""
    clerk = night(ledger).starts_shoe()
    clerk.plays(*BANKER)
    counts(clerk, OPENER_CENTS - 2_000, minutes(20))
    before = books(ledger)[OLD].closer
    position = closes(ledger, OLD)
    clerk.says("buy_in", seat=3, cents=5_000, at=minutes(3).isoformat())
    slip = {"chips": {"500": 20}, **SIGNED}
    clerk.says("fill", slip="F-1", **slip, at=minutes(5).isoformat())
    clerk.says("credit", slip="C-1", **slip, at=minutes(6).isoformat())
    clerk.says("collect_vig", seat=3, at=minutes(7).isoformat())
    clerk.says("fill", slip="F-2", **slip, at=minutes(25).isoformat())
    wrong = {"figure": "fills", "cents": 2_500, "of_day": NEW, "reason": "a stack more"}
    signed = {"approved_by": "S-9", "accounting": "A-9", "at": minutes(30).isoformat()}
    clerk.says("correct", original="F-1", document="MC-1", **wrong, **signed)
    clerk.says("correct", original="F-2", document="MC-2", **wrong, **signed)
    catch_up([notes_model.PROJECTION], ledger.journal, ledger.journal.engine)
    with ledger.journal.engine.connect() as connection:
        found = notes.notes(connection, OLD, position)
    of_the_count = [(each.what, each.cents) for each in found if each.subject == "closer"]
    assert of_the_count == [
        ("buy-in before the count", -5_000),
        ("fill before the count", 10_000),
        ("credit before the count", -10_000),
        ("vigorish collected before the count", 100),
        ("correction before the count", 2_500),
    ]
    assert {each.document for each in found} == {None, "F-1", "C-1", "MC-1"}
    assert found[-1].text == "not worked back: F-1"
    assert {(each.gaming_day, each.table, each.by) for each in found} == {(NEW, "MB-01", "C-1")}
    assert books(ledger)[OLD].closer == before


@pytest.mark.parametrize("counted_after", [True, False])
def test_decision_41_a_correction_of_what_was_before_a_count_moves_the_days_books_and_not_the_tray_counted_since(
    ledger: Ledger, counted_after: bool
) -> None:
    """The chips were in the tray as it was counted; of what comes after the count the tray moves with the books."""
    clerk = night(ledger)
    slip = {"slip": "F-1", "chips": {"500": 20}, **SIGNED}
    if counted_after:
        clerk.says("fill", **slip)
        counts(clerk, OPENER_CENTS + 9_500, clerk.moment + timedelta(hours=1))
    else:
        counts(clerk, OPENER_CENTS - 500, clerk.moment + timedelta(hours=1))
        clerk.moment += timedelta(hours=2)
        clerk.says("fill", **slip)
    assert clerk.ledger.table("MB-01").tray_cents == OPENER_CENTS + 9_500
    clerk.moment += timedelta(hours=1)
    said = {"figure": "fills", "cents": -500, "of_day": OLD, "original": "F-1"}
    said |= {"document": "MC-1", "reason": "one chip less", "approved_by": "S-9"}
    clerk.says("correct", **said)
    moved = 0 if counted_after else -500
    assert clerk.ledger.table("MB-01").tray_cents == OPENER_CENTS + 9_500 + moved
    assert books(ledger)[OLD].expected_tray == OPENER_CENTS + 9_500


def test_decision_41_an_opener_is_a_count_too(clerk: Clerk) -> None:
    clerk.opens().says("fill", slip="F-1", chips={"500": 20}, **SIGNED)
    clerk.says("close", closer=OPENER, **SIGNED)
    clerk.opens()
    said = {"figure": "fills", "cents": -500, "of_day": OLD, "original": "F-1"}
    said |= {"document": "MC-1", "reason": "one chip less", "approved_by": "S-9"}
    clerk.says("correct", **said)
    assert clerk.ledger.table("MB-01").tray_cents == OPENER_CENTS


def test_a_round_that_began_before_the_cutoff_is_the_old_days_whenever_it_was_settled(
    ledger: Ledger,
) -> None:
    clerk = night(ledger).starts_shoe()
    clerk.says("wager", seat=3, bet="banker", cents=2_000, at=minutes(-1).isoformat())
    clerk.says("no_more_bets", at=minutes(-0.5).isoformat())
    hands = {"player": ["7d", "Qh"], "banker": ["9c", "Kh"]}
    clerk.says("deal", **hands, at=minutes(0.1).isoformat())
    clerk.says("settle", at=minutes(2).isoformat())
    # The tray was counted while the round was on the layout, and typed in afterwards.
    event = counts(clerk, OPENER_CENTS, minutes(1))[0]

    assert event.stands_cents == OPENER_CENTS - 2_000
    found = books(ledger)
    assert (found[OLD].hand_result, found[OLD].tray_variance) == (-2_000, 0)
    assert found[NEW].opener == OPENER_CENTS - 2_000


@pytest.mark.parametrize(
    ("after", "stands"), [(-1, False), (0, True), (60, True), (61, False), (240, False)]
)
def test_a_count_stands_for_the_cutoff_within_the_window_after_it_alone(
    ledger: Ledger, after: int, stands: bool
) -> None:
    events = counts(night(ledger), OPENER_CENTS, minutes(after))
    assert [event.figure for event in events] == (["closer", "opener"] if stands else [""])


@pytest.mark.parametrize("after", [0, 10])
def test_a_table_that_opened_at_the_cutoff_or_after_it_was_not_open_before(
    ledger: Ledger, after: int
) -> None:
    clerk = Clerk(ledger, moment=(minutes(after) - timedelta(seconds=1)).isoformat()).opens()
    assert ledger.table("MB-01").opened_at == int(minutes(after).timestamp() * 1e6)
    assert [event.figure for event in counts(clerk, OPENER_CENTS, minutes(20))] == [""]


def test_a_count_needs_two_people_an_open_table_and_no_round(ledger: Ledger) -> None:
    clerk = night(ledger).starts_shoe()
    tray: Any = {"tray": OPENER, "dealer": "D-7"}
    assert clerk.is_refused("count", supervisor="D-7", **tray) == "signed_twice"
    clerk.says("wager", seat=3, bet="banker", cents=2_000)
    assert clerk.is_refused("count", supervisor="S-2", **tray) == "round_in_progress"
    clerk.says("void", reason="misdeal")
    clerk.says("close", closer=OPENER, **SIGNED)
    assert clerk.is_refused("count", supervisor="S-2", **tray) == "table_closed"


def test_a_count_of_a_tray_run_alone_is_held_against_nothing(ledger: Ledger) -> None:
    clerk = night(ledger, hands=False)
    event = counts(clerk, OPENER_CENTS - 70_000)[0]
    drops(ledger, OLD, 0)
    found = books(ledger)

    assert event.expected_cents == event.tray_cents
    assert (found[OLD].win_tray, found[OLD].win_hands) == (-70_000, None)
    assert (found[NEW].opener, found[NEW].hands) == (OPENER_CENTS - 70_000, False)


def test_counted_again_the_last_count_stands(ledger: Ledger) -> None:
    clerk = night(ledger)
    counts(clerk, OPENER_CENTS - 100)
    counts(clerk, OPENER_CENTS)
    found = books(ledger)
    assert found[OLD].closer == found[NEW].opener == OPENER_CENTS


NUMBERS = itertools.count(1)
MOVES = st.lists(
    st.tuples(st.integers(-90, 90), st.sampled_from(["fill", "credit", "buy_in", "round"])),
    max_size=12,
)


@settings(
    max_examples=15,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    moves=MOVES,
    counted=st.integers(0, 59),
    gone=st.sampled_from([0, -2_500]),
    missing_at=st.sampled_from([-91, 61]),
)
def test_the_law_of_the_books_holds_over_the_cutoff_whenever_it_is_counted(
    ledger: Ledger, moves: list[tuple[int, str]], counted: int, gone: int, missing_at: int
) -> None:
    """A tray kept by hand beside the ledger: what is missing is missing on the day on which it went."""
    code = f"T-{next(NUMBERS)}"
    clerk = Clerk(ledger, code, "2026-07-11T20:00:00-04:00")
    clerk.opens(pit=code).starts_shoe()
    tray, boxes, held = OPENER_CENTS, {OLD: 0, NEW: 0}, None
    for n, (after, kind) in enumerate([*sorted(moves), (1_000, "close")]):
        if held is None and after > counted:
            held = tray + (gone if missing_at < counted else 0)
        if kind == "close":
            break
        at = (minutes(after) + timedelta(seconds=n)).isoformat()
        if kind == "round":
            clerk.plays(*BANKER, at=at)
            tray -= 2_000
        elif kind == "buy_in":
            clerk.says("buy_in", seat=3, cents=700, at=at)
            tray -= 700
            boxes[OLD if minutes(after) < CUTOFF else NEW] += 700
        else:
            slip = {"slip": f"{code}-{n}", "chips": {"500": 3}, **SIGNED}
            clerk.says(kind, at=at, **slip)
            tray += 1_500 if kind == "fill" else -1_500
    counts(clerk, held or 0, minutes(counted) + timedelta(seconds=59))
    clerk.moment = minutes(120)
    if any(kind == "round" for _, kind in moves):
        owed = ledger.table(code).owed(3)
        clerk.says("collect_vig", seat=3)
        tray += owed
    clerk.says("close", closer={"1": tray + gone}, **SIGNED)
    for day, cents in boxes.items():
        drops(ledger, day, cents, code)
    catch_up(win.NEEDS, ledger.journal, ledger.journal.engine)
    with ledger.journal.engine.connect() as connection:
        found = [of for of in win.between(connection, OLD, NEW) if of.table == code]
    assert [of.gaming_day for of in found] == [OLD, NEW]
    expected = [gone, 0] if missing_at < counted else [0, gone]
    assert [of.tray_variance for of in found] == expected
    for of in found:
        explained = known_sum(of.tray_variance, of.drop_variance, of.form_variance)
        assert explained is not None
        assert known_sum(of.win_tray, less(of.win_hands)) == explained


# -- shifts


def by_shift(ledger: Ledger, day: str = OLD) -> list[shifts.WinOfShift]:
    catch_up(shifts.NEEDS, ledger.journal, ledger.journal.engine)
    with ledger.journal.engine.connect() as connection:
        return shifts.shifts(connection, day)


def at(clock: str) -> datetime:
    """A local time of the gaming day; 06:00 is its end."""
    moment = datetime.fromisoformat(f"2026-07-11T{clock}:00-04:00")
    return moment if moment.hour > 6 else moment + timedelta(days=1)


@pytest.fixture
def three_shifts(ledger: Ledger) -> Ledger:
    shifts_at: Settings = {"shifts": ["06:00", "14:00", "22:00"]}
    ledger.do(ChangeSettings(by="A-1", at=at("07:00"), settings=shifts_at))
    return ledger


def whole_day(ledger: Ledger, *counted: str) -> None:
    """Open from 10:00 to 06:00 with a round and a buy-in each shift, its tray right at every count of it."""
    clerk = Clerk(ledger, moment=at("10:00").isoformat())
    clerk.opens().starts_shoe()
    tray = OPENER_CENTS
    moments = [(at(each), "plays") for each in ("11:00", "15:00", "23:00")]
    moments += [(at(each), "counts") for each in counted]
    for moment, what in sorted(moments):
        clerk.moment = moment
        if what == "plays":
            clerk.says("buy_in", seat=3, cents=5_000)
            clerk.plays(*BANKER)
            tray -= 7_000
        else:
            counts(clerk, tray, moment)


def test_win_by_shift_is_known_where_the_tray_was_counted_at_its_ends(three_shifts: Ledger) -> None:
    whole_day(three_shifts, "14:00", "22:20", "06:00")
    found = by_shift(three_shifts)

    assert [row.shift for row in found] == ["06:00-14:00", "14:00-22:00", "22:00-06:00"]
    assert [row.win_tray for row in found] == [-2_000] * 3
    assert [row.win_hands for row in found] == [-2_000] * 3
    assert [row.tray_variance for row in found] == [0] * 3
    assert [row.closer for row in found[:-1]] == [row.opener for row in found[1:]]


def test_a_shift_not_counted_at_its_end_is_unknown_from_the_tray_and_known_from_the_hands(
    three_shifts: Ledger,
) -> None:
    whole_day(three_shifts, "22:00", "06:00")
    found = by_shift(three_shifts)

    assert [row.win_tray for row in found] == [None, None, -2_000]
    assert [row.win_hands for row in found] == [-2_000] * 3


def test_a_shift_in_which_the_table_was_closed_has_no_row(three_shifts: Ledger) -> None:
    clerk = Clerk(three_shifts, moment=at("15:00").isoformat()).opens()
    clerk.says("close", closer={"1": OPENER_CENTS - 100}, **SIGNED)
    (row,) = by_shift(three_shifts)

    assert (row.shift, row.tray_variance) == ("14:00-22:00", -100)


def test_without_shifts_the_day_is_one(ledger: Ledger) -> None:
    whole_day(ledger, "06:00")
    (row,) = by_shift(ledger)
    day = books(ledger)[OLD]

    assert row.shift == "06:00-06:00"
    assert row.win_tray == -6_000
    assert (row.opener, row.closer, row.win_hands) == (day.opener, day.closer, day.win_hands)
    assert (row.expected_tray, row.tray_variance) == (day.expected_tray, day.tray_variance)


@pytest.fixture
def begun_with_shifts(ledger: Ledger) -> Ledger:
    """A property that began on July 1st with three shifts, and has two from July 12th on."""
    said: Settings = {"shifts": ["06:00", "14:00", "22:00"]}
    ledger.do(
        ChangeSettings(
            by="A-1", at=datetime.fromisoformat("2026-07-01T12:00:00-04:00"), settings=said
        )
    )
    ledger.do(ChangeSettings(by="A-1", at=minutes(30), settings={"shifts": ["06:00", "18:00"]}))
    return ledger


@pytest.mark.parametrize("day", ["2026-06-11", OLD])
def test_a_day_has_the_shifts_that_held_on_it_whenever_it_is_entered(
    begun_with_shifts: Ledger, day: str
) -> None:
    """Those that the property began with hold for the days before, by the count and by the report."""
    clerk = Clerk(begun_with_shifts, moment=f"{day}T15:00:00-04:00").opens()
    said = {"tray": OPENER, "at": f"{day}T22:10:00-04:00", **SIGNED}
    clerk.says("count", **said, shift="14:00-22:00")
    assert [row.shift for row in by_shift(begun_with_shifts, day)] == ["14:00-22:00", "22:00-06:00"]
    assert clerk.is_refused("count", **said, shift="06:00-18:00") == "not_at_shift_end"


def test_shifts_said_later_than_on_the_first_day_hold_from_then_on(three_shifts: Ledger) -> None:
    Clerk(three_shifts, moment="2026-06-11T15:00:00-04:00").opens()
    assert [row.shift for row in by_shift(three_shifts, "2026-06-11")] == ["06:00-06:00"]


@pytest.mark.parametrize("shift", ["06:00-14:00", "14:00-22:00"])
def test_a_count_said_to_end_a_shift_stands_for_that_one_alone(
    three_shifts: Ledger, shift: str
) -> None:
    clerk = Clerk(three_shifts, moment=at("10:00").isoformat()).opens()
    said = {"tray": OPENER, "shift": shift, "at": at("14:10").isoformat(), **SIGNED}
    if shift == "06:00-14:00":
        (event,) = clerk.says("count", **said)
        assert isinstance(event, e.TrayCounted)
        assert (event.shift, event.figure) == (shift, "")
    else:
        assert clerk.is_refused("count", **said) == "not_at_shift_end"


@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_the_shifts_of_a_table_add_up_to_its_day(seed: int) -> None:
    made = make_up(Random(seed), rounds=30)
    with folded(made.recorded, shifts.NEEDS) as connection:
        for day in DAYS:
            rows = shifts.shifts(connection, day)
            for of in win.win(connection, day):
                mine = [row for row in rows if row.table == of.table]
                for field in ("fills", "credits", "buy_ins", "hand_result", "win_hands"):
                    parts = known_sum(*(getattr(row, field) for row in mine))
                    assert parts == getattr(of, field), (of.table, field)
                assert sum(row.rounds for row in mine) == of.rounds
