"""What several reports of one reading ask for is worked out once."""

import sqlalchemy as sa

from ledger.desks.ledger import Ledger
from projections.engine.engine import catch_up, reading
from projections.engine.once import READ, if_recorded, of_one_reading, once
from projections.figures.inventory import at_once, movements
from projections.figures.win import win
from projections.figures.win_added import added, of_days
from projections.models import inventory as inventory_model
from projections.models import places, table_win
from projections.queries.signed import MASTER_NEEDS, master_of
from projections.reports.master import NEEDS
from tests.clerk import Clerk
from tests.heard import heard


@once
def asked(connection: sa.Connection, day: str, table: str = "MB-01") -> list[tuple[str, str]]:
    """Whether it is asked for is told by `connection.info`."""
    connection.info["asked"] = connection.info.get("asked", 0) + 1
    return [(day, table)]


def times(connection: sa.Connection) -> int:
    found: int = connection.info.pop("asked", 0)
    return found


def test_of_one_reading_figures_are_worked_out_once_and_each_asker_has_rows_of_its_own(
    ledger: Ledger,
) -> None:
    with reading(ledger.journal.engine, [table_win.PROJECTION]) as connection:
        first = asked(connection, "2026-07-11")
        first.clear()
        assert asked(connection, "2026-07-11") == [("2026-07-11", "MB-01")]
        assert times(connection) == 1
        assert asked(connection, "2026-07-11", table="MB-02") == [("2026-07-11", "MB-02")]
        assert asked(connection, "2026-07-12") == [("2026-07-12", "MB-01")]
        assert times(connection) == 2
        of_one_reading(connection)
        asked(connection, "2026-07-11")
        assert times(connection) == 1


def test_the_next_reading_and_a_connection_that_may_write_are_asked_again(ledger: Ledger) -> None:
    for _ in range(2):
        with reading(ledger.journal.engine, [table_win.PROJECTION]) as connection:
            asked(connection, "2026-07-11")
            assert times(connection) == 1
    with ledger.journal.engine.connect() as connection:
        asked(connection, "2026-07-11")
        asked(connection, "2026-07-11")
        assert times(connection) == 2


def test_the_days_books_are_read_once(ledger: Ledger) -> None:
    with reading(ledger.journal.engine, NEEDS) as connection:
        statements = heard(connection)
        assert win(connection, "2026-07-11") == []
        assert statements
        statements.clear()
        assert win(connection, "2026-07-11") == []
        assert statements == []


def test_what_two_reports_of_a_day_have_in_common_is_asked_once_however_it_is_asked(
    ledger: Ledger,
) -> None:
    Clerk(ledger, "MB-01").opens()
    engine = ledger.journal.engine
    needs = (inventory_model.PROJECTION, *NEEDS)
    catch_up(needs, ledger.journal, engine)
    with reading(engine, needs) as connection:
        statements = heard(connection)
        assert [row.kind for row in movements(connection, "2026-07-11", buy_ins=False)] == [
            "opener"
        ]
        assert list(at_once(connection, "2026-07-11")) == []
        assert sum("kind <> 'buy_in'" in each for each in statements) == 1
        span = "2026-07-01", "2026-07-11"
        assert sum(len(each.days) for each in added(connection, *span)) == 1
        assert sum(many for _, many in of_days(connection, *span)) == 1
        assert sum("NOT (" in each for each in statements) == 1


@if_recorded(table_win.TABLE_WIN, table_win.TABLE_DROPS)
def of_tables(connection: sa.Connection, day: str) -> list[tuple[str, str]]:
    """Of read models that are empty until a table opens."""
    return asked(connection, day)


def test_what_nobody_recorded_is_not_asked_for(ledger: Ledger) -> None:
    engine = ledger.journal.engine
    with reading(engine, [table_win.PROJECTION]) as connection:
        assert of_tables(connection, "2026-07-11") == []
        assert times(connection) == 0
        connection.execution_options(**{READ: ()})  # Its rows are not those that stand there.
        assert not of_one_reading(connection).closed
        assert of_tables(connection, "2026-07-11") != []
    with reading(engine, [places.PROJECTION]) as connection:  # Others are not looked at.
        assert of_tables(connection, "2026-07-11") != []
    Clerk(ledger, "MB-01").opens()
    catch_up([table_win.PROJECTION], ledger.journal, engine)
    with reading(engine, [table_win.PROJECTION]) as connection:
        assert of_tables(connection, "2026-07-11") != []
    with engine.connect() as connection:
        assert of_tables(connection, "2026-07-11") != []


def test_a_day_of_which_nothing_is_recorded_is_reported_without_asking_for_it(
    ledger: Ledger,
) -> None:
    with reading(ledger.journal.engine, MASTER_NEEDS) as connection:
        statements = heard(connection)
        master_of(ledger, connection, "2026-07-11")
    assert len(statements) < 12, statements
