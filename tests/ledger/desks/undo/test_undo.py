"""The last act at a table is taken back: which it is, who may, and what it means elsewhere."""

from datetime import timedelta
from typing import Any

import msgspec
import pytest

from ledger.desks.ledger import Ledger
from ledger.events import table as e
from ledger.events.base import Recorded
from ledger.events.pit import TableLeftPit
from ledger.events.undoing import REACH
from ledger.feed import Intake, Line
from ledger.property.acts import ChangeSettings
from ledger.table.undo import last_act
from ledger.values.calendar import from_micros
from ledger.values.errors import NotFound, Refused
from projections.engine.engine import as_of, catch_up
from projections.figures import win
from projections.figures.exceptions import NEEDS, exceptions
from projections.models import inventory as inventory_model
from projections.models import table_win
from projections.models.table_win import TABLE_WIN
from projections.queries.adoptions import adoptions
from projections.queries.moment import NOW
from tests.clerk import OPENER, SIGNED, Clerk, count_drop
from tests.folded import fold
from tests.ledger.desks.undo.said import (
    DAY,
    FILL,
    MINUTE,
    WAGER,
    Clock,
    counts_nothing,
    played,
    refused,
    stands,
    undo,
)
from tests.projections.log import dump


def test_what_was_entered_stays_in_the_log_beside_what_takes_it_back(dealing: Clerk) -> None:
    dealing.says("wager", **WAGER)
    before = dealing.everything()
    (undone,) = undo(dealing)
    assert isinstance(undone, e.ActUndone)
    assert [line.event for line in undone.undone] == ["table.wagers_placed"]
    assert (undone.entered_by, undone.by, undone.approved_by) == ("C-1", "C-1", "")
    assert dealing.everything()[: len(before)] == before
    assert (stands(dealing).round, stands(dealing).seats) == (None, {})


def test_a_wager_on_the_wrong_seat_is_put_right_and_the_round_keeps_its_number(
    dealing: Clerk,
) -> None:
    dealing.says("wager", **WAGER)
    undo(dealing)
    (placed,) = dealing.says("wager", **{**WAGER, "seat": 4})
    assert isinstance(placed, e.WagersPlaced)
    assert placed.round == f"MB-01:{DAY}:1"


def test_cards_that_were_typed_and_never_dealt_are_back_in_the_shoe(dealing: Clerk) -> None:
    dealing.says("wager", **WAGER)
    dealing.says("no_more_bets")
    shoe = stands(dealing).shoe
    dealing.says("deal", player=["Td", "Qh"], banker=["9c", "Kh"])
    undo(dealing)
    assert stands(dealing).shoe == shoe


def test_an_undo_goes_back_into_no_round_before_the_last(dealing: Clerk) -> None:
    dealing.plays("7d Qh", "9c Kh", (3, "banker", 2_500))
    dealing.says("buy_in", seat=3, cents=10_000)
    dealing.says("wager", **WAGER)
    undo(dealing)
    undo(dealing)  # the buy-in between the rounds
    assert refused(dealing) == "undo_out_of_reach"


def test_an_undo_goes_past_no_signature(dealing: Clerk) -> None:
    dealing.says("buy_in", seat=3, cents=10_000)
    dealing.says("fill", **FILL)
    undo(dealing, approved_by="S-9")
    assert refused(dealing) == "undo_out_of_reach"


CORRECTS: dict[str, Any] = {
    "of_day": DAY,
    "reason": "misread",
    "approved_by": "S-9",
    "accounting": "A-9",
}


def test_what_others_put_to_the_books_of_another_round_stops_no_undo(dealing: Clerk) -> None:
    """A correction, a dispute and a ruling: the round in progress goes back to its first wager, and they stay."""
    dealing.plays("7d Qh", "9c Kh", (3, "banker", 2_500))
    before, shoe = stands(dealing).last_round, stands(dealing).shoe
    dealing.says("wager", **WAGER)
    dealing.says(
        "correct", figure="hand_result", cents=-500, original=before, document="K-1", **CORRECTS
    )
    dealing.says("no_more_bets")
    dealing.says("raise_dispute", round=before, claim="seat 3 had Player")
    dealing.says("deal", player=["Td", "Qh"], banker=["9c", "Kh"])
    dealing.says("decide_dispute", round=before, ruling="denied", reason="seen", decided_by="S-9")
    for _ in range(3):
        undo(dealing)
    table = stands(dealing)
    assert (table.round, table.shoe, table.disputed) == (None, shoe, ())
    assert refused(dealing) == "undo_out_of_reach"  # of the round before, whose correction names it
    fold(dealing.ledger)


