"""Corrections in the books: each adds to its figure on its day, and the law of the books holds (A2, A4)."""

import itertools
from contextlib import suppress
from datetime import timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ledger.desks.ledger import Ledger
from ledger.events.day import stream
from ledger.values.calendar import to_micros
from ledger.values.errors import Refused
from projections.engine import engine as projection_engine
from projections.figures import closing, vig, win
from projections.models import closings, table_win
from projections.models import vigorish as vigorish_model
from projections.reconcile import NEEDS, findings
from tests.clerk import OPENER, OPENER_CENTS, SIGNED, Clerk, count_drop

DAY = "2026-07-11"
TRAY = {
    "opener": 1,
    "closer": 0,
    "hand_result": 1,
    "vig_assessed": 0,
    "vig_collected": 1,
    "vig_uncollected": 0,
    "fills": 1,
    "credits": -1,
    "buy_ins": -1,
    "drop": 0,
}


ROUND = f"MB-01:{DAY}:2"
NAMES = dict.fromkeys(("hand_result", "vig_assessed", "vig_collected", "vig_uncollected"), ROUND)
NAMES |= {"fills": "F-17", "credits": "C-1", "buy_ins": "buy-ins"}


def books(ledger: Ledger) -> win.Win:
    for projection in (table_win.PROJECTION, closings.PROJECTION, vigorish_model.PROJECTION):
        projection_engine.catch_up([projection], ledger.journal, ledger.journal.engine)
    with ledger.journal.engine.connect() as connection:
        (found,) = win.win(connection, DAY)
    return found


def correction(figure: str, cents: int, document: str) -> dict[str, object]:
    return {
        "figure": figure,
        "cents": cents,
        "original": NAMES.get(figure, "the count"),
        "seat": 5 if figure.startswith("vig") else 0,
        "of_day": DAY,
        "document": document,
        "reason": "written wrongly",
        "approved_by": "S-9",
        "accounting": "A-9",
    }


def played(clerk: Clerk) -> Clerk:
    clerk.says("buy_in", seat=3, cents=10_000)
    clerk.says(
        "round",
        wagers=[{"seat": 3, "bet": "player", "cents": 5_000}],
        player=["Tc", "7s"],
        banker=["2d", "7d"],
    )
    clerk.plays("7d Qh", "8c Kh", (5, "banker", 30_000))
    clerk.says("collect_vig", seat=5, cents=1_000)
    clerk.says("uncollected_vig", seat=5, reason="left", supervisor="S-2")
    clerk.says("fill", slip="F-17", chips={"500": 20}, **SIGNED)
    clerk.says("credit", slip="C-1", chips={"500": 20}, **SIGNED)
    clerk.says("close", closer={"10000": 50, "2500": 100, "500": 200}, **SIGNED)
    count_drop(
        clerk.ledger, DAY, "MB-01", cash_cents=9_900, cash={}, by="A-1", at=to_micros(clerk.moment)
    )
    clerk.says("correct", **correction("vig_collected", -500, "MC-0"))
    return clerk


@pytest.mark.parametrize("figure", sorted(TRAY))
def test_a_correction_adds_to_its_figure_and_to_nothing_else(dealing: Clerk, figure: str) -> None:
    played(dealing)
    before = books(dealing.ledger)
    dealing.says("correct", **correction(figure, -250, "MC-1"))
    after = books(dealing.ledger)
    assert getattr(after, figure) - getattr(before, figure) == -250
    assert (after.expected_tray or 0) - (before.expected_tray or 0) == -250 * TRAY[figure]
    others = set(TRAY) - {figure}
    assert all(getattr(after, each) == getattr(before, each) for each in others)


@given(
    posted=st.lists(
        st.tuples(st.sampled_from(sorted(TRAY)), st.integers(-10_000, 10_000).filter(bool)),
        max_size=8,
    ),
    offset=st.integers(0, 10**9),
)
@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_is_corrected_the_two_wins_differ_by_the_variances(
    dealing: Clerk, posted: list[tuple[str, int]], offset: int
) -> None:
    if not dealing.ledger.stream(stream(DAY)):
        played(dealing)
    first = len(dealing.ledger.stream("table:MB-01"))
    for number, (figure, cents) in enumerate(posted):
        said = correction(figure, cents, f"MC-{first}-{number}-{offset}")
        with suppress(Refused):  # What would fall below zero.
            dealing.says("correct", **said)
    found = books(dealing.ledger)
    verify_seat_by_seat(dealing.ledger, found)
    assert None not in (found.win_tray, found.win_hands)
    assert found.win_tray - found.win_hands == (  # type: ignore[operator]  # both are known
        found.tray_variance + found.drop_variance + found.form_variance  # type: ignore[operator]  # all are known
    )
    assert dealing.ledger.table("MB-01").tray_cents == found.expected_tray


