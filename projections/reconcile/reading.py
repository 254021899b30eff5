"""What the passes need of a gaming day, read from the read models by the day."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, Final

import sqlalchemy as sa

from ledger.events.finding import EventPlace, Finding
from ledger.values.rounds import AGAIN, OPEN, REVERSED
from projections.engine.once import if_recorded
from projections.figures import (
    awards,
    closing,
    drop,
    hours,
    meter_differences,
    meters,
    must_hit,
    performance,
    readings,
    slips,
    slips_in_hand,
    slips_matched,
    win,
)
from projections.figures import forms as form_figures
from projections.figures.forms_in_hand import in_hand
from projections.figures.forms_matched import Matched
from projections.figures.in_force import settings_of
from projections.figures.of_day import rows_of_day
from projections.figures.stood_open import stood_open
from projections.models import evidence
from projections.models import exceptions as exceptions_model
from projections.models import inventory as inventory_model
from projections.models import rounds as rounds_model
from projections.models.evidence import CARRIED_MARKS, EVIDENCE, MARK_PLACES, About, EvidenceRow
from projections.models.exceptions import EXCEPTIONS
from projections.models.inventory import CLOSER, INVENTORY, OPENER, InventoryRow
from projections.models.rounds import ROUNDS, RoundRow
from projections.models.table_win import TABLE_COUNTS, TABLE_WIN
from projections.reconcile import carried
from projections.reconcile.day import Day, Mark
from projections.reconcile.passes import reconcile

NEEDS: Final = tuple(
    dict.fromkeys(
        (
            *win.NEEDS,
            *meters.NEEDS,
            *closing.NEEDS,
            evidence.PROJECTION,
            exceptions_model.PROJECTION,
            *form_figures.NEEDS,
            *hours.NEEDS,
            *performance.NEEDS,
            inventory_model.PROJECTION,
            rounds_model.PROJECTION,
        )
    )
)


AT_ONCE: Final = 500
"""Forms whose events are looked up at a time."""


def findings(
    connection: sa.Connection, day: str, tables: Sequence[win.Win] | None = None
) -> list[Finding]:
    """What does not agree on a gaming day (ISO date), in the order of the passes and of the tables.

    tables: the day's books, where they have been read.
    """
    books = win.win(connection, day) if tables is None else tables
    return reconcile(_day(connection, day, books))


def _day(connection: sa.Connection, day: str, tables: Sequence[win.Win]) -> Day:
    matched = form_figures.matched(connection, day)
    return Day(
        day=day,
        tables=tables,
        inventory=rows_of_day(connection, INVENTORY, day),
        closers_before=_closers_before(connection, day),
        rounds=_unfinished(connection, day),
        exceptions=rows_of_day(connection, EXCEPTIONS, day),
        forms=matched,
        in_hand=in_hand(connection, day),
        slips=slips.unaccounted(connection, day),
        slips_in_hand=slips_in_hand.in_hand(connection, day),
        slips_matched=slips_matched.slips(connection, day),
        differences=list(meter_differences.differences(connection, day)),
        award_differences=awards.differences(connection, day),
        awards=awards.waiting(connection, day),
        readings=readings.readings(connection, day),
        unread=readings.unread(connection, day),
        reached=must_hit.reached(connection, day),
        coupons=hours.coupons(connection, day),
        boxes=drop.boxes(connection, day),
        settings=settings_of(connection),
        counts=rows_of_day(connection, TABLE_COUNTS, day),
        disputes=closing.disputes(connection, day),
        corrections=closing.corrections(connection, day),
        evidence=[*_of_day(connection, day), *_of_forms(connection, matched)],
        marks=_marks(connection, day),
        carried=carried.carried(connection, day),
        stood_open={table for _, table in stood_open(connection, day, day)},
        outside_band=performance.outside_band(connection, day),
        off_base=performance.off_base(connection, day),
    )


@if_recorded(ROUNDS)
def _unfinished(connection: sa.Connection, day: str) -> Iterator[RoundRow]:
    """Rounds that are not settled, and reversed ones in whose place there is none."""
    return (RoundRow(*row) for row in connection.execute(_of_unfinished(), {"day": day}))


@cache
def _of_unfinished() -> sa.Select[Any]:
    of, other = ROUNDS.table.c, ROUNDS.table.alias("other")
    in_place = sa.exists().where(other.c.id == of.id + AGAIN)
    # By their status first: of a day's rounds few are unfinished.
    query = sa.select(*ROUNDS.columns).where(
        of.status.in_([OPEN, REVERSED]),
        of.day == sa.bindparam("day"),
        sa.or_(of.status == OPEN, sa.not_(in_place)),
    )
    return query.order_by(of.id)


def _of_day(connection: sa.Connection, day: str) -> list[EvidenceRow]:
    return [row for row in rows_of_day(connection, EVIDENCE, day) if row.about != About.FORM]


def _of_forms(connection: sa.Connection, matched: Sequence[Matched]) -> list[EvidenceRow]:
    """What became of the forms, on whatever day it happened."""
    of = EVIDENCE.table
    serials = [form.serial for form in matched]
    found: list[EvidenceRow] = []
    for start in range(0, len(serials), AT_ONCE):
        some = serials[start : start + AT_ONCE]
        query = sa.select(*EVIDENCE.columns).where(of.c.subject.in_(some), of.c.about == About.FORM)
        found += [EvidenceRow(*row) for row in connection.execute(query)]
    return found


@if_recorded(MARK_PLACES, CARRIED_MARKS)
def _marks(connection: sa.Connection, day: str) -> list[Mark]:
    """Marks that stood at the end of the day: those that stand still, and those that were settled later."""
    standing, settled = MARK_PLACES.table, CARRIED_MARKS.table
    queries = (
        sa.select(standing.c.table, standing.c.version, standing.c.day, standing.c.cents).where(
            standing.c.day <= day
        ),
        sa.select(
            settled.c.table, settled.c.version, settled.c.day, sa.null().label("cents")
        ).where(settled.c.day <= day, settled.c.settled_day > day),
    )
    return [
        Mark(row.table, EventPlace(f"table:{row.table}", row.version), row.day, row.cents)
        for query in queries
        for row in connection.execute(query)
    ]


@if_recorded(INVENTORY)
def _closers_before(connection: sa.Connection, day: str) -> list[InventoryRow]:
    """The last closer before the day of every table that was opened on it."""
    return [InventoryRow(*row) for row in connection.execute(_last_closers(), {"day": day})]


@cache
def _last_closers() -> sa.Select[Any]:
    """Asked for each day again: built anew, it would take longer than its answer."""
    day: sa.BindParameter[str] = sa.bindparam("day")
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
    return (
        sa.select(*INVENTORY.columns)
        .join(tables, sa.and_(of.c.table == tables.c.table, of.c.day == last))
        .where(of.c.kind == CLOSER)
        .order_by(of.c.table, of.c.version)
    )
