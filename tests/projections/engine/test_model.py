"""The rows of a batch: those that begin with some values are found, whatever was put and taken away, saved or not."""

from typing import Any

import sqlalchemy as sa
from hypothesis import example, given
from hypothesis import strategies as st

from projections.engine.engine import in_memory
from projections.engine.model import HELD, Rows, none_yet, stored
from projections.models.inventory import COPIES, PROJECTION, SlipCopyRow

KEYS = st.tuples(*(st.sampled_from(each) for each in (("d1", "d2"), ("cage", "table"), "fc", "12")))
STEPS = st.lists(st.tuples(st.sampled_from(("put", "take away", "save", "ask")), KEYS), max_size=30)


def beginning(rows: Rows, *first: Any) -> list[tuple[Any, ...]]:
    return sorted((row.day, row.side, row.kind, row.same) for row in rows.of(COPIES, *first))


@given(STEPS, st.booleans())
@example([(what, ("d1", "cage", "f", "1")) for what in ("put", "save", "put", "take away")], True)
def test_rows_are_found_by_the_first_values_of_their_keys(
    steps: list[tuple[str, tuple[str, str, str, str]]], begins: bool
) -> None:
    engine = in_memory([PROJECTION])
    there: set[tuple[str, str, str, str]] = set()
    with engine.begin() as connection:
        rows = Rows(connection, {COPIES: COPIES.table}, reader=none_yet if begins else stored)
        for n, (what, key) in enumerate(steps):
            if what == "put" and key not in there:
                rows.add(COPIES, SlipCopyRow(*key, slip=key[3], version=n))
                there.add(key)
            elif what == "take away" and rows.get(COPIES, *key) is not None:
                rows.remove(COPIES, *key)
                there.remove(key)
            elif what == "save":
                rows.write()
                rows = Rows(connection, {COPIES: COPIES.table}) if n % 2 else rows
            for many in (1, 2, 3):
                first = key[:many]
                assert beginning(rows, *first) == sorted(
                    each for each in there if each[:many] == first
                )
    engine.dispose()


def test_rows_that_were_let_go_are_read_where_the_table_had_none_at_first() -> None:
    engine = in_memory([PROJECTION])
    with engine.begin() as connection:
        rows = Rows(connection, {COPIES: COPIES.table}, reader=none_yet)
        for n in range(HELD + 1):
            rows.add(COPIES, SlipCopyRow("d1", "cage", "f", f"{n}", slip=f"{n}", version=n))
        rows.write()
        rows.write()
        assert rows.at(COPIES, "d1", "cage", "f", "7").slip == "7"
    engine.dispose()


def test_what_is_written_in_memory_is_in_no_other_memory() -> None:
    one, other = in_memory([PROJECTION]), in_memory([PROJECTION])
    with one.begin() as connection:
        rows = Rows(connection, {COPIES: COPIES.table})
        rows.add(COPIES, SlipCopyRow("d1", "cage", "f", "1", slip="1", version=1))
        rows.write()
    later = in_memory([PROJECTION])
    for engine, there in ((one, 1), (other, 0), (later, 0)):
        with engine.connect() as connection:
            assert len(connection.execute(sa.select(COPIES.table)).all()) == there
        engine.dispose()
