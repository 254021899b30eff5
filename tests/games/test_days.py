"""A day of each game balances by the law of the books, and is what a referee makes of it (R3, A1,
A2).
"""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.desks.ledger import Ledger
from ledger.feed import Intake, Line, RefusedLine
from ledger.rules.loader import list_ids, load
from ledger.values.calendar import to_micros
from projections.engine import engine as projection_engine
from projections.figures.win import Win, win
from projections.models import table_win
from tests.clerk import count_drop
from tests.games.conftest import NUMBERS
from tests.games.day import DAY, GamesDay
from tests.games.referee import HOUSES

ROUNDS = 40


def play(ledger: Ledger, day: GamesDay) -> Win:
    """Feed the day, count its drop box, and read its row of the report."""
    refused: list[object] = []
    lines = (Line(number, raw) for number, raw in enumerate(day.lines(), 1))
    tally = Intake(ledger, note=refused.append).run(lines)
    assert not refused, [one for one in refused if isinstance(one, RefusedLine)]
    assert tally.complete
    at = to_micros(day.moment)
    count_drop(ledger, DAY, day.table, cash_cents=day.books.box, cash={}, by="A-2", at=at)
    projection_engine.catch_up([table_win.PROJECTION], ledger.journal, ledger.journal.engine)
    with projection_engine.reading(ledger.journal.engine, [table_win.PROJECTION]) as connection:
        (row,) = [row for row in win(connection, DAY) if row.table == day.table]
    return row


def balances(row: Win, day: GamesDay) -> None:
    """The law of the books, and every figure as counted by hand."""
    books = day.books
    assert (row.tray_variance, row.drop_variance) == (0, 0)
    assert row.win_tray == row.win_hands
    assert row.win_tray == books.tray + books.credits + books.box - books.opener - books.fills
    assert (row.rounds, row.voids) == (books.rounds, books.voids)
    assert (row.hand_result, row.buy_ins) == (books.hands, books.box)
    assert (row.vig_assessed, row.vig_collected) == (books.assessed, books.collected)
    assert (row.vig_uncollected, row.vig_outstanding) == (books.uncollected, 0)


def test_r3_the_referee_knows_every_game_that_ships_and_every_bet_of_it() -> None:
    """Royal 9 is dealt apart."""
    offered = {rules: {*map(str, load(rules).offering.pays)} for rules in list_ids()}
    assert {rules: {*house.bets} for rules, house in HOUSES.items()} == offered


@pytest.mark.parametrize("rules", HOUSES)
def test_r3_a_day_of_each_game_balances(ledger: Ledger, rules: str) -> None:
    day = GamesDay(rules, f"T-{next(NUMBERS)}", Random(rules), 120)
    row = play(ledger, day)
    balances(row, day)
    assert row.rules == rules
    assert day.bets == set(day.house.bets)
    assert day.books.voids
    assert day.shoes > 1
    assert bool(day.coupons) == day.house.coupons
    assert day.pressed == ({"banker", "player"} if "house_money" in day.house.bets else set())


@pytest.mark.parametrize("rules", HOUSES)
@settings(max_examples=4, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_law_whatever_is_played_the_books_agree(ledger: Ledger, rules: str, seed: int) -> None:
    day = GamesDay(rules, f"T-{next(NUMBERS)}", Random(seed), ROUNDS)
    balances(play(ledger, day), day)
