"""What is undone, reversed, entered rightly or corrected around a count: the closer is what was counted less what moved
since, and a round counts in the hour and the shift in which it was played (decision 33).
"""

import itertools
from typing import Any, Final

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ledger.desks.ledger import Ledger
from ledger.events import table as e
from ledger.events.base import Event
from ledger.table.acts import Undo
from ledger.transaction.unit import Done
from ledger.values.errors import Refused
from projections.engine.engine import catch_up
from projections.figures import hours, win
from projections.queries import check
from tests.clerk import OPENER_CENTS, SIGNED, Clerk
from tests.folded import fold
from tests.ledger.day.test_tray_counts import (
    NEW,
    OLD,
    at,
    books,
    by_shift,
    counts,
    minutes,
    night,
    three_shifts,
)

__all__ = ["three_shifts"]

NUMBERS = itertools.count(1)
WHY: Final = {"reason": "of seat 4", "approved_by": "S-9"}
HANDS: Final = {"player": ["7d", "Qh"], "banker": ["9c", "Kh"]}
NOT_THEN: Final = {
    "undo_out_of_reach",
    "cannot_be_undone",
    "round_in_books",
    "figure_below_zero",
    "card_not_in_shoe",
}
"""Why a step of the law may be refused; it then changes nothing."""


def taken_back(clerk: Clerk) -> Done:
    """The last act at the clerk's table, approved by a supervisor."""
    why = "mistyped"
    act = clerk.act("cut_card", at=minutes(300).isoformat())
    said = Undo(
        table=clerk.table, by=act.by, at=act.at, source="", seq=0, reason=why, approved_by="S-9"
    )
    return clerk.ledger.do(said)


class Moved(msgspec.Struct):
    """Chips that truly moved: minutes after the cut-off, and cents into the tray. name: of the slip or the round.
    before: the reversed round that it is in the place of.
    """

    after: float
    cents: int
    name: str = ""
    before: "Moved | None" = None


class Night(msgspec.Struct):
    """A table open over the cut-off, and beside the ledger what is true of it. acts: what an undo may take back, None
    for what it may not; at a correction or a count it stops, or passes it over. counted: minutes after the cut-off and
    cents, as they were typed.
    """

    clerk: Clerk
    there: list[Moved] = []
    acts: list[Moved | None] = []
    reversed: list[Moved] = []
    counted: list[tuple[float, int]] = []
    played: float = -60
    ruled: bool = False

    def says(self, kind: str, moved: Moved, **facts: Any) -> list[Event]:
        said = self.clerk.says(kind, at=minutes(moved.after).isoformat(), **facts)
        self.there.append(moved)
        self.acts.append(moved)
        return said

    def buy_in(self, after: float, pick: int) -> None:
        self.says("buy_in", Moved(after, -500 * pick), seat=3, cents=500 * pick)

    def fill(self, after: float, pick: int) -> None:
        slip = f"F-{next(NUMBERS)}"
        self.says("fill", Moved(after, 500 * pick, slip), slip=slip, chips={"500": pick}, **SIGNED)

    def round(self, after: float, pick: int) -> None:
        """Banker wins; a round is played after the last one."""
        moved = Moved(max(self.played, after), -500 * pick)
        self.play("round", moved, pick)
        self.played = moved.after

    def play(self, kind: str, moved: Moved, pick: int, **facts: Any) -> None:
        wagers = [{"seat": 3, "bet": "banker", "cents": 500 * pick}]
        said = self.says(kind, moved, wagers=wagers, **HANDS, **facts)
        moved.name = next(x.round for x in said if isinstance(x, e.RoundSettled))

    def reverse(self, _: float, pick: int) -> None:
        rounds = [each for each in self.there if ":" in each.name]
        if rounds:
            wrong = rounds[pick % len(rounds)]
            self.clerk.says("reverse", round=wrong.name, **WHY, at=minutes(200).isoformat())
            self.there.remove(wrong)
            self.reversed.append(wrong)
            self.acts.append(None)

    def instead(self, _: float, pick: int) -> None:
        """Entered long after; it counts at the moment of the round that it replaces."""
        if self.reversed:
            wrong = self.reversed[-1]
            moved = Moved(wrong.after, -500 * pick, before=wrong)
            at_, facts = minutes(200).isoformat(), {"instead_of": wrong.name}
            wagers = [{"seat": 3, "bet": "banker", "cents": 500 * pick}]
            self.clerk.says("round_instead", at=at_, wagers=wagers, **HANDS, **facts)
            moved.name = f"{wrong.name}r"
            self.reversed.remove(wrong)
            self.there.append(moved)
            self.acts.append(moved)

    def undo(self, *_: float) -> None:
        taken_back(self.clerk)
        gone = self.acts.pop()
        assert gone is not None
        self.there.remove(gone)
        if gone.before is not None:
            self.reversed.append(gone.before)

    def correct(self, _: float, pick: int) -> None:
        named = [each for each in self.there if each.name]
        if named:
            wrong = named[pick % len(named)]
            cents = 500 if pick % 2 else -500
            said = {"original": wrong.name, "of_day": OLD if wrong.after < 0 else NEW, **WHY}
            said |= {"accounting": "A-2", "document": f"MC-{next(NUMBERS)}"}
            said |= {"figure": "hand_result" if ":" in wrong.name else "fills"}
            self.clerk.says("correct", cents=cents, at=minutes(200).isoformat(), **said)
            wrong.cents += cents

    def rule(self, _: float, pick: int) -> None:
        """Once, of less than is corrected, which would else take it back."""
        rounds = [each for each in self.there if ":" in each.name]
        if rounds and not self.ruled:
            said = {"round": rounds[pick % len(rounds)].name, "at": minutes(200).isoformat()}
            cents = 300 if pick % 2 else -300
            self.clerk.says("raise_dispute", claim="paid wrongly", **said)
            said |= {"document": f"MC-{next(NUMBERS)}", "accounting": "A-2", "decided_by": "S-9"}
            self.clerk.says("decide_dispute", ruling="upheld", reason="seen", cents=cents, **said)
            self.there.append(Moved(200, cents))
            self.ruled = True

    def count(self, after: float, pick: int) -> None:
        after = max(after, 0)
        counts(self.clerk, 800_000 + 100 * pick, minutes(after))
        self.counted.append((after, 800_000 + 100 * pick))

    def closer(self) -> int | None:
        """What the last count comes to at the cut-off."""
        if not self.counted:
            return None
        last, cents = self.counted[-1]
        return cents - sum(each.cents for each in self.there if 0 <= each.after <= last)

    def tray(self) -> int:
        """What was counted latest, and what moved since."""
        latest, cents = max(reversed(self.counted), default=(-600.0, OPENER_CENTS), key=_first)
        return cents + sum(each.cents for each in self.there if each.after > latest)