def verify_seat_by_seat(ledger: Ledger, found: win.Win) -> None:
    """Assessed = collected + documented + uncollected + outstanding, and the marks that stand are outstanding."""
    with ledger.journal.engine.connect() as connection:
        (seat,) = [each for each in vig.vigorish(connection, DAY) if each.seat == 5]
        owed = vig.outstanding(connection)
    paid = seat.collected + seat.documented + seat.uncollected
    assert seat.assessed == paid + seat.outstanding
    assert (seat.outstanding, sum(each.cents for each in owed)) == (
        found.vig_outstanding,
        found.vig_outstanding,
    )
    assert ledger.table("MB-01").owed(5) == found.vig_outstanding
    settled = (found.vig_collected or 0) + (found.vig_documented or 0)
    assert found.vig_assessed == settled + (found.vig_uncollected or 0) + seat.outstanding


def test_a_correction_to_a_count_does_not_make_one(dealing: Clerk) -> None:
    """A table that is open has no closer yet: there is nothing to correct, and it stays unknown."""
    assert dealing.is_refused("correct", **correction("closer", 500, "MC-1")) == "never_counted"
    assert books(dealing.ledger).closer is None
    dealing.says("close", closer={"10000": 50, "2500": 100, "500": 200}, **SIGNED)
    dealing.says("correct", **correction("closer", 500, "MC-1"))
    assert books(dealing.ledger).closer == 850_500


def test_a4_a_count_does_not_leave_its_figure_below_zero_by_what_was_corrected(
    dealing: Clerk,
) -> None:
    """The correction was of the count that it replaces, and stays beside the new one."""
    dealing.says("close", closer=OPENER, **SIGNED)
    dealing.says("correct", **correction("closer", 1_000 - OPENER_CENTS, "MC-1"))
    dealing.says("open", rules="ma-midi", pit="P-1", opener=OPENER, **SIGNED)
    fewer = {"closer": {"500": 1}, **SIGNED}
    assert dealing.is_refused("close", **fewer) == "count_below_correction"
    dealing.says("correct", **correction("closer", OPENER_CENTS - 1_000, "MC-2"))
    dealing.says("close", **fewer)
    assert books(dealing.ledger).closer == 500


def test_a4_no_drop_is_below_zero_in_any_order_of_counts_and_corrections(ledger: Ledger) -> None:
    numbers = itertools.count(1)
    cents = st.integers(0, 3).map(lambda n: n * 10_000)
    step = st.one_of(
        st.tuples(st.just("count"), cents),
        st.tuples(st.just("correct"), st.integers(-3, 3).map(lambda n: n * 10_000)),
    )

    @settings(max_examples=10)
    @given(st.lists(step, min_size=3, max_size=8))
    def happens(steps: list[tuple[str, int]]) -> None:
        clerk = Clerk(ledger, f"T-{next(numbers)}").opens()
        counted: int | None = None
        corrected = 0
        for n, (what, by) in enumerate(steps):
            clerk.moment += timedelta(seconds=1)
            at = to_micros(clerk.moment)
            try:
                if what == "count":
                    again = counted is not None
                    count_drop(
                        ledger, DAY, clerk.table, by="A-1", at=at, cash_cents=by, recount=again
                    )
                    counted = by
                else:
                    clerk.says("correct", **correction("drop", by, f"{clerk.table}-{n}"))
                    corrected += by
            except Refused as error:
                if error.refusal.code in {"count_below_correction", "figure_below_zero"}:
                    assert (by if what == "count" else (counted or 0) + by) + corrected < 0
                continue
            assert (counted or 0) + corrected >= 0

    happens()


def test_the_seats_mark_follows_what_was_collected_and_not_entered(dealing: Clerk) -> None:
    """Both ways: what stood as owed is paid, and what stood as paid is owed."""
    played(dealing)
    dealing.says("correct", **correction("vig_collected", 500, "MC-1"))
    assert dealing.ledger.table("MB-01").marks == {}
    verify_seat_by_seat(dealing.ledger, books(dealing.ledger))
    too_much = correction("vig_collected", 1, "MC-2")
    assert dealing.is_refused("correct", **too_much) == "more_than_owed"
    dealing.says("correct", **correction("vig_collected", -500, "MC-3"))
    assert dealing.ledger.table("MB-01").owed(5) == 500
    verify_seat_by_seat(dealing.ledger, books(dealing.ledger))


