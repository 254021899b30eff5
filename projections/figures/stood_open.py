"""Which tables stood open on a gaming day: as they were last opened and closed, whatever else was recorded or not."""

import sqlalchemy as sa

from projections.models.inventory import CLOSER, INVENTORY, OPENER


def stood_open(connection: sa.Connection, day: str) -> set[str]:
    """Tables that stood open at some moment of a gaming day (ISO date): opened or closed on it, or open from before.

    A count over the cut-off neither opens nor closes a table: it stands for a moment, which tells it from both.
    """
    of = INVENTORY.table
    turned = sa.and_(of.c.kind.in_((OPENER, CLOSER)), of.c.stands_at.is_(None))
    on_day = sa.select(of.c.table).where(of.c.day == day, turned).distinct()
    last = (
        sa.select(of.c.stream, sa.func.max(of.c.version).label("version"))
        .where(of.c.day < day, turned)
        .group_by(of.c.stream)
        .subquery()
    )
    before = (
        sa.select(of.c.table)
        .join(last, sa.and_(of.c.stream == last.c.stream, of.c.version == last.c.version))
        .where(of.c.kind == OPENER)
    )
    return {*connection.scalars(on_day), *connection.scalars(before)}