def _first(count: tuple[float, int]) -> float:
    return count[0]


STEPS: Final = (
    "buy_in",
    "fill",
    "round",
    "round",
    "reverse",
    "instead",
    "undo",
    "correct",
    "rule",
    "count",
)


@settings(
    max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    steps=st.lists(
        st.tuples(st.sampled_from(STEPS), st.integers(-30, 55), st.integers(1, 6)),
        min_size=4,
        max_size=16,
    )
)
def test_in_any_order_the_closer_is_what_was_counted_less_what_truly_moved_since(
    ledger: Ledger, steps: list[tuple[str, int, int]]
) -> None:
    code = f"T-{next(NUMBERS)}"
    clerk = Clerk(ledger, code, "2026-07-11T20:00:00-04:00")
    clerk.opens(pit=code).starts_shoe()
    night = Night(clerk, acts=[None])
    for n, (what, after, pick) in enumerate([("count", 20, 5), *steps]):
        try:
            getattr(night, what)(after + n / 60, pick)
        except Refused as refused:
            assert refused.refusal.code in NOT_THEN  # noqa: PT017  any other is a fault
    assert ledger.table(code).tray_cents == night.tray()
    catch_up(win.NEEDS, ledger.journal, ledger.journal.engine)
    with ledger.journal.engine.connect() as connection:
        found = [of for of in win.between(connection, OLD, NEW) if of.table == code]
    assert [found[0].closer, found[1].opener] == [night.closer()] * 2
    fold(ledger)