def test_what_a_correction_puts_back_is_settled_by_nothing_from_before_it(dealing: Clerk) -> None:
    """Else a seat would have paid what it did not owe yet; days later too."""
    played(dealing)
    dealing.says("correct", **correction("vig_collected", 500, "MC-1"))
    later = {"at": "2026-07-13T12:00:00-04:00"}
    dealing.says("correct", **correction("vig_collected", -500, "MC-2"), **later)
    assert dealing.is_refused("collect_vig", seat=5) == "at_before_mark"
    between = {"at": "2026-07-12T12:00:00-04:00"}
    left = {"seat": 5, "reason": "left", "supervisor": "S-2"}
    assert dealing.is_refused("uncollected_vig", **left, **between) == "at_before_mark"
    dealing.says("uncollected_vig", **left, **later)


def test_a_player_pays_after_all_what_was_recorded_as_uncollected(dealing: Clerk) -> None:
    """It is put back first, on whatever day, and collected as any mark is; nothing is put back twice."""
    played(dealing)
    dealing.says("correct", **correction("vig_collected", 500, "MC-1"))
    assert dealing.is_refused("collect_vig", seat=5) == "nothing_owed"
    dealing.moment = dealing.moment.replace(day=13)
    dealing.opens()
    dealing.says("correct", **correction("vig_uncollected", -400, "MC-2"))
    too_much = correction("vig_uncollected", -101, "MC-3")
    assert dealing.is_refused("correct", **too_much) == "figure_below_zero"
    dealing.says("collect_vig", seat=5, cents=300)
    dealing.says("uncollected_vig", seat=5, reason="left again", supervisor="S-2")
    assert dealing.ledger.table("MB-01").marks == {}
    books(dealing.ledger)
    with dealing.ledger.journal.engine.connect() as connection:
        (row,) = [row for row in win.win(connection, "2026-07-13") if row.table == "MB-01"]
        assert vig.outstanding(connection) == []
    assert (row.vig_collected, row.vig_uncollected, row.vig_outstanding) == (300, -300, 0)


def test_what_is_recorded_as_uncollected_opens_no_table_that_rests(dealing: Clerk) -> None:
    played(dealing)
    dealing.moment = dealing.moment.replace(day=13)
    dealing.says("uncollected_vig", seat=5, reason="left", supervisor="S-2")
    books(dealing.ledger)
    with dealing.ledger.journal.engine.connect() as connection:
        (row,) = win.win(connection, "2026-07-13")
    assert (row.opener, row.closer, row.win_tray, row.tray_variance) == (0, 0, 0, 0)
    assert (row.vig_uncollected, row.vig_outstanding) == (500, 0)


def test_what_is_put_back_at_a_table_that_rests_can_be_settled_there(dealing: Clerk) -> None:
    """No tray takes chips on such a day: what was paid elsewhere is posted, the rest recorded, or collected later."""
    played(dealing)
    dealing.moment = dealing.moment.replace(day=13)
    dealing.says("correct", **correction("vig_uncollected", -400, "MC-1"))
    assert dealing.is_refused("collect_vig", seat=5) == "table_closed"
    dealing.says("correct", **correction("vig_collected", 600, "MC-2"))
    dealing.says("uncollected_vig", seat=5, cents=100, reason="left", supervisor="S-2")
    dealing.opens()
    dealing.says("collect_vig", seat=5)
    assert dealing.is_refused("collect_vig", seat=5) == "nothing_owed"


@pytest.mark.parametrize("figure", sorted(TRAY))
def test_a_correction_does_not_come_before_what_it_names(dealing: Clerk, figure: str) -> None:
    """It names what was there; the day's beginning is before all of it."""
    played(dealing)
    early = correction(figure, -100, "MC-1") | {"at": f"{DAY}T12:00:00-04:00"}
    of_round = "round" if figure in NAMES and NAMES[figure] == ROUND else "entry"
    assert dealing.is_refused("correct", **early) == f"at_before_{of_round}"
    dealing.says("correct", **correction(figure, -100, "MC-1"))