@pytest.mark.parametrize(
    ("said", "posted", "told"),
    [
        (("buy_in", {"seat": 3, "cents": 10_000}), "buy_ins", "Correction K-1 of buy-ins of MB-01"),
        (("fill", FILL), "fills", "Correction K-1 of F-1"),
        (("round", {}), "hand_result", "Correction K-1 of MB-01:2026-07-11:1"),
        (("round", {}), "dispute", "A dispute about round MB-01:2026-07-11:1"),
        (("round", {}), "ruling", "The ruling on round MB-01:2026-07-11:1"),
        (("close", {"closer": OPENER, **SIGNED}), "opener", "Correction K-1 of opener of MB-01"),
        (("sit", {"seat": 5}), "count", "A count of the tray"),
    ],
    ids=lambda value: value if isinstance(value, str) and " " not in value else "",
)
def test_what_rests_on_the_last_act_holds_it_there_and_is_named(
    dealing: Clerk, said: tuple[str, dict[str, Any]], posted: str, told: str
) -> None:
    kind, facts = said
    of = f"MB-01:{DAY}:1"
    dealing.says(kind, **(facts or played(("7d Qh", "9c Kh"), ((3, "banker", 2_500),))))
    if posted == "count":
        dealing.says("count", tray=OPENER, **SIGNED)
    elif posted in {"dispute", "ruling"}:
        dealing.says("raise_dispute", round=of, claim="seat 3 had Player")
        if posted == "ruling":
            dealing.says(
                "decide_dispute", round=of, ruling="denied", reason="seen", decided_by="S-9"
            )
    else:
        names = {"buy_ins": "buy-ins of MB-01", "fills": "F-1", "hand_result": of}
        original = names.get(posted, "the opener")
        dealing.says(
            "correct", figure=posted, cents=500, original=original, document="K-1", **CORRECTS
        )
    with pytest.raises(Refused) as caught:
        undo(dealing, approved_by="S-9")
    assert caught.value.refusal.code == "cannot_be_undone"
    assert caught.value.refusal.message.startswith(
        f"{told} rests on what was entered last at MB-01"
    )
    corrected = told.startswith("Correction")
    assert ("as it stands" in caught.value.refusal.next_step) == corrected, "another would rest too"


def test_a_count_of_before_an_act_stops_no_undo_though_it_was_entered_after_it(
    dealing: Clerk,
) -> None:
    dealing.says("buy_in", seat=3, cents=10_000)
    before = stands(dealing).tray_cents + 10_000
    at = (dealing.moment - timedelta(seconds=1)).isoformat()
    dealing.says("count", tray=OPENER, **SIGNED, at=at)
    undo(dealing)
    assert stands(dealing).tray_cents == before
    fold(dealing.ledger)


def test_what_was_posted_is_not_taken_back_where_it_is_meant(dealing: Clerk) -> None:
    dealing.plays("7d Qh", "9c Kh", (3, "banker", 2_500))
    dealing.says("wager", **WAGER)
    done = dealing.done("raise_dispute", round=f"MB-01:{DAY}:1", claim="seat 3 had Player")
    assert refused(dealing, entry=done.position) == "cannot_be_undone"