def test_a_round_and_a_fill_put_right_after_the_count_leave_no_variance(ledger: Ledger) -> None:
    """Typed $40 for $15, and a slip of $100 for $50: the count was right."""
    clerk = night(ledger).starts_shoe()
    clerk.says("round", at=minutes(10).isoformat(), wagers=_wager("player", 4_000), **HANDS)
    slip = {"slip": "F-1", "chips": {"2500": 4}, **SIGNED}
    clerk.says("fill", at=minutes(11).isoformat(), **slip)
    counts(clerk, OPENER_CENTS + 1_500 + 5_000, minutes(20))
    clerk.moment = minutes(30)
    wrong = f"MB-01:{NEW}:1"
    clerk.says("reverse", round=wrong, **WHY)
    clerk.says("round_instead", instead_of=wrong, wagers=_wager("player", 1_500), **HANDS)
    said = {"figure": "fills", "cents": -5_000, "of_day": NEW, "original": "F-1", **WHY}
    clerk.says("correct", document="MC-1", **said)
    assert ledger.table("MB-01").tray_cents == OPENER_CENTS + 6_500
    found = books(ledger)
    assert (found[OLD].closer, found[OLD].tray_variance) == (OPENER_CENTS, 0)
    assert found[NEW].opener == OPENER_CENTS
    clerk.says("close", closer={"1": OPENER_CENTS + 6_500}, **SIGNED)
    assert books(ledger)[NEW].tray_variance == 0


def test_an_act_is_taken_back_with_the_counts_that_it_had_stated_again(ledger: Ledger) -> None:
    clerk = night(ledger).starts_shoe()
    for after in (20, 25):
        counts(clerk, OPENER_CENTS - 5_000, minutes(after))
    before, stood = books(ledger), ledger.table("MB-01")
    clerk.says("buy_in", seat=3, cents=5_000, at=minutes(15).isoformat())
    assert books(ledger)[OLD].closer == OPENER_CENTS
    (done,) = taken_back(clerk).events
    assert isinstance(done.event, e.ActUndone)
    assert [line.event for line in done.event.undone] == ["table.bought_in"]
    assert done.event.happened_at == int(minutes(15).timestamp() * 1e6)
    assert _figures(books(ledger)) == _figures(before)
    now = ledger.table("MB-01")
    assert msgspec.structs.replace(now, version=0) == msgspec.structs.replace(stood, version=0)
    fold(ledger)


def test_a_count_that_a_correction_stated_again_is_stated_without_what_is_taken_back_before_it(
    ledger: Ledger,
) -> None:
    """Both were in it; what was entered before that goes from under the count just as well."""
    clerk = night(ledger).starts_shoe()
    counts(clerk, OPENER_CENTS, minutes(20))
    slip = {"chips": {"500": 4}, **SIGNED, "at": minutes(5).isoformat()}
    clerk.says("fill", slip="F-1", **slip)
    clerk.says("buy_in", seat=3, cents=5_000, at=minutes(15).isoformat())
    clerk.says("buy_in", seat=4, cents=700, at=minutes(16).isoformat())
    clerk.moment = minutes(40)
    said = {"figure": "fills", "cents": 500, "of_day": NEW, "original": "F-1", **WHY}
    clerk.says("correct", document="MC-1", **said)
    for left in (5_000, 0):
        (undone, *again) = [each.event for each in taken_back(clerk).events]
        assert isinstance(undone, e.ActUndone)
        assert [each.figure for each in again] == ["closer", "opener"]
        found = books(ledger)
        assert found[OLD].closer == found[NEW].opener == OPENER_CENTS - 2_500 + left
    clerk.says("buy_in", seat=3, cents=300, at=minutes(17).isoformat())
    assert books(ledger)[OLD].closer == OPENER_CENTS - 2_500 + 300
    taken_back(clerk)
    assert books(ledger)[OLD].closer == OPENER_CENTS - 2_500
    with pytest.raises(Refused) as caught:  # The fill, which the correction names.
        taken_back(clerk)
    assert caught.value.refusal.message.startswith("Correction MC-1 of F-1 rests on")
    check.check(ledger)


def test_a_count_of_before_an_act_stands_where_the_act_goes_with_the_count_it_had_stated_again(
    ledger: Ledger,
) -> None:
    clerk = night(ledger)
    counts(clerk, OPENER_CENTS, minutes(20))
    clerk.says("buy_in", seat=3, cents=500, at=minutes(2).isoformat())
    counts(clerk, OPENER_CENTS - 400, minutes(0))
    taken_back(clerk)
    assert books(ledger)[OLD].closer == books(ledger)[NEW].opener == OPENER_CENTS - 400
    check.check(ledger)


def test_a_round_that_straddles_the_cutoff_is_the_old_days_when_it_is_reversed_too(
    ledger: Ledger,
) -> None:
    clerk = night(ledger).starts_shoe()
    for after, kind, facts in (
        (-1, "wager", _wager("player", 2_000)[0]),
        (-0.5, "no_more_bets", {}),
        (0.1, "deal", HANDS),
        (2, "settle", {}),
    ):
        clerk.says(kind, at=minutes(after).isoformat(), **facts)
    counts(clerk, OPENER_CENTS, minutes(1))
    assert books(ledger)[OLD].closer == OPENER_CENTS + 2_000
    clerk.moment = minutes(10)
    wrong = f"MB-01:{OLD}:1"
    clerk.says("reverse", round=wrong, **WHY)
    assert books(ledger)[OLD].closer == OPENER_CENTS
    clerk.says("round_instead", instead_of=wrong, wagers=_wager("player", 500), **HANDS)
    assert books(ledger)[OLD].closer == OPENER_CENTS + 500


