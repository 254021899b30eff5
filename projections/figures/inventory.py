"""The tray's counts and movements of a gaming day (A3)."""

from typing import Final

import msgspec
import sqlalchemy as sa

from projections.figures.arithmetic import rfc3339
from projections.figures.render import Column, Kind, Section, View
from projections.models.inventory import (
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


def movements(connection: sa.Connection, day: str, table: str | None = None) -> list[Movement]:
    """What was counted or moved on a gaming day, by table, in the order recorded; of one table
    where it is named.
    """
    of, slips, steps = INVENTORY.table, SLIPS.table, STEPS.table
    counting = sa.and_(of.c.stream == slips.c.stream, of.c.version == slips.c.version)
    prepared = sa.and_(*(steps.c[x] == slips.c[x] for x in ("day", "stream", "version")))
    standing = sa.select(*INVENTORY.columns).where(of.c.day == day)
    undone = (
        sa.select(*SLIPS.columns)
        .outerjoin(of, counting)
        .outerjoin(steps, prepared)
        .where(slips.c.day == day, of.c.version.is_(None), steps.c.version.is_(None))
    )
    void = sa.select(*STEPS.columns).where(
        steps.c.day == day, steps.c.step == VOID, steps.c.slip.is_not(None)
    )
    if table is not None:
        standing = standing.where(of.c.table == table)
        undone, void = undone.where(slips.c.table == table), void.where(steps.c.table == table)
    rows: list[InventoryRow | SlipRow | SlipStepRow] = [
        *(InventoryRow(*row) for row in connection.execute(standing).all()),
        *(SlipRow(*row) for row in connection.execute(undone)),
        *(SlipStepRow(*row) for row in connection.execute(void)),
    ]
    rows.sort(key=lambda row: (row.table, row.version))
    return list(map(_shown, rows))


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
