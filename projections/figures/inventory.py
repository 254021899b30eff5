"""The tray's counts and movements of a gaming day (A3)."""

from collections.abc import Iterable, Iterator
from typing import Final

import msgspec
import sqlalchemy as sa

from projections.engine.asked import rows_of
from projections.engine.once import if_recorded, once
from projections.figures.arithmetic import rfc3339
from projections.figures.of_day import rows_of_day
from projections.figures.render import Column, Kind, Section, View
from projections.models.inventory import (
    BUY_IN,
    CREDIT,
    FILL,
    INVENTORY,
    PROJECTION,
    SLIPS,
    STEPS,
    VOID,
    InventoryRow,
    SlipRow,
    SlipStepRow,
)

NEEDS: Final = (PROJECTION,)


class Movement(msgspec.Struct, frozen=True, kw_only=True):
    """An opener, closer, count, fill, credit or buy-in. cents: its worth. chips: denomination in cents to
    count of chips.

    void_fill, void_credit: a slip that is void is worth nothing; of one that was taken back there is its number, its
    day and table.

    stands_at: the end of a day or shift for which a count of the open table stands; moved: cents that were put into the
    tray from then to the count, which cents is without.

    at: RFC 3339 UTC. slip, dealer, supervisor: of what goes on paper; seat: of a buy-in.
    """

    table: str
    gaming_day: str
    at: str | None
    kind: str
    cents: int
    chips: dict[int, int] | None
    slip: str | None
    seat: int | None
    dealer: str | None
    supervisor: str | None
    by: str
    stands_at: str | None = None
    moved: int | None = None


def movements(
    connection: sa.Connection, day: str, table: str | None = None, *, buy_ins: bool = True
) -> list[Movement]:
    """What was counted or moved on a gaming day, by table, in the order recorded; of one table
    where it is named. buy_ins: whether these are told too.
    """
    told = (
        rows_of_day(connection, INVENTORY, day, table) if buy_ins else moved(connection, day, table)
    )
    steps = rows_of_day(connection, STEPS, day, table)
    rows: list[InventoryRow | SlipRow | SlipStepRow] = [
        *told,
        *undone(connection, day, table),
        *(row for row in steps if row.step == VOID and row.slip is not None),
    ]
    rows.sort(key=lambda row: (row.table, row.version))
    return list(map(_shown, rows))


@once
@if_recorded(INVENTORY)
def moved(connection: sa.Connection, day: str, table: str | None) -> list[InventoryRow]:
    """What was counted or moved on a gaming day besides buy-ins, which are most of what is: by stream, in the order
    recorded; of one table where it is named.
    """
    here = "" if table is None else ' AND "table" = :table'
    which = f"WHERE day = :day{here} AND kind <> '{BUY_IN}'"
    return rows_of(connection, INVENTORY, which, day=day, table=table or "")


def at_once(connection: sa.Connection, day: str) -> Iterator[InventoryRow]:
    """The fills and credits of a gaming day that were entered with one command."""
    prepared = rows_of_day(connection, STEPS, day)
    steps = _places(prepared)
    for row in moved(connection, day, None):
        if row.kind in {FILL, CREDIT} and (row.stream, row.version) not in steps:
            yield row


def undone(connection: sa.Connection, day: str, table: str | None = None) -> Iterator[SlipRow]:
    """The numbers of a gaming day's slips that count no more: what they were used for was undone."""
    prepared = rows_of_day(connection, STEPS, day, table)
    stand = _places(moved(connection, day, table)) | _places(prepared)
    for row in rows_of_day(connection, SLIPS, day, table):
        if (row.stream, row.version) not in stand:
            yield row


def _places(rows: Iterable[InventoryRow | SlipStepRow]) -> set[tuple[str, int]]:
    return {(row.stream, row.version) for row in rows}


def _shown(row: InventoryRow | SlipRow | SlipStepRow) -> Movement:
    match row:
        case InventoryRow():
            return _movement(row)
        case SlipRow():
            return _undone(row)
        case SlipStepRow():
            return _void(row)


def _void(step: SlipStepRow) -> Movement:
    """Of a slip that the cage prepared: its paper, which moved nothing."""
    return Movement(
        table=step.table,
        gaming_day=step.day,
        at=rfc3339(step.at),
        kind=f"void_{step.kind}",
        cents=0,
        chips=None,
        slip=step.slip,
        seat=None,
        dealer=None,
        supervisor=step.supervisor,
        by=step.by,
    )


def _undone(slip: SlipRow) -> Movement:
    return Movement(
        table=slip.table,
        gaming_day=slip.day,
        at=None,
        kind=f"void_{slip.series.partition(':')[0]}",
        cents=0,
        chips=None,
        slip=slip.slip,
        seat=None,
        dealer=None,
        supervisor=None,
        by="",
    )


def _movement(row: InventoryRow) -> Movement:
    chips = None if row.chips is None else msgspec.json.decode(row.chips, type=dict[int, int])
    return Movement(
        table=row.table,
        gaming_day=row.day,
        at=rfc3339(row.at),
        kind=row.kind,
        cents=row.cents,
        chips=chips,
        slip=row.slip,
        seat=row.seat,
        dealer=row.dealer,
        supervisor=row.supervisor,
        by=row.by,
        stands_at=None if row.stands_at is None else rfc3339(row.stands_at),
        moved=row.moved_cents,
    )


VIEW: Final = View(
    Movement,
    "Nothing was counted or moved on this gaming day.",
    (
        Section(
            "Tray",
            (
                Column("table", "Table"),
                Column("at", "At", Kind.MOMENT),
                Column("kind", "Kind"),
                Column("slip", "Slip"),
                Column("seat", "Seat", Kind.NUMBER),
                Column("cents", "Amount", Kind.MONEY),
                Column("chips", "Chips", Kind.CHIPS),
                Column("dealer", "Dealer"),
                Column("supervisor", "Supervisor"),
                Column("by", "By"),
            ),
            total=False,
        ),
        Section(
            "Counted with the table open",
            (
                Column("table", "Table"),
                Column("at", "Counted at", Kind.MOMENT),
                Column("kind", "Kind"),
                Column("stands_at", "Stands for", Kind.MOMENT),
                Column("moved", "Moved meanwhile", Kind.MONEY),
                Column("cents", "Held then", Kind.MONEY),
            ),
            total=False,
            only_with=("stands_at",),
        ),
    ),
)