def test_a_settlement_after_a_count_is_taken_back_out_of_the_closer_that_it_was_worked_back_into(
    ledger: Ledger,
) -> None:
    """The round is the old day's, though it was settled after the tray was counted; the count was entered last."""
    clerk = night(ledger).starts_shoe()
    clerk.says("wager", at=minutes(-1).isoformat(), **_wager("player", 2_000)[0])
    clerk.says("no_more_bets", at=minutes(-0.5).isoformat())
    clerk.says("deal", at=minutes(0.1).isoformat(), **HANDS)
    clerk.says("settle", at=minutes(2).isoformat())
    counts(clerk, OPENER_CENTS, minutes(1))
    assert books(ledger)[OLD].closer == OPENER_CENTS + 2_000
    (undone, *again) = [each.event for each in taken_back(clerk).events]
    assert [type(each) for each in (undone, *again)] == [e.ActUndone, e.TrayCounted, e.TrayCounted]
    assert books(ledger)[OLD].closer == books(ledger)[NEW].opener == OPENER_CENTS
    check.check(ledger)


@pytest.mark.parametrize("before_the_count", [True, False])
def test_a_round_entered_rightly_counts_in_the_hour_and_shift_in_which_it_was_played(
    three_shifts: Ledger, before_the_count: bool
) -> None:
    """Typed long after: nothing of it is in the shift in which somebody typed."""
    clerk = Clerk(three_shifts, moment=at("18:00").isoformat()).opens().starts_shoe()
    clerk.says("round", wagers=_wager("player", 4_000), **HANDS)
    wrong = f"MB-01:{OLD}:1"

    def put_right(moment: str) -> None:
        clerk.moment = at(moment)
        clerk.says("reverse", round=wrong, **WHY)
        clerk.says("round_instead", instead_of=wrong, wagers=_wager("player", 1_500), **HANDS)

    if before_the_count:
        put_right("22:05")
    counts(clerk, OPENER_CENTS + 1_500, at("22:10"), shift="14:00-22:00")
    if not before_the_count:
        put_right("23:00")
    counts(clerk, OPENER_CENTS + 1_500, at("06:00"))
    found = by_shift(three_shifts)
    assert [(of.shift, of.hand_result, of.tray_variance) for of in found] == [
        ("14:00-22:00", 1_500, 0),
        ("22:00-06:00", 0, 0),
    ]
    with three_shifts.journal.engine.connect() as connection:
        assert [of.hour for of in hours.hours(connection, OLD)] == ["2026-07-11T22:00:00Z"]
    settled = three_shifts.stream("table:MB-01")
    (again,) = (
        x.event
        for x in settled
        if isinstance(x.event, e.RoundSettled) and x.event.round == f"{wrong}r"
    )
    assert again.recorded_at > again.at == int(at("18:00").timestamp() * 1e6) + 3_000_000


def test_decision_24_a_correction_counts_in_the_shift_in_which_it_is_posted_and_the_day_is_right(
    three_shifts: Ledger,
) -> None:
    """Bought in for $100.00, typed as $10.00; the count at the end of the shift has what is missing."""
    clerk = Clerk(three_shifts, moment=at("18:00").isoformat()).opens()
    clerk.says("buy_in", seat=3, cents=1_000)
    counts(clerk, OPENER_CENTS - 10_000, at("22:10"), shift="14:00-22:00")
    said = {"figure": "buy_ins", "cents": 9_000, "of_day": OLD, "original": "seat 3", **WHY}
    clerk.moment = at("23:00")
    clerk.says("correct", document="MC-1", accounting="A-9", **said)
    counts(clerk, OPENER_CENTS - 10_000, at("06:00"))
    found = by_shift(three_shifts)
    assert [(of.shift, of.buy_ins, of.tray_variance) for of in found] == [
        ("14:00-22:00", 1_000, -9_000),
        ("22:00-06:00", 9_000, 9_000),
    ]
    assert books(three_shifts)[OLD].tray_variance == 0
    with three_shifts.journal.engine.connect() as connection:
        assert hours.hours(connection, OLD) == []


