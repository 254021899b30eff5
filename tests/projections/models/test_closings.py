"""Corrections in the books: each adds to its figure on its day, and the law of the books holds (A2, A4)."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ledger.desks.ledger import Ledger
from ledger.events.day import stream
from projections.engine import engine
from projections.figures import closing, win
from projections.models import closings, table_win
from tests.clerk import SIGNED, Clerk, count_drop

DAY = "2026-07-11"
TRAY = {
    "opener": 1,
    "closer": 0,
    "hand_result": 1,
    "vig_collected": 1,
    "fills": 1,
    "credits": -1,
    "buy_ins": -1,
    "drop": 0,
}


def books(ledger: Ledger) -> win.Win:
    for projection in (table_win.PROJECTION, closings.PROJECTION):
        engine.catch_up(projection, ledger.journal, ledger.journal.engine)
    with ledger.journal.engine.connect() as connection:
        (found,) = win.win(connection, DAY)
    return found


def correction(figure: str, cents: int, document: str) -> dict[str, object]:
    return {
        "figure": figure,
        "cents": cents,
        "original": f"MB-01:{DAY}:1" if figure == "hand_result" else "F-17",
        "of_day": DAY,
        "document": document,
        "reason": "written wrongly",
        "approved_by": "S-9",
    }


def played(clerk: Clerk) -> Clerk:
    clerk.says("buy_in", seat=3, cents=10_000)
    clerk.says(
        "round",
        wagers=[{"seat": 3, "bet": "player", "cents": 5_000}],
        player=["Tc", "7s"],
        banker=["2d", "7d"],
    )
    clerk.says("close", closer={"10000": 50, "2500": 100, "500": 200}, **SIGNED)
    count_drop(
        clerk.ledger, DAY, "MB-01", cash_cents=9_900, cash={}, by="A-1", at=clerk.ledger.clock()
    )
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
        dealing.says("correct", **correction(figure, cents, f"MC-{first}-{number}-{offset}"))
    found = books(dealing.ledger)
    assert None not in (found.win_tray, found.win_hands)
    assert found.win_tray - found.win_hands == (  # type: ignore[operator]  # both are known
        found.tray_variance + found.drop_variance + found.form_variance  # type: ignore[operator]  # all are known
    )
    assert dealing.ledger.table("MB-01").tray_cents == found.expected_tray


def test_a_correction_to_a_drop_does_not_count_it(dealing: Clerk) -> None:
    dealing.says("correct", **correction("drop", 500, "MC-1"))
    found = books(dealing.ledger)
    assert (found.drop, found.drop_variance) == (None, None)
    count_drop(
        dealing.ledger, DAY, "MB-01", cash_cents=100, cash={}, by="A-1", at=dealing.ledger.clock()
    )
    assert books(dealing.ledger).drop == 600


def test_a_correction_to_a_count_does_not_make_one(dealing: Clerk) -> None:
    """A table that is open has no closer yet: there is nothing to correct, and it stays unknown."""
    assert dealing.is_refused("correct", **correction("closer", 500, "MC-1")) == "never_counted"
    assert books(dealing.ledger).closer is None
    dealing.says("close", closer={"10000": 50, "2500": 100, "500": 200}, **SIGNED)
    dealing.says("correct", **correction("closer", 500, "MC-1"))
    assert books(dealing.ledger).closer == 850_500


@pytest.mark.parametrize(("figure", "win_by", "expected_by"), [("closer", 1, 0), ("opener", -1, 1)])
def test_a_count_of_a_closed_day_is_corrected_on_the_open_one(
    dealing: Clerk, figure: str, win_by: int, expected_by: int
) -> None:
    """Win from the tray is closer and drop less opener: what one of them was short of follows by its sign."""
    tomorrow = "2026-07-12"
    played(dealing)
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
            (note,) = closing.corrections(connection, day)
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
    dealing.opens()
    dealing.says("correct", **correction("fills", 250, "MC-1"))
    books(dealing.ledger)
    with dealing.ledger.journal.engine.connect() as connection:
        for day in (DAY, "2026-07-12"):
            (found,) = closing.corrections(connection, day)
            assert (found.document, found.of_day, found.gaming_day) == ("MC-1", DAY, "2026-07-12")
        (old,), (new,) = win.win(connection, DAY), win.win(connection, "2026-07-12")
    assert (old.fills, new.fills) == (0, 250)
