"""The rounds of a gaming day, as a person is shown them and as programs get them."""

from io import StringIO
from random import Random

from projections.engine.engine import as_of
from projections.figures import rounds
from projections.figures.render import Form, write
from tests.projections.history import make_up
from tests.projections.log import Log


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