def test_an_undo_reaches_so_many_events_and_no_more(dealing: Clerk) -> None:
    dealing.says("sit", seat=3)
    for _ in range(REACH // 4):
        dealing.says("wager", **WAGER)
        undo(dealing)
        dealing.says("buy_in", seat=3, cents=500)
        undo(dealing)
    assert refused(dealing) == "undo_out_of_reach"


def test_vigorish_left_uncollected_at_the_wrong_seat_is_taken_back_by_a_supervisor(
    dealing: Clerk,
) -> None:
    dealing.plays("7d Qh", "9c Kh", (3, "banker", 2_000), (4, "banker", 2_000))
    before = dealing.ledger.table("MB-01").marks
    dealing.says("uncollected_vig", seat=3, reason="walked", supervisor="S-2")
    assert refused(dealing) == "approval_missing"
    (undone,) = undo(dealing, approved_by="S-9", reason="it was seat 4")
    assert isinstance(undone, e.ActUndone)
    assert undone.undone == [e.UndoneLine("table.vigorish_uncollected", "MB-01:2026-07-11:1")]
    assert dealing.ledger.table("MB-01").marks == before
    dealing.says("uncollected_vig", seat=4, reason="walked", supervisor="S-2")
    assert list(dealing.ledger.table("MB-01").marks) == [3]


def test_the_author_may_within_the_window_and_a_supervisor_approves_later(
    dealing: Clerk, clock: Clock
) -> None:
    dealing.says("wager", **WAGER)
    clock.now += 11 * MINUTE
    assert refused(dealing) == "approval_missing"
    dealing.ledger.do(
        ChangeSettings(by="A-1", at=from_micros(clock()), settings={"undo_window_minutes": 30})
    )
    undo(dealing)


def test_anothers_entry_needs_a_supervisor_who_is_not_the_one_who_asks(dealing: Clerk) -> None:
    dealing.says("wager", **WAGER)
    assert refused(dealing, by="C-2") == "approval_missing"
    assert refused(dealing, by="S-9", approved_by="s-9") == "approval_own"
    (undone,) = undo(dealing, by="C-2", approved_by="S-9")
    assert isinstance(undone, e.ActUndone)
    assert (undone.entered_by, undone.by, undone.approved_by) == ("C-1", "C-2", "S-9")


def test_what_was_seen_is_said_to_be_the_last_act_no_more_whoever_entered_something_since(
    dealing: Clerk,
) -> None:
    """Who is told that a supervisor has to approve would have another act taken back than was seen."""
    seen = dealing.done("wager", **WAGER).position
    dealing.says("buy_in", seat=3, cents=500, by="C-2")
    assert refused(dealing, read=seen) == "not_the_last_act"
    assert refused(dealing) == "approval_missing"


def test_a_named_entry_must_be_of_the_last_act(dealing: Clerk) -> None:
    done = dealing.done("wager", **WAGER)
    assert done.position is not None
    dealing.says("buy_in", seat=3, cents=500)
    assert refused(dealing, entry=done.position) == "not_the_last_act"
    undo(dealing)
    undo(dealing, entry=done.position)


def test_the_slip_of_a_fill_that_was_taken_back_is_void_and_not_free(dealing: Clerk) -> None:
    dealing.says("fill", **FILL)
    tray = stands(dealing).tray_cents
    assert refused(dealing) == "approval_missing"
    (undone,) = undo(dealing, approved_by="S-9")
    assert isinstance(undone, e.ActUndone)
    assert (undone.slip, undone.cents) == ("fill:F-1", 2_000)
    assert stands(dealing).tray_cents == tray - 2_000
    assert dealing.is_refused("fill", **FILL) == "number_used"
    dealing.says("fill", **{**FILL, "slip": "F-2"})
    journal = dealing.ledger.journal
    catch_up(NEEDS, journal, journal.engine)
    with journal.engine.connect() as connection:
        _, *found = [(x.kind, x.subject, x.cents, x.by) for x in exceptions(connection, DAY)]
    assert found == [  # and no number is missing
        ("entry_undone", "fill:F-1", 2_000, "C-1"),
        ("entries_undone", "C-1", None, "C-1"),
    ]


def test_a_close_that_is_taken_back_is_read_past_its_snapshot(dealing: Clerk) -> None:
    before = stands(dealing)
    dealing.says("close", closer=OPENER, **SIGNED)
    undo(dealing, approved_by="S-9")
    after = stands(dealing)
    assert (after.open, after.shoe, after.tray_cents) == (True, before.shoe, before.tray_cents)


def test_a_table_that_is_open_again_has_to_be_as_its_pit_is(ledger: Ledger) -> None:
    clerk, other = Clerk(ledger).opens(), Clerk(ledger, "MB-02").opens()
    pit = ledger.stream("pit:P-1")
    clerk.says("close", closer=OPENER, **SIGNED)
    undo(clerk, approved_by="S-9")
    joined = ledger.stream("pit:P-1")[-1].event
    assert (joined.table, type(joined)) == ("MB-01", type(pit[0].event))
    other.says("close", closer=OPENER, **SIGNED)
    other.says("open", rules="ma-midi", opener=OPENER, pit="P-1", **SIGNED)
    undo(other, approved_by="S-9")
    assert not stands(other).open


def test_a_void_is_not_taken_back(clerk: Clerk) -> None:
    clerk.opens().starts_shoe().says("wager", **WAGER)
    clerk.says("void", reason="misdeal")
    assert refused(clerk, approved_by="S-9") == "cannot_be_undone"


def test_a_first_opening_taken_back_leaves_no_table_until_it_is_opened_rightly(
    clerk: Clerk,
) -> None:
    clerk.opens("ma-midi")
    assert refused(clerk) == "approval_missing"
    (undone, left) = undo(clerk, approved_by="S-9")
    assert isinstance(undone, e.ActUndone)
    assert type(left) is TableLeftPit
    assert clerk.is_refused("sit", seat=3) == "unknown_table"
    for unknown in (lambda: undo(clerk), lambda: stands(clerk)):
        with pytest.raises(NotFound):
            unknown()
    clerk.opens("div-mini")
    assert stands(clerk).rules == "div-mini"
    (adopted,) = adoptions(clerk.ledger, NOW)
    assert adopted.rules == "div-mini"


def test_an_opening_on_which_a_counted_drop_rests_stays_and_the_day_has_nothing_of_it(
    clerk: Clerk,
) -> None:
    """The box was another table's. A second opening of the day may go: the table was open on it without."""
    clerk.opens()
    counts_nothing(clerk, cents=50_000)
    assert refused(clerk, approved_by="S-9") == "opening_rested_upon"
    clerk.says("close", closer=OPENER, **SIGNED)
    counts_nothing(clerk, recount=True)
    clerk.says("open", rules="ma-midi", opener=OPENER, pit="P-1", **SIGNED)
    undo(clerk, approved_by="S-9")
    journal = clerk.ledger.journal
    catch_up(win.NEEDS, journal, journal.engine)
    with journal.engine.connect() as connection:
        (books,) = win.win(connection, DAY)
    assert (books.drop, books.win_tray, books.win_hands, books.tray_variance) == (0, 0, 0, 0)


def test_rules_that_were_adopted_alone_stay(clerk: Clerk) -> None:
    clerk.opens("div-mini").says("close", closer=OPENER, **SIGNED)
    change = {"options": {"vigorish.rate_bps": "400"}, "authorised_by": "M-1"}
    clerk.says("adopt", rules="div-mini", notice_at="2026-06-01T12:00:00-04:00", **change)
    assert refused(clerk, approved_by="S-9") == "cannot_be_undone"


def test_what_was_just_entered_is_taken_back_without_a_reason_and_all_else_with_one(
    dealing: Clerk, clock: Clock
) -> None:
    dealing.says("wager", **WAGER)
    (undone,) = undo(dealing, reason="")
    assert isinstance(undone, e.ActUndone)
    assert undone.reason == "mistyped"
    dealing.says("wager", **WAGER)
    assert refused(dealing, by="C-2", reason="", approved_by="S-9") == "reason_missing"
    clock.now += 11 * MINUTE
    assert refused(dealing, reason="", approved_by="S-9") == "reason_missing"
    undo(dealing, approved_by="S-9")
    dealing.says("fill", **FILL)
    assert refused(dealing, reason="", approved_by="S-9") == "reason_missing"


def test_a_coupon_that_the_house_kept_is_with_its_player_again(dealing: Clerk) -> None:
    dealing.says("wager", **WAGER)
    coupon = {"seat": 3, "bet": "banker", "cents": 500, "tender": "coupon", "coupon": "1017"}
    dealing.says("wager", **coupon)
    dealing.says("no_more_bets")
    dealing.says("deal", player=["7d", "Qh"], banker=["9c", "Kh"])
    dealing.says("settle")
    undo(dealing)
    assert dealing.is_refused("wager", **{**coupon, "seat": 4}) != "number_used"
    dealing.says("settle")
    used = {"wagers": [WAGER, coupon], "player": ["2s", "Kh"], "banker": ["5s", "4d"]}
    assert dealing.is_refused("round", **used) == "number_used"
    undo(dealing)
    dealing.says("void", reason="misdeal")
    dealing.says("round", **used)
    undo(dealing)
    dealing.says("round", **used)


def test_nothing_of_a_closed_day_is_taken_back(dealing: Clerk, monkeypatch: Any) -> None:
    dealing.says("wager", **WAGER)
    monkeypatch.setattr("ledger.transaction.gate.Gate.is_closed", lambda *_: True)
    assert refused(dealing) == "day_closed"


def test_a_feed_record_is_taken_back_by_typing_and_its_number_stays_taken(dealing: Clerk) -> None:
    fed = dealing.act("wager", **WAGER, source="T-1", seq=1, by="RFID")
    record = {**msgspec.to_builtins(fed), "v": 1}
    Intake(dealing.ledger).run([Line(1, msgspec.json.encode(record))])
    assert refused(dealing) == "approval_missing"
    undo(dealing, approved_by="S-9")
    assert dealing.ledger.begin().sources.last_seq("T-1") == 1


def test_two_records_of_one_moment_are_two_acts(dealing: Clerk) -> None:
    dealing.ledger.clock = lambda: 1_783_807_300_000_000
    at = (dealing.moment + timedelta(seconds=9)).isoformat()
    for seq in (1, 2):
        dealing.says("wager", **WAGER, source="T-1", seq=seq, at=at)
    undo(dealing)
    playing = stands(dealing).round
    assert playing is not None
    assert len(playing.wagers) == 1


def test_an_entry_is_one_command_whatever_the_clock(dealing: Clerk) -> None:
    dealing.ledger.clock = lambda: 1_783_807_300_000_000
    at = (dealing.moment + timedelta(seconds=9)).isoformat()
    for _ in range(2):
        dealing.says("wager", **WAGER, at=at)
    undo(dealing)
    playing = stands(dealing).round
    assert playing is not None
    assert len(playing.wagers) == 1


def test_entries_of_older_stores_are_told_apart_by_who_said_them_and_when() -> None:
    def one(version: int, at: int, nth: int = 0) -> Recorded:
        stamp: dict[str, Any] = {"by": "C-1", "at": at, "recorded_at": at, "day": DAY, "nth": nth}
        return Recorded("table:MB-01", version, e.BoughtIn(seat=3, cents=500, **stamp))

    old = [one(1, 10), one(2, 20), one(3, 20)]
    assert last_act("MB-01", old).events == old[1:]
    assert last_act("MB-01", [*old, one(4, 20, 1)]).events == [one(4, 20, 1)]
    both = [one(4, 30, 1), one(5, 40, 2)]
    assert last_act("MB-01", [*old, *both]).events == both


def test_a_key_takes_back_one_act_however_often_it_is_said(dealing: Clerk) -> None:
    dealing.says("wager", **WAGER)
    dealing.says("wager", **WAGER)
    first = undo(dealing, key="u-1")
    assert undo(dealing, key="u-1") == first
    playing = stands(dealing).round
    assert playing is not None
    assert len(playing.wagers) == 1


def test_figures_that_others_added_to_meanwhile_lose_what_was_taken_back_alone(
    dealing: Clerk,
) -> None:
    ledger, journal = dealing.ledger, dealing.ledger.journal
    dealing.says("fill", **FILL)
    for each in (table_win.PROJECTION, inventory_model.PROJECTION):
        catch_up([each], journal, journal.engine)
    count_drop(ledger, DAY, "MB-01", by="A-1", at=ledger.clock(), cash={100: 5}, cash_cents=500)
    undo(dealing, approved_by="S-9")
    for each in (table_win.PROJECTION, inventory_model.PROJECTION):
        catch_up([each], journal, journal.engine)
    with journal.engine.connect() as connection:
        row = connection.execute(TABLE_WIN.table.select()).one()
    assert (row.fills_cents, row.drop_cash_cents) == (0, 500)
    again = as_of((table_win.PROJECTION,), journal)
    assert dump(again, table_win.PROJECTION) == dump(journal.engine, table_win.PROJECTION)
    again.dispose()


def test_what_had_happened_by_a_moment_is_told_without_what_was_taken_back_since(
    dealing: Clerk,
) -> None:
    journal = dealing.ledger.journal
    (bought,) = dealing.says("buy_in", seat=3, cents=10_000)
    undo(dealing)
    known = as_of((table_win.PROJECTION,), journal, happened_by=bought.at)
    then = as_of((table_win.PROJECTION,), journal, known_at=bought.recorded_at)
    with known.connect() as now, then.connect() as before:
        query = TABLE_WIN.table.select()
        bought_in = [each.execute(query).one().buy_ins_cents for each in (now, before)]
    known.dispose()
    then.dispose()
    assert bought_in == [0, 10_000]


def test_what_was_taken_back_is_entered_again_with_its_own_time(
    dealing: Clerk, clock: Clock
) -> None:
    """The undo is typed later than that, and happens at no table."""
    placed = dealing.act("wager", **WAGER)
    dealing.ledger.do(placed)
    clock.now += 9 * MINUTE
    dealing.moment += timedelta(minutes=9)
    undo(dealing)
    dealing.says("wager", **{**WAGER, "seat": 4}, at=placed.at.isoformat())
    playing = stands(dealing).round
    assert playing is not None
    assert [wager.seat for wager in playing.wagers] == [4]