def test_vigorish_is_corrected_seat_by_seat(dealing: Clerk) -> None:
    played(dealing)
    nobody = {**correction("vig_collected", 5, "MC-1"), "seat": 0}
    assert dealing.is_refused("correct", **nobody) == "seat_missing"
    form = correction("vig_documented", 5, "MC-1") | {"original": ROUND, "seat": 5}
    assert dealing.is_refused("correct", **form) == "forms_not_provided"
    other = {**correction("vig_assessed", 5, "MC-1"), "of_day": "2026-07-10"}
    assert dealing.is_refused("correct", **other) == "day_differs"


@pytest.mark.parametrize("figure", ["opener", "closer", "drop", "fills", "credits", "buy_ins"])
def test_no_figure_falls_below_zero_and_a_large_correction_needs_accounting(
    dealing: Clerk, figure: str
) -> None:
    played(dealing)
    cents = getattr(books(dealing.ledger), figure)
    alone = {**correction(figure, cents + 1, "MC-1"), "accounting": ""}
    assert dealing.is_refused("correct", **alone) == "accounting_missing"
    too_low = correction(figure, -cents - 1, "MC-1")
    assert dealing.is_refused("correct", **too_low) == "figure_below_zero"
    dealing.says("correct", **correction(figure, -cents, "MC-1"))
    assert getattr(books(dealing.ledger), figure) == 0
    assert dealing.is_refused("correct", **correction(figure, -1, "MC-2")) == "figure_below_zero"


@pytest.mark.parametrize("figure", ["fills", "credits"])
def test_what_a_correction_names_exists(dealing: Clerk, figure: str) -> None:
    played(dealing)
    unknown = {**correction(figure, 5, "MC-1"), "original": "F-99"}
    assert dealing.is_refused("correct", **unknown) == "unknown_slip"
    other = {**correction(figure, 5, "MC-1"), "of_day": "2026-07-10"}
    assert dealing.is_refused("correct", **other) == "day_differs"
    no_round = {**correction("drop", 5, "MC-1"), "original": f"MB-01:{DAY}:9"}
    assert dealing.is_refused("correct", **no_round) == "unknown_round"


def test_a_box_that_nobody_counted_is_not_corrected(dealing: Clerk) -> None:
    assert dealing.is_refused("correct", **correction("drop", 500, "MC-1")) == "figure_unknown"
    assert books(dealing.ledger).drop is None


def test_buy_ins_of_a_table_on_its_tray_alone_are_not_known(dealing: Clerk) -> None:
    dealing.says("correct", **correction("buy_ins", 500, "MC-1"))
    dealing.says("close", closer={"10000": 50}, **SIGNED)
    dealing.moment = dealing.moment.replace(day=12)
    dealing.opens(hands=False)
    said = {**correction("buy_ins", 500, "MC-2"), "of_day": "2026-07-12"}
    assert dealing.is_refused("correct", **said) == "figure_unknown"


def test_a_table_that_rests_has_no_tray_and_its_correction_is_known(dealing: Clerk) -> None:
    """On the open day's books: nothing is unknown by it, of the day or of its month."""
    played(dealing)
    dealing.moment = dealing.moment.replace(day=13)
    dealing.says("correct", **correction("hand_result", -250, "MC-1"))
    dealing.says("correct", **correction("vig_collected", 500, "MC-2"))
    books(dealing.ledger)
    with dealing.ledger.journal.engine.connect() as connection:
        (found,) = win.win(connection, "2026-07-13")
    assert (found.opener, found.closer, found.drop, found.hands) == (0, 0, 0, None)
    assert (found.hand_result, found.vig_collected, found.win_hands) == (-250, 500, 250)
    assert (found.win_tray, found.tray_variance, found.vig_outstanding) == (0, -250, 0)
    dealing.opens()
    books(dealing.ledger)
    with dealing.ledger.journal.engine.connect() as connection:
        (found,) = win.win(connection, "2026-07-13")
    assert (found.opener, found.closer, found.drop, found.hands) == (850_000, None, None, True)
    assert found.win_hands == 250


