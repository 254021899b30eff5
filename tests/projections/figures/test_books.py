"""Whole days through feed, ledger and read models, against a dealer who keeps books of his own.

The dealer (cli/demo/dealer.py) moves chips between tray, purses and slips by arithmetic of his own and
counts the tray at the end; the ledger works the hands out from cards and wagers. The law of the
books holds them together.
"""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cli.demo.dealer import Books, Day, Plan
from ledger.desks.ledger import Ledger
from ledger.feed import Intake, Line
from projections.engine import engine as projection_engine
from projections.engine.rebuild import rebuild
from projections.figures import performance, win
from projections.figures.handle import By, Span
from projections.models.registry import PROJECTIONS
from tests.clerk import count_drop, establish
from tests.projections.log import dump
from tests.stores import Databases, Files

DAY = "2026-07-11"
OF_DAY = Span(DAY, DAY)
NOW = 1_783_900_000_000_000

PLANS = st.builds(
    Plan,
    seed=st.integers(0, 10_000),
    rounds=st.integers(0, 40),
    rounding=st.sampled_from(["exact", "nearest", "up"]),
    deferred=st.booleans(),
    bonus=st.sampled_from("ABC"),
    players=st.integers(1, 9),
    side=st.floats(0, 1),
    stepwise=st.floats(0, 1),
    voids=st.floats(0, 0.3),
    vig_left=st.floats(0, 1),
    short=st.dictionaries(st.sampled_from(["MB-01", "MB-02"]), st.integers(-5_000, 5_000)),
)


@contextmanager
def fed(url: str, plan: Plan) -> Iterator[tuple[Ledger, dict[str, Books]]]:
    """A property whose tables were fed the dealt day, and the dealer's own books of it."""
    day = Day(plan)
    with Ledger(url, clock=lambda: NOW) as ledger:
        establish(ledger)
        told: list[object] = []
        tally = Intake(ledger, note=told.append).run(
            Line(n, raw) for n, raw in enumerate(day.lines(), 1)
        )
        assert (told, tally.refused) == ([], 0)
        for table, books in day.books.items():
            count_drop(ledger, DAY, table, cash_cents=books.buy_ins + 7, cash={}, by="A-1", at=NOW)
        projection_engine.catch_up(PROJECTIONS, ledger.journal, ledger.journal.engine)
        yield ledger, day.books
        ledger.journal.engine.dispose()


def check_day(url: str, plan: Plan) -> None:
    with fed(url, plan) as (ledger, books), ledger.journal.engine.connect() as connection:
        rows = win.win(connection, DAY)
        assert {row.table for row in rows} == set(books)
        for row in rows:
            dealt = books[row.table]
            short = plan.short.get(row.table, 0)
            if not dealt.rounds and not dealt.voids:
                continue
            assert row.hand_result == dealt.hand_result
            assert (row.rounds, row.voids) == (dealt.rounds, dealt.voids)
            assert (row.vig_assessed, row.vig_collected) == (
                dealt.vig_assessed,
                dealt.vig_collected,
            )
            assert row.vig_outstanding == sum(dealt.owed.values())
            assert row.closer == dealt.closer
            assert row.tray_variance == -short
            assert (row.drop_variance, row.form_variance) == (7, 0)
            assert row.win_tray is not None
            assert row.win_hands is not None
            assert row.win_tray - row.win_hands == -short + 7


@settings(max_examples=15, deadline=None)
@given(plan=PLANS)
def test_law_of_the_books_on_generated_days_on_sqlite(sqlite_stores: Files, plan: Plan) -> None:
    with sqlite_stores.copy() as url:
        check_day(url, plan)


@settings(max_examples=15, deadline=None)
@given(plan=PLANS)
def test_law_of_the_books_on_generated_days_on_postgresql(
    postgres_stores: Databases, plan: Plan
) -> None:
    with postgres_stores.copy() as url:
        check_day(url, plan)


@pytest.mark.parametrize("seed", [3, 4])
def test_the_same_history_gives_the_same_books_on_both_databases(
    sqlite_url: str, postgres_url: str, seed: int
) -> None:
    dumps = []
    for url in (sqlite_url, postgres_url):
        with fed(url, Plan(seed=seed, rounds=40, voids=0.1)) as (ledger, _):
            books = dump(ledger.journal.engine, *PROJECTIONS)
            with projection_engine.reading(ledger.journal.engine, performance.NEEDS) as connection:
                against_theory = [performance.performance(connection, OF_DAY, by) for by in By]
            dumps.append((books, against_theory))
    assert all(dumps[0][1])
    assert dumps[0] == dumps[1]


@pytest.mark.parametrize("seed", [5])
def test_rebuilt_books_equal_live_ones_byte_for_byte(url: str, seed: int) -> None:
    with fed(url, Plan(seed=seed, rounds=40, voids=0.1)) as (ledger, _):
        live = dump(ledger.journal.engine, *PROJECTIONS)
        rebuild(PROJECTIONS, ledger.journal, ledger.journal.engine)
        assert dump(ledger.journal.engine, *PROJECTIONS) == live
