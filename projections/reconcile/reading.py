"""What the passes need of a gaming day, read from the read models by the day."""

from typing import Final

import sqlalchemy as sa

from projections import exceptions, forms, hours, inventory, rounds
from projections.exceptions import EXCEPTIONS, ExceptionRow
from projections.inventory import CLOSER, INVENTORY, OPENER, InventoryRow
from projections.model import Model, R
from projections.reconcile.finding import Finding
from projections.reconcile.passes import Day, reconcile
from projections.reports import closing, meters, slips, win
from projections.reports import forms as form_reports
from projections.reports import hours as hour_reports
from projections.rounds import OPEN, ROUNDS, RoundRow
from projections.table_win import TABLE_WIN

NEEDS: Final = tuple(
    dict.fromkeys(
        (
            *win.NEEDS,
            *meters.NEEDS,
            *closing.NEEDS,
            exceptions.PROJECTION,
            forms.PROJECTION,
            hours.PROJECTION,
            inventory.PROJECTION,
            rounds.PROJECTION,
        )
    )
)


def findings(connection: sa.Connection, day: str) -> list[Finding]:
    """What does not agree on a gaming day (ISO date), in the order of the passes and of the tables."""
    return reconcile(_day(connection, day))


def _day(connection: sa.Connection, day: str) -> Day:
    return Day(
        day=day,
        tables=win.win(connection, day),
        inventory=_rows(connection, INVENTORY, InventoryRow, day),
        closers_before=_closers_before(connection, day),
        rounds=_rows(connection, ROUNDS, RoundRow, day, ROUNDS.table.c.status == OPEN),
        exceptions=_rows(connection, EXCEPTIONS, ExceptionRow, day),
        forms=form_reports.compared(connection, day),
        slips=slips.findings(connection, day),
        differences=list(meters.differences(connection, day)),
        award_differences=meters.award_differences(connection, day),
        awards=meters.waiting(connection, day),
        coupons=hour_reports.coupons(connection, day),
        disputes=closing.disputes(connection, day),
    )


def _rows(
    connection: sa.Connection,
    model: Model[R],
    row: type[R],
    day: str,
    *where: sa.ColumnElement[bool],
) -> list[R]:
    of = model.table
    query = sa.select(of).where(of.c.day == day, *where).order_by(*of.primary_key)
    return [row(*values) for values in connection.execute(query)]


def _closers_before(connection: sa.Connection, day: str) -> list[InventoryRow]:
    """The last closer before the day of every table that was opened on it."""
    books, of, opened = TABLE_WIN.table, INVENTORY.table, INVENTORY.table.alias("opened")
    tables = (
        sa.select(opened.c.table)
        .where(opened.c.day == day, opened.c.kind == OPENER)
        .distinct()
        .subquery()
    )
    last = (
        sa.select(books.c.day)
        .where(
            books.c.table == tables.c.table, books.c.day < day, books.c.closer_cents.is_not(None)
        )
        .order_by(books.c.day.desc())
        .limit(1)
        .scalar_subquery()
    )
    query = (
        sa.select(of)
        .join(tables, sa.and_(of.c.table == tables.c.table, of.c.day == last))
        .where(of.c.kind == CLOSER)
        .order_by(of.c.table, of.c.version)
    )
    return [InventoryRow(*row) for row in connection.execute(query)]
