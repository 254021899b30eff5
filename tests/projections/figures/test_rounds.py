"""The rounds of a gaming day, as a person is shown them and as programs get them."""

from io import StringIO
from random import Random
from typing import Any

from msgspec.structs import asdict

from projections.engine.engine import as_of
from projections.figures import rounds
from projections.figures.render import Form, write
from projections.models.rounds import ROUNDS, RoundRow
from tests.projections.history import make_up
from tests.projections.log import DAY, Log


def test_a_person_is_shown_of_rounds_what_programs_get() -> None:
    engine = as_of(rounds.NEEDS, Log(make_up(Random(7), rounds=60).recorded))
    try:
        with engine.connect() as connection:
            days = connection.exec_driver_sql("SELECT DISTINCT day, NULL FROM rounds").all()
            tables = connection.exec_driver_sql('SELECT DISTINCT day, "table" FROM rounds').all()
            shown: dict[tuple[str, str | None], list[str]] = {}
            for asked in (*days, *tables):
                for figures in (rounds.rounds, rounds.listed):
                    out = StringIO()
                    write(rounds.VIEW, figures(connection, *asked), Form.TABLE, out)
                    shown.setdefault((asked[0], asked[1]), []).append(out.getvalue())
    finally:
        engine.dispose()
    assert len(shown) > len(days) > 1
    assert [asked for asked, (whole, listed) in shown.items() if whole != listed] == []


def test_a_round_in_the_place_of_another_stands_behind_it() -> None:
    names = [f"MB-0{table}:{DAY}:{n}" for table in (1, 2) for n in ("7", "7r", "7rr", "10", "10r")]
    engine = as_of(rounds.NEEDS, Log([]))
    try:
        with engine.connect() as connection:
            for name in reversed(names):
                table, day, n = name.split(":")
                row: dict[str, Any] = {
                    "id": name,
                    "day": day,
                    "table": table,
                    "n": int(n.rstrip("r")),
                }
                connection.execute(ROUNDS.table.insert(), asdict(RoundRow(**row)))
            found = [
                [each.round for each in figures(connection, DAY)]
                for figures in (rounds.rounds, rounds.listed)
            ]
    finally:
        engine.dispose()
    assert found == [names, names]
