"""What the passes need of a gaming day, read from the read models by the day."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta
from operator import attrgetter
from typing import Final

import sqlalchemy as sa

from ledger.events.finding import EventPlace, Finding
from ledger.store.driver import ask
from ledger.values.rounds import AGAIN, OPEN, REVERSED
from projections.engine.asked import rows_of
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
from projections.figures.inventory import moved
from projections.figures.of_day import rows_of_day
from projections.figures.stood_open import stood_open
from projections.models import evidence
from projections.models import exceptions as exceptions_model
from projections.models import inventory as inventory_model
from projections.models import rounds as rounds_model
from projections.models.evidence import CARRIED_MARKS, EVIDENCE, MARK_PLACES, About, EvidenceRow
from projections.models.exceptions import EXCEPTIONS
from projections.models.inventory import BUY_IN, CLOSER, INVENTORY, OPENER, InventoryRow
from projections.models.rounds import ROUNDS, RoundRow
from projections.models.table_win import TABLE_COUNTS
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
        inventory=_inventory(connection, day, tables),
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


def _inventory(
    connection: sa.Connection, day: str, tables: Iterable[win.Win]
) -> list[InventoryRow]:
    """What was counted or moved; buy-ins of the tables with a variance, since they are told of no other."""
    differing = [of.table for of in tables if any(getattr(of, each) for each in win.VARIANCES)]
    which = f"""WHERE day = :day AND "table" IN (:tables) AND kind = '{BUY_IN}'"""
    bought = rows_of(connection, INVENTORY, which, day=day, tables=differing) if differing else ()
    return sorted((*moved(connection, day, None), *bought), key=attrgetter("stream", "version"))


@if_recorded(ROUNDS)
def _unfinished(connection: sa.Connection, day: str) -> Iterator[RoundRow]:
    """Rounds that are not settled, and reversed ones in whose place there is none."""
    return iter(rows_of(connection, ROUNDS, _UNFINISHED, day=day))


# By their status first: of a day's rounds few are unfinished.
_UNFINISHED: Final = f"""
    WHERE status IN ('{OPEN}', '{REVERSED}') AND day = :day AND (
        status = '{OPEN}'
        OR NOT EXISTS (SELECT 1 FROM rounds AS other WHERE other.id = rounds.id || '{AGAIN}')
    )
    ORDER BY id
"""  # noqa: S608  our own words


def _of_day(connection: sa.Connection, day: str) -> list[EvidenceRow]:
    return [row for row in rows_of_day(connection, EVIDENCE, day) if row.about != About.FORM]


def _of_forms(connection: sa.Connection, matched: Sequence[Matched]) -> list[EvidenceRow]:
    """What became of the forms, on whatever day it happened."""
    serials = [form.serial for form in matched]
    return rows_of(connection, EVIDENCE, _OF_FORMS, serials=serials) if serials else []


_OF_FORMS: Final = f"WHERE subject IN (:serials) AND about = '{About.FORM}'"


@if_recorded(MARK_PLACES, CARRIED_MARKS)
def _marks(connection: sa.Connection, day: str) -> list[Mark]:
    """Marks that stood at the end of the day: those that stand still, and those that were settled later."""
    return [
        Mark(table, EventPlace(f"table:{table}", version), since, cents)
        for query in (_STANDING, _SETTLED)
        for table, version, since, cents in ask(connection, query, day=day)
    ]


_STANDING: Final = 'SELECT "table", version, day, cents FROM mark_places WHERE day <= :day'
_SETTLED: Final = """
    SELECT "table", version, day, NULL FROM carried_marks WHERE day <= :day AND settled_day > :day
"""


@if_recorded(INVENTORY)
def _closers_before(connection: sa.Connection, day: str) -> list[InventoryRow]:
    """The last closer before the day of every table that was opened on it."""
    before = (date.fromisoformat(day) - timedelta(days=1)).isoformat()
    return rows_of(connection, INVENTORY, _LAST_CLOSERS, day=day, before=before)


# Nearly always that of the day before, which is looked up: another is looked for through the days, table by table.
_LAST_CLOSERS: Final = f"""
    WHERE kind = '{CLOSER}' AND ("table", day) IN (
        SELECT opened."table", coalesce((
            SELECT books.day FROM table_win AS books
            WHERE books."table" = opened."table" AND books.day = :before AND books.closer_cents IS NOT NULL
        ), (
            SELECT books.day FROM table_win AS books
            WHERE books."table" = opened."table" AND books.day < :day AND books.closer_cents IS NOT NULL
            ORDER BY books.day DESC LIMIT 1
        ))
        FROM (SELECT DISTINCT "table" FROM inventory WHERE day = :day AND kind = '{OPENER}') AS opened
    )
    ORDER BY "table", version
"""  # noqa: S608  our own words
