"""The tray's counts and movements of a gaming day (A3)."""

from typing import Final

import msgspec
import sqlalchemy as sa

from projections.figures.arithmetic import rfc3339
from projections.figures.render import Column, Kind, Section, View
from projections.models.inventory import INVENTORY, PROJECTION, SLIPS, InventoryRow, SlipRow

NEEDS: Final = (PROJECTION,)


class Movement(msgspec.Struct, frozen=True, kw_only=True):
    """An opener, closer, count, fill, credit or buy-in. cents: its worth. chips: denomination in cents to
    count of chips.

    void_fill, void_credit: of a slip that was taken back there is its number, day and table; it is worth nothing.

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
    of, slips = INVENTORY.table, SLIPS.table
    counting = sa.and_(of.c.stream == slips.c.stream, of.c.version == slips.c.version)
    standing = sa.select(*INVENTORY.columns).where(of.c.day == day)
    void = (
        sa.select(*SLIPS.columns)
        .outerjoin(of, counting)
        .where(slips.c.day == day, of.c.version.is_(None))
    )
    if table is not None:
        standing, void = standing.where(of.c.table == table), void.where(slips.c.table == table)
    moved = [InventoryRow(*row) for row in connection.execute(standing).all()]
    voided = [SlipRow(*row) for row in connection.execute(void)]
    rows: list[InventoryRow | SlipRow] = [*moved, *voided]
    rows.sort(key=lambda row: (row.table, row.version))
    return [_movement(row) if isinstance(row, InventoryRow) else _void(row) for row in rows]


def _void(slip: SlipRow) -> Movement:
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
