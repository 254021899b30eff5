"""What is asked in SQL, on both databases."""

import sqlalchemy as sa

from ledger.store.driver import ask, value_of, written
from projections.engine.asked import rows_of
from projections.models.forms import LOST, LostRow

DAY = "2026-07-11"


def test_a_name_stands_for_a_value_and_in_brackets_for_any_number_of_texts(
    engine: sa.Engine,
) -> None:
    rows = [LostRow("CVF", n, f"CVF-{n}", DAY) for n in (3, 1, 2)]
    values = [{name: getattr(row, name) for name in row.__struct_fields__} for row in rows]
    with engine.begin() as connection:
        connection.execute(sa.insert(LOST.table), values)
        assert rows_of(connection, LOST) == [rows[1], rows[2], rows[0]], "by the key"
        assert rows_of(connection, LOST, "WHERE number < :most ORDER BY number DESC", most=3) == [
            rows[2],
            rows[1],
        ]
        which = "SELECT number AS n FROM forms_lost WHERE {} ORDER BY number"
        some, others = which.format("serial IN (:some)"), which.format("serial NOT IN (:some)")
        asked = ["CVF-3", "CVF-1", "it's"]
        assert [row.n for row in ask(connection, some, some=asked)] == [1, 3]
        assert [row.n for row in ask(connection, others, some=asked)] == [2]
        assert [row.n for row in ask(connection, some, some=[])] == []
        assert [row.n for row in ask(connection, others, some=[])] == [1, 2, 3]
        mixed = which.format("serial IN (:some) AND day = :day AND series = :some_series")
        assert ask(connection, mixed, some=asked, day="", some_series="CVF") == []
        assert value_of(connection, "SELECT max(number) FROM forms_lost") == 3
        assert value_of(connection, some, some=[]) is None


def test_a_type_behind_two_colons_is_no_value() -> None:
    question = "SELECT :text::text, '^[0-9]*(::[a-z ]+)?$'"
    assert written(question, "postgresql") == "SELECT %(text)s::text, '^[0-9]*(::[a-z ]+)?$'"
