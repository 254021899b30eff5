"""The law of the books, on made-up days: tray and hands, counted apart, differ by what was put there."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from projections.figures import vig, win
from projections.figures.arithmetic import known_sum
from projections.figures.day import NEEDS, day_summary
from projections.figures.win import Win
from projections.models.rounds import PROJECTION as ROUNDS
from projections.models.rounds import ROUNDS as ROUNDS_MODEL
from tests.projections.history import History, make_up
from tests.projections.log import folded
from tests.projections.made_up_table import DAYS, Books

seeds = st.integers(0, 2**32)
laws = settings(max_examples=25, deadline=None)


def made_up(seed: int) -> History:
    return make_up(Random(seed), tables=3, days=3)


def figures_of(history: History) -> dict[tuple[str, str], Win]:
    with folded(history.recorded, win.NEEDS) as connection:
        return {
            (row.gaming_day, row.table): row for day in DAYS for row in win.win(connection, day)
        }


@laws
@given(seeds)
def test_a1_a2_win_from_tray_and_hands_differ_by_the_variances(seed: int) -> None:
    history = made_up(seed)
    for row in figures_of(history).values():
        explained = known_sum(row.tray_variance, row.drop_variance, row.form_variance)
        if row.win_tray is not None and row.win_hands is not None:
            assert row.win_tray - row.win_hands == explained
        else:
            assert explained is None


@laws
@given(seeds)
def test_the_books_are_what_lay_in_tray_and_box(seed: int) -> None:
    history = made_up(seed)
    figures = figures_of(history)

    for key in figures.keys() - history.books.keys():  # A table that nobody closed.
        row = figures[key]
        assert max(day for day, table in history.books if table == key[1]) < key[0]
        assert (row.opener, row.closer, row.drop, row.rounds) == (None, None, None, 0)
    for key, books in history.books.items():
        row = figures[key]
        assert (row.opener, row.closer, row.drop) == (books.opener, books.closer, books.drop)
        assert (row.fills, row.credits) == (books.fills, books.credits)
        assert (row.rounds, row.voids) == (books.rounds, books.voids)
        _same_hands(row, books)


def _same_hands(row: Win, books: Books) -> None:
    if not books.hands:
        assert (row.hand_result, row.vig_assessed, row.vig_collected) == (None, None, None)
        assert (row.buy_ins, row.win_hands, row.tray_variance) == (None, None, None)
        return
    assert row.hand_result == books.lost
    assert (row.vig_assessed, row.vig_collected) == (books.vig_assessed, books.vig_collected)
    assert (row.vig_documented, row.vig_uncollected) == (books.forms, books.uncollected)
    assert row.buy_ins == books.cash
    if row.form_variance is not None:
        assert row.form_variance == -books.lost_forms
    if row.tray_variance is not None:
        assert row.tray_variance == -books.short
    if row.drop_variance is not None:
        assert row.drop_variance == books.unbooked


@laws
@given(seeds)
def test_v5_assessed_is_collected_documented_uncollected_or_outstanding(seed: int) -> None:
    """Day by day, with the marks that the day began with."""
    history = made_up(seed)
    standing: dict[str, int] = {}
    for (_, table), row in sorted(figures_of(history).items()):
        if row.vig_assessed is None or row.vig_collected is None or row.vig_documented is None:
            continue
        settled = row.vig_collected + row.vig_documented + (row.vig_uncollected or 0)
        assert row.vig_brought_forward == standing.get(table, 0)
        standing[table] = standing.get(table, 0) + row.vig_assessed - settled
        assert row.vig_outstanding == standing[table]


@laws
@given(seeds)
def test_decision_18_seats_owe_what_their_marks_say_at_the_end_of_each_day(seed: int) -> None:
    history = made_up(seed)
    with folded(history.recorded, vig.NEEDS) as connection:
        for day in DAYS[:3]:
            owed = {
                (row.table, row.seat): row.outstanding
                for row in vig.vigorish(connection, day)
                if row.outstanding
            }
            assert owed == {
                (table, seat): cents
                for (of, table), books in history.books.items()
                if of == day
                for seat, cents in books.owed.items()
            }


@laws
@given(seeds)
def test_v5_seat_by_seat_assessed_is_collected_documented_uncollected_or_outstanding(
    seed: int,
) -> None:
    history = made_up(seed)
    standing: dict[tuple[str, int], int] = {}
    with folded(history.recorded, vig.NEEDS) as connection:
        for day in DAYS[:3]:
            for row in vig.vigorish(connection, day):
                seat = (row.table, row.seat)
                settled = row.collected + row.documented + row.uncollected
                assert row.brought_forward == standing.get(seat, 0)
                standing[seat] = standing.get(seat, 0) + row.assessed - settled
                assert row.outstanding == standing[seat]


@laws
@given(seeds)
def test_marks_that_stand_are_the_last_days_outstanding_vigorish(seed: int) -> None:
    history = made_up(seed)
    with folded(history.recorded, (*vig.NEEDS, *win.NEEDS)) as connection:
        standing = vig.outstanding(connection)
        by_seat = [row for row in vig.vigorish(connection, DAYS[2]) if row.outstanding]

    assert [
        (row.table, row.seat, row.cents - row.owed_back)
        for row in standing
        if row.cents != row.owed_back
    ] == [(row.table, row.seat, row.outstanding) for row in by_seat]


@laws
@given(seeds)
def test_by_seat_and_by_table_vigorish_is_the_same(seed: int) -> None:
    history = made_up(seed)
    with folded(history.recorded, (*vig.NEEDS, *win.NEEDS)) as connection:
        for day in DAYS[:3]:
            seats = vig.vigorish(connection, day)
            for row in win.win(connection, day):
                if row.hand_result is None:
                    continue
                of = [seat for seat in seats if seat.table == row.table]
                assert row.vig_brought_forward == sum(seat.brought_forward for seat in of)
                assert row.vig_assessed == sum(seat.assessed for seat in of)
                assert row.vig_collected == sum(seat.collected for seat in of)
                assert row.vig_documented == sum(seat.documented for seat in of)
                assert row.vig_uncollected == sum(seat.uncollected for seat in of)
                assert row.vig_outstanding == sum(seat.outstanding for seat in of)


@laws
@given(seeds)
def test_rounds_add_up_to_table_win(seed: int) -> None:
    history = made_up(seed)
    with folded(history.recorded, (ROUNDS, *win.NEEDS)) as connection:
        rounds = connection.execute(ROUNDS_MODEL.table.select()).all()
        for day in DAYS[:3]:
            for row in win.win(connection, day):
                of = [r for r in rounds if (r.day, r.table) == (day, row.table)]
                hands = sum((r.staked_cents or 0) - (r.returned_cents or 0) for r in of)
                assert (row.hand_result or 0) == hands
                assert (row.vig_assessed or 0) == sum(r.vig_cents or 0 for r in of)
                assert row.rounds == sum(r.status == "settled" for r in of)
                assert row.voids == sum(r.status == "void" for r in of)
                assert sorted(r.n for r in of) == list(range(1, len(of) + 1))


@laws
@given(seeds)
def test_a4_the_day_is_the_sum_of_its_tables(seed: int) -> None:
    history = made_up(seed)
    with folded(history.recorded, NEEDS) as connection:
        for day in DAYS[:3]:
            summary, tables = day_summary(connection, day), win.win(connection, day)
            assert summary.rounds == sum(row.rounds for row in tables)
            assert summary.drop == known_sum(*(row.drop for row in tables))
            assert summary.win_tray == known_sum(*(row.win_tray for row in tables))
            assert summary.without_closer == [r.table for r in tables if r.closer is None]
            assert summary.uncounted == [r.table for r in tables if r.drop is None]
