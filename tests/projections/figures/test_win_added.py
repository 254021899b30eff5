"""Table win of many days: added up by the database, it is what the days come to one by one."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import groupby
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ledger.store.engine import begin_write
from projections.figures import win
from projections.figures.arithmetic import known_sum
from projections.figures.month_days import month_days
from projections.figures.win_added import added
from projections.models.table_win import (
    TABLE_OWED,
    TABLE_RULES,
    TABLE_WIN,
    TableOwedRow,
    TableRulesRow,
    TableWinRow,
)
from tests.projections.conftest import Fresh

DAYS = [f"2026-06-{n}" for n in (28, 29, 30)] + [f"2026-07-{n:02}" for n in range(1, 7)]
TABLES = ["MB-01", "MB-02", "MB-03"]
FIELDS = ("drop", "win_tray", "win_hands", "vig_assessed", "vig_collected", "vig_uncollected")
PLAIN = ("rounds", "voids", "fills", "credits")

NULLABLE = sorted(
    each.name
    for each in msgspec.structs.fields(TableWinRow)
    if each.default is None and each.name != "hands"
)
UNKNOWN = (
    *((), (), (), ("closer_cents",), ("drop_cash_cents", "drop_forms_cents"), ("buy_ins_cents",)),
    *(("vig_assessed_cents",), ("hand_result_cents", "vig_uncollected_cents"), NULLABLE),
)
"""Of a day; of most nothing is."""


@st.composite
def days(draw: st.DrawFn) -> list[TableWinRow]:
    """Rows of tables' days, of which anything may be unknown."""
    drawn = draw(st.randoms(use_true_random=False))
    rows = []
    for day in DAYS:
        for table in TABLES:
            if not drawn.randrange(4):
                continue
            unknown = drawn.choice(UNKNOWN)
            summed = ("fills_cents", "credits_cents", "drop_corrections_cents")
            cents: dict[str, Any] = {
                name: None if name in unknown else drawn.randint(-500, 500)
                for name in (*NULLABLE, *summed)
            }
            rows.append(
                TableWinRow(
                    *(day, table),
                    rounds=drawn.randrange(9),
                    voids=drawn.randrange(3),
                    hands=drawn.choice([None, 0, 1, 1]),
                    no_tray=int("opener_cents" in unknown and drawn.random() < 0.5),
                    **cents,
                )
            )
    return rows


@contextmanager
def kept(engine: sa.Engine, rows: list[TableWinRow]) -> Iterator[sa.Connection]:
    owed: dict[tuple[str, str], int] = {}
    for row in rows:
        left = (row.vig_assessed_cents or 0) - sum(
            each or 0
            for each in (
                row.vig_collected_cents,
                row.vig_documented_cents,
                row.vig_uncollected_cents,
            )
        )
        place = (row.day[:7], row.table)
        owed[place] = owed.get(place, 0) + left
    with begin_write(engine) as connection:
        connection.execute(sa.delete(TABLE_WIN.table))
        connection.execute(sa.delete(TABLE_OWED.table))
        for table, kept_rows in (
            (TABLE_WIN.table, rows),
            (TABLE_OWED.table, [TableOwedRow(*at, cents) for at, cents in owed.items()]),
        ):
            if kept_rows:
                connection.execute(
                    sa.insert(table), [msgspec.structs.asdict(each) for each in kept_rows]
                )
        yield connection


@pytest.fixture(scope="module")
def store(fresh: Fresh) -> Iterator[sa.Engine]:
    with fresh() as engine:
        yield engine


@settings(max_examples=25, deadline=None)
@given(
    rows=days(),
    first=st.sampled_from(DAYS),
    last=st.sampled_from(DAYS),
    apart=st.sets(st.sampled_from(TABLES)),
)
def test_days_added_up_are_what_they_come_to_one_by_one(
    store: sa.Engine, rows: list[TableWinRow], first: str, last: str, apart: set[str]
) -> None:
    with kept(store, rows) as connection:
        one_by_one = win.between(connection, first, last)
        together = added(connection, first, last, frozenset(apart))

    assert {of.table for of in one_by_one} == {part.of.table for part in together}
    for table in TABLES:
        books = [of for of in one_by_one if of.table == table]
        parts = [part for part in together if part.of.table == table]
        for field in FIELDS:
            assert known_sum(*(getattr(part.of, field) for part in parts)) == known_sum(
                *(getattr(of, field) for of in books)
            ), field
        for field in PLAIN:
            assert sum(getattr(part.of, field) for part in parts) == sum(
                getattr(of, field) for of in books
            )
        for field in ("win_tray", "win_hands"):
            assert sorted(
                day for part in parts if getattr(part.of, field) is None for day in part.days
            ) == [of.gaming_day for of in books if getattr(of, field) is None]
        assert sorted(day for part in parts for day in part.days) == [of.gaming_day for of in books]
        if books:
            closing = max(parts, key=lambda part: part.of.gaming_day)
            assert closing.of.gaming_day == books[-1].gaming_day
            assert closing.of.vig_outstanding == books[-1].vig_outstanding


@settings(max_examples=25, deadline=None)
@given(rows=days(), rules=st.sets(st.tuples(st.sampled_from(TABLES), st.sampled_from(DAYS))))
@example(rows=[TableWinRow(DAYS[0], "MB-01", opener_cents=1)], rules={("MB-01", DAYS[4])})
def test_many_days_read_at_once_are_those_read_one_by_one(
    store: sa.Engine, rows: list[TableWinRow], rules: set[tuple[str, str]]
) -> None:
    with kept(store, rows) as connection:
        connection.execute(sa.delete(TABLE_RULES.table))
        for table, day in rules:
            begun = TableRulesRow(table, day, f"of {day}")
            connection.execute(sa.insert(TABLE_RULES.table), msgspec.structs.asdict(begun))
        at_once = win.between(connection, DAYS[0], DAYS[-1])
        assert at_once == [each for day in DAYS for each in win.between(connection, day, day)]


@settings(max_examples=25, deadline=None)
@given(rows=days(), last=st.sampled_from(DAYS))
def test_days_of_a_month_are_what_their_tables_come_to(
    store: sa.Engine, rows: list[TableWinRow], last: str
) -> None:
    with kept(store, rows) as connection:
        connection.execute(sa.delete(TABLE_RULES.table))
        tables = win.between(connection, f"{last[:7]}-01", last)
        found = month_days(connection, last)
    by_day = {day: [*of] for day, of in groupby(tables, lambda of: of.gaming_day)}
    assert [(each.gaming_day, each.tables) for each in found] == [
        (day, len(of)) for day, of in by_day.items()
    ]
    for each in found:
        of = by_day[each.gaming_day]
        assert each.rounds == sum(table.rounds for table in of)
        for field in ("drop", "win_tray", "win_hands"):
            assert getattr(each, field) == known_sum(*(getattr(table, field) for table in of))


def test_days_of_which_nothing_is_unknown_are_one_sum_a_table(store: sa.Engine) -> None:
    known = {
        each.name: 1 for each in msgspec.structs.fields(TableWinRow) if each.name.endswith("cents")
    }
    rows = [TableWinRow(day, table, hands=1, **known) for day in DAYS for table in TABLES]
    with kept(store, rows) as connection:
        parts = added(connection, DAYS[0], DAYS[-1], frozenset({"MB-03"}))
    assert sorted(len(part.days) for part in parts) == [*[1] * len(DAYS), len(DAYS), len(DAYS)]