@pytest.mark.parametrize("corrected", [False, True])
def test_decision_40_a_table_open_all_day_at_which_nothing_moved_is_in_the_books_and_asked_for_its_counts(
    dealing: Clerk, corrected: bool
) -> None:
    """Whether nothing at all is recorded of it, on a day on which others play, or a correction that moves no chips."""
    tomorrow, ledger = "2026-07-12", dealing.ledger
    dealing.plays("7d Qh", "8c Kh", (5, "banker", 30_000))
    dealing.moment = dealing.moment.replace(day=12)
    if corrected:
        said = {**correction("hand_result", -250, "MC-1"), "original": f"MB-01:{DAY}:1"}
        dealing.says("correct", **said)
    Clerk(ledger, "MB-02", "2026-07-12T18:00:00-04:00").opens()
    projection_engine.catch_up(NEEDS, ledger.journal, ledger.journal.engine)
    with ledger.journal.engine.connect() as connection:
        connection.execution_options(**{projection_engine.BEGUN: tomorrow})
        found, _ = win.win(connection, tomorrow)
        codes = {each.code for each in findings(connection, tomorrow) if each.table == "MB-01"}
        month = win.between(connection, "2026-07-01", "2026-07-31")
        to_come = win.win(connection, "2026-07-13")
    assert (found.table, found.rules, found.hands) == ("MB-01", "ma-midi", True)
    assert (found.opener, found.closer, found.drop, found.expected_tray) == (None,) * 4
    assert (found.win_tray, found.tray_variance) == (None, None)
    assert (found.hand_result, found.buy_ins) == (-250 if corrected else 0, 0)
    assert (found.vig_brought_forward, found.vig_assessed, found.vig_outstanding) == (1500, 0, 1500)
    assert {"opener_unknown", "table_not_closed", "drop_not_counted"} <= codes
    of_days = [(each.gaming_day, each.table) for each in month]
    assert of_days == [(DAY, "MB-01"), (tomorrow, "MB-01"), (tomorrow, "MB-02")]
    assert to_come == []


@pytest.mark.parametrize(("figure", "win_by", "expected_by"), [("closer", 1, 0), ("opener", -1, 1)])
def test_a_count_of_a_closed_day_is_corrected_on_the_open_one(
    dealing: Clerk, figure: str, win_by: int, expected_by: int
) -> None:
    """Win from the tray is closer and drop less opener: what one of them was short of follows by its sign."""
    tomorrow = "2026-07-12"
    played(dealing)
    dealing.says("correct", **correction("vig_collected", 500, "MC-00"))
    dealing.moment = dealing.moment.replace(day=12)
    dealing.opens().starts_shoe()
    dealing.says("close", closer={"10000": 50, "2500": 100, "500": 200}, **SIGNED)
    count_drop(
        dealing.ledger,
        tomorrow,
        "MB-01",
        cash_cents=0,
        cash={},
        by="A-1",
        at=dealing.ledger.clock(),
    )
    books(dealing.ledger)
    with dealing.ledger.journal.engine.connect() as connection:
        (old,), (before,) = win.win(connection, DAY), win.win(connection, tomorrow)
    dealing.opens()
    dealing.says("correct", **correction(figure, 2_500, "MC-1"))
    dealing.says("close", closer={"10000": 50, "2500": 100, "500": 200}, **SIGNED)
    books(dealing.ledger)
    with dealing.ledger.journal.engine.connect() as connection:
        (signed,), (after,) = win.win(connection, DAY), win.win(connection, tomorrow)
        for day in (DAY, tomorrow):
            *_, note = closing.corrections(connection, day)
            assert (note.figure, note.cents, note.of_day) == (figure, 2_500, DAY)
    assert closing.books([signed]) == closing.books([old])
    assert before.win_tray is not None
    assert before.expected_tray is not None
    assert before.tray_variance is not None
    assert after.win_tray == before.win_tray + win_by * 2_500
    assert after.expected_tray == before.expected_tray + expected_by * 2_500
    assert after.tray_variance == before.tray_variance + win_by * 2_500
    assert after.win_hands == before.win_hands


def test_a_correction_is_shown_on_both_days(dealing: Clerk) -> None:
    played(dealing)
    dealing.moment = dealing.moment.replace(day=12)
    dealing.says("correct", **correction("fills", 250, "MC-1"))
    books(dealing.ledger)
    with dealing.ledger.journal.engine.connect() as connection:
        for day in (DAY, "2026-07-12"):
            *_, found = closing.corrections(connection, day)
            assert (found.document, found.of_day, found.gaming_day) == ("MC-1", DAY, "2026-07-12")
        (old,), (new,) = win.win(connection, DAY), win.win(connection, "2026-07-12")
    assert (old.fills, new.fills) == (10_000, 250)
