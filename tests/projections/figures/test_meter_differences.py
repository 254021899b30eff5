"""Rounds whose meters do not agree with their wagers, or with their void (P4, P6)."""

import re
from typing import Any

import msgspec
from sqlalchemy import Engine

from projections.figures.meter_differences import differences, first
from projections.models.meter_rows import MeterRoundRow
from projections.models.meters import METER_ROUNDS
from tests.heard import heard

DAY = "2026-07-11"


def of_day(number: int, **amounts: Any) -> dict[str, Any]:
    row = MeterRoundRow(f"MB-01:{DAY}:{number}", "L-1", "MB-01", DAY, 500, **amounts)
    return msgspec.structs.asdict(row)


def test_p4_rounds_that_differ_are_found_by_an_index_of_just_these(engine: Engine) -> None:
    """However many rounds a day has: a report of the day looked through all of them."""
    agree, apart = of_day(1, contributed=9, recomputed=9), of_day(2, contributed=9, recomputed=8)
    kept = of_day(3, contributed=9, recomputed=9, void=7)
    with engine.begin() as connection:
        connection.execute(METER_ROUNDS.table.insert(), [agree, apart, kept])
        found = [*differences(connection, DAY)]
        asked = heard(connection)
        assert [each.round for each in found] == [apart["round"], kept["round"]]
        assert first(connection) == found[0]
        assert [*differences(connection, "2026-07-12")] == []
        explain = "EXPLAIN QUERY PLAN"
        if engine.dialect.name == "postgresql":
            explain = "EXPLAIN"
            connection.exec_driver_sql("SET enable_seqscan = off")
        statements = [each for each in asked if "recomputed_lines" in each]
        assert len(statements) == 2
        for statement in statements:
            plain = re.sub(r"%\(\w+\)s|:\w+", "'1'", statement)
            plan = str(connection.exec_driver_sql(f"{explain} {plain}").all())
            assert "ix_meter_rounds_day_table_round" in plan