def test_decision_24_buy_ins_without_a_seat_state_no_count_again(ledger: Ledger) -> None:
    """The day's one buy-in was by the count; what nobody entered may have been after it."""
    clerk = night(ledger)
    clerk.says("buy_in", seat=3, cents=6_000, at=minutes(5).isoformat())
    counts(clerk, OPENER_CENTS - 6_000, minutes(17))
    clerk.moment = minutes(120)
    clerk.says("close", closer={"1": OPENER_CENTS - 16_000}, **SIGNED)
    assert [books(ledger)[day].tray_variance for day in (OLD, NEW)] == [0, -10_000]
    said = {"figure": "buy_ins", "cents": 10_000, "of_day": NEW, "accounting": "A-9", **WHY}
    posted = clerk.says("correct", document="MC-1", original="buy-ins of MB-01", **said)
    assert [type(each) for each in posted] == [e.CorrectionPosted]
    assert [books(ledger)[day].tray_variance for day in (OLD, NEW)] == [0, 0]


@pytest.mark.parametrize("times", [1, 2])
def test_decision_24_what_takes_back_a_correction_moves_chips_when_that_did(
    ledger: Ledger, times: int
) -> None:
    """Whether or not the moment was known, and though the seat has bought in since."""
    clerk = night(ledger)
    for n in range(times):
        clerk.says("buy_in", seat=3, cents=6_000, at=minutes(5 + n).isoformat())
    counts(clerk, OPENER_CENTS - 6_000 * times, minutes(17))
    clerk.moment = minutes(30)
    said = {"figure": "buy_ins", "of_day": NEW, "original": "seat 3", **WHY}
    clerk.says("correct", document="MC-1", cents=500, **said)
    assert books(ledger)[OLD].tray_variance == (500 if times == 1 else 0)
    clerk.says("buy_in", seat=3, cents=1_000)
    for document, cents in (("MC-2", -300), ("MC-3", -200)):
        clerk.says("correct", document=document, cents=cents, **said)
    assert books(ledger)[OLD].tray_variance == 0
    assert ledger.table("MB-01").tray_cents == OPENER_CENTS - 6_000 * times - 1_000
    clerk.says("correct", document="MC-4", cents=-100, **said)
    assert books(ledger)[OLD].tray_variance == 0, "of the several nobody knows which"


def test_what_is_handed_over_by_a_ruling_leaves_the_tray_as_it_is_made(ledger: Ledger) -> None:
    """The round was played before the count; a correction of what it was recorded as is of that moment."""
    clerk = night(ledger).starts_shoe()
    clerk.says("round", at=minutes(5).isoformat(), wagers=_wager("player", 2_000), **HANDS)
    counts(clerk, OPENER_CENTS + 2_000, minutes(17))
    clerk.moment = minutes(30)
    of = {"round": f"MB-01:{NEW}:1"}
    clerk.says("raise_dispute", claim="was paid nothing", **of)
    said = {"ruling": "upheld", "reason": "seen", "decided_by": "S-9", "document": "MC-1"}
    clerk.says("decide_dispute", cents=-2_000, **said, **of)
    assert ledger.table("MB-01").tray_cents == OPENER_CENTS
    assert counts(clerk, OPENER_CENTS, minutes(40))[0].expected_cents == OPENER_CENTS
    clerk.moment = minutes(50)
    clerk.says("close", closer={"1": OPENER_CENTS}, **SIGNED)
    found = books(ledger)
    assert [(found[day].closer, found[day].tray_variance) for day in (OLD, NEW)] == [
        (OPENER_CENTS, 0),
        (OPENER_CENTS, 0),
    ]


def test_what_is_corrected_of_a_days_opener_is_in_the_tray_that_was_counted_as_it_opened_again(
    ledger: Ledger,
) -> None:
    clerk = night(ledger)
    clerk.moment = minutes(-300)
    clerk.says("close", closer={"1": OPENER_CENTS}, **SIGNED)
    clerk.opens()
    said = {"figure": "opener", "cents": -500, "of_day": OLD, "original": "opener", **WHY}
    clerk.says("correct", document="MC-1", **said)
    assert ledger.table("MB-01").tray_cents == OPENER_CENTS


def _figures(found: dict[str, win.Win]) -> list[win.Win]:
    return [msgspec.structs.replace(of, position=0) for of in found.values()]


def _wager(bet: str, cents: int) -> list[dict[str, Any]]:
    return [{"seat": 3, "bet": bet, "cents": cents}]
